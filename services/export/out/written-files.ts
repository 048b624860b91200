import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Listed } from '../format/manifest.ts'

/** Characters that wait until they are written. */
const PIECE = 262_144

/** A file of an export that is being written: its text goes to the disk piece by piece. */
type GrowingFile = {
  readonly add: (text: string) => Promise<void>
  /** One line of JSON. */
  readonly line: (value: object) => Promise<void>
  readonly end: () => Promise<void>
}

/** The files of an export, for their owner alone, and what the manifest says of those that are done. */
export type WrittenFiles = {
  readonly begin: (name: string) => Promise<GrowingFile>
  /** A file whose bytes are there. */
  readonly put: (name: string, bytes: Uint8Array | string) => Promise<void>
  readonly listed: () => readonly Listed[]
}

export const writtenFiles = (folder: string): WrittenFiles => {
  const done: Listed[] = []

  const begin = async (name: string): Promise<GrowingFile> => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    const hash = createHash('sha256')
    let [waiting, bytes, lines] = ['', 0, 0]
    const write = async (piece: Uint8Array) => {
      hash.update(piece)
      bytes += piece.length
      await file.writeFile(piece)
    }
    const flush = async () => {
      const text = waiting
      waiting = ''
      if (text !== '') await write(Buffer.from(text))
    }
    const add = async (text: string) => {
      waiting += text
      if (waiting.length >= PIECE) await flush()
    }
    return {
      add,
      line: async value => {
        lines++
        await add(`${JSON.stringify(value)}\n`)
      },
      end: async () => {
        try {
          await flush()
          await file.sync()
        } finally {
          await file.close()
        }
        const counted = name.endsWith('.jsonl') ? { lines } : {}
        done.push({ name, bytes, sha256: hash.digest('hex'), ...counted })
      },
    }
  }

  return {
    begin,
    put: async (name, bytes) => {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const whole = Buffer.from(bytes)
      const file = await open(path, 'wx', 0o600)
      try {
        await file.writeFile(whole)
        await file.sync()
      } finally {
        await file.close()
      }
      done.push({ name, bytes: whole.length, sha256: createHash('sha256').update(whole).digest('hex') })
    },
    listed: () => done,
  }
}
