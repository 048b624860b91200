import { localTime, utcTime, userId, epochMs } from '../../shared/kernel/brands.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'
import type { Meta } from '../../shared/facts/meta.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import { newEventValues } from '../../services/calendar/values.ts'
import type { Bare } from './bare.ts'

/** A person's request at an instant; `seconds` after noon of 2026-11-27. */
export const personAt = (seconds = 0): Meta => ({
  actor: userId(2),
  at: isoOfMs(epochMs(Date.UTC(2026, 10, 27, 12, 0, seconds))),
  source: 'cal',
  route: 'POST /cal/events/v1/events',
  correlation: 'c-1',
  causation: null,
})

export const fair = (sent: Bare<Partial<EventValues>> = {}): EventValues =>
  newEventValues({
    title: 'Fair',
    status: 'publish',
    author: userId(2),
    allDay: false,
    start: localTime('2027-05-08 10:00:00'),
    end: localTime('2027-05-08 14:00:00'),
    timezone: 'America/New_York',
    startUtc: utcTime('2027-05-08 14:00:00'),
    endUtc: utcTime('2027-05-08 18:00:00'),
    ...(sent as Partial<EventValues>),
  })
