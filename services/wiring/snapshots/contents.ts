import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { z } from 'zod'
import type { Mark } from '../../../projections/engine/marks.ts'
import type { CollectionSpec, DocumentsState, HeldCollection } from '../../../shared/documents/port.ts'

const FORMAT = 1
/** The least that a level of zstd takes: texts of a calendar become a tenth all the same. */
const LEAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Before what is compressed stands how long it is, so that it is opened into one piece. */
const LENGTH = 4
/** What zlib takes at least. */
const LEAST_CHUNK = 64
/** Parts that are opened by other threads while this one takes one in. */
const AHEAD = 3

const markSchema = z.object({
  reached: z.number(),
  changedAt: z.number(),
  askedAt: z.number(),
})

const headerSchema = z.object({
  format: z.literal(FORMAT),
  /** What the texts in it are made with: the release, and settings of the site. */
  madeWith: z.string(),
  /** Up to where the log is in it, and what the log was like up to there. */
  log: z.object({ position: z.number(), fingerprint: z.string() }),
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
export type Reached = Pick<Mark, 'changedAt'> & { readonly reached: number; readonly askedAt: number }

/** What a header says besides what follows from the collections. */
export type About = Pick<Header, 'madeWith' | 'log'> & { readonly marks: Readonly<Record<string, Reached>> }

/**
 * The frames of a snapshot: a header, then some documents in each. Documents become data a few milliseconds at a time;
 * `rest` is told how long that took and says when it goes on.
 */
export async function* framesOf(
  about: About,
  held: readonly HeldCollection[],
  rest: (tookMs: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const collections = held.map(({ spec }) => spec)
  const parts = held.reduce((sum, one) => sum + one.parts.length, 0)
  yield Buffer.from(JSON.stringify({ format: FORMAT, ...about, collections, parts }))
  for (const [collection, one] of held.entries())
    for (const part of one.parts) {
      const begun = performance.now()
      const bytes = serialize({ collection, part: part() })
      const tookMs = performance.now() - begun
      const length = Buffer.alloc(LENGTH)
      length.writeUInt32LE(bytes.length)
      yield Buffer.concat([length, await compress(bytes, LEAST)])
      await rest(tookMs)
    }
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

/** Takes the documents of a snapshot in. Throws when they are not what the header says. */
export const takeIn = async (
  state: DocumentsState,
  header: Header,
  [, ...frames]: readonly Buffer[],
): Promise<void> => {
  if (frames.length !== header.parts) throw new Error('parts are missing')
  const taking = header.collections.map(spec => state.taking(spec as CollectionSpec))
  const opened = (n: number) => {
    const frame = frames[n]
    const opening = frame === undefined ? Promise.resolve(null) : openedFrame(frame)
    // one that fails is told where its turn comes
    opening.catch(() => undefined)
    return opening
  }
  const ahead = Array.from({ length: AHEAD }, (_, n) => opened(n))
  for (let n = 0; n < frames.length; n++) {
    const bytes = await ahead[n % AHEAD]
    ahead[n % AHEAD] = opened(n + AHEAD)
    if (bytes === null || bytes === undefined) throw new Error('a part is missing')
    const { collection, part } = deserialize(bytes) as Part
    const take = taking[collection]
    if (take === undefined) throw new Error('a part belongs to no collection')
    take(part)
    await nextTurn()
  }
}
