import { type EpochMs, epochMs } from '../../shared/kernel/brands.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { importStream } from '../../shared/facts/import.ts'
import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import { importContext } from '../../services/imports/apply/context.ts'
import type { ImportRuns } from '../../services/imports/run/runs.ts'
import { delayOf } from '../due.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

export type StallCheckDeps = {
  readonly store: EventStore
  readonly runs: ImportRuns
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => EpochMs
}

const HEARD = new Set(['ImportRegistered', 'ImportBatchReceived', 'ImportStateReported', 'ImportResumed'])

/** When the last accepted callback (or the registration, or the end of a pause) was recorded, epoch milliseconds. */
const lastHeard = async (store: EventStore, importId: string): Promise<EpochMs> => {
  const records = await store.read(importStream(importId))
  const heard = records.findLast(({ type }) => HEARD.has(type))
  return heard === undefined ? epochMs(NaN) : msOfIso(heard.meta.at)
}

/** Job `import.stall-check`: closes a silent import (spec 05 §1 stall), or looks again when it could be one. */
export const stallCheck =
  ({ store, runs, queue, nowMs }: StallCheckDeps): JobHandler<'import.stall-check'> =>
  async ({ importId }) => {
    const run = await runs.load(importId)
    // whoever resumes a paused one asks again
    if (run.status !== 'pending' || run.paused) return
    const stallMs = run.stallMinutes * 60_000
    const left = (await lastHeard(store, importId)) + stallMs - nowMs()
    // while items are worked on, the silence of the sender is no stall
    if (left > 0 || run.recorded < run.received) {
      const delayMs = left > 0 ? delayOf(left) : stallMs
      await queue.enqueue('import.stall-check', { importId }, { delayMs })
      return
    }
    const command = { type: 'CloseStalled', importId, callbacks: run.callbacks.size } as const
    const closed = await runs.execute(command, importContext(importId, nowMs()))
    if (!closed.ok) await queue.enqueue('import.stall-check', { importId }, { delayMs: stallMs })
  }
