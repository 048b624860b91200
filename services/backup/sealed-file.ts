import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'

// A backup is a log, and behind it one line with the digest of every byte before: SQLite reads past its end nothing.

const WORDS = '\nbelltower backup 1 sha256 '
const LINE_BYTES = Buffer.byteLength(WORDS) + 64 + 1

/** What is wrong with a file that should be a backup. */
class NoBackup extends Error {
  override readonly name = 'NoBackup'
}

const digestOf = async (path: string, bytes: number): Promise<string> => {
  const hash = createHash('sha256')
  if (bytes > 0)
    for await (const piece of createReadStream(path, { end: bytes - 1 })) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Adds the line, and waits until all of the file is on the disk. */
export const seal = async (path: string): Promise<void> => {
  const { size } = await stat(path)
  const line = `${WORDS}${await digestOf(path, size)}\n`
  const file = await open(path, 'a')
  try {
    await file.write(line)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Bytes of the log in a backup. Throws NoBackup when it is none, or not what was written. */
export const checkSeal = async (path: string): Promise<number> => {
  const { size } = await stat(path)
  const bytes = size - LINE_BYTES
  const file = await open(path)
  const line = Buffer.alloc(LINE_BYTES)
  try {
    if (bytes > 0) await file.read(line, 0, LINE_BYTES, bytes)
  } finally {
    await file.close()
  }
  const text = line.toString('latin1')
  if (!text.startsWith(WORDS) || !text.endsWith('\n'))
    throw new NoBackup('it does not end like a backup: it is another file, or was cut')
  if (text.slice(WORDS.length, -1) !== (await digestOf(path, bytes)))
    throw new NoBackup('it was changed since it was made: its digest is another')
  return bytes
}
