import { describe, expect, it } from 'vitest'
import { addressOf, html, stored, trusted } from '../../../../shared/kernel/html/markup.ts'

describe('markup from a template', () => {
  it('makes text of values, wherever they stand', () => {
    const title = `<b>"A" & 'B'</b> &lt;`
    expect(html`<p title="${title}">${title}</p>`.markup).toBe(
      '<p title="&lt;b&gt;&quot;A&quot; &amp; &#039;B&#039;&lt;/b&gt; &amp;lt;">' +
        '&lt;b&gt;&quot;A&quot; &amp; &#039;B&#039;&lt;/b&gt; &amp;lt;</p>',
    )
  })
  it('leaves out nothing but null and false, and writes lists one after the other', () => {
    expect(html`${null}${false}${0}${''}${['<', html`<i>${1}</i>`]}`.markup).toBe('0&lt;<i>1</i>')
  })
  it('keeps the references of stored texts and what was cleaned before', () => {
    expect(html`${stored('R&D &amp; <b>')} ${trusted('<b>x</b>')}`.markup).toBe(
      'R&amp;D &amp; &lt;b&gt; <b>x</b>',
    )
  })
})

describe('an address in markup', () => {
  it.each([
    ['https://school.example/a?b=1', 'https://school.example/a?b=1'],
    ['mailto:a@school.example', 'mailto:a@school.example'],
    ['/events/', '/events/'],
    ['javascript:alert(1)', '#'],
    [' javascript:alert(1)', '#'],
    ['data:text/html,x', '#'],
    ['//evil.example/', '#'],
    ['', '#'],
  ])('%j is %j', (given, expected) => {
    expect(addressOf(given)).toBe(expected)
  })
})
