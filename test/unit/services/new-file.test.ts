import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { takeName, writeNewFile } from '../../../services/backup/new-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it('a new file is for its owner alone, and nothing else is left beside it', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'report.html')
  writeFileSync(`${path}.partial`, 'of somebody')
  await writeNewFile(path, ['one ', 'two'])
  expect(readFileSync(`${path}.partial`, 'utf8')).toBe('of somebody')
  expect(readFileSync(path, 'utf8')).toBe('one two')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['report.html', 'report.html.partial'])
})

/** More than a stream holds back: what comes behind it is asked for when this much is in the file. */
const LARGE = 'x'.repeat(1_000_000)

it('what is not whole is for its owner alone, and known by its name', async () => {
  const folder = temporaryFolder()
  const pieces = function* () {
    yield LARGE
    const [name = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^report\.html\.[\da-f-]{36}\.partial$/)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
  await writeNewFile(join(folder, 'report.html'), pieces())
  expect(readdirSync(folder)).toEqual(['report.html'])
})

it('of two that write the same file at once one is there, whole, and the other is told', async () => {
  const path = join(temporaryFolder(), 'report.html')
  let second: Promise<void> | undefined
  const [secondBegun, firstEnded] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const secondPieces = async function* () {
    yield LARGE
    secondBegun.resolve(null)
    await firstEnded.promise
    yield 'second'
  }
  const firstPieces = async function* () {
    yield LARGE
    second = writeNewFile(path, secondPieces())
    await secondBegun.promise
    yield 'first'
  }
  await writeNewFile(path, firstPieces())
  firstEnded.resolve(null)
  await expect(second).rejects.toThrow('EEXIST')
  expect(readFileSync(path, 'utf8')).toBe(`${LARGE}first`)
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

it('a file has its name from the first moment on that there is one of it', async () => {
  const folder = temporaryFolder()
  const [partial, path] = [join(folder, 'partial'), join(folder, 'name')]
  writeFileSync(partial, 'whole')
  await takeName(partial, path, async (from, to) => {
    expect(existsSync(path)).toBe(false)
    await link(from, to)
  })
  expect(readFileSync(path, 'utf8')).toBe('whole')
})

describe('where a file has one name only', () => {
  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])('%s: it gets its name all the same', async code => {
    const folder = temporaryFolder()
    const [partial, path] = [join(folder, 'partial'), join(folder, 'name')]
    writeFileSync(partial, 'whole')
    const refused = () => Promise.reject(Object.assign(new Error(code), { code }))
    await takeName(partial, path, refused)
    expect(readFileSync(path, 'utf8')).toBe('whole')
    expect(readdirSync(folder)).toEqual(['name'])
    writeFileSync(partial, 'another')
    await expect(takeName(partial, path, refused)).rejects.toThrow('EEXIST')
    expect(readFileSync(path, 'utf8')).toBe('whole')
    await expect(takeName(join(folder, 'missing'), join(folder, 'free'), refused)).rejects.toThrow('ENOENT')
    expect(readdirSync(folder)).toEqual(['name', 'partial'])
  })
})

it('a name that could not be given is free', async () => {
  const folder = temporaryFolder()
  await expect(takeName(join(folder, 'missing'), join(folder, 'name'))).rejects.toThrow('ENOENT')
  expect(readdirSync(folder)).toEqual([])
})
