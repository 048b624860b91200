import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { Position } from '../../../shared/kernel/brands.ts'
import type { Mark } from '../../../projections/engine/board.ts'
import type { CollectionSpec, DocumentsState, HeldCollection } from '../../../shared/documents/port.ts'

const FORMAT = 2
/** The least that a level of zstd takes: texts of a calendar become a tenth all the same. */
const LEAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Before what is compressed stands how long it is, so that it is opened into one piece. */
const LENGTH = 4
/** What zlib takes at least. */
const LEAST_CHUNK = 64
/** Bytes of parts in one frame. What is so large is given back to the system by itself, and leaves no holes among what stays. */
const SEGMENT = 34_000_000
/** What the last part of a frame takes beyond that, as a rule. */
const LAST_PART = 1_000_000

const markSchema = z.object({
  reached: Position,
  changedAt: Position,
  askedAt: Position,
})

const headerSchema = z.object({
  format: z.literal(FORMAT),
  /** What the texts in it are made with: the release, and settings of the site. */
  madeWith: z.string(),
  /** Up to where the log is in it, and what the log was like up to there. */
  log: z.object({ position: Position, fingerprint: z.string() }),
  /** Follower → how far it had come. */
  marks: z.record(z.string(), markSchema),
  collections: z.array(
    z.object({
      name: z.string(),
      indexes: z.array(
        z.object({ name: z.string(), keys: z.array(z.string()), unique: z.boolean().optional() }),
      ),
      packed: z.boolean().optional(),
      aside: z.array(z.string()).optional(),
    }),
  ),
  parts: z.number(),
})

export type Header = z.infer<typeof headerSchema>
/** How far a follower had come, of what its mark says. */
export type Reached = Pick<Mark, 'changedAt'> & { readonly reached: Position; readonly askedAt: Position }

/** What a header says besides what follows from the collections. */
export type About = Pick<Header, 'madeWith' | 'log'> & { readonly marks: Readonly<Record<string, Reached>> }

const numberOf = (value: number): Buffer => {
  const bytes = Buffer.alloc(LENGTH)
  bytes.writeUInt32LE(value)
  return bytes
}

/**
 * The frames of a snapshot: a header, then parts of documents, many in each. Documents become data a few milliseconds at a
 * time; `rest` is told how long that took and says when it goes on.
 */
export async function* framesOf(
  about: About,
  held: readonly HeldCollection[],
  rest: (tookMs: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const collections = held.map(({ spec }) => spec)
  const parts = held.flatMap((one, collection) => one.parts.map(part => ({ collection, part })))
  yield Buffer.from(JSON.stringify({ format: FORMAT, ...about, collections, parts: parts.length }))
  // one piece of memory for all frames: parts that are kept until a frame is full leave holes that stay with the process
  let frame = Buffer.alloc(SEGMENT + LAST_PART)
  let length = 0
  for (const [n, { collection, part }] of parts.entries()) {
    const begun = performance.now()
    const bytes = serialize({ collection, part: part() })
    const end = length + LENGTH + bytes.length
    if (end > frame.length) frame = Buffer.concat([frame.subarray(0, length)], end)
    frame.writeUInt32LE(bytes.length, length)
    bytes.copy(frame, length + LENGTH)
    giveBack(bytes)
    length = end
    await rest(performance.now() - begun)
    if (length < SEGMENT && n < parts.length - 1) continue
    yield Buffer.concat([numberOf(length), await compress(frame.subarray(0, length), LEAST)])
    length = 0
  }
  giveBack(frame)
}

/** At once, not when the engine runs out of memory: until then others take theirs behind it, and it stays with the process. */
const giveBack = ({ buffer }: Buffer<ArrayBuffer>): void => {
  buffer.transfer(0)
}

/** null: written by another release, or no header at all. */
export const headerIn = ([first]: readonly Buffer[]): Header | null => {
  try {
    return headerSchema.parse(JSON.parse(first?.toString('utf8') ?? ''))
  } catch {
    return null
  }
}

type Part = { readonly collection: number; readonly part: unknown }

const openedFrame = (frame: Buffer): Promise<Buffer> =>
  decompress(frame.subarray(LENGTH), { chunkSize: Math.max(LEAST_CHUNK, frame.readUInt32LE(0) + 1) })

function* partsIn(bytes: Buffer): Generator<Part> {
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32LE(at)
    at += LENGTH
    yield deserialize(bytes.subarray(at, at + length)) as Part
    at += length
  }
}

/** Takes the documents of a snapshot in. Throws when they are not what the header says. */
export const takeIn = async (
  state: DocumentsState,
  header: Header,
  [, ...frames]: readonly Buffer[],
): Promise<void> => {
  const taking = header.collections.map(spec => state.taking(spec as CollectionSpec))
  let [parts, next] = [0, frames[0] === undefined ? null : openedFrame(frames[0])]
  for (let n = 1; next !== null; n++) {
    const bytes: Buffer = await next
    const frame = frames[n]
    // another thread opens it while this one takes in the one before
    next = frame === undefined ? null : openedFrame(frame)
    // one that fails is told when its turn comes
    next?.catch(() => undefined)
    for (const { collection, part } of partsIn(bytes)) {
      const take = taking[collection]
      if (take === undefined) throw new Error('a part belongs to no collection')
      take(part)
      parts++
      await nextTurn()
    }
  }
  if (parts !== header.parts) throw new Error('parts are missing')
}
