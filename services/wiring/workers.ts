import { checkpointsIn, type Checkpoints } from '../../projections/engine/checkpoints.ts'
import { underLease, type Held, type LeaseDeps } from '../../projections/engine/lease.ts'
import type { CleanTexts } from '../../shared/cleaning/thread.ts'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { HttpFetcher } from '../../shared/http-fetcher.ts'
import type { JobHandlers, JobQueue } from '../../shared/jobs/port.ts'
import type { Part } from '../../shared/lifecycle.ts'
import { dispatchName, runDispatch } from '../../workers/dispatch.ts'
import { calendarApplier, type ImportSite } from '../../workers/import-batch/apply-chunk.ts'
import { importWork } from '../../workers/import-batch/handler.ts'
import { reactions } from '../../workers/reactions/all.ts'
import { finishPurge } from '../../workers/purge/finish.ts'
import { fetchFeeds } from '../../workers/schedule/fetch-feed.ts'
import { publishers } from '../../workers/schedule/publish.ts'
import { settlePrepared } from '../../workers/schedule/settle-prepared.ts'
import { stallCheck } from '../../workers/schedule/stall-check.ts'
import { renderStale, type RenderDeps } from '../../workers/views.ts'
import type { Writing } from '../calendar/writing.ts'
import { itemsAhead } from '../imports/apply/items-ahead.ts'
import { importImages } from '../imports/apply/images.ts'
import type { ImportRuns } from '../imports/run/runs.ts'
import type { Schedules } from '../imports/feed/schedule/schedules.ts'
import type { SiteImages } from './api/images.ts'

type Warn = (message: string, error: unknown) => void

type Needs = {
  readonly store: EventStore
  readonly documents: Documents
  /** null: nobody else dispatches. */
  readonly lease: Omit<LeaseDeps, 'awaited'> | null
  readonly queue: JobQueue
  readonly writing: Writing
  readonly runs: ImportRuns
  readonly schedules: Schedules
  readonly fetcher: HttpFetcher
  readonly mostFileItems: number
  readonly clean: CleanTexts
  readonly images: Pick<SiteImages, 'exists' | 'byAddress'>
  /** As it is now, whoever set it. */
  readonly site: () => Promise<ImportSite>
  readonly views: RenderDeps
  readonly nowMs: () => number
  readonly warn: Warn
}

const handlersOf = (needs: Needs): JobHandlers => {
  const { store, queue, writing, images, runs, site, nowMs, clean, warn } = needs
  const items = itemsAhead({ store, clean })
  return {
    'import.work': importWork({
      store,
      runs,
      queue,
      nowMs,
      applyChunk: calendarApplier(writing, importImages({ ...images, nowMs }), site, nowMs, items),
      items,
      warn,
    }),
    'feed.fetch': fetchFeeds(needs),
    'import.stall-check': stallCheck({ store, runs, queue, nowMs }),
    'prepared.settle': settlePrepared({ writing, nowMs }),
    'views.render': renderStale(needs.views),
    'purge.finish': finishPurge({ writing, queue, nowMs }),
    ...publishers({ writing, queue, nowMs }),
  }
}

const checkpointsUnder = ({ mark, write }: Held): Checkpoints => ({
  load: async () => mark.reached,
  advance: (_name, reached) => write({ ...mark, reached, live: true, caughtUp: true }),
})

/** Name of the lease under which facts become jobs. */
export const DISPATCH = dispatchName(reactions)

/** Facts become jobs in one process at a time. */
const dispatching = async (needs: Needs, signal: AbortSignal): Promise<void> => {
  const { lease, documents } = needs
  const reacting = { ...needs, reactions }
  if (lease === null) await runDispatch({ ...reacting, checkpoints: await checkpointsIn(documents) }, signal)
  else
    await underLease(
      { ...lease, awaited: false },
      DISPATCH,
      held => runDispatch({ ...reacting, checkpoints: checkpointsUnder(held) }, held.signal),
      signal,
    )
}

export type Workers = {
  readonly start: () => Promise<void>
  /** In the order of their start. */
  readonly parts: readonly Part[]
}

/** Takes jobs, and turns facts into jobs, until stopped. */
export const workersOf = (needs: Needs): Workers => {
  const stopping = new AbortController()
  let dispatch: Promise<void> = Promise.resolve()
  return {
    start: async () => {
      await needs.queue.work(handlersOf(needs))
      dispatch = dispatching(needs, stopping.signal)
    },
    parts: [
      { name: 'jobs', stop: () => needs.queue.close() },
      {
        name: 'dispatch',
        stop: async () => {
          stopping.abort()
          await dispatch
        },
      },
    ],
  }
}
