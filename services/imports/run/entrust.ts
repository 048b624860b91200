import type { UserId } from '../../../shared/kernel/brands.ts'
import type { ImportQueries } from '../../../projections/import-status/queries.ts'
import type { ScheduleQueries } from '../../../projections/import-schedules/queries.ts'
import type { Context } from '../../handle.ts'
import type { ImportRuns } from './runs.ts'
import type { Schedules } from '../feed/schedule/schedules.ts'

type EntrustDeps = {
  readonly runs: Pick<ImportRuns, 'execute'>
  readonly imports: Pick<ImportQueries, 'openBy'>
  readonly scheduling: { readonly schedules: Pick<Schedules, 'execute'> }
  readonly schedules: Pick<ScheduleQueries, 'listSchedules'>
  readonly mayEditEvents: (userId: UserId) => Promise<boolean>
  /** Whoever else imports are of; null: nobody is left. */
  readonly standIn: (except: UserId) => UserId | null
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/**
 * Open imports and schedules of a user go on in the name of the heir, or of a stand-in when there is none who may edit
 * events. What they have created stays as it is.
 */
export const entrustImports =
  ({ runs, imports, scheduling, schedules, mayEditEvents, standIn, settled }: EntrustDeps) =>
  async (
    { from, heir }: { readonly from: UserId; readonly heir: UserId | null },
    context: Context,
  ): Promise<void> => {
    const to = heir !== null && (await mayEditEvents(heir)) ? heir : standIn(from)
    if (to === null) return
    await settled()
    for (const importId of await imports.openBy(from))
      await runs.execute({ type: 'Reattribute', importId, from, to }, context)
    for (const { schedule_id: scheduleId, author } of await schedules.listSchedules())
      if (author === from)
        await scheduling.schedules.execute({ type: 'Reattribute', scheduleId, from, to }, context)
  }
