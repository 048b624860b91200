import { allSettled } from '../../../shared/all-settled.ts'
import { noRevision } from '../../../shared/kernel/brands.ts'
import type { Loaded } from '../../../shared/event-store/folding.ts'
import { RevisionConflict, type Append } from '../../../shared/event-store/port.ts'
import { identityStream, type ClaimFact } from '../../../shared/facts/claim.ts'
import type { Revision } from '../../../shared/facts/common.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { claimAppend, holdersOf } from '../../calendar/claim-stream.ts'
import { itemKinds } from '../../calendar/kinds.ts'
import type { Item, ItemState } from '../../calendar/item/state.ts'
import { bestEffort, type Writing } from '../../calendar/writing.ts'
import { loadItem } from '../../calendar/purged.ts'
import type { Context } from '../../handle.ts'
import type { Subject } from '../item/dated-item.ts'
import { fingerprintKey, ownIdOf, rowDayKey, seriesKey, uidKey } from '../item/identity.ts'

/** `loaded`: the same as its stream said it, for whoever changes it next. */
export type KnownEvent = {
  readonly id: number
  readonly item: Item<EventValues>
  readonly loaded: Loaded<ItemState<EventValues>>
}

/** A known event, or the id under which the item is to be created. */
export type Claimed =
  { readonly kind: 'known'; readonly event: KnownEvent } | { readonly kind: 'new'; readonly id: number }

const ATTEMPTS = 5

export const loadEvent = async ({ store }: Writing, id: number): Promise<KnownEvent | null> => {
  const loaded = await loadItem(store, itemKinds.event, id)
  return loaded.state === null ? null : { id, item: loaded.state, loaded }
}

/** Ids of this site can be guessed: they name only what imports write, or what this source brought (spec 05 §5). */
const isOpenTo = (source: string, { item: { values, writtenBy } }: KnownEvent): boolean =>
  writtenBy === 'import' || values.origin?.source === source

type Seeking = {
  readonly writing: Writing
  readonly host: string
  readonly run: { readonly source: string }
}

/**
 * The event that holds the first of `keys` that any event holds (spec 05 §5: first match). Ids of this site, whose
 * `host` they name, hold themselves, unless the event is not the source's to name.
 */
export const findByKeys = async (
  { writing, host, run }: Seeking,
  keys: readonly string[],
): Promise<KnownEvent | 'not_yours' | null> => {
  for (const key of keys) {
    const own = ownIdOf(host, key)
    const named = own === null ? null : await loadEvent(writing, own)
    if (named !== null) return isOpenTo(run.source, named) ? named : 'not_yours'
    const { holders } = await holdersOf(writing.store, identityStream('event', key))
    for (const { owner } of holders) {
      const known = await loadEvent(writing, owner)
      if (known !== null) return known
    }
  }
  return null
}

type Noting = Pick<Seeking, 'writing' | 'run'> & {
  readonly series: { readonly revisionOnce: (uid: string) => Revision | undefined }
  readonly context: Context
}

/**
 * Where later imports find an event by its looks and with its series: claims that any number of events may share, by
 * the event's id.
 */
export const hintsOf = (
  { run: { source }, series, context }: Omit<Noting, 'writing'>,
  { item: { version }, looks, period }: Subject,
): ((owner: number) => readonly Append[]) => {
  const { uid, occurrence } = version
  const isOfSeries = uid !== null && occurrence !== null
  const said = isOfSeries ? { occurrence, revision: series.revisionOnce(uid) } : {}
  const keys = [
    fingerprintKey(source, looks),
    ...(uid === null ? [rowDayKey(source, looks.title, period.start.slice(0, 10))] : []),
  ]
  return owner => {
    const note = (key: string, fact: ClaimFact) =>
      claimAppend(identityStream('event', key), [fact], 'any', context)
    return [
      ...keys.map(key => note(key, { type: 'Claimed', owner })),
      ...(isOfSeries ? [note(seriesKey(source, uid), { type: 'Claimed', owner, ...said })] : []),
    ]
  }
}

const appendEach = async ({ store }: Writing, appends: readonly Append[]): Promise<void> => {
  await allSettled(appends.map(({ stream, records, expected }) => store.append(stream, records, expected)))
}

/** Lets later imports find the event by its looks and with its series. Repeats do no harm. */
export const noteHints = (noting: Noting, subject: Subject, owner: number): Promise<void> =>
  appendEach(noting.writing, hintsOf(noting, subject)(owner))

/** Everything by which nobody knows an event yet, claimed for one that is created with it. */
export const newKeys = (keys: readonly string[], owner: number, context: Context): readonly Append[] =>
  [...new Set(keys)].map(key =>
    claimAppend(identityStream('event', key), [{ type: 'Claimed', owner }], noRevision, context),
  )

/** Known occurrences of a series, as far as they still are of it. */
export const seriesEvents = async (
  writing: Writing,
  source: string,
  uid: string,
): Promise<readonly KnownEvent[]> => {
  const { holders } = await holdersOf(writing.store, identityStream('event', seriesKey(source, uid)))
  const events: KnownEvent[] = []
  for (const { owner } of holders) {
    const known = await loadEvent(writing, owner)
    const origin = known?.item.values.origin
    if (known !== null && origin?.source === source && origin.uid === uid) events.push(known)
  }
  return events
}

/** First key that somebody else holds, and who; null when all are held by `owner` now. */
const claimAll = async (
  { claims }: Writing,
  keys: readonly string[],
  owner: number,
  context: Context,
): Promise<number | null> => {
  const mine: string[] = []
  for (const key of keys) {
    const claim = await claims.claimIdentity('event', key, owner, context)
    if (claim.mine) {
      mine.push(key)
      continue
    }
    for (const taken of mine) {
      const held = await claims.held(identityStream('event', taken), owner)
      if (held !== null) await bestEffort(claims.release(held, context))
    }
    return claim.owner
  }
  return null
}

/**
 * Fixes the id of a new event, if possible the one `drawn` for it, before it is created, so that whoever does the
 * same again creates the same event or finds it. An id that was claimed and not used (somebody stopped in between)
 * is taken over. `hints` on the id are recorded meanwhile.
 */
export const claimKeys = async (
  writing: Writing,
  keys: readonly string[],
  drawn: number,
  hints: (id: number) => readonly Append[],
  context: Context,
): Promise<Claimed> => {
  let id = drawn
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [other] = await allSettled([claimAll(writing, keys, id, context), appendEach(writing, hints(id))])
    if (other === null) return { kind: 'new', id }
    const known = await loadEvent(writing, other)
    if (known !== null) return { kind: 'known', event: known }
    id = other
  }
  throw new RevisionConflict(identityStream('event', keys[0] ?? ''))
}

/** Gives further keys to a known event; a key that another event holds stays there. */
export const addKeys = async (
  { claims }: Writing,
  keys: readonly string[],
  owner: number,
  context: Context,
): Promise<void> => {
  for (const key of keys) await claims.claimIdentity('event', key, owner, context)
}

/** The event is known by it no longer: it is free for another event. */
export const dropKey = async (
  { claims }: Writing,
  owner: number,
  key: string,
  context: Context,
): Promise<void> => {
  const held = await claims.held(identityStream('event', key), owner)
  if (held !== null) await claims.release(held, context)
}

/** The event has another uid now, or is another occurrence. */
export const dropUid = (
  writing: Writing,
  owner: number,
  {
    source,
    uid,
    occurrence,
  }: { readonly source: string; readonly uid: string; readonly occurrence: string | null },
  context: Context,
): Promise<void> => dropKey(writing, owner, uidKey(source, uid, occurrence), context)
