import type { EventValues } from '../../shared/facts/event.ts'
import type { ActivityList, ItemOutcome } from '../../shared/facts/import.ts'
import { changeEvent, createEvent, trashEvent } from '../calendar/event/write.ts'
import type { Patch } from '../calendar/item/decide.ts'
import type { Writing } from '../calendar/writing.ts'
import type { Context } from '../handle.ts'
import { originAfter, originOf, patchOf, statusAtCreation, valuesAtCreation } from './event-values.ts'
import {
  addKeys,
  claimKeys,
  dropUid,
  findAlike,
  findByKeys,
  loadEvent,
  noteFingerprint,
  type KnownEvent,
} from './known-event.ts'
import type { Link, Linker } from './link.ts'
import type { BatchPlan } from './plan.ts'
import { found } from './run/state-lists.ts'
import { touchKey, type Run } from './run/state.ts'
import { outcomeOf, type Subject } from './subject.ts'
import { periodOf, type TimingContext } from './timing.ts'

/** What all items of one chunk share. */
export type Session = {
  readonly writing: Writing
  readonly importId: string
  /** As it was before the chunk. */
  readonly run: Run
  readonly plan: BatchPlan
  readonly moment: TimingContext
  readonly context: Context
  readonly link: Linker
  /** Events on which items of this chunk took effect, and those they met. */
  readonly changed: Set<number>
  readonly met: Set<number>
}

const EFFECTS = ['created', 'updated', 'scheduled'] as const
const LOOKED_AT = [...EFFECTS, 'skipped'] as const

const recordedIn = (run: Run, lists: readonly ActivityList[], id: number): boolean =>
  lists.some(list => found(run.touches, touchKey('cal_events', list, id)) !== undefined)

/** Spec 05 §5, rows 1-4. */
const findKnown = async (session: Session, { keys, item, looks }: Subject): Promise<KnownEvent | null> => {
  const { writing, run, plan, met } = session
  const known = await findByKeys(writing, keys)
  if (known !== null || item.version.uid === null) return known
  return findAlike(writing, run.source, looks, ({ id, item: { values } }) => {
    const uid = values.origin?.uid ?? null
    return !met.has(id) && !recordedIn(run, LOOKED_AT, id) && (uid === null || !plan.uids.has(uid))
  })
}

/** Done, but recorded by nobody: this item was here before, and was stopped before its outcome was recorded. */
const doneBefore = (
  { importId, run, changed }: Session,
  { id, item }: KnownEvent,
): 'created' | 'updated' | null => {
  if (item.values.origin?.importId !== importId || changed.has(id)) return null
  if (recordedIn(run, EFFECTS, id)) return null
  return Object.values(item.changedBy).includes('import') ? 'updated' : 'created'
}

/** Once, at creation, and in the service's name: a category set by the import would follow the source. */
const addDefaultCategory = async (
  { writing, run, context }: Session,
  id: number,
  categories: readonly number[],
): Promise<void> => {
  if (run.category === null || categories.includes(run.category)) return
  const sent = { categories: [...categories, run.category] }
  await changeEvent(writing, id, sent, { ...context, source: 'worker' })
}

/** null: somebody else created an event under this id while we looked. */
const create = async (
  session: Session,
  subject: Subject,
  { id, drawn }: { readonly id: number; readonly drawn: boolean },
  { linked, touched, warnings }: Link,
): Promise<ItemOutcome | null> => {
  const { writing, importId, run, context, changed } = session
  const { item, period } = subject
  const values = valuesAtCreation(importId, run, item, period, linked)
  const created = await createEvent(writing, { id, drawn, values }, context)
  if (!created.ok) return null
  changed.add(id)
  await addDefaultCategory(session, id, created.values.categories)
  const list = created.values.status === 'future' ? 'scheduled' : 'created'
  return outcomeOf(subject, 'created', id, { touched, warnings, list })
}

/** Known and cancelled by its source: to the trash, with the version that said so. */
const cancel = async (session: Session, subject: Subject, known: KnownEvent): Promise<ItemOutcome> => {
  const { writing, importId, run, context, changed } = session
  const { id, item } = known
  if (item.trashed !== null) return outcomeOf(subject, doneBefore(session, known) ?? 'unchanged', id)
  const { origin } = originAfter(item, importId, run.source, subject.item)
  await changeEvent(writing, id, { origin }, context)
  const trashed = await trashEvent(writing, id, 'cancelled', context)
  changed.add(id)
  return outcomeOf(subject, trashed.ok ? 'updated' : 'unchanged', id)
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
  if (next.uid !== null && looksMoved) await noteFingerprint(writing, run.source, looks, id, context)
}

/** The uid that the event had in this source is free for another event. */
const releaseUid = async (
  { writing, run, context }: Session,
  { item }: Subject,
  { id, item: known }: KnownEvent,
): Promise<void> => {
  const { origin } = known.values
  if (origin === null || origin.uid === null || origin.source !== run.source) return
  if (origin.uid !== item.version.uid) await dropUid(writing, id, { ...origin, uid: origin.uid }, context)
}

const update = async (session: Session, subject: Subject, known: KnownEvent): Promise<ItemOutcome> => {
  const { writing, importId, run, moment, context, changed } = session
  const { item } = subject
  const { id } = known
  const { values, trashed } = known.item
  const dated = periodOf(item.timing, moment, values)
  const period = dated.ok ? dated.period : subject.period
  const { linked, touched, warnings } = await session.link(session, item, trashed?.was ?? values.status)
  const authority = run.updateAuthority
  const noted = trashed !== null
  const patch = patchOf(known.item, item, period, linked, { importId, source: run.source, authority, noted })
  const before = doneBefore(session, known)
  if (before === 'created') await addDefaultCategory(session, id, values.categories)
  if (patch === null) return outcomeOf(subject, before ?? 'unchanged', id, { touched, warnings })
  await reindex(session, subject, known, patch)
  const result = await changeEvent(writing, id, { ...patch, status: trashed?.was }, context)
  if (!result.ok) return outcomeOf(subject, 'skipped', id, { reason: 'in_trash', touched, warnings })
  changed.add(id)
  await releaseUid(session, subject, known)
  return outcomeOf(subject, before ?? 'updated', id, { touched, warnings })
}

/** A known event: whether the item may touch it at all, then what it changes (spec 05 §5-6). */
const meet = async (session: Session, subject: Subject, known: KnownEvent): Promise<ItemOutcome> => {
  const { run, met } = session
  const { version, status } = subject.item
  const { values, trashed } = known.item
  met.add(known.id)
  const skipped = (reason: string) => outcomeOf(subject, 'skipped', known.id, { reason })
  if (run.updateAuthority === 'retain') {
    const before = doneBefore(session, known)
    return before === null ? skipped('retain') : outcomeOf(subject, before, known.id)
  }
  if (trashed?.reason === 'deleted') return skipped('in_trash')
  const { origin } = values
  const comparable = origin?.source === run.source && origin.uid === version.uid
  if (comparable && version.sequence !== null && version.sequence < origin.sequence) return skipped('older')
  return status === 'cancelled' ? cancel(session, subject, known) : update(session, subject, known)
}

/** Makes one item true; doing it again, or at the same time elsewhere, ends with the same event. */
export const applyItem = async (session: Session, subject: Subject): Promise<ItemOutcome> => {
  const { writing, run, context, met } = session
  const { item, keys, looks } = subject
  const known = await findKnown(session, subject)
  if (known !== null) return meet(session, subject, known)
  if (item.status === 'cancelled') return outcomeOf(subject, 'skipped', null, { reason: 'cancelled' })
  const linked = await session.link(session, item, statusAtCreation(item, run))
  // rows without uid are never looked up by their looks
  const note = async (id: number) => {
    if (item.version.uid !== null) await noteFingerprint(writing, run.source, looks, id, context)
  }
  const claimed = await claimKeys(writing, keys, note, context)
  if (claimed.kind === 'known') return meet(session, subject, claimed.event)
  met.add(claimed.id)
  const created = await create(session, subject, claimed, linked)
  if (created !== null) return created
  const other = await loadEvent(writing, claimed.id)
  if (other === null) throw new Error(`event ${claimed.id} could neither be created nor found`)
  return meet(session, subject, other)
}

/** Another item of the batch stands for this one. */
export const duplicateItem = async ({ writing }: Session, subject: Subject): Promise<ItemOutcome> =>
  outcomeOf(subject, 'duplicate', (await findByKeys(writing, subject.keys))?.id ?? null)
