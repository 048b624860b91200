import { expect, it } from 'vitest'
import {
  decodeReferences,
  escapeAddress,
  escapeHtml,
  excerptOf,
  plainLines,
  plainText,
  scriptJson,
  storedReferences,
} from '../../../../shared/kernel/html/text.ts'

it('escapes for text and attributes, references once', () => {
  expect(escapeHtml(`<a href="x" title='y'>R&D &amp; &#038;`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#039;y&#039;&gt;R&amp;D &amp; &#038;',
  )
  expect(escapeHtml('plain')).toBe('plain')
})

it('shows addresses with & escaped, never twice (spec 02 §1.1)', () => {
  expect(escapeAddress('https://fair.example/?a=1&b=2')).toBe('https://fair.example/?a=1&amp;b=2')
  expect(escapeAddress('https://fair.example/?a=1&amp;b=2')).toBe('https://fair.example/?a=1&amp;b=2')
})

it('JSON in a script block keeps its value and cannot end the block', () => {
  const value = { text: '</script><!--&\u2028\u2029' }
  expect(scriptJson(value)).toBe('{"text":"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029"}')
  expect(JSON.parse(scriptJson(value))).toEqual(value)
})

it('resolves references once', () => {
  expect(decodeReferences('Q&amp;A caf&eacute; &#8217; &#x27; &amp;lt; &unknown; &#0; &')).toBe(
    "Q&A café ’ ' &lt; &unknown; \ufffd &",
  )
  expect(decodeReferences('a&#13;&#7;b')).toBe('ab')
})

it('stored texts keep the references of markup signs, in every spelling (spec 01 §2)', () => {
  const kept = '&lt; &gt; &amp; &quot; &#60; &#062; &#38; &#x22; &AMP; &#X3C;'
  expect(storedReferences(kept)).toBe(kept)
  expect(storedReferences('caf&eacute; &#39; &ndash; &amp;eacute;')).toBe("café ' – &amp;eacute;")
})

it('plain text has neither markup nor references', () => {
  expect(plainText('<p>One &amp; <b>two</b></p><p>three<br>four</p> ')).toBe('One & two three four')
  expect(plainText('a<script>let x = "<p>"</script>b<style>p{}</style>c<!-- d -->e')).toBe('a b ce')
  expect(plainText('<a title="x>y">z</a> 5 < 6')).toBe('z 5 < 6')
  expect(plainText('Parents’ Evening & École (Q&A)')).toBe('Parents’ Evening & École (Q&A)')
  expect(plainText('a<script>b')).toBe('a')
})

it('plain text takes no endless time', () => {
  for (const part of ['<a', '<a "', '<!--', '<script>', '<p title="', '&#', '<', ' \n']) {
    for (const made of [plainText, plainLines])
      expect(made(part.repeat(30_000)).length).toBeLessThanOrEqual(30_000 * part.length)
  }
})

it('an excerpt is the first 55 words (spec 03 §1.1)', () => {
  const words = Array.from({ length: 56 }, (_, n) => `w${n}`)
  expect(excerptOf(`<p>${words.slice(0, 55).join(' ')}</p>`)).toBe(words.slice(0, 55).join(' '))
  expect(excerptOf(words.join(' '))).toBe(`${words.slice(0, 55).join(' ')} [&hellip;]`)
  expect(excerptOf('<b>R</b> &amp; D &lt;x&gt;')).toBe('R &amp; D &lt;x&gt;')
  expect(excerptOf('')).toBe('')
})

it('lines are where the markup breaks them, or as they stand in a text without such markup', () => {
  expect(plainLines('<h2>A &amp; b</h2>\n<p>one\ntwo<br>three</p><p> </p><ul><li>x<li>y</ul>')).toBe(
    'A & b\none two\nthree\nx\ny',
  )
  expect(plainLines('First  <b>line</b>\r\n\r\n second\n')).toBe('First line\nsecond')
  expect(plainLines(' ')).toBe('')
})
