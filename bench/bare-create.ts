import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { newEventValues } from '../services/calendar/values.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { claimCodec, slugStream } from '../shared/facts/claim.ts'
import { eventCodec, eventStream } from '../shared/facts/event.ts'
import { eventId, isoTime, localTime, userId, utcTime } from '../shared/kernel/brands.ts'

/** About as long as an event that names nothing is answered. */
const ANSWER = JSON.stringify({ text: 'x'.repeat(3_000) })

const PERIOD = {
  allDay: false,
  timezone: 'America/New_York',
  start: localTime('2027-03-01 10:00:00'),
  end: localTime('2027-03-01 11:00:00'),
  startUtc: utcTime('2027-03-01 15:00:00'),
  endUtc: utcTime('2027-03-01 16:00:00'),
} as const

const metaNow = () => ({
  actor: userId(1),
  at: isoTime(new Date().toISOString()),
  source: 'cal' as const,
  route: 'POST /cal/events/v1/events',
  correlation: randomUUID(),
  causation: null,
})

/**
 * The least that could create an event over HTTP: it reads the body, has the same two records made durable by the same
 * driver, in a log of its own in that folder, and answers. Nobody is asked for, nothing is checked, nobody follows.
 */
export const bareCreate = async (app: FastifyInstance, folder: string): Promise<void> => {
  const log = await openSqliteLog({ file: join(folder, 'bare-log.sqlite') })
  let next = 1
  app.post<{ Body: { readonly title: string } }>('/', async (request, reply) => {
    const { title } = request.body
    const [id, meta] = [eventId(next++), metaNow()]
    const slug = title.toLowerCase().replaceAll(' ', '-')
    const values = newEventValues({ ...PERIOD, title, slug, status: 'publish', author: userId(1) })
    const fact = { type: 'EventCreated', eventId: id, by: 'person', values } as const
    const claim = claimCodec.encode({ type: 'Claimed', owner: id })
    const recorded = (one: ReturnType<typeof eventCodec.encode>) => [{ id: randomUUID(), ...one, meta }]
    await log.appendAll(
      [{ stream: slugStream('event', slug), records: recorded(claim), expected: 'absent' }],
      { stream: eventStream(id), records: recorded(eventCodec.encode(fact)), expected: 'absent' },
    )
    return reply.code(201).type('application/json; charset=UTF-8').send(ANSWER)
  })
  app.addHook('onClose', () => log.close())
}
