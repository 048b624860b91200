import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDER = new URL('../../shared/limits/', import.meta.url)
const files = readdirSync(FOLDER).map(name => new URL(name, FOLDER))
const parts = await Promise.all(
  files.map(async file => (await import(file.href)) as Readonly<Record<string, number>>),
)

const KIB = 1024
const MIB = KIB * KIB

/** As limits.md writes a limit: `10 MiB`, `60 s`, `50,000`. */
const written = (name: string, value: number): string => {
  if (name.endsWith('_MS')) return `${value / 1000} s`
  if (name.endsWith('_BYTES') && value % MIB === 0) return `${value / MIB} MiB`
  if (name.endsWith('_BYTES') && value % KIB === 0) return `${value / KIB} KiB`
  return value.toLocaleString('en-US')
}

it('docs/operations/limits.md lists every limit of shared/limits with its value, and no other', () => {
  const text = readFileSync(new URL('../../docs/operations/limits.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('\n## Limits\n')
  const [rows = ''] = section.split('\n## ')
  const listed = [...rows.matchAll(/^\| `([A-Z_]+)` +\| ([^|]*?) +\|/gm)].map(([, name, value]) => [
    name,
    value,
  ])
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(
      parts.flatMap(Object.entries<number>).map(([name, value]) => [name, written(name, value)]),
    ),
  )
})

it('every limit says in one line why it is what it is', () => {
  const text = files.map(file => readFileSync(file, 'utf8')).join('')
  const reasoned = [...text.matchAll(/^\/\*\* .+[:;,] .+\. \*\/\nexport const ([A-Z_]+) = /gm)].map(
    ([, name]) => name,
  )
  expect(reasoned).toEqual([...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name))
})
