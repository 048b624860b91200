import { localTime, utcTime, userId, streamName, epochMs, type EpochMs } from '../shared/kernel/brands.ts'
import { calendarOn } from '../services/calendar/calendar.ts'
import { newEventValues } from '../services/calendar/values.ts'
import { writingOn } from '../services/calendar/writing.ts'
import type { Context } from '../services/handle.ts'
import { openEventStoreDb } from '../shared/event-store/eventstoredb/eventstoredb.ts'
import { countedLog } from '../test/support/counted-log.ts'
import { startDouble } from '../test/support/eventstoredb-double/start.ts'
import { finishPurge } from '../workers/purge/finish.ts'
import type { Row } from './row.ts'
import { isoOfMs, plusMs } from '../shared/kernel/time/calculate.ts'

const PURGES = 1_000
const FEW = 1_000
const MANY = 50_000
const AT_ONCE = 64
/** When the job looks: soon, after half a minute, and for the last time. */
const LOOKS_MS = [2_000, 30_000, 600_000]
const MOST_CALLS = 8
/** Cost in the large log against that in the small one: the slugs of the kind are read once for all. */
const FLAT = 1.6

const contextAt = (at: EpochMs): Context => ({
  actor: userId(7),
  at: isoOfMs(at),
  source: 'calx',
  route: 'DELETE /calx/v1/events/{id}',
  correlation: 'bench',
  causation: null,
})

const eventNumbered = (n: number) =>
  newEventValues({
    ...{
      title: `Fair ${n}`,
      slug: `fair-${n}`,
      status: 'publish',
      author: userId(7),
      publishedAt: undefined,
    },
    ...{
      allDay: false,
      timezone: 'UTC',
      start: localTime('2027-05-08 10:00:00'),
      end: localTime('2027-05-08 12:00:00'),
    },
    ...{ startUtc: utcTime('2027-05-08 10:00:00'), endUtc: utcTime('2027-05-08 12:00:00') },
  })

/** Does `work` for 0, 1, …, `count` - 1, some at once. */
const each = async (count: number, work: (n: number) => Promise<unknown>): Promise<void> => {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Calls of the log, and microseconds of processor of this process, for each purge in a log of so many events. */
const purging = async (events: number) => {
  const double = await startDouble()
  const log = await openEventStoreDb({ url: double.url, warn: () => undefined })
  const counted = countedLog(log)
  const writing = writingOn(counted.store)
  let nowMs = epochMs(Date.UTC(2026, 2, 1))
  try {
    const ids: number[] = []
    await each(events, async n => {
      const made = await calendarOn(writing).event.create({ values: eventNumbered(n) }, contextAt(nowMs))
      if (made.ok) ids.push(made.id)
    })
    counted.taken()
    const job = finishPurge({ writing, queue: { enqueue: async () => undefined }, nowMs: () => nowMs })
    const signal = new AbortController().signal
    const cpu = process.cpuUsage()
    for (const id of ids.slice(0, PURGES)) {
      // what the route has read to know whose it is
      const records = await counted.store.read(streamName(`event-${id}`))
      await calendarOn(writing).event.purge(id, contextAt(nowMs), records)
    }
    for (const ms of LOOKS_MS) {
      nowMs = plusMs(nowMs, ms)
      await job({}, { attempt: 1, signal })
    }
    const { user, system } = process.cpuUsage(cpu)
    return { calls: counted.taken().length / PURGES, cpuMicros: (user + system) / PURGES }
  } finally {
    await log.close()
    await double.stop()
  }
}

/** 1,000 purges of a small and of a large log in a double of EventStoreDB, to the end of what is looked for. */
export const benchPurges = async (): Promise<readonly Row[]> => {
  const few = await purging(FEW)
  const many = await purging(MANY)
  const row = (name: string, value: number, unit: string): Row => ({
    name,
    value,
    unit,
    ratio: null,
    aim: null,
  })
  return [
    row(`calls of the log for a purge, ${FEW} events`, few.calls, 'calls'),
    {
      ...row(`calls of the log for a purge, ${MANY} events`, many.calls, 'calls'),
      aim: MOST_CALLS + 0.1,
      atMost: true,
    },
    row(`processor for a purge, ${FEW} events`, few.cpuMicros, 'µs'),
    {
      ...row(`processor for a purge, ${MANY} events`, many.cpuMicros, 'µs'),
      ...{ ratio: many.cpuMicros / few.cpuMicros, aim: FLAT, atMost: true },
    },
  ]
}
