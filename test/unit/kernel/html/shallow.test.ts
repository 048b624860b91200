import { describe, expect, it } from 'vitest'
import { sanitizeHtml } from '../../../../shared/kernel/html/sanitize.ts'
import { shallowHtml } from '../../../../shared/kernel/html/shallow.ts'

const nested = (depth: number, text = 'x') => `${'<b>'.repeat(depth)}${text}${'</b>'.repeat(depth)}`

describe('05 §7 HTML in hundreds of elements', () => {
  it('loses those that are too deep, beginning and end', () => {
    expect(shallowHtml(nested(300))).toBe(nested(300))
    expect(shallowHtml(nested(50_000))).toBe(nested(300))
    expect(shallowHtml(`${'<b><i>'.repeat(200)}x</i>y</b><u>z</u>`)).toBe(
      `${'<b><i>'.repeat(150)}xy<u>z</u>`.replace('<u>z</u>', 'z'),
    )
  })

  it.each([
    ['paragraphs', '<p>x'],
    ['paragraphs and headings', '<p>x<h2>y</h2>'],
    ['list items', '<li>x'],
    ['cells', '<tr><td>x<td>y'],
    ['definitions', '<dt>x<dd>y'],
    ['breaks', 'x<br>'],
    ['images', '<img src="a.png">'],
    ['ends without beginning', 'x</b>'],
    ['what is closed', '<div><p>x</p></div>'],
    ['what is closed from outside', '<div><b><i>x</div>'],
  ])('keeps any number of %s', (_, piece) => {
    const html = piece.repeat(1_000)
    expect(shallowHtml(html)).toBe(html)
  })

  it('what goes with its content goes at any depth', () => {
    const deep = '<b>'.repeat(1_000)
    expect(sanitizeHtml(`${deep}x<script>alert(1)</script><style>p{}</style>y`)).toContain('xy')
    expect(sanitizeHtml(`${deep}<scr<i>ipt>alert(1)</script>`)).not.toContain('<scr')
  })

  it.each([99, 100, 250])('is sanitised as before: %i elements', depth => {
    const kept = Math.min(depth, 100)
    expect(sanitizeHtml(nested(depth))).toBe(nested(kept))
    expect(sanitizeHtml(nested(depth + 40_000))).toBe(nested(100))
  })
})
