import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const top = join(import.meta.dirname, '../..')
const HOME = 'shared/kernel/brands.ts'
const declared = [...readFileSync(join(top, HOME), 'utf8').matchAll(/^export type (\w+) = z\.infer/gm)].map(
  ([, name]) => name ?? '',
)

/** A cast to a brand, alone or within another type, or a brand of its own. */
const GIVEN = new RegExp(
  String.raw`\bas (?!const\b)[^;,)=]*?\b(?:${declared.join('|')})\b|\.brand<|\$brand\b`,
  'g',
)

/** Comments, and imports, which may give names of their own with the same word. */
const ASIDE = /\/\*.*?\*\/|\/\/[^\n]*|^import [^'=]*'[^'\n]*'$/gms

const givenIn = (text: string): readonly string[] =>
  [...text.replaceAll(ASIDE, '').matchAll(GIVEN)].map(([found]) => found)

describe('brands are given in one file', () => {
  it('declares times and ids', () => {
    expect(declared).toEqual(expect.arrayContaining(['LocalTime', 'UtcTime', 'EventId']))
  })

  it('no other production code casts to one', () => {
    const files = globSync('{services,projections,workers,shared}/**/*.ts', { cwd: top })
    expect(files.length).toBeGreaterThan(1_000)
    const found = files.flatMap(file =>
      givenIn(readFileSync(join(top, file), 'utf8')).map(what => `${file}: ${what}`),
    )
    expect(found.filter(line => !line.startsWith(HOME))).toEqual([])
  })

  it.each([
    'const a = text as UtcTime',
    'const a = texts as readonly (UtcTime | null)[]',
    'const a = found as { at: LocalTime }',
    "const Mine = z.string().brand<'UtcTime'>()",
    "type Mine = string & z.$brand<'UtcTime'>",
    "import { a as b } from 'c'\nimport type { UtcTime } from 'd'\nconst a = text as UtcTime",
  ])('%s would be found', line => {
    expect(givenIn(line)).toHaveLength(1)
  })

  it('what is imported under another name is none', () => {
    expect(givenIn("import { a as b } from 'c'\nimport type { UtcTime } from 'd'")).toEqual([])
  })
})
