import type { FastifyRequest } from 'fastify'

/** A browser that shows what it gets. */
export const wantsPage = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true
