import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
/** More files than one look takes in want a page that says why they stand together. */
const MOST_FILES = 20
const MOST_LINES = 300
/** Tests are longer than what they test, and still about one thing. */
const MOST_LINES_OF_TESTS = 400
/** A table of the tz database, written by `scripts/zone-table.ts`. */
const WRITTEN_BY_PROGRAM = ['shared/kernel/time/zone-table.ts']

type Folder = { readonly path: string; readonly files: readonly string[] }

const foldersBelow = (path: string): readonly Folder[] => {
  const entries = readdirSync(path, { withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(({ name }) => name)
  const below = entries.filter(entry => entry.isDirectory())
  return [
    { path: relative(root, path), files },
    ...below.flatMap(({ name }) => foldersBelow(join(path, name))),
  ]
}

const folders = ['services', 'projections', 'workers', 'shared'].flatMap(name =>
  foldersBelow(join(root, name)),
)

/** Paths of the files that are longer. */
const longerThan = (most: number, files: readonly string[]) =>
  files.filter(file => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length > most)

const filesOf = (all: readonly Folder[]) =>
  all.flatMap(({ path, files }) => files.map(name => `${path}/${name}`)).filter(file => file.endsWith('.ts'))

describe('rooms of the house', () => {
  it(`hold at most ${MOST_FILES} files, or a README.md that says why`, () => {
    const crowded = folders.filter(
      ({ files }) =>
        files.filter(name => name.endsWith('.ts')).length > MOST_FILES && !files.includes('README.md'),
    )
    expect(crowded.map(({ path }) => path)).toEqual([])
  })
  it(`hold files of at most ${MOST_LINES} lines`, () => {
    const long = longerThan(
      MOST_LINES,
      filesOf(folders).filter(file => !WRITTEN_BY_PROGRAM.includes(file)),
    )
    expect(long).toEqual([])
  })
  it(`hold tests of at most ${MOST_LINES_OF_TESTS} lines, and helpers of tests of at most ${MOST_LINES}`, () => {
    const files = filesOf(foldersBelow(join(root, 'test')))
    const helpers = files.filter(file => file.startsWith('test/support/'))
    const tests = files.filter(file => !helpers.includes(file))
    expect(tests.length).toBeGreaterThan(100)
    expect([...longerThan(MOST_LINES_OF_TESTS, tests), ...longerThan(MOST_LINES, helpers)]).toEqual([])
  })
})
