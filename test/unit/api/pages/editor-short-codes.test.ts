import { expect, it } from 'vitest'

/** A script of pages, which has no types. */
const SCRIPT = '../../../../services/api/pages/assets/editor-html.js'
const { lostOfText } = (await import(SCRIPT)) as { readonly lostOfText: (text: string) => readonly string[] }

it.each([
  ['[gallery ids="1,2"]', true],
  ['[/caption]', true],
  ['[Gym A] at noon', false],
  ['[a =', false],
  ['[a x=[b y=1]', true],
])('a short code in %s: %s', (text, is) => {
  expect(lostOfText(text).includes('shortcode')).toBe(is)
})

it('what opens one again and again, and never ends it, is looked through once', () => {
  // a hundred thousand steps; each of them looking ahead to the end would take minutes
  expect(lostOfText(`[a ${'='.repeat(1_000_000)}`)).toEqual([])
})
