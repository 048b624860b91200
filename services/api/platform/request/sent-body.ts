import type { FastifyReply, FastifyRequest } from 'fastify'
import { knownType } from './body.ts'
import { passOver, receive, type BodyPool } from './intake.ts'
import type { SentBody } from './take-body.ts'

const hasBody = ({ 'content-length': length, 'transfer-encoding': coding }: FastifyRequest['headers']) =>
  coding !== undefined || (length !== undefined && length !== '0')

/**
 * The body of a request, which nobody has asked for yet; null: there is none. What nobody has asked for when the
 * answer is out is passed over. `refresh`: awaited behind the body, which may have taken long.
 */
export const sentBody = (
  { raw, headers }: FastifyRequest,
  reply: FastifyReply,
  pool: BodyPool,
  refresh: () => Promise<void> | null,
): SentBody | null => {
  if (!hasBody(headers)) return null
  let asked = false
  reply.raw.once('finish', () => {
    if (!asked) passOver(raw)
  })
  return {
    type: knownType(headers['content-type'] ?? ''),
    receive: async (most, wantsEnds) => {
      asked = true
      const received = await receive(raw, most, pool, wantsEnds)
      if (received.is === 'whole') {
        const over = () => pool.give(received.bytes.length)
        if (reply.raw.closed) over()
        else reply.raw.once('close', over)
      }
      await refresh()
      return received
    },
  }
}
