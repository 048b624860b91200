import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
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
  else reply.raw.end(wire.body)
}
