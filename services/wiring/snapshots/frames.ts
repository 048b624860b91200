import { lstat, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { codeOf } from '../../../shared/kernel/thrown.ts'

/** Before each frame: its length and checksum. Behind the last: this length, and the checksum of all frames. */
const HEAD = 8
const END = 0xff_ff_ff_ff
/** Rights of anybody but the owner. */
const OTHERS = 0o077
const ZEROS = Buffer.alloc(1_048_576)

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')

const unlessMissing = (error: unknown): void => {
  if (!isMissing(error)) throw error
}

const headOf = (length: number, crc: number): Buffer => {
  const head = Buffer.alloc(HEAD)
  head.writeUInt32LE(length, 0)
  head.writeUInt32LE(crc, 4)
  return head
}

/** What is written until it has its name. */
const unfinished = (file: string): string => `${file}.new`
/** What was there before, until it is overwritten. */
const outdated = (file: string): string => `${file}.old`

const writeAll = async (handle: FileHandle, frames: AsyncIterable<Buffer>): Promise<void> => {
  let whole = 0
  for await (const frame of frames) {
    whole = crc32(frame, whole)
    await handle.writev([headOf(frame.length, crc32(frame)), frame])
  }
  await handle.writev([headOf(END, whole)])
  await handle.sync()
}

/**
 * Writes a file of frames under another name, for its owner alone, and gives it its own name when it is durable; then the
 * one before is overwritten and removed. A writer whose frames fail leaves what was there before. One that dies leaves
 * that or the new one, or between two names none at all. Throws what the file system or the frames throw.
 */
export const writeFrames = async (file: string, frames: AsyncIterable<Buffer>): Promise<void> => {
  const made = unfinished(file)
  await removeLeftOver(file)
  const handle = await open(made, 'wx', 0o600)
  try {
    await writeAll(handle, frames)
  } catch (error) {
    await handle.close()
    await wipe(made)
    throw error
  }
  await handle.close()
  // not replaced: blocks that are only given back keep what stood in them
  await rename(file, outdated(file)).catch(unlessMissing)
  await rename(made, file)
  const folder = await open(dirname(file))
  await folder.sync().finally(() => folder.close())
  await wipe(outdated(file))
}

/** What is read of a file that nobody but its owner could write; null: there is none. */
const readOwn = async <Read>(file: string, read: (size: number) => Promise<Read>): Promise<Read | null> => {
  try {
    const { mode, size } = await stat(file)
    return (mode & OTHERS) === 0 ? await read(size) : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The first frame, as it was written, of a file whose others may not be whole; null: there is none. */
export const readFirstFrame = (file: string): Promise<Buffer | null> =>
  readOwn(file, async size => {
    const handle = await open(file)
    try {
      const { buffer: head } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
      const length = head.readUInt32LE(0)
      if (length > size - HEAD) return null
      const { buffer: frame } = await handle.read(Buffer.alloc(length), 0, length, HEAD)
      return crc32(frame) === head.readUInt32LE(4) ? frame : null
    } finally {
      await handle.close()
    }
  })

/** The frames of a whole file that nobody but its owner could write; null: there is none. */
export const readFrames = async (file: string): Promise<readonly Buffer[] | null> => {
  const bytes = await readOwn(file, () => readFile(file))
  if (bytes === null) return null
  const frames: Buffer[] = []
  let whole = 0
  for (let at = 0; at + HEAD <= bytes.length;) {
    const [length, crc] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    at += HEAD
    if (length === END) return crc === whole && at === bytes.length ? frames : null
    const frame = bytes.subarray(at, at + length)
    if (frame.length < length || crc32(frame) !== crc) return null
    whole = crc32(frame, whole)
    frames.push(frame)
    at += length
  }
  return null
}

/** Overwrites the file before it is removed, as the log does with what it deletes. One that is not there is no error. */
const wipe = async (file: string): Promise<void> => {
  try {
    // what a link leads to is not ours
    if (!(await lstat(file)).isFile()) {
      await rm(file)
      return
    }
    const handle = await open(file, 'r+')
    try {
      const { size } = await handle.stat()
      for (let at = 0; at < size; at += ZEROS.length)
        await handle.write(ZEROS, 0, Math.min(ZEROS.length, size - at), at)
      await handle.datasync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    unlessMissing(error)
  }
  await rm(file, { force: true })
}

/** Nothing is left of what writers that died left beside the file. */
export const removeLeftOver = async (file: string): Promise<void> => {
  await wipe(unfinished(file))
  await wipe(outdated(file))
}

/** Nothing of the file is left, nor of what was beside it. */
export const removeFrames = async (file: string): Promise<void> => {
  await wipe(file)
  await removeLeftOver(file)
}
