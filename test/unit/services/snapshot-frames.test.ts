import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  readFirstFrame,
  readFrames,
  removeFrames,
  writeFrames,
} from '../../../services/wiring/snapshots/frames.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function* given(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

const place = () => {
  const folder = temporaryFolder()
  return { folder, file: join(folder, 'frames') }
}
/** It is as long as it was, and nothing of it is left. */
const isEmptied = (file: string): boolean => {
  const bytes = readFileSync(file)
  return bytes.length > 0 && bytes.every(byte => byte === 0)
}
const read = async (file: string) => (await readFrames(file))?.map(String) ?? null

it('frames come back as they were written, from a file of its owner alone', async () => {
  const { folder, file } = place()
  expect(await readFrames(file)).toBe(null)
  await writeFrames(file, given('one', '', 'x'.repeat(100_000)))
  expect(await read(file)).toEqual(['one', '', 'x'.repeat(100_000)])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await writeFrames(file, given())
  expect(await read(file)).toEqual([])
  expect(readdirSync(folder)).toEqual(['frames'])
})

it('the first frame is read where others are cut or changed, and never where it is itself', async () => {
  const { file } = place()
  expect(await readFirstFrame(file)).toBe(null)
  await writeFrames(file, given('first', 'second'))
  const whole = readFileSync(file)
  const ofFirst = 8 + 'first'.length
  for (let at = 0; at < whole.length; at++) {
    writeFileSync(file, whole.subarray(0, at))
    expect((await readFirstFrame(file))?.toString() ?? null).toBe(at < ofFirst ? null : 'first')
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(file, changed)
    expect((await readFirstFrame(file))?.toString() ?? null).toBe(at < ofFirst ? null : 'first')
  }
  chmodSync(file, 0o660)
  expect(await readFirstFrame(file)).toBe(null)
})

it('wherever the file is cut and whichever byte is changed, it is no whole file', async () => {
  const { file } = place()
  await writeFrames(file, given('first', 'second', 'third'))
  const whole = readFileSync(file)
  for (let at = 0; at < whole.length; at++) {
    writeFileSync(file, whole.subarray(0, at))
    expect(await read(file), `cut at ${at}`).toBe(null)
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at)
    writeFileSync(file, changed)
    expect(await read(file), `changed at ${at}`).toBe(null)
  }
})

it('frames that are whole one by one, but fewer or in another order, are no whole file', async () => {
  const { file } = place()
  await writeFrames(file, given('first', 'other'))
  const whole = readFileSync(file)
  const frame = 8 + 5
  const [first, second, end] = [
    whole.subarray(0, frame),
    whole.subarray(frame, 2 * frame),
    whole.subarray(2 * frame),
  ]
  for (const parts of [
    [second, first, end],
    [first, end],
    [first, first, second, end],
  ]) {
    writeFileSync(file, Buffer.concat(parts))
    expect(await read(file)).toBe(null)
  }
})

it('what fails while it is written leaves what was there before, and nothing else', async () => {
  const { folder, file } = place()
  await writeFrames(file, given('before'))
  async function* failing() {
    yield Buffer.from('zebra')
    throw new Error('called off')
  }
  await expect(writeFrames(file, failing())).rejects.toThrow('called off')
  expect(await read(file)).toEqual(['before'])
  expect(readdirSync(folder)).toEqual(['frames'])
})

it('what is removed is overwritten first; what a link leads to is left alone', async () => {
  const { folder, file } = place()
  await writeFrames(file, given('zebra'))
  const other = join(folder, 'kept by a link')
  linkSync(file, other)
  await removeFrames(file)
  expect(isEmptied(other)).toBe(true)
  writeFileSync(other, 'of somebody else')
  symlinkSync(other, file)
  await removeFrames(file)
  expect(readdirSync(folder)).toEqual(['kept by a link'])
  expect(readFileSync(other, 'utf8')).toBe('of somebody else')
})

it('a process that is killed while it writes leaves what was there before', async () => {
  const { folder, file } = place()
  await writeFrames(file, given('before'))
  const script = `
    const { writeFrames } = await import(${JSON.stringify(join(import.meta.dirname, '../../../services/wiring/snapshots/frames.ts'))})
    async function* endless() {
      for (let n = 0; ; n++) {
        yield Buffer.alloc(10_000, 1)
        if (n === 50) process.stdout.write('writing')
        await new Promise(resolve => setTimeout(resolve, 1))
      }
    }
    await writeFrames(${JSON.stringify(file)}, endless())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(readdirSync(folder).sort()).toEqual(['frames', 'frames.new'])
  const unfinished = join(folder, 'kept by a link')
  linkSync(`${file}.new`, unfinished)
  expect(await read(file)).toEqual(['before'])
  await writeFrames(file, given('after'))
  expect(await read(file)).toEqual(['after'])
  expect(isEmptied(unfinished)).toBe(true)
  rmSync(unfinished)
  expect(readdirSync(folder)).toEqual(['frames'])
})

it('the file that another takes the place of is overwritten, too', async () => {
  const { folder, file } = place()
  await writeFrames(file, given('zebra'))
  const before = join(folder, 'kept by a link')
  linkSync(file, before)
  await writeFrames(file, given('after'))
  expect(await read(file)).toEqual(['after'])
  expect(isEmptied(before)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['frames', 'kept by a link'])
})

it('what was left by kills between two steps is overwritten by the next writer, and when all is removed', async () => {
  const { folder, file } = place()
  const leftOver = ['.new', '.old'].map((ending, n) => {
    writeFileSync(`${file}${ending}`, 'zebra')
    const kept = join(folder, `kept ${n}`)
    linkSync(`${file}${ending}`, kept)
    return kept
  })
  // the file had one name no more, and the new one not yet
  expect(await read(file)).toBe(null)
  await writeFrames(file, given('after'))
  expect(await read(file)).toEqual(['after'])
  expect(leftOver.map(isEmptied)).toEqual([true, true])
  for (const ending of ['', '.new', '.old']) {
    writeFileSync(`${file}${ending}`, 'left behind')
    linkSync(`${file}${ending}`, join(folder, `removed ${ending}`))
  }
  await removeFrames(file)
  for (const ending of ['', '.new', '.old'])
    expect(isEmptied(join(folder, `removed ${ending}`)), ending).toBe(true)
  expect(readdirSync(folder).filter(name => name.startsWith('frames'))).toEqual([])
  await removeFrames(file)
})
