import type { FastifyReply, FastifyRequest } from 'fastify'
import { names } from './wire.ts'

export type SentFile = {
  readonly bytes: Buffer
  readonly etag: string
  /** Content type. */
  readonly type: string
}

/** Sends a file with its tag, or says that who asks has it already. `headers` stand on both answers. */
export const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, type }: SentFile,
  headers: Readonly<Record<string, string>>,
): void => {
  const known = request.headers['if-none-match']
  const lasting = { ...headers, ETag: etag, 'X-Content-Type-Options': 'nosniff' }
  reply.hijack()
  if (known !== undefined && names(known, etag)) {
    reply.raw.writeHead(304, lasting).end()
    return
  }
  const length = { 'Content-Type': type, 'Content-Length': String(bytes.length) }
  reply.raw.writeHead(200, { ...length, ...lasting }).end(request.method === 'HEAD' ? undefined : bytes)
}
