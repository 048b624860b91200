import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const tests = join(import.meta.dirname, '..')
/** `expect.poll` and `eventually` wait that long (`vitest.config.ts`). */
const LEAST_MS = 30_000
/** Every test may take that long: against what would never end. */
const LIMIT_MS = 300_000

const files = readdirSync(tests, { withFileTypes: true, recursive: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
  .map(({ parentPath, name }) => join(parentPath, name))
  // deployments of many processes have limits of their own
  .filter(file => !relative(tests, file).startsWith('servers/'))

/** Lines where a number of milliseconds is below what it should be. */
const shorter = (pattern: RegExp, leastMs: number): readonly string[] =>
  files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(pattern)]
      .filter(([, ms = '']) => Number(ms.replaceAll('_', '')) < leastMs)
      .map(([line]) => `${relative(tests, file)}: ${line.trim()}`),
  )

it('nothing is waited for in tests less than half a minute', () => {
  expect(shorter(/\btimeout: ([\d_]+)/g, LEAST_MS)).toEqual([])
})

it('no test is given less time than all have', () => {
  // numbers of five digits: shorter ones are what callbacks are repeated after
  expect(shorter(/^ *\}, (\d\d_\d{3}|\d{3}_\d{3})\)$/gm, LIMIT_MS)).toEqual([])
  expect(shorter(/['`], \{ timeout: ([\d_]+) \}, (?:async )?\(/g, LIMIT_MS)).toEqual([])
  expect(shorter(/^ *\{ timeout: ([\d_]+) \},\n *async \(/gm, LIMIT_MS)).toEqual([])
})
