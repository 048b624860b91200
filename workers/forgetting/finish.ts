import type { EpochMs } from '../../shared/kernel/brands.ts'
import { forgottenCodec, forgottenStream } from '../../shared/facts/forgotten.ts'
import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import type { AnewDeps } from '../../services/calendar/item/begin-anew.ts'
import { finishForgetting } from '../../services/calendar/item/forget-past.ts'
import { recordOf, serviceContext } from '../../services/handle.ts'
import { payloadForgetter } from '../../services/imports/run/forget.ts'
import { openForgettings } from './open-forgettings.ts'

export type FinishForgettingDeps = AnewDeps & {
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => EpochMs
}

/** The end of an import is told; this is for who missed it. */
const WAIT_MS = 10 * 60_000

/**
 * Job `contact.forget`: does what is left of everything that somebody wants forgotten of organizers, and deletes the
 * payloads of imports that carried it, once they are over (spec 00 §6.7). Doing it again, or at the same time elsewhere,
 * does no harm.
 */
export const finishForgettings = (deps: FinishForgettingDeps): JobHandler<'contact.forget'> => {
  const { store } = deps.writing
  const open = openForgettings(store)
  const forgetPayloads = payloadForgetter(store)
  return async (_, { signal }) => {
    const begun = await open.catchUp(signal)
    if (begun.length === 0) return
    for (const one of begun)
      await finishForgetting(deps, one, serviceContext('contact.forget', deps.nowMs(), one.cause))
    const waiting = await forgetPayloads(begun, signal)
    for (const { id, cause } of begun) {
      signal.throwIfAborted()
      if (waiting.has(id)) continue
      const context = serviceContext('contact.forget', deps.nowMs(), cause)
      const ended = { type: 'ForgettingEnded', kind: 'organizer', itemId: id } as const
      await store.append(forgottenStream('organizer', id), [recordOf(forgottenCodec, ended, context)], 'any')
    }
    if (waiting.size > 0) await deps.queue.enqueue('contact.forget', {}, { delayMs: WAIT_MS })
  }
}
