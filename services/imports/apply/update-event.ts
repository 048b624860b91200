import type { EventValues } from '../../../shared/facts/event.ts'
import type { ItemOutcome } from '../../../shared/facts/import.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import type { Change, Patch } from '../../calendar/item/decide.ts'
import type { Item } from '../../calendar/item/state.ts'
import { venueNameOf } from '../item/alike.ts'
import { outcomeOf, type Subject } from '../item/dated-item.ts'
import { originOf, patchOf, type Linked } from '../item/event-values.ts'
import { lineageKey, ownIdOf, rowKey } from '../item/identity.ts'
import { periodOf } from '../item/timing.ts'
import { doneBefore, untouchable, type Session } from './chunk-scope.ts'
import { addDefaultCategory } from './default-category.ts'
import { addKeys, dropKey, dropUid, noteHints, type KnownEvent } from './known-event.ts'
import type { Link } from './link.ts'

/** Keys and looks under which the event is known from now on. */
const reindex = async (
  session: Session,
  subject: Subject,
  { id, item: known }: KnownEvent,
  patch: Patch<EventValues>,
): Promise<void> => {
  const { writing, importId, run, context } = session
  const stored = known.values.origin
  const next = originOf(importId, run.source, subject.item)
  const sameUid =
    stored?.source === run.source && stored.uid === next.uid && stored.occurrence === next.occurrence
  if (!sameUid || patch.lineage?.length !== known.values.lineage.length) {
    await addKeys(writing, subject.keys, id, context)
  }
  const isNoted = !['title', 'startUtc', 'venues'].some(member => member in patch) && known.trashed === null
  if (!sameUid || !isNoted) await noteHints(session, subject, id)
}

/** The uid, or the place in a series, that the event had in this source is free for another event. */
const releaseUid = async (
  { writing, run, context }: Session,
  { item }: Subject,
  { id, item: known }: KnownEvent,
): Promise<void> => {
  const { origin } = known.values
  if (origin === null || origin.uid === null || origin.source !== run.source) return
  const { uid, occurrence } = item.version
  if (origin.uid !== uid || origin.occurrence !== occurrence)
    await dropUid(writing, id, { ...origin, uid: origin.uid }, context)
}

/** What the item changes of an event as it stands; null: nothing. */
type PatchOn = (known: Item<EventValues>) => Patch<EventValues> | null

/** How it stands is asked about when it is looked at and again when it is decided on, mostly of the same state. */
const patching = (
  { host, importId, run, moment }: Session,
  { item, period: own }: Subject,
  id: number,
  linked: Linked,
): PatchOn => {
  const globalIds = item.version.globalIds.filter(one => ownIdOf(host, lineageKey(one)) !== id)
  const patchOn: PatchOn = known => {
    const dated = periodOf(item.timing, moment, known.values)
    return patchOf(known, item, dated.ok ? dated.period : own, linked, {
      importId,
      source: run.source,
      authority: run.updateAuthority,
      globalIds,
      noted: known.trashed !== null,
    })
  }
  let last: { readonly known: Item<EventValues>; readonly patch: Patch<EventValues> | null } | null = null
  return known => {
    if (last?.known !== known) last = { known, patch: patchOn(known) }
    return last.patch
  }
}

type Meant = (values: EventValues) => boolean

/**
 * The same of the event as it is when it comes to it: others may change or delete it meanwhile (spec 00 §8). `isMeant`:
 * whether it is still the one that was looked for.
 */
const changeFrom =
  (session: Session, subject: Subject, patchOn: PatchOn, isMeant: Meant = () => true): Change<EventValues> =>
  (_, met) => {
    if (met.trashed?.reason === 'deleted') return { ok: false, refusal: { code: 'event-is-in-trash' } }
    if (!isMeant(met.values) || untouchable(session, subject.item, { item: met }) !== null)
      return { ok: true, patch: {} }
    return { ok: true, patch: { ...patchOn(met), status: met.trashed?.was } }
  }

/** What comes after the creation by an attempt that was stopped; the event stays as it was created. */
const finish = async (
  session: Session,
  subject: Subject,
  { id, item: { values } }: KnownEvent,
  { touched, warnings }: Link,
): Promise<ItemOutcome> => {
  const { writing, context } = session
  await addKeys(writing, subject.keys, id, context)
  await noteHints(session, subject, id)
  await addDefaultCategory(session, id, values.categories)
  const list = values.status === 'future' ? 'scheduled' : 'created'
  return outcomeOf(subject, 'created', id, { touched, warnings, list })
}

/** Whether an attempt of this import that was stopped moved the event. */
const wasMoved = async ({ series, importId }: Session, { item }: Subject, id: number): Promise<boolean> => {
  const { uid } = item.version
  return uid !== null && (await series.ownerOf(uid, id))?.movedIn === importId
}

const update = async (session: Session, subject: Subject, known: KnownEvent): Promise<ItemOutcome> => {
  const { writing, context, changed } = session
  const { item } = subject
  const { id } = known
  const { values, trashed } = known.item
  const { linked, touched, warnings } = await session.link(session, item, trashed?.was ?? values.status)
  const before = doneBefore(session, known)
  if (before !== null) changed.add(id)
  if (before === 'created') return finish(session, subject, known, { linked, touched, warnings })
  const moved = before !== null && (await wasMoved(session, subject, id)) ? { reason: 'moved' } : {}
  const patchOn = patching(session, subject, id, linked)
  const patch = patchOn(known.item)
  if (patch === null) return outcomeOf(subject, before ?? 'unchanged', id, { touched, warnings, ...moved })
  await reindex(session, subject, known, patch)
  const change = changeFrom(session, subject, patchOn)
  const result = await calendarOn(writing).event.change(id, change, context, known.loaded)
  if (!result.ok) return outcomeOf(subject, 'skipped', id, { reason: 'in_trash', touched, warnings })
  changed.add(id)
  await releaseUid(session, subject, known)
  return outcomeOf(subject, before ?? 'updated', id, { touched, warnings, ...moved })
}

/** The outcome of an item that must leave the event as it is; null: it may change it. */
const leftAlone = (session: Session, subject: Subject, known: KnownEvent): ItemOutcome | null => {
  session.met.add(known.id)
  const reason = untouchable(session, subject.item, known)
  if (reason === null) return null
  const before = reason === 'retain' ? doneBefore(session, known) : null
  return before === null
    ? outcomeOf(subject, 'skipped', known.id, { reason })
    : outcomeOf(subject, before, known.id)
}

/** A known event: whether the item may touch it at all, then what it changes (spec 05 §5-6). */
export const meet = async (session: Session, subject: Subject, known: KnownEvent): Promise<ItemOutcome> =>
  leftAlone(session, subject, known) ?? update(session, subject, known)

/** Whether an event is, or is to be, the occurrence that an item brings; rows have none. */
const isMeantBy =
  ({ run }: Session, { item: { version } }: Subject, seen: string | null): Meant =>
  ({ origin }) =>
    origin?.source === run.source &&
    origin.uid === version.uid &&
    (origin.occurrence === version.occurrence || origin.occurrence === seen)

/** What the event was known by before it was moved. */
const dropFormer = async (session: Session, subject: Subject, { id, item }: KnownEvent): Promise<void> => {
  const { writing, run, series, context } = session
  const { uid, occurrence } = subject.item.version
  if (uid === null) {
    const venueName = await venueNameOf(writing, item.values.venues[0])
    const looks = { ...subject.looks, title: foldName(item.values.title), venueName }
    const former = rowKey(run.source, looks, item.values)
    return subject.keys.includes(former) ? undefined : dropKey(writing, id, former, context)
  }
  // the stream of the series still knows what an attempt that came no further has changed
  const noted = (await series.ownerOf(uid, id))?.occurrence ?? null
  const formers = new Set([item.values.origin?.occurrence ?? null, ...(noted === null ? [] : [noted])])
  for (const former of formers)
    if (former !== occurrence)
      await dropUid(writing, id, { source: run.source, uid, occurrence: former }, context)
}

/**
 * A known event of the same series, or row, becomes the one that the item brings: it is moved (spec 05 §5). First the
 * event, whose stream decides who takes it, then by what it is found. null: somebody else took it.
 */
export const move = async (
  session: Session,
  subject: Subject,
  known: KnownEvent,
): Promise<ItemOutcome | null> => {
  const alone = leftAlone(session, subject, known)
  if (alone !== null) return alone
  const { writing, context, changed } = session
  const { id, item } = known
  const { linked, touched, warnings } = await session.link(session, subject.item, item.values.status)
  const isMeant = isMeantBy(session, subject, item.values.origin?.occurrence ?? null)
  const change = changeFrom(session, subject, patching(session, subject, id, linked), isMeant)
  const result = await calendarOn(writing).event.change(id, change, context, known.loaded)
  if (!result.ok || result.values.origin?.occurrence !== subject.item.version.occurrence) return null
  changed.add(id)
  await dropFormer(session, subject, known)
  await noteHints(session, subject, id)
  await addKeys(writing, subject.keys, id, context)
  return outcomeOf(subject, 'updated', id, { reason: 'moved', touched, warnings })
}
