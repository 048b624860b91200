import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, json } from './platform/answers/answer.ts'

/** `/health/live` and `/health/ready`, for whatever starts and watches the process. `notReady`: what stands in the way of working normally; empty: ready. */
export const serveHealth = (
  app: FastifyInstance,
  notReady: () => Promise<readonly string[]>,
  sendAnswer: (answer: Answer, request: FastifyRequest, reply: FastifyReply) => void,
): void => {
  app.get('/health/live', async (request, reply) => sendAnswer(json(200, { status: 'live' }), request, reply))
  app.get('/health/ready', async (request, reply) => {
    const reasons = await notReady()
    const body = reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reasons }
    sendAnswer(json(reasons.length === 0 ? 200 : 503, body), request, reply)
  })
}
