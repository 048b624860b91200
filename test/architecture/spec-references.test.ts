import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const FOLDERS = ['services', 'projections', 'workers', 'shared', 'test', 'scripts', 'bench', 'docs']
const MENTION = /spec (\d{2})(?: §(\d+(?:\.\d+)*))?/g
/** Documents of the specification leave the word out when they speak of each other. */
const AMONG_THEMSELVES = /(?<![\d.:-])(\d{2}) §(\d+(?:\.\d+)*)/g

/** `NN` and `NN §M` of every document of the specification, by its name and headings. */
const headings = (): ReadonlySet<string> => {
  const folder = join(root, 'docs', 'spec')
  const found = new Set<string>()
  for (const name of readdirSync(folder)) {
    const [, document] = /^(\d{2})-/.exec(name) ?? []
    if (document === undefined) continue
    found.add(document)
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [, line = ''] of text.matchAll(/^#{2,4} (.+)$/gm))
      // one heading may be about two sections
      for (const [, number = ''] of line.matchAll(/(?:^|, )(\d+(?:\.\d+)*)\.?(?= )/g))
        found.add(`${document} §${number}`)
  }
  return found
}

/** What texts of the repository cite, each with the files that do. */
const cited = (): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|js|css|md)$/.test(entry)) continue
      const text = readFileSync(join(root, folder, entry), 'utf8')
      const mention = folder === 'docs' && entry.startsWith('spec') ? AMONG_THEMSELVES : MENTION
      for (const [, document = '', section] of text.matchAll(mention)) {
        const place = section === undefined ? document : `${document} §${section}`
        found.set(place, [...(found.get(place) ?? []), `${folder}/${entry}`])
      }
    }
  return found
}

describe('references to the specification', () => {
  const known = headings()
  const all = cited()

  it('lead to a heading that exists', () => {
    const dangling = [...all].filter(([place]) => !known.has(place))
    expect(Object.fromEntries(dangling)).toEqual({})
  })
  it('are found', () => {
    expect(known).toContain('03 §1.3')
    expect(known).toContain('05 §8.5')
    expect(all.size).toBeGreaterThan(60)
  })
})
