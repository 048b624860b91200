import type { FastifyInstance } from 'fastify'
import { outageAnswer } from '../api/platform/answers/outage.ts'
import { StoreUnavailable } from '../../shared/event-store/port.ts'

const ALWAYS_OPEN = ['/health/live', '/health/ready', '/metrics', '/operator/projections']

/**
 * Until `isOpen`, everything but the health of the service is answered as an outage: an empty list would be a lie
 * while the read models are being filled.
 */
export const gated = (app: FastifyInstance, isOpen: () => boolean): FastifyInstance =>
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpen() || ALWAYS_OPEN.includes(request.url)) {
      done()
      return
    }
    const { answer } = outageAnswer(new StoreUnavailable('the service is starting'))
    for (const [name, value] of answer.headers) reply.header(name, value)
    void reply.code(answer.status).type('application/json; charset=UTF-8').send(answer.text)
  })
