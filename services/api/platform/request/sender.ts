import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Address of who sends a request; what a proxy says may be anything, and is passed over when it is none. */
export const senderOf = ({ ip, raw }: FastifyRequest): string =>
  isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip
