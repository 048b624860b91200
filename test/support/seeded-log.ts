import { utcTime, eventId, streamName, isoTime } from '../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { NewRecord } from '../../shared/event-store/port.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { eventCodec, eventStream } from '../../shared/facts/event.ts'
import { fair, personAt } from './calendar.ts'
import { startSharedWriter } from './shared-writer.ts'

const recordOf = (encoded: Pick<NewRecord, 'type' | 'data'>): NewRecord => ({
  id: randomUUID(),
  ...encoded,
  meta: personAt(),
})

/** A record that no codec knows, from a day that never was. */
export const nonsense = (): NewRecord => {
  const record = recordOf({ type: 'EventBewitched', data: {} })
  return { ...record, meta: { ...record.meta, at: isoTime('once upon a time') } }
}

export const created = (id: number): NewRecord =>
  recordOf(
    eventCodec.encode({
      type: 'EventCreated',
      eventId: eventId(id),
      by: 'person',
      values: fair({
        slug: `fair-${id}`,
        status: 'publish',
        publishedAt: utcTime('2026-01-01 00:00:00'),
      }),
    }),
  )

/** Writes into the log of a data folder, past every rule: events 1 to `events`, and what `more` says by stream. */
export const seedLog = async (
  dataDir: string,
  events: number,
  more: Readonly<Record<string, readonly NewRecord[]>> = {},
): Promise<void> => {
  const log = await openSqliteLog({ file: join(dataDir, 'log.sqlite'), start: startSharedWriter })
  const ids = Array.from({ length: events }, (_, index) => index + 1)
  await Promise.all(ids.map(id => log.append(eventStream(eventId(id)), [created(id)], 'absent')))
  for (const [stream, records] of Object.entries(more)) await log.append(streamName(stream), records, 'any')
  await log.close()
}
