import type { CollectionSpec, Documents } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { scheduleCodec, SCHEDULES } from '../../shared/facts/schedule.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import type { ProjectionFactory } from '../engine/projection.ts'
import { evolve, type ScheduleDoc } from './evolve.ts'
import { scheduleQueries, type ScheduleQueries } from './queries.ts'

const schedules: CollectionSpec = {
  name: 'import-schedules@2',
  indexes: [{ name: 'set', keys: ['removed', 'set', '_id'] }],
}

/** Feeds that are fetched again and again, and what came of it the last time. */
export const importSchedules: ProjectionFactory<ScheduleQueries> = async (documents: Documents) => {
  const collection = await documents.collection<ScheduleDoc>(schedules)

  const apply = async (records: readonly StoredRecord[]): Promise<void> => {
    const changed = new Map<string, ScheduleDoc>()
    for (const record of records) {
      const fact = scheduleCodec.decode(record.type, record.data)
      const { scheduleId } = fact
      const before = changed.get(scheduleId) ?? (await collection.get(scheduleId))
      const after = evolve(before, fact, { at: record.meta.at, position: record.position })
      if (after !== null) changed.set(scheduleId, after)
    }
    await collection.bulkWrite([...changed.values()].map(putIfNewer))
  }

  return {
    name: 'import-schedules@1',
    prefixes: [SCHEDULES],
    apply,
    onFailure: onListingFailure,
    queries: scheduleQueries(collection),
  }
}
