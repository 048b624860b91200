import { termId, type EpochMs } from '../../shared/kernel/brands.ts'
import type { JobHandler } from '../../shared/jobs/port.ts'
import type { ItemStatus } from '../../shared/facts/common.ts'
import type { Item } from '../../services/calendar/item/state.ts'
import { calendarOn } from '../../services/calendar/calendar.ts'
import { itemStream } from '../../services/calendar/purged.ts'
import { discardTerm, restoreTerm } from '../../services/calendar/term/discard.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import { serviceContext, type Context } from '../../services/handle.ts'
import { wasLinked } from './linked.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/**
 * Whoever prepared something this long ago hardly comes back for it; an event that does come gets it back. With the
 * time until it is noticed and done this is less than the 60 s of spec 02 §5.
 */
export const PREPARED_MS = 45_000

export type SettleDeps = { readonly writing: Writing; readonly nowMs: () => EpochMs }

/** Out of the trash, if it was put there for want of an event. */
const back = (_: unknown, { trashed, changedBy }: Pick<Item<unknown>, 'trashed' | 'changedBy'>) => {
  const status: ItemStatus | undefined = changedBy['status'] === 'service' ? trashed?.was : undefined
  return { ok: true, patch: { status } } as const
}

const putAway = {
  venue: (writing: Writing, id: number, context: Context) =>
    calendarOn(writing).venue.trash(id, 'deleted', context),
  organizer: (writing: Writing, id: number, context: Context) =>
    calendarOn(writing).organizer.trash(id, 'deleted', context),
  term: (writing: Writing, id: number, context: Context) => discardTerm(writing, termId(id), context),
} as const
const restore = {
  venue: (writing: Writing, id: number, context: Context) =>
    calendarOn(writing).venue.change(id, back, context),
  organizer: (writing: Writing, id: number, context: Context) =>
    calendarOn(writing).organizer.change(id, back, context),
  term: (writing: Writing, id: number, context: Context) => restoreTerm(writing, termId(id), context),
} as const

/**
 * Job `prepared.settle`: what was made for an event that never came (its maker crashed, or the event was refused) is
 * put away, a venue or organizer in the trash, which frees its slug. It may still be found by its name by somebody who
 * looked just before, so an event that links it after all gets it back. Doing it again, or at the same time elsewhere,
 * does no harm.
 */
export const settlePrepared =
  ({ writing, nowMs }: SettleDeps): JobHandler<'prepared.settle'> =>
  async ({ noun, id }, { signal }) => {
    const { store } = writing
    const [first] = await store.read(itemStream(noun, id), { limit: 1 })
    if (first?.data['hiddenUntilLinked'] !== true) return
    if (nowMs() - msOfIso(first.meta.at) < PREPARED_MS) return
    const context = serviceContext(`prepared.settle-${noun}-${id}`, nowMs())
    const isLinked = () => wasLinked(store, first.position, { noun, id }, signal)
    if (!(await isLinked())) await putAway[noun](writing, id, context)
    if (!signal.aborted && (await isLinked())) await restore[noun](writing, id, context)
  }
