import { onTestFinished } from 'vitest'
import type { EpochMs } from '../../shared/kernel/brands.ts'
import { checkpointsIn } from '../../projections/engine/checkpoints.ts'
import { memoryDocuments } from '../../shared/documents/memory/memory.ts'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'
import { runDispatch } from '../../workers/dispatch.ts'
import { reactions } from '../../workers/reactions/all.ts'
import { jobList, NOW } from './import-world.ts'

export const HOUR = 3_600_000

/** Starts a dispatcher; jobs collect until the test ends. */
export const dispatching = async (
  store: EventStore,
  options: {
    documents?: Documents
    clock?: { ms: EpochMs }
    queue?: Pick<JobQueue, 'enqueue' | 'generation'>
  } = {},
) => {
  const documents = options.documents ?? memoryDocuments()
  const { jobs, queue } = jobList()
  const stop = new AbortController()
  const warnings: string[] = []
  const running = runDispatch(
    {
      store,
      documents,
      checkpoints: await checkpointsIn(documents),
      queue: options.queue ?? queue,
      reactions: reactions.filter(({ name }) => name !== 'views'),
      nowMs: () => options.clock?.ms ?? NOW,
      warn: message => warnings.push(message),
    },
    stop.signal,
  )
  const finish = async () => {
    stop.abort()
    await running
  }
  onTestFinished(finish)
  return { jobs, queue, warnings, finish }
}

export const work = (importId: string, batch: number) => ({
  name: 'import.work',
  payload: { importId, batch },
  delayMs: 0,
})

export const stall = (importId: string, delayMs = HOUR) => ({
  name: 'import.stall-check',
  payload: { importId },
  delayMs,
})

export const publication = (kind: 'event' | 'venue' | 'organizer', id: number, delayMs = HOUR) => ({
  name: 'item.publish',
  payload: { kind, id },
  delayMs,
})
