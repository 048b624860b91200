import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MULTIPART_PARTS } from '../../../../shared/limits/requests.ts'
import { late } from '../../../../shared/late.ts'
import type { Pair } from './addressing.ts'

/** Bytes parsed between two pauses: as many as hold a few hundred parts. */
const SLICE = 16_384

/** How long the parser may take over one slice, or tell what it found: a form that ends twice has it wait for ever. */
const PATIENCE_MS = 1_000

async function* slicesOf(bytes: Buffer, isOver: () => boolean, given: () => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length && !isOver(); at += SLICE) {
    given()
    yield bytes.subarray(at, at + SLICE)
    await nextTurn()
  }
  given()
}

const library = late(() => import('@fastify/busboy'))

const parserFor = async (contentType: string) => {
  const { Busboy } = await library()
  const limits = { parts: MULTIPART_PARTS, fieldSize: Infinity }
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits })
  } catch (error) {
    // there is no boundary
    if (error instanceof Error) return null
    throw error
  }
}

/** A file of a form. `name`: as whoever sent it calls it, without folders; "" when it has none. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array }

/** Keeps the first file of the field that is wanted, and passes over all others. */
const fileKeeper = (wanted: string | null) => {
  const kept: { file: SentFile | null } = { file: null }
  let isMet = false
  return {
    kept,
    meet: (field: string | undefined, stream: Readable, name: string | undefined): void => {
      // one that is cut off fails by itself, and with it the parser, which is the one that is heard
      stream.on('error', () => undefined)
      if (isMet || field === undefined || field !== wanted) {
        stream.resume()
        return
      }
      isMet = true
      const chunks: Buffer[] = []
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          kept.file = { name: name ?? '', bytes: Buffer.concat(chunks) }
        })
    },
  }
}

/** What a multipart form says: its fields in their order, and the file that was wanted. */
type Multipart = { readonly pairs: readonly Pair[]; readonly file: SentFile | null }

/**
 * Reads a multipart form. `wanted`: name of the field whose first file is kept; files of others are passed over.
 * `unreadable`: cut off, or no form at all.
 */
export const readMultipart = async (
  bytes: Buffer,
  contentType: string,
  wanted: string | null = null,
): Promise<Multipart | 'unreadable' | 'too many parts'> => {
  const parser = await parserFor(contentType)
  if (parser === null) return 'unreadable'
  const pairs: Pair[] = []
  const { kept, meet } = fileKeeper(wanted)
  const seen = { tooMany: false }
  parser
    // a part without a name is passed over like one without any header
    .on('field', (name: string | undefined, value: string) => {
      if (name !== undefined) pairs.push([name, value])
    })
    .on('file', meet)
    .on('partsLimit', () => {
      seen.tooMany = true
    })
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  const slices = Readable.from(
    slicesOf(
      bytes,
      () => seen.tooMany,
      () => timer.refresh(),
    ),
  )
  const isReadable = await pipeline(slices, parser, { signal: patience.signal }).then(
    () => true,
    () => false,
  )
  clearTimeout(timer)
  if (seen.tooMany) return 'too many parts'
  return isReadable ? { pairs, file: kept.file } : 'unreadable'
}
