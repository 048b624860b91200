import type { StreamName, EpochMs } from '../../shared/kernel/brands.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'
import { itemIn } from '../../shared/facts/common.ts'
import { isRestated } from '../../shared/facts/forgotten.ts'
import { PURGED } from '../../shared/facts/purge.ts'
import type { AnewDeps } from '../calendar/item/begin-anew.ts'
import { forgetVersions, versionsDue } from '../calendar/item/forget-versions.ts'
import { memberAfter } from '../calendar/having.ts'
import { idsNamed } from '../calendar/named.ts'
import { overdueAnew, type Limit, type Overdue } from './overdue.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

const EVENTS: readonly string[] = ['event-', `${PURGED}event-`]
type Item = NonNullable<ReturnType<typeof itemIn>>

/** What one look through all items finds. */
type Found = {
  /** Streams of what is in the trash, and when it was changed last (epoch milliseconds); Infinity: it begins anew. */
  readonly trashed: Map<StreamName, number>
  /** Streams that began anew in the trash, with something left before that. */
  readonly cut: Set<StreamName>
  /** Ids of venues and organizers that an event names or ever named. */
  readonly named: Set<number>
}

const note = ({ trashed, cut, named }: Found, record: StoredRecord): void => {
  const { stream, meta } = record
  if (EVENTS.some(prefix => stream.startsWith(prefix)))
    for (const member of ['venues', 'organizers'] as const)
      for (const id of idsNamed(record, member)) named.add(id)
  const status = memberAfter(record, 'status')
  const wasInTrash = trashed.has(stream)
  if (isRestated(record) && wasInTrash) cut.add(stream)
  if (status === undefined ? wasInTrash : status === 'trash')
    trashed.set(stream, isRestated(record) ? Infinity : msOfIso(meta.at))
  else trashed.delete(stream)
}

const lookThrough = async (store: Pick<EventStore, 'follow'>, signal: AbortSignal): Promise<Found> => {
  const found: Found = { trashed: new Map(), cut: new Set(), named: new Set() }
  for await (const { records } of untilLive(store, [...EVENTS, 'venue-', 'organizer-'], signal))
    for (const record of records) note(found, record)
  return found
}

/** Items of which versions are due, and how many. */
const oldVersions = async (
  store: EventStore,
  beforeMs: EpochMs,
  signal: AbortSignal,
): Promise<ReadonlyMap<Item, number>> => {
  const { trashed, cut, named } = await lookThrough(store, signal)
  const due = new Map<Item, number>()
  for (const stream of new Set([...cut, ...trashed.keys()])) {
    const item = itemIn(stream)
    if (item === null || (!cut.has(stream) && (trashed.get(stream) ?? Infinity) >= beforeMs)) continue
    signal.throwIfAborted()
    const records = await store.read(stream)
    const isUnseen = records[0]?.data['hiddenUntilLinked'] === true && !named.has(item.id)
    const versions = versionsDue(item.kind, records, beforeMs, isUnseen)
    if (versions > 0) due.set(item, versions)
  }
  return due
}

/**
 * What events, venues and organizers in the trash were before their last change, when that is long enough ago: versions are
 * counted.
 */
export const dueVersions = async (deps: AnewDeps, limit: Limit, signal: AbortSignal): Promise<Overdue> => {
  const due = await oldVersions(deps.writing.store, limit.ms, signal)
  return overdueAnew('versions', due, limit, ({ kind, id }, context) =>
    forgetVersions(deps, kind, id, limit.ms, context),
  )
}
