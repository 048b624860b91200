import { userId, isoTime } from '../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import type { NewRecord } from '../../shared/event-store/port.ts'

/** A record of its own id that says nothing but its text. */
export const note = (text: string): NewRecord => ({
  id: randomUUID(),
  type: 'Noted',
  data: { text },
  meta: {
    actor: userId(7),
    at: isoTime('2026-03-01T10:00:00.000Z'),
    source: 'cal',
    route: null,
    correlation: 'fault',
    causation: null,
  },
})
