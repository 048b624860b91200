import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Pieces } from './answer.ts'
import { codedTag, codingOf, type CodedBodies } from './coded-bodies.ts'
import type { Coding } from './content-coding.ts'
import { names, originHeaders, type Wire } from './wire.ts'

/**
 * Sends answers past the framework's own headers and serialising, in the coding that the client prefers; null: done
 * already.
 */
export type Send = (reply: FastifyReply, wire: Wire, asked: IncomingHttpHeaders) => Promise<void> | null

const write = (reply: FastifyReply, { status, headers, body, encoding }: Wire, origin?: string): void => {
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
    if (wire.etag !== null && known !== undefined && names(known, wire.etag)) {
      const headers = coding === null ? wire.headers : tagged(wire)
      write(reply, { ...wire, status: 304, headers: headers.slice(0, -2) }, origin)
      return null
    }
    const body = coding === null ? null : coded(wire, coding)
    if (coding === null || body === null) write(reply, wire, origin)
    else if (Buffer.isBuffer(body)) write(reply, inCoding(wire, coding, body), origin)
    else return body.then(bytes => write(reply, inCoding(wire, coding, bytes), origin))
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
