import type { FastifyRequest } from 'fastify'

/** A browser that shows what it gets. */
export const wantsPage = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

/** `_nonce`, a nonce of a view, or letters written in a way that nobody writes them in. */
const MAY_HOLD_NONCE = /_nonce|tvn|%5f|%25|%[67]/i

/** Whether it reads, and says at most in the header `Authorization` who does: without that all get the same answer. */
export const isPlainRead = ({ method, headers, raw }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['x-core-nonce'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  !MAY_HOLD_NONCE.test(raw.url ?? '')
