import type { UserId, IsoTime, TermId } from '../../shared/kernel/brands.ts'
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
  readonly author: UserId
  readonly category: TermId | null
  readonly update_authority: string
  readonly set_at: string
  /** ISO instant of the next look; while it is paused, of the one that there would have been. */
  readonly due_at: IsoTime
  /** Since when (ISO instant) and by whom (id of a user, null: nobody in person); null: it is not paused. */
  readonly paused: { readonly at: IsoTime; readonly by: UserId | null } | null
  readonly last: {
    readonly at: IsoTime
    readonly outcome: 'imported' | 'unchanged' | 'failed'
    readonly reason: string | null
    /** What was found instead; stands in the sentence of the reason. */
    readonly found: string | null
    readonly import_id: string | null
  } | null
  /** The last import that it opened, or null. */
  readonly import_id: string | null
  /** Runs that failed since the last good one, one after the other. */
  readonly failures: number
  /** The first of them, and why the last of them failed; null: none did. */
  readonly failing: {
    /** ISO instant. */
    readonly since: IsoTime
    readonly reason: string
    readonly found: string | null
    /** The import that tells about it. */
    readonly import_id: string
  } | null
  /** ISO instant of the last run that was good, or null. */
  readonly last_good_at: IsoTime | null
}

/** Runs that fail one after the other, from which on people are told (spec 05 §14). */
const KEEPS_FAILING = 2

/** Whether people should know: it fails again and again, and is not left alone on purpose. */
export const keepsFailing = ({ failures, paused }: Pick<ShownSchedule, 'failures' | 'paused'>): boolean =>
  failures >= KEEPS_FAILING && paused === null

export type ScheduleQueries = {
  /** Those that are not removed, oldest first. */
  readonly listSchedules: () => Promise<readonly ShownSchedule[]>
  /** null: there is none, or it is removed. */
  readonly showSchedule: (scheduleId: string) => Promise<ShownSchedule | null>
}

const failingOf = ({ failingSince, why }: ScheduleDoc['health']): ShownSchedule['failing'] =>
  failingSince === null || why === null
    ? null
    : { since: failingSince, reason: why.reason, found: why.found, import_id: why.importId }

const lastOf = ({ last }: ScheduleDoc): ShownSchedule['last'] => {
  if (last === null) return null
  const { importId, ...told } = last
  return { ...told, import_id: importId }
}

const shown = (doc: ScheduleDoc): ShownSchedule => {
  const { health } = doc
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
    paused: doc.paused,
    last: lastOf(doc),
    import_id: doc.importId,
    failures: health.failures,
    failing: failingOf(health),
    last_good_at: health.goodAt,
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
