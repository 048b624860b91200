import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Pieces } from './answer.ts'
import { names, originHeaders, type Wire } from './wire.ts'

/** Writes an answer as it is, past the framework's own headers and serialising. */
export const send = (reply: FastifyReply, wire: Wire, asked: IncomingHttpHeaders): void => {
  const { origin, 'if-none-match': known } = asked
  const unchanged = wire.etag !== null && known !== undefined && names(known, wire.etag)
  const own = unchanged ? wire.headers.slice(0, -2) : wire.headers
  const headers = origin === undefined ? own : [...own, ...originHeaders(origin)]
  reply.hijack()
  reply.raw.writeHead(unchanged ? 304 : wire.status, headers)
  if (unchanged) reply.raw.end()
  else reply.raw.end(wire.body, wire.encoding)
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
