import { describe, expect, it } from 'vitest'
import { formerNameKeys, shownTermName, termNameKey } from '../../../../shared/kernel/text/term-name.ts'

describe('names of terms (spec 02 §1.4, §9)', () => {
  it.each([
    ['Arts & Crafts', 'Arts &amp; Crafts'],
    ['Arts &amp; Crafts', 'Arts &amp; Crafts'],
    ['A &#60; B', 'A &lt; B'],
    ['5 > 3', '5 &gt; 3'],
    ['&amp;lt;', '&amp;lt;'],
    [`"Kids'"`, `"Kids'"`],
    ['Café', 'Café'],
  ])('%s', (name, shown) => {
    expect(shownTermName(name)).toBe(shown)
    expect(shownTermName(shown)).toBe(shown)
    expect(termNameKey(shown)).toBe(termNameKey(name))
  })

  it('those with signs of HTML may have been claimed in other spellings', () => {
    expect(formerNameKeys('Arts & Crafts')).toEqual(['arts &amp; crafts'])
    expect(formerNameKeys('Arts &#38; Crafts')).toEqual(['arts &#38; crafts', 'arts &amp; crafts'])
    expect(formerNameKeys('Fairs')).toEqual([])
  })
})
