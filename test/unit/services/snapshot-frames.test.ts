import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFrames, removeFrames, writeFrames } from '../../../services/wiring/snapshots/frames.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function* given(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

const place = () => {
  const folder = temporaryFolder()
  return { folder, file: join(folder, 'frames') }
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
  expect(readFileSync(other).every(byte => byte === 0)).toBe(true)
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
  expect(await read(file)).toEqual(['before'])
  await writeFrames(file, given('after'))
  expect(await read(file)).toEqual(['after'])
  expect(readdirSync(folder)).toEqual(['frames'])
  writeFileSync(`${file}.new`, 'left behind')
  await removeFrames(file)
  expect(existsSync(file) || existsSync(`${file}.new`)).toBe(false)
  await removeFrames(file)
})
