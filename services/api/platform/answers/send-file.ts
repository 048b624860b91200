import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CodedBodies, codedTag, type Coding, codingOf } from './send.ts'
import { isNamed } from './answer.ts'

export type SentFile = {
  /** Or what makes them where they are sent, of a file too long to go out as it is where a coding is asked for. */
  readonly bytes: Buffer | (() => Buffer)
  readonly etag: string
  /** Content type. */
  readonly type: string
}

export const bytesOf = ({ bytes }: Pick<SentFile, 'bytes'>): Buffer =>
  typeof bytes === 'function' ? bytes() : bytes

const bodyOf = (
  file: SentFile,
  coding: Coding | null,
  bodies: CodedBodies | null,
): Buffer | Promise<Buffer> => {
  const { bytes, etag } = file
  if (coding !== null && bodies !== null)
    return bodies.coded({ body: () => bytesOf(file), encoding: 'utf8', etag }, coding)
  return typeof bytes === 'function' && bodies !== null ? bodies.asItIs(etag, bytes) : bytesOf(file)
}

/**
 * Sends a file with its tag, or says that who asks has it already. `headers` stand on both answers. `bodies`: null for
 * what is compressed by nature.
 */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  headers: Readonly<Record<string, string>>,
  bodies: CodedBodies | null,
): Promise<void> => {
  const { bytes, etag, type } = file
  const length = typeof bytes === 'function' ? Infinity : bytes.length
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers
  const coding = bodies === null ? null : codingOf(accepted, length)
  const lasting = {
    ...(bodies === null ? {} : { Vary: 'Accept-Encoding' }),
    ...headers,
    ETag: coding === null ? etag : codedTag(etag),
    'X-Content-Type-Options': 'nosniff',
  }
  const isKnown = known !== undefined && isNamed(etag, known)
  if (isKnown) {
    reply.hijack()
    reply.raw.writeHead(304, lasting).end()
    return
  }
  const body = await bodyOf(file, coding, bodies)
  reply.hijack()
  const about = {
    'Content-Type': type,
    'Content-Length': String(body.length),
    ...(coding === null ? {} : { 'Content-Encoding': coding }),
  }
  reply.raw.writeHead(200, { ...about, ...lasting }).end(request.method === 'HEAD' ? undefined : body)
}
