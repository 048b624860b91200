import { ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'
import type { Recorded } from './records.ts'

/** One atomic write: all of its records or none. `end` is where the next write starts. */
type Write = { readonly records: readonly Recorded[]; readonly end: number }

export type Journal = {
  readonly past: readonly Write[]
  /** Has left the process when this returns: kill -9 does not lose it. */
  readonly add: (write: Write) => void
}

const Line = z.object({
  end: z.number(),
  records: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      contentType: z.enum(['application/json', 'application/octet-stream']),
      data: z.base64(),
      metadata: z.base64(),
      stream: z.string(),
      revision: z.string(),
      position: z.number(),
      created: z.number(),
    }),
  ),
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const encode = ({ records, end }: Write): string => {
  const line: z.infer<typeof Line> = {
    end,
    records: records.map(record => ({
      ...record,
      data: base64(record.data),
      metadata: base64(record.metadata),
      revision: String(record.revision),
    })),
  }
  return `${JSON.stringify(line)}\n`
}

const decode = (text: string): Write => {
  const { records, end } = Line.parse(JSON.parse(text))
  return {
    end,
    records: records.map(record => ({
      ...record,
      data: Buffer.from(record.data, 'base64'),
      metadata: Buffer.from(record.metadata, 'base64'),
      revision: BigInt(record.revision),
    })),
  }
}

/** A file of one JSON line per write. A last line without its end was never acknowledged and is cut off. */
export const openJournal = (file: string): Journal => {
  const handle = openSync(file, 'a+')
  const bytes = readFileSync(file)
  const complete = bytes.lastIndexOf('\n') + 1
  ftruncateSync(handle, complete)
  return {
    past: bytes
      .subarray(0, complete)
      .toString('utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(decode),
    add: write => {
      const line = Buffer.from(encode(write))
      for (let written = 0; written < line.length;) written += writeSync(handle, line, written)
    },
  }
}

/** Forgets everything with the process. */
export const noJournal: Journal = { past: [], add: () => undefined }
