import { expect } from 'vitest'

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const read = (text: string) => text.replace(/&(\w+);/g, (_, name: string) => REFERENCES[name] ?? '?')
const TOKEN =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<(\/?)([\w:]+)((?: [\w:]+="(?:[^"<&]|&(?:amp|lt|gt|quot);)*")*)(\/?)>|(?:[^<>&]|&(?:amp|lt|gt|quot);)+/g

/** Fails on what is no XML 1.0; answers entries by the names of their elements, attributes of links as their text. */
export const entriesOf = (xml: string): readonly Readonly<Record<string, string>>[] => {
  expect([...xml.matchAll(TOKEN)].map(([token]) => token).join('')).toBe(xml)
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  expect(xml.isWellFormed()).toBe(true)
  const open: string[] = []
  const entries: Record<string, string>[] = []
  for (const [token, closes, name, attributes = '', empty] of xml.matchAll(TOKEN)) {
    const entry = entries.at(-1)
    if (name === undefined) {
      const at = open.at(-1)
      if (open[1] === 'entry' && at !== undefined && entry !== undefined) entry[at] = read(token)
    } else if (closes === '/') expect(open.pop()).toBe(name)
    else {
      if (name === 'entry') entries.push({})
      if (name === 'link' && open[1] === 'entry' && entry !== undefined) entry['link'] = attributes
      if (empty !== '/') open.push(name)
    }
  }
  expect(open).toEqual([])
  return entries
}
