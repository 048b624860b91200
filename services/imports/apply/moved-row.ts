import { identityStream } from '../../../shared/facts/claim.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { holdersOf } from '../../calendar/claim-stream.ts'
import { venueNameOf } from '../item/alike.ts'
import type { Subject } from '../item/dated-item.ts'
import { rowDayKey, rowKey } from '../item/identity.ts'
import type { Session } from './chunk-scope.ts'
import { loadEvent, type KnownEvent } from './known-event.ts'
import { wasMet } from './was-met.ts'

/** Whether another row of the batch is this event. */
const isBrought = async ({ writing, run, plan }: Session, { item: { values } }: KnownEvent) => {
  const [title, venueName] = [foldName(values.title), await venueNameOf(writing, values.venues[0])]
  return plan.keys.has(rowKey(run.source, { title, startUtc: values.startUtc, venueName }, values))
}

/**
 * The event that a row without uid brings at another time (spec 05 §5): the only one of the same source, title and local
 * day that no row is. Notes on days are hints; what counts is the event as it is now.
 */
export const movedRow = async (session: Session, { looks, period }: Subject): Promise<KnownEvent | null> => {
  const { writing, run, met } = session
  const day = period.start.slice(0, 10)
  const { holders } = await holdersOf(
    writing.store,
    identityStream('event', rowDayKey(run.source, looks.title, day)),
  )
  let only: KnownEvent | null = null
  for (const { owner } of holders) {
    if (met.has(owner) || wasMet(run, owner)) continue
    const known = await loadEvent(writing, owner)
    if (known === null || known.item.trashed !== null) continue
    const { values } = known.item
    const isRow = values.origin?.source === run.source && values.origin.uid === null
    if (!isRow || foldName(values.title) !== looks.title || values.start.slice(0, 10) !== day) continue
    if (await isBrought(session, known)) continue
    if (only !== null) return null
    only = known
  }
  return only
}
