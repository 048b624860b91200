import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  type BrotliOptions,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { underWay } from '../../../../shared/under-way.ts'
import { isNamed, originHeaders, type Pieces, type Wire } from './answer.ts'
import type { KeptMemory } from './kept-memory.ts'
import { ownBytes } from './own-bytes.ts'

// Sending an answer, in the coding that the client prefers.

/**
 * Sends answers past the framework's own headers and serialising, in the coding that the client prefers; null: done
 * already.
 */
export type Send = (reply: FastifyReply, wire: Wire, asked: IncomingHttpHeaders) => Promise<void> | null

/** The same at once, as it is. `origin`: as the request names it. */
export const sendAsItIs = (
  reply: FastifyReply,
  { status, headers, body, encoding }: Wire,
  origin?: string,
): void => {
  reply.hijack()
  reply.raw.writeHead(status, origin === undefined ? headers : [...headers, ...originHeaders(origin)])
  if (status === 304) reply.raw.end()
  else reply.raw.end(body, encoding)
}

/** The same headers with the weak tag of all its coded forms. */
const tagged = ({ headers, etag }: Wire): string[] =>
  etag === null ? headers : headers.map(text => (text === etag ? codedTag(etag) : text))

const inCoding = (wire: Wire, coding: Coding, body: Buffer): Wire => {
  const headers = [...tagged(wire).slice(0, -1), String(body.length), 'Content-Encoding', coding]
  return { ...wire, headers, body }
}

export const sender =
  ({ coded }: CodedBodies): Send =>
  (reply, wire, asked) => {
    const { origin, 'if-none-match': known, 'accept-encoding': accepted } = asked
    const coding = wire.asItIs === true ? null : codingOf(accepted, Number(wire.headers.at(-1)))
    if (wire.etag !== null && known !== undefined && isNamed(wire.etag, known)) {
      const headers = coding === null ? wire.headers : tagged(wire)
      sendAsItIs(reply, { ...wire, status: 304, headers: headers.slice(0, -2) }, origin)
      return null
    }
    const body = coding === null ? null : coded(wire, coding)
    if (coding === null || body === null) sendAsItIs(reply, wire, origin)
    else if (Buffer.isBuffer(body)) sendAsItIs(reply, inCoding(wire, coding, body), origin)
    else return body.then(bytes => sendAsItIs(reply, inCoding(wire, coding, bytes), origin))
    return null
  }

/**
 * Sends an answer whose body comes in pieces, no faster than the client takes them; resolves at its end, or when the
 * client hangs up. Rejects when a piece cannot be made, after cutting the connection: half a body is no answer.
 */
export const sendPieces = async (
  reply: FastifyReply,
  { status, headers }: Wire,
  pieces: Pieces,
  { origin }: IncomingHttpHeaders,
): Promise<void> => {
  reply.hijack()
  const { raw } = reply
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  raw.writeHead(status, origin === undefined ? headers : [...headers, ...originHeaders(origin)])
  raw.flushHeaders()
  try {
    for await (const piece of pieces(gone.signal)) {
      if (!raw.write(piece)) await drained(raw, gone.signal)
      if (gone.signal.aborted) return
    }
    raw.end()
  } catch (error) {
    raw.destroy()
    throw error
  }
}

const drained = async (raw: FastifyReply['raw'], gone: AbortSignal): Promise<void> => {
  if (!gone.aborted) await once(raw, 'drain', { signal: gone }).catch(() => undefined)
}

/** Shorter bodies fit into one packet as they are. */
const ONE_PACKET = 1_024

/** The coding in which a body of so many bytes goes out; null: as it is. */
export const codingOf = (accepted: string | undefined, length: number): Coding | null =>
  length > ONE_PACKET ? codingFor(accepted) : null

/** The same for every coding: it says that answers say the same, not that they are the same bytes. */
export const codedTag = (etag: string): string => `W/${etag}`

/** `body`: or what makes it. `etag`: null for what is sent to one reader alone. */
type Plain = Pick<Wire, 'encoding' | 'etag'> & { readonly body: Wire['body'] | (() => Buffer) }

export type CodedBodies = {
  /** At once when it is kept or short. */
  readonly coded: (plain: Plain, coding: Coding) => Buffer | Promise<Buffer>
  /** The body as it is, of what is made only where it is sent. */
  readonly asItIs: (etag: string, make: () => Buffer) => Buffer
}

const bytesOf = ({ body, encoding }: Plain): Buffer => {
  if (typeof body === 'function') return body()
  return typeof body === 'string' ? Buffer.from(body, encoding) : body
}

/**
 * Bodies as they go out to clients that accept a coding. What has a tag is compressed once for all who ask, and again
 * only when nothing else was asked for so long ago: the tag stands for the bytes, wherever they come from.
 */
export const codedBodies = (memory: KeptMemory): CodedBodies => {
  const kept = memory.shelf<Buffer>(({ length }) => length)
  const compressing = underWay<Buffer>()
  const keep = (key: string, coded: Buffer): Buffer => {
    const bytes = ownBytes(coded)
    kept.set(key, bytes)
    return bytes
  }
  return {
    asItIs: (etag, make) => {
      const key = `identity ${etag}`
      return kept.get(key) ?? keep(key, make())
    },
    coded: (plain, coding) => {
      if (plain.etag === null) return compress(coding, bytesOf(plain))
      const key = `${coding} ${plain.etag}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const made = compress(coding, bytesOf(plain))
      return Buffer.isBuffer(made) ? keep(key, made) : compressing(key, async () => keep(key, await made))
    },
  }
}

type Compressor = {
  readonly atOnce: (bytes: Buffer) => Buffer
  /** In another thread. */
  readonly aside: (bytes: Buffer) => Promise<Buffer>
}

// The highest levels at which an answer that is made anew does not cost as much again (`docs/performance/answers.md`).
const GZIP = { level: 5 }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const brotliFor = ({ length }: Buffer): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
})

const [gzipAside, brotliAside, zstdAside] = [
  promisify<Buffer, typeof GZIP, Buffer>(gzip),
  promisify<Buffer, BrotliOptions, Buffer>(brotliCompress),
  promisify<Buffer, typeof ZSTD, Buffer>(zstdCompress),
]

const compressors: Readonly<Record<Coding, Compressor>> = {
  gzip: { atOnce: bytes => gzipSync(bytes, GZIP), aside: bytes => gzipAside(bytes, GZIP) },
  br: {
    atOnce: bytes => brotliCompressSync(bytes, brotliFor(bytes)),
    aside: bytes => brotliAside(bytes, brotliFor(bytes)),
  },
  zstd: { atOnce: bytes => zstdCompressSync(bytes, ZSTD), aside: bytes => zstdAside(bytes, ZSTD) },
}

/** Compressed within a millisecond, which is less than another thread takes to be asked. */
const ON_THE_SPOT = 65_536

/** Long bodies are compressed in another thread, so that nobody waits for them. */
const compress = (coding: Coding, bytes: Buffer): Buffer | Promise<Buffer> => {
  const { atOnce, aside } = compressors[coding]
  return bytes.length > ON_THE_SPOT ? aside(bytes) : atOnce(bytes)
}

/** How a body may be coded on its way (spec 01 §6.1). */
export type Coding = 'zstd' | 'br' | 'gzip'

/** Of codings that a client likes equally the first one: it costs least for what it saves (`docs/performance/answers.md`). */
const OFFERED: readonly Coding[] = ['zstd', 'br', 'gzip']

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** null: it is none. */
const weightIn = (parameters: readonly string[]): number | null => {
  const [, weight = '1'] = parameters.find(one => one.startsWith('q='))?.split('=') ?? []
  return WEIGHT.test(weight) ? Number(weight) : null
}

/** What cannot be read counts as if it was not there. */
const weightsIn = (accepted: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(word => word.trim())
    const weight = weightIn(parameters)
    if (weight !== null) weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  return weights
}

/** The coding that `Accept-Encoding` prefers of those offered; null: none, or the body as it is. */
export const codingFor = (accepted: string | undefined): Coding | null => {
  if (accepted === undefined) return null
  const weights = weightsIn(accepted)
  const others = weights.get('*') ?? 0
  let best: Coding | null = null
  // a body as it is goes to everybody, but only who names it prefers it to what else is named
  let most = weights.get('identity') ?? 0
  for (const coding of OFFERED) {
    const weight = weights.get(coding) ?? others
    if (weight > most || (weight === most && weight > 0 && best === null)) [best, most] = [coding, weight]
  }
  return best
}
