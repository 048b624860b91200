import { identityStream } from '../../../shared/facts/claim.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { appendClaims } from '../../calendar/claim-stream.ts'
import { itemStream } from '../../calendar/purged.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import { addKeys, dropKey, loadEvent } from '../apply/known-event.ts'
import { venueNameOf } from '../item/alike.ts'
import { lineageKey, rowKey, seriesKey, uidKey } from '../item/identity.ts'
import type { Did } from './scope.ts'

/** Everything by which an event of these values is known (spec 05 §5). */
const keysOf = async (
  writing: Writing,
  { origin, lineage, title, startUtc, start, allDay, venues }: EventValues,
): Promise<readonly string[]> => {
  const global = lineage.map(lineageKey)
  if (origin === null) return global
  if (origin.uid !== null) return [...global, uidKey(origin.source, origin.uid, origin.occurrence)]
  const looks = { title: foldName(title), startUtc, venueName: await venueNameOf(writing, venues[0]) }
  return [...global, rowKey(origin.source, looks, { start, allDay })]
}

/** An event that what is undone made, and that is in the trash by now, is in nobody's way. */
const freeFromMade = async (
  writing: Writing,
  key: string,
  id: number,
  did: Did,
  context: Context,
): Promise<void> => {
  const { owner, mine } = await writing.claims.claimIdentity('event', key, id, context)
  if (mine) return
  const other = await loadEvent(writing, owner)
  if (other === null || other.item.trashed === null) return
  const [made] = await writing.store.read(itemStream('event', owner), { limit: 1 })
  if (made === undefined || !did(made)) return
  await dropKey(writing, owner, key, context)
  await addKeys(writing, [key], id, context)
}

/** What the series knows of the event: the occurrence that it is, by an undo. */
const noteSeries = async (
  { store }: Writing,
  id: number,
  { origin }: EventValues,
  context: Context,
): Promise<void> => {
  if (origin === null || origin.uid === null || origin.occurrence === null) return
  const stream = identityStream('event', seriesKey(origin.source, origin.uid))
  const claim = { type: 'Claimed', owner: id, occurrence: origin.occurrence } as const
  await appendClaims(store, stream, [claim], 'any', context)
}

/** Before an event changes from `now` to `then`: it is known by what it will be. Doing it again does no harm. */
export const reidentify = async (
  writing: Writing,
  id: number,
  [now, then]: readonly [EventValues, EventValues],
  did: Did,
  context: Context,
): Promise<void> => {
  const [former, next] = await Promise.all([keysOf(writing, now), keysOf(writing, then)])
  for (const key of former) if (!next.includes(key)) await dropKey(writing, id, key, context)
  for (const key of next) if (!former.includes(key)) await freeFromMade(writing, key, id, did, context)
  await noteSeries(writing, id, then, context)
}
