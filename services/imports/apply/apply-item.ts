import type { EventValues } from '../../../shared/facts/event.ts'
import type { ItemOutcome } from '../../../shared/facts/import.ts'
import { changeEvent, createEvent } from '../../calendar/event/write.ts'
import type { Change, Patch } from '../../calendar/item/decide.ts'
import { callOff, notYours } from '../run/call-off.ts'
import { originOf, patchOf, statusAtCreation, valuesAtCreation, type Linked } from '../item/event-values.ts'
import { lineageKey, occurrenceOf, ownIdOf, uidKey } from '../item/identity.ts'
import {
  addKeys,
  claimKeys,
  dropUid,
  findByKeys,
  loadEvent,
  noteHints,
  type KnownEvent,
} from './known-event.ts'
import type { Link } from './link.ts'
import { doneBefore, untouchable, type Session } from './chunk-scope.ts'
import { outcomeOf, type CalledOff, type Subject } from '../item/dated-item.ts'
import { periodOf } from '../item/timing.ts'

/**
 * Row 2 when a single event became a series or a series a single event: the same uid and the same start. Not one
 * whose own identity is in the batch, too.
 */
const findSameStart = async (session: Session, { item, period }: Subject): Promise<KnownEvent | null> => {
  const { run, plan } = session
  const { uid, occurrence } = item.version
  if (uid === null) return null
  const start = occurrenceOf(period)
  const other = uidKey(run.source, uid, occurrence === null ? start : null)
  if (plan.keys.has(other)) return null
  const known = await findByKeys(session, [other])
  const isThere =
    known !== null &&
    known !== 'not_yours' &&
    (occurrence === null || occurrenceOf(known.item.values) === occurrence)
  return isThere ? known : null
}

/** Spec 05 §5, rows 1-4. */
const findKnown = async (session: Session, subject: Subject): Promise<KnownEvent | 'not_yours' | null> => {
  const known = await findByKeys(session, subject.keys)
  if (known !== null || subject.item.version.uid === null) return known
  return (await findSameStart(session, subject)) ?? session.findAlike(subject.looks)
}

/** Once, at creation, and in the service's name: a category set by the import would follow the source. */
const addDefaultCategory = async (
  { writing, run, context }: Session,
  id: number,
  categories: readonly number[],
): Promise<void> => {
  if (run.category === null || categories.includes(run.category)) return
  const { category } = run
  const added = ({ categories: met }: EventValues) =>
    ({ ok: true, patch: met.includes(category) ? {} : { categories: [...met, category] } }) as const
  await changeEvent(writing, id, added, { ...context, source: 'worker' })
}

/** null: the identity is another event's, or somebody else created an event under this id while we looked. */
const create = async (
  session: Session,
  subject: Subject,
  { id, won }: { readonly id: number; readonly won?: Promise<boolean> },
  { linked, touched, warnings }: Link,
): Promise<ItemOutcome | null> => {
  const { writing, importId, run, context, changed } = session
  const { item, period } = subject
  const values = valuesAtCreation(importId, run, item, period, linked)
  const created = await createEvent(writing, { id, won, values }, context)
  if (!created.ok) return null
  changed.add(id)
  await addDefaultCategory(session, id, created.values.categories)
  const list = created.values.status === 'future' ? 'scheduled' : 'created'
  return outcomeOf(subject, 'created', id, { touched, warnings, list })
}

/** Keys and looks under which the event is known from now on. */
const reindex = async (
  { writing, importId, run, context }: Session,
  { item, keys, looks }: Subject,
  { id, item: known }: KnownEvent,
  patch: Patch<EventValues>,
): Promise<void> => {
  const stored = known.values.origin
  const next = originOf(importId, run.source, item)
  const sameUid =
    stored?.source === run.source && stored.uid === next.uid && stored.occurrence === next.occurrence
  if (!sameUid || patch.lineage?.length !== known.values.lineage.length) {
    await addKeys(writing, keys, id, context)
  }
  const looksMoved = ['title', 'startUtc', 'venues'].some(member => member in patch)
  if (!sameUid || looksMoved) await noteHints(writing, run.source, item.version, looks, id, context)
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

/** What the item changes of a known event; null: nothing. */
const patchFrom = (
  { host, importId, run, moment }: Session,
  { item, period: own }: Subject,
  { id, item: known }: KnownEvent,
  linked: Linked,
): Patch<EventValues> | null => {
  const dated = periodOf(item.timing, moment, known.values)
  const globalIds = item.version.globalIds.filter(one => ownIdOf(host, lineageKey(one)) !== id)
  return patchOf(known, item, dated.ok ? dated.period : own, linked, {
    importId,
    source: run.source,
    authority: run.updateAuthority,
    globalIds,
    noted: known.trashed !== null,
  })
}

/** The same of the event as it is when it comes to it: others may change or delete it meanwhile (spec 00 §8). */
const changeFrom =
  (session: Session, subject: Subject, id: number, linked: Linked): Change<EventValues> =>
  (_, met) => {
    const known = { id, item: met }
    if (met.trashed?.reason === 'deleted') return { ok: false, refusal: { code: 'event-is-in-trash' } }
    if (untouchable(session, subject.item, known) !== null) return { ok: true, patch: {} }
    return { ok: true, patch: { ...patchFrom(session, subject, known, linked), status: met.trashed?.was } }
  }

/** What comes after the creation by an attempt that was stopped; the event stays as it was created. */
const finish = async (
  session: Session,
  subject: Subject,
  { id, item: { values } }: KnownEvent,
  { touched, warnings }: Link,
): Promise<ItemOutcome> => {
  const { writing, run, context } = session
  const { keys, item, looks } = subject
  await addKeys(writing, keys, id, context)
  await noteHints(writing, run.source, item.version, looks, id, context)
  await addDefaultCategory(session, id, values.categories)
  const list = values.status === 'future' ? 'scheduled' : 'created'
  return outcomeOf(subject, 'created', id, { touched, warnings, list })
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
  const patch = patchFrom(session, subject, known, linked)
  if (patch === null) return outcomeOf(subject, before ?? 'unchanged', id, { touched, warnings })
  await reindex(session, subject, known, patch)
  const result = await changeEvent(writing, id, changeFrom(session, subject, id, linked), context)
  if (!result.ok) return outcomeOf(subject, 'skipped', id, { reason: 'in_trash', touched, warnings })
  changed.add(id)
  await releaseUid(session, subject, known)
  return outcomeOf(subject, before ?? 'updated', id, { touched, warnings })
}

/** A known event: whether the item may touch it at all, then what it changes (spec 05 §5-6). */
const meet = async (session: Session, subject: Subject, known: KnownEvent): Promise<ItemOutcome> => {
  session.met.add(known.id)
  const reason = untouchable(session, subject.item, known)
  if (reason === null) return update(session, subject, known)
  const before = reason === 'retain' ? doneBefore(session, known) : null
  return before === null
    ? outcomeOf(subject, 'skipped', known.id, { reason })
    : outcomeOf(subject, before, known.id)
}

/** Makes one item true; doing it again, or at the same time elsewhere, ends with the same event. */
export const applyItem = async (session: Session, subject: Subject): Promise<ItemOutcome> => {
  const { writing, run, context, met } = session
  const { item, keys, looks } = subject
  const known = await findKnown(session, subject)
  if (known === 'not_yours') return notYours(subject)
  if (item.status === 'cancelled') return callOff(session, subject, known)
  if (known !== null) return meet(session, subject, known)
  const linked = await session.link(session, item, statusAtCreation(item, run))
  const note = (id: number) => noteHints(writing, run.source, item.version, looks, id, context)
  const drawn = await writing.ids.next('post', context)
  const claiming = claimKeys(writing, keys, drawn, note, context)
  met.add(drawn)
  const won = claiming.then(claimed => claimed.kind === 'new' && claimed.id === drawn)
  const first = await create(session, subject, { id: drawn, won }, linked)
  if (first !== null) return first
  const claimed = await claiming
  if (claimed.kind === 'known') return meet(session, subject, claimed.event)
  met.add(claimed.id)
  const created = await create(session, subject, claimed, linked)
  if (created !== null) return created
  const other = await loadEvent(writing, claimed.id)
  if (other === null) throw new Error(`event ${claimed.id} could neither be created nor found`)
  return meet(session, subject, other)
}

/** Another item of the batch stands for this one. */
export const duplicateItem = async (session: Session, subject: Subject | CalledOff): Promise<ItemOutcome> => {
  const known = await findByKeys(session, subject.keys)
  return outcomeOf(subject, 'duplicate', known === null || known === 'not_yours' ? null : known.id)
}
