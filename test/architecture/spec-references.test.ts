import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const FOLDERS = ['services', 'projections', 'workers', 'shared', 'test', 'scripts', 'bench', 'docs']
const FILES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
/** Made up. */
const NO_MENTIONS = 'test/unit/spec-coverage'
const SECTION = String.raw`\d+(?:\.\d+)*`
/** With `spec` before it or not: titles of tests, and documents among themselves, leave it out. */
const MENTION = new RegExp(
  String.raw`spec (\d{2})(?! §)|(?<![\d.:-])(\d{2}) §(${SECTION}(?:(?:, | and |/)§${SECTION}|-${SECTION}(?![\d:%]))*)`,
  'g',
)

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

/** `NN` and `NN §M` of all sections that a text cites. */
const placesIn = (text: string): readonly string[] =>
  [...text.matchAll(MENTION)].flatMap(([, alone, document = '', sections = '']) =>
    alone === undefined
      ? [...sections.matchAll(new RegExp(SECTION, 'g'))].map(([section]) => `${document} §${section}`)
      : [alone],
  )

/** What texts of the repository cite, each with the files that do. */
const cited = (): ReadonlyMap<string, readonly string[]> => {
  const below = FOLDERS.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(entry => `${folder}/${entry}`),
  )
  const found = new Map<string, string[]>()
  for (const file of [...FILES, ...below]) {
    if (!/\.(ts|js|css|md)$/.test(file) || file.startsWith(NO_MENTIONS)) continue
    for (const place of placesIn(readFileSync(join(root, file), 'utf8')))
      found.set(place, [...(found.get(place) ?? []), file])
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
  it('are found, several of one document too', () => {
    expect(placesIn('spec 05 §5-6, 01 §2 and §8.1; see spec 06, RFC 5545 §3.1, 12:05 §1')).toEqual([
      '05 §5',
      '05 §6',
      '01 §2',
      '01 §8.1',
      '06',
    ])
    expect(known).toContain('03 §1.3')
    expect(known).toContain('05 §8.5')
    expect(all.size).toBeGreaterThan(60)
  })
})
