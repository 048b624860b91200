import type { Checkpoints } from '../../projections/checkpoints.ts'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { inProcessJobs } from '../../shared/jobs/in-process.ts'
import type { JobHandlers, JobQueue } from '../../shared/jobs/port.ts'
import type { Part } from '../../shared/lifecycle.ts'
import { runDispatch } from '../../workers/dispatch.ts'
import { calendarApplier, type ImportSite } from '../../workers/import-batch/apply-chunk.ts'
import { importWork } from '../../workers/import-batch/handler.ts'
import { publishers } from '../../workers/schedule/publish.ts'
import { stallCheck } from '../../workers/schedule/stall-check.ts'
import type { Writing } from '../calendar/writing.ts'
import type { ImportRuns } from '../imports/run/runs.ts'

const CONCURRENCY = 4

type Warn = (message: string, error: unknown) => void

export const jobQueue = (warn: Warn): JobQueue =>
  inProcessJobs({
    concurrency: CONCURRENCY,
    onFailure: ({ id, error, retryInMs }) =>
      warn(`job ${id} failed, ${retryInMs === null ? 'given up' : `again in ${retryInMs} ms`}`, error),
  })

type Needs = {
  readonly store: EventStore
  readonly documents: Documents
  readonly checkpoints: Checkpoints
  readonly queue: JobQueue
  readonly writing: Writing
  readonly runs: ImportRuns
  readonly site: () => ImportSite
  readonly nowMs: () => number
  readonly warn: Warn
}

const handlersOf = ({ store, queue, writing, runs, site, nowMs, warn }: Needs): JobHandlers => ({
  'import.work': importWork({
    store,
    runs,
    queue,
    nowMs,
    applyChunk: calendarApplier(writing, site, nowMs),
    warn,
  }),
  'import.stall-check': stallCheck({ store, runs, queue, nowMs }),
  ...publishers({ writing, queue, nowMs }),
})

export type Workers = {
  readonly start: () => Promise<void>
  /** In the order of their start. */
  readonly parts: readonly Part[]
}

/** Takes jobs, and turns facts into jobs, until stopped. */
export const workersOf = (needs: Needs): Workers => {
  const dispatching = new AbortController()
  let dispatch: Promise<void> = Promise.resolve()
  return {
    start: async () => {
      await needs.queue.work(handlersOf(needs))
      dispatch = runDispatch(needs, dispatching.signal)
    },
    parts: [
      { name: 'jobs', stop: () => needs.queue.close() },
      {
        name: 'dispatch',
        stop: async () => {
          dispatching.abort()
          await dispatch
        },
      },
    ],
  }
}
