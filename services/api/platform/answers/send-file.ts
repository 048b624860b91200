import type { FastifyReply, FastifyRequest } from 'fastify'
import { codedTag, codingOf, type CodedBodies } from './coded-bodies.ts'
import { names } from './wire.ts'

export type SentFile = {
  readonly bytes: Buffer
  readonly etag: string
  /** Content type. */
  readonly type: string
}

/**
 * Sends a file with its tag, or says that who asks has it already. `headers` stand on both answers. `bodies`: null for
 * what is compressed by nature.
 */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, type }: SentFile,
  headers: Readonly<Record<string, string>>,
  bodies: CodedBodies | null,
): Promise<void> => {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers
  const coding = bodies === null ? null : codingOf(accepted, bytes.length)
  const lasting = {
    ...(bodies === null ? {} : { Vary: 'Accept-Encoding' }),
    ...headers,
    ETag: coding === null ? etag : codedTag(etag),
    'X-Content-Type-Options': 'nosniff',
  }
  const isKnown = known !== undefined && names(known, etag)
  const body =
    coding === null || bodies === null || isKnown
      ? bytes
      : await bodies.coded({ body: bytes, encoding: 'utf8', etag }, coding)
  reply.hijack()
  if (isKnown) {
    reply.raw.writeHead(304, lasting).end()
    return
  }
  const about = {
    'Content-Type': type,
    'Content-Length': String(body.length),
    ...(coding === null ? {} : { 'Content-Encoding': coding }),
  }
  reply.raw.writeHead(200, { ...about, ...lasting }).end(request.method === 'HEAD' ? undefined : body)
}
