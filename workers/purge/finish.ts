import { randomUUID } from 'node:crypto'
import { RevisionConflict, type EventStore } from '../../shared/event-store/port.ts'
import { purgeCodec, purgeStream } from '../../shared/facts/purge.ts'
import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import { recordId } from '../../shared/kernel/record-id.ts'
import { eraseStraySlugs, removePurged } from '../../services/calendar/item/purge.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import type { Context } from '../../services/handle.ts'
import { payloadForgetter } from '../../services/imports/run/forget.ts'
import { untilMs } from '../due.ts'

export type FinishPurgeDeps = {
  readonly writing: Writing
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => number
}

/**
 * Ages of a purge at which it is looked for what somebody left who did not know of it. Requests and jobs end much
 * sooner than at the last one.
 */
const LOOKS_MS = [30_000, 10 * 60_000] as const
const [, LAST_LOOK_MS] = LOOKS_MS
/** The end of an import is told; this is for who missed it. */
const WAIT_MS = 10 * 60_000

const nextLookMs = (ageMs: number): number =>
  Math.max((LOOKS_MS.find(look => look > ageMs) ?? ageMs + WAIT_MS) - ageMs, 0)

const traceless = async (
  store: EventStore,
  noun: 'event' | 'venue' | 'organizer',
  id: number,
  context: Context,
): Promise<void> => {
  const fact = purgeCodec.encode({ type: 'ItemTracesRemoved', kind: noun, itemId: id })
  const record = { id: recordId(randomUUID(), 0), ...fact, meta: context }
  try {
    await store.append(purgeStream(noun, id), [record], 0)
  } catch (error) {
    // somebody else came to the same end
    if (!(error instanceof RevisionConflict)) throw error
  }
}

/**
 * Job `purge.finish`: removes again what was purged, whoever stopped in the middle of it or wrote without knowing of
 * it, and the payloads of imports that carried it (spec 00 §8 history). At once, and again later; when nothing can be
 * left it is recorded so. Doing it again, or at the same time elsewhere, does no harm.
 */
export const finishPurge = ({ writing, queue, nowMs }: FinishPurgeDeps): JobHandler<'purge.finish'> => {
  const { store } = writing
  const forgetItem = payloadForgetter(store)
  return async ({ noun, id }, { signal }) => {
    const [purged, traces] = await store.read(purgeStream(noun, id), { limit: 2 })
    if (purged === undefined || traces !== undefined) return
    const context: Context = {
      actor: null,
      at: new Date(nowMs()).toISOString(),
      source: 'worker',
      route: null,
      correlation: `purge.finish-${noun}-${id}`,
      causation: purged.id,
    }
    await removePurged(writing, noun, id, context)
    const payloads = await forgetItem(id, purged.position, signal)
    signal.throwIfAborted()
    const ageMs = nowMs() - Date.parse(purged.meta.at)
    if (ageMs < LAST_LOOK_MS || payloads === 'waits') {
      await queue.enqueue('purge.finish', { noun, id }, { delayMs: untilMs(nextLookMs(ageMs), 0) })
      return
    }
    await eraseStraySlugs(writing, noun, id, context, signal)
    signal.throwIfAborted()
    await traceless(store, noun, id, context)
  }
}
