import type { CollectionSpec, Documents } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { importCodec, IMPORTS } from '../../shared/facts/import.ts'
import { scheduleCodec, SCHEDULES } from '../../shared/facts/schedule.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import type { ProjectionFactory } from '../engine/projection.ts'
import { evolve, evolveImport, scheduleOf, type ScheduleDoc } from './evolve.ts'
import { scheduleQueries, type ScheduleQueries } from './queries.ts'

const schedules: CollectionSpec = {
  name: 'import-schedules@3',
  indexes: [{ name: 'set', keys: ['removed', 'set', '_id'] }],
}

type Doc = ScheduleDoc | null

/** The schedule that a record tells of, and what it makes of it; null: of none. */
const effectOf = ({ stream, type, data, position, meta: { at, actor } }: StoredRecord) => {
  const when = { at, actor, position }
  if (stream.startsWith(SCHEDULES)) {
    const fact = scheduleCodec.decode(type, data)
    return { scheduleId: fact.scheduleId, after: (doc: Doc) => evolve(doc, fact, when) }
  }
  // of imports nothing is asked but how those of schedules ended
  if (type !== 'ImportClosed') return null
  const fact = importCodec.decode(type, data)
  if (fact.type !== 'ImportClosed') return null
  const scheduleId = scheduleOf(fact.importId)
  return scheduleId === null ? null : { scheduleId, after: (doc: Doc) => evolveImport(doc, fact, when) }
}

/** Feeds that are fetched again and again, what came of it the last time, and which of them keep failing. */
export const importSchedules: ProjectionFactory<ScheduleQueries> = async (documents: Documents) => {
  const collection = await documents.collection<ScheduleDoc>(schedules)

  const apply = async (records: readonly StoredRecord[]): Promise<void> => {
    const changed = new Map<string, ScheduleDoc>()
    for (const record of records) {
      const effect = effectOf(record)
      if (effect === null) continue
      const { scheduleId } = effect
      const after = effect.after(changed.get(scheduleId) ?? (await collection.get(scheduleId)))
      if (after !== null) changed.set(scheduleId, after)
    }
    if (changed.size > 0) await collection.bulkWrite([...changed.values()].map(putIfNewer))
  }

  return {
    name: 'import-schedules@3',
    prefixes: [SCHEDULES, IMPORTS],
    apply,
    onFailure: onListingFailure,
    queries: scheduleQueries(collection),
  }
}
