import { noSchemas } from '../api/platform/no-schemas.ts'
import Fastify, { type FastifyInstance } from 'fastify'

/** What a process without the interface answers: how it is. */
export const healthApp = (notReady: () => Promise<readonly string[]>): FastifyInstance => {
  const app = Fastify({ logger: false, return503OnClosing: false, schemaController: noSchemas })
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const reasons = await notReady()
    return reply
      .code(reasons.length === 0 ? 200 : 503)
      .send(reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reasons })
  })
  return app
}
