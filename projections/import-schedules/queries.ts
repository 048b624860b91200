import type { Collection } from '../../shared/documents/port.ts'
import type { ScheduleDoc } from './evolve.ts'

/** A feed that is fetched again and again, as operators see it. */
export type ShownSchedule = {
  readonly schedule_id: string
  readonly url: string
  readonly every_minutes: number
  readonly origin: string
  readonly source: string
  readonly post_status: string
  readonly author: number
  readonly category: number | null
  readonly update_authority: string
  readonly set_at: string
  /** ISO instant of the next look. */
  readonly due_at: string
  readonly last: {
    readonly at: string
    readonly outcome: 'imported' | 'unchanged' | 'failed'
    readonly reason: string | null
    readonly import_id: string | null
  } | null
  /** The last import that it opened, or null. */
  readonly import_id: string | null
}

export type ScheduleQueries = {
  /** Those that are not removed, oldest first. */
  readonly listSchedules: () => Promise<readonly ShownSchedule[]>
  /** null: there is none, or it is removed. */
  readonly showSchedule: (scheduleId: string) => Promise<ShownSchedule | null>
}

const shown = (doc: ScheduleDoc): ShownSchedule => {
  const { last } = doc
  return {
    schedule_id: doc._id,
    url: doc.url,
    every_minutes: doc.everyMinutes,
    origin: doc.origin,
    source: doc.source,
    post_status: doc.postStatus,
    author: doc.author,
    category: doc.category,
    update_authority: doc.updateAuthority,
    set_at: doc.setAt,
    due_at: doc.dueAt,
    last:
      last === null
        ? null
        : { at: last.at, outcome: last.outcome, reason: last.reason, import_id: last.importId },
    import_id: doc.importId,
  }
}

export const scheduleQueries = (schedules: Collection<ScheduleDoc>): ScheduleQueries => ({
  listSchedules: async () =>
    (await schedules.find({ removed: false }, { sort: { removed: 1, set: 1, _id: 1 } })).map(shown),
  showSchedule: async scheduleId => {
    const doc = await schedules.get(scheduleId)
    return doc === null || doc.removed ? null : shown(doc)
  },
})
