import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import { checkFeed, type CheckDeps } from '../../services/imports/feed/schedule/check-feed.ts'
import { isSettled } from '../../services/imports/run/state.ts'
import { untilMs } from '../due.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

export type FetchFeedDeps = CheckDeps & { readonly queue: Pick<JobQueue, 'enqueue'> }

/** While the import of the last fetch is still worked on, or paused, the next one waits. */
const BUSY_MS = 60_000

const isUnderWay = async ({ runs }: CheckDeps, importId: string | null): Promise<boolean> =>
  importId !== null && !isSettled(await runs.load(importId))

/** Job `feed.fetch`: looks at a feed that is due, or asks again at its time. */
export const fetchFeeds =
  (deps: FetchFeedDeps): JobHandler<'feed.fetch'> =>
  async ({ scheduleId }, { signal }) => {
    const schedule = await deps.schedules.load(scheduleId)
    // a job that was asked for before the pause finds it paused; whoever resumes it asks again
    if (schedule.status !== 'set' || schedule.isPaused) return
    const delayMs = untilMs(msOfIso(schedule.dueAt), deps.nowMs())
    const waits = delayMs > 0 ? delayMs : (await isUnderWay(deps, schedule.lastImport)) ? BUSY_MS : 0
    // whoever records a check has the next one dispatched
    if (waits === 0) await checkFeed(deps, { scheduleId, schedule, signal })
    else await deps.queue.enqueue('feed.fetch', { scheduleId }, { delayMs: waits })
  }
