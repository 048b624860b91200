import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  displayHtml,
  displayTitle,
  sanitizeHtml,
  sanitizeTermName,
  sanitizeTitle,
} from '../../../shared/kernel/html/sanitize.ts'
import { escapeHtml, plainText } from '../../../shared/kernel/html/text.ts'
import { unfilteredHtml } from '../../../shared/kernel/html/unfiltered.ts'

/** Pieces that parsers stumble over, in any order. */
const piece = fc.constantFrom(
  ...['<', '>', '"', "'", '&', ';', '#', '=', '/', ' ', '\n', '\n\n', '\0', '\ufdd0', 'x', 'é'],
  ...['&lt;', '&#60;', '&amp;', '&#115;', '&#x3c', '&lt', '&eacute;', '&num;', '&colon;', '<!--', '-->'],
  ...['<b>', '</b>', '<p>', '</p>', '<br>', '<hr />', '<div class="a">', '</div>', '<a href="', "<img src='"],
  ...[
    'java',
    'script:',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<svg>',
    '<math>',
    '<iframe>',
    ' onclick=',
  ],
  ...[
    '<ul>',
    '<li>',
    '</ul>',
    '<pre>',
    '</pre>',
    '<textarea>',
    '<template>',
    '<noscript>',
    '<xmp>',
    '<table>',
  ],
)
const html = fc.oneof(
  fc.array(piece, { maxLength: 25 }).map(pieces => pieces.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const runs = { numRuns: 3000 }

it('sanitising twice is sanitising once', () => {
  fc.assert(
    fc.property(html, text => {
      for (const sanitize of [sanitizeHtml, sanitizeTitle, sanitizeTermName]) {
        const once = sanitize(text)
        expect(sanitize(once)).toBe(once)
      }
    }),
    runs,
  )
})

it('what needs no sanitising comes out as it does beside something that does', () => {
  const text = fc.array(fc.constantFrom('x', 'é', "'", ' ', '\n', '\r', '\t', '\0', ';', '=', '/', '\u00a0'))
  const part = fc.tuple(fc.constantFrom('p', 'b', 'em', 'h3', ''), text).map(([tag, content]) => {
    const inner = content.join('')
    return tag === '' ? inner : `<${tag}>${inner}</${tag}>`
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), parts => {
      const plain = parts.join('')
      expect(sanitizeHtml(`${plain}<br>`)).toBe(`${sanitizeHtml(plain)}<br />`)
    }),
    runs,
  )
})

it('what is sanitised holds no script, no handler, no javascript address, no tag outside the list', () => {
  fc.assert(
    fc.property(html, text => {
      const clean = sanitizeHtml(text)
      expect(clean).not.toMatch(/<(?:script|style|iframe|svg|math|textarea|template|noscript|xmp)\b/i)
      const tags = [...clean.matchAll(/<[a-z](?:"[^"]*"|[^">])*>/gi)].map(([tag]) =>
        tag.replace(/"[^"]*"/g, '""'),
      )
      expect(tags.join('')).not.toMatch(/\son\w+=|style=/i)
      expect(clean).not.toMatch(/(?:href|src)="[\s\0]*java(?:&[^"]*?;)?script/i)
      expect(sanitizeTermName(text)).not.toMatch(/<[a-z/!]/i)
    }),
    runs,
  )
})

it('a shown title has no bare & and is shown again unchanged', () => {
  fc.assert(
    fc.property(html, text => {
      const shown = displayTitle(text)
      expect(shown).not.toMatch(/&(?!#?\w+;)/)
      expect(displayTitle(shown)).toBe(shown)
    }),
    runs,
  )
})

it('a shown description is shown again unchanged', () => {
  fc.assert(
    fc.property(html, text => {
      const shown = displayHtml(sanitizeHtml(text))
      expect(displayHtml(shown)).toBe(shown)
    }),
    runs,
  )
})

it('what is shown as it stands is shown so beside something else, too', () => {
  const content = fc.array(
    fc.constantFrom('x', '<', '>', '&', '"', "'", '!--', '-->', ' ', '\n', '\r', '\t', '\u00a0'),
  )
  const paragraph = fc.tuple(
    fc.constantFrom('<p>', '<p> ', ''),
    content,
    fc.constantFrom('</p>', ' </p>', ''),
  )
  fc.assert(
    fc.property(paragraph, ([begin, inner, end]) => {
      const text = `${begin}${inner.join('')}${end}`
      const shown = displayHtml(text)
      const before = shown === '' ? '' : `${shown}\n`
      const open = text.match(/<p\b/g)?.length === text.match(/<\/p\b/g)?.length
      if (open && !text.includes('<!--')) expect(displayHtml(`${text}<hr />`)).toBe(`${before}<hr />`)
    }),
    runs,
  )
})

it('plain text has its blanks made even, whether it needs it or not', () => {
  const text = fc.array(fc.constantFrom('x', 'é', ' ', '\n', '\r', '\t', '\u00a0', '\u2003', '\ufeff'), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(text, signs => {
      const sent = signs.join('')
      expect(plainText(sent)).toBe(sent.replace(/\s+/g, ' ').trim())
    }),
    runs,
  )
})

it('escaping holds no markup and is done once', () => {
  fc.assert(
    fc.property(html, text => {
      const escaped = escapeHtml(text)
      expect(escaped).not.toMatch(/[<>"']|&(?!#?\w+;)/)
      expect(escapeHtml(escaped)).toBe(escaped)
    }),
    runs,
  )
})

it('plain text and unfiltered HTML never throw', () => {
  fc.assert(
    fc.property(html, text => {
      expect(plainText(text)).not.toMatch(/^\s|\s$|\s\s/)
      expect(unfilteredHtml(text)).not.toMatch(/(?:href|src)="[^"<>]*javascript:[^"<>]*"/i)
    }),
    runs,
  )
})
