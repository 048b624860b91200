import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const top = join(import.meta.dirname, '../..')
const TEXTS = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs/operations.md', 'docs/facts.md', 'docs/performance.md'],
  ...['docs/operations', 'docs/performance'].flatMap(folder =>
    readdirSync(join(top, folder)).map(name => `${folder}/${name}`),
  ),
]
const ROOMS = 'services|projections|workers|shared|test|scripts|bench|docs'
/** A path without placeholders, in code marks; one that ends in a name of no file may leave `.ts` out. */
const PATH = new RegExp(`\`((?:${ROOMS})/[\\w./-]+)\``, 'g')

it.each(TEXTS)('every file and folder that %s names is there', text => {
  const named = [...readFileSync(join(top, text), 'utf8').matchAll(PATH)].flatMap(([, path]) => path ?? [])
  const isThere = (path: string) => ['', '.ts'].some(end => existsSync(join(top, `${path}${end}`)))
  expect(named.filter(path => !isThere(path))).toEqual([])
})

it('a path that is not there would be found', () => {
  expect([...'see `services/nothing/here.ts`'.matchAll(PATH)].map(([, path]) => path)).toEqual([
    'services/nothing/here.ts',
  ])
})

it('bench/README.md says of every file what it is for, and names no other', () => {
  const map = readFileSync(join(top, 'bench/README.md'), 'utf8')
  // measurements whose file has their name stand in rows that say so
  const alone = [...map.matchAll(/^\|(.+?)\| a file of that name/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => `${name}.ts`),
  )
  const named = [...map.matchAll(/`([\w-]+\.ts)`/g)].map(([, file = '']) => file)
  const there = readdirSync(join(top, 'bench')).filter(name => name.endsWith('.ts'))
  expect([...new Set([...named, ...alone])].toSorted()).toEqual(there.toSorted())
})
