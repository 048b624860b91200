import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { takeName, writeNewFile } from '../../../services/backup/new-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it('a new file is for its owner alone, and nothing else is left beside it', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'report.html')
  writeFileSync(`${path}.partial`, 'of one that was killed')
  await writeNewFile(path, ['one ', 'two'])
  expect(readFileSync(path, 'utf8')).toBe('one two')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['report.html'])
})

it('a file that cannot be written whole is none', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'report.html')
  const pieces = function* () {
    yield 'half of it'
    expect(existsSync(path)).toBe(false)
    throw new Error('the log is away')
  }
  await expect(writeNewFile(path, pieces())).rejects.toThrow('the log is away')
  expect(readdirSync(folder)).toEqual([])
})

it("a new file takes no other one's place, also of one that came while it was written", async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'report.html')
  const pieces = function* () {
    yield 'ours'
    writeFileSync(path, 'theirs')
  }
  await expect(writeNewFile(path, pieces())).rejects.toThrow('EEXIST')
  await expect(writeNewFile(path, ['ours'])).rejects.toThrow(`${path} is there already`)
  expect(readFileSync(path, 'utf8')).toBe('theirs')
  expect(readdirSync(folder)).toEqual(['report.html'])
})

it('a name that could not be given is free again', async () => {
  const folder = temporaryFolder()
  await expect(takeName(join(folder, 'missing'), join(folder, 'name'))).rejects.toThrow('ENOENT')
  expect(readdirSync(folder)).toEqual([])
})
