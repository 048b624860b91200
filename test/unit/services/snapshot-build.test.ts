import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { buildMark } from '../../../services/wiring/snapshots/build.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SOURCES = [
  'projections/event-listing/rows.ts',
  'services/retention/kept.ts',
  'shared/dates.ts',
  'workers/reactions/retention.ts',
]
const PACKAGES = ['package-lock.json', 'node_modules/.package-lock.json']

const release = () => {
  const root = temporaryFolder()
  for (const file of [...SOURCES, ...PACKAGES, 'docs/notes.ts']) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), `export const of = '${file}'\n`)
  }
  return root
}

it('two copies of one release have one mark, and what makes no documents does not count', async () => {
  const [one, other] = [release(), release()]
  writeFileSync(join(other, 'docs/notes.ts'), 'otherwise')
  expect(await buildMark(other)).toBe(await buildMark(one))
})

it.each([...SOURCES, ...PACKAGES])('a change of %s is another mark', async file => {
  const root = release()
  const before = await buildMark(root)
  writeFileSync(join(root, file), `export const of = '${file}' \n`)
  expect(await buildMark(root)).not.toBe(before)
})

it('so is another name of a file', async () => {
  const root = release()
  const before = await buildMark(root)
  renameSync(join(root, 'services/retention/kept.ts'), join(root, 'services/retention/held.ts'))
  expect(await buildMark(root)).not.toBe(before)
})
