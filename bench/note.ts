import { userId, isoTime } from '../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import type { NewRecord } from '../shared/event-store/port.ts'

/** A record as a change of a title leaves it. */
export const note = (n: number): NewRecord => ({
  id: randomUUID(),
  type: 'EventRetitled',
  data: { eventId: n, by: 'person', changes: { title: [`Chess club ${n}`, `Chess club, room ${n}`] } },
  meta: {
    actor: userId(7),
    at: isoTime('2026-03-01T10:00:00.000Z'),
    source: 'cal',
    route: 'POST /cal/events/v1/events',
    correlation: randomUUID(),
    causation: null,
  },
})
