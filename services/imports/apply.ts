import type { ActivityList, ItemOutcome, Outcome } from '../../shared/facts/import.ts'
import type { EventValues, Period } from '../../shared/facts/event.ts'
import { changeEvent, createEvent, trashEvent } from '../calendar/event/write.ts'
import type { Patch } from '../calendar/item/decide.ts'
import type { Writing } from '../calendar/writing.ts'
import type { Context } from '../handle.ts'
import { originOf, patchOf, statusAtCreation, valuesAtCreation } from './event-values.ts'
import { fingerprintKey, fingerprintOf, identityKeys, type Fingerprint } from './identity.ts'
import type { RawItem } from './item.ts'
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
import { linker, type Link } from './link.ts'
import { failedOutcome } from './outcome.ts'
import type { BatchPlan } from './plan.ts'
import { readItem, versionOf, type ImportedItem } from './read-item.ts'
import { found } from './run/state-lists.ts'
import { touchKey, type Run } from './run/state.ts'
import { periodOf, type TimingContext } from './timing.ts'

/** What all items of one chunk share. */
export type Chunk = {
  readonly importId: string
  /** As it was before the chunk. */
  readonly run: Run
  readonly plan: BatchPlan
  readonly moment: TimingContext
  readonly context: Context
}

type Touched = ItemOutcome['touched']

/** One item on its way: read, dated, not yet identified. */
type Subject = {
  readonly position: number
  readonly item: ImportedItem
  readonly period: Period
  readonly warnings: readonly string[]
  readonly keys: readonly string[]
  readonly looks: Fingerprint
}

const LISTS: Readonly<Record<Outcome, ActivityList | null>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'skipped',
  skipped: 'skipped',
  duplicate: 'skipped',
  failed: null,
}

const outcomeOf = (
  { position, item, warnings }: Pick<Subject, 'position' | 'item' | 'warnings'>,
  outcome: Outcome,
  id: number | null,
  {
    reason = null,
    touched = [],
    list = LISTS[outcome],
  }: { reason?: string | null; touched?: Touched; list?: ActivityList | null } = {},
): ItemOutcome => ({
  position,
  outcome,
  reason,
  warnings: [...new Set(warnings)],
  id,
  uid: item.version.uid,
  touched: id === null || list === null ? touched : [['cal_events', list, id], ...touched],
})

/** Settled before everything else: what cannot be read, and what another item of the batch replaces. */
const read = ({ run, moment }: Chunk, position: number, raw: RawItem): Subject | ItemOutcome => {
  const { uid } = versionOf(raw)
  const parsed = readItem(raw)
  if (!parsed.ok) return failedOutcome(position, parsed.reason, { uid, warnings: parsed.warnings })
  const dated = periodOf(parsed.item.timing, moment, null)
  if (!dated.ok) return failedOutcome(position, dated.reason, { uid, warnings: parsed.warnings })
  const { item } = parsed
  return {
    position,
    item,
    period: dated.period,
    warnings: [...parsed.warnings, ...dated.warnings],
    keys: identityKeys(run.source, item, dated.period),
    looks: fingerprintOf(item, dated.period),
  }
}

const EFFECTS = ['created', 'updated', 'scheduled'] as const
const LOOKED_AT = [...EFFECTS, 'skipped'] as const

const recordedIn = (run: Run, lists: readonly ActivityList[], id: number): boolean =>
  lists.some(list => found(run.touches, touchKey('cal_events', list, id)) !== undefined)

/**
 * Applies the items of one chunk, any number at a time (spec 05 §5-7). Items with a common identity follow each
 * other in the order of the calls; the others run side by side.
 */
export const chunkApplier = (writing: Writing, chunk: Chunk) => {
  const { importId, run, plan, moment, context } = chunk
  const { source } = run
  const link = linker(writing, chunk)
  /** Events that items of this chunk took effect on, or met. */
  const changed = new Set<number>()
  const met = new Set<number>()
  const tails = new Map<string, Promise<unknown>>()

  const find = async ({ keys, item, looks }: Subject): Promise<KnownEvent | null> => {
    const known = await findByKeys(writing, keys)
    if (known !== null || item.version.uid === null) return known
    return findAlike(writing, source, looks, ({ id, item: { values } }) => {
      const uid = values.origin?.uid ?? null
      return !met.has(id) && !recordedIn(run, LOOKED_AT, id) && (uid === null || !plan.uids.has(uid))
    })
  }

  /** Recorded by nobody yet, but done: this item was here before, and stopped before its outcome was recorded. */
  const doneBefore = ({ id, item }: KnownEvent): 'created' | 'updated' | null => {
    if (item.values.origin?.importId !== importId || changed.has(id)) return null
    if (recordedIn(run, EFFECTS, id)) return null
    return Object.values(item.changedBy).includes('import') ? 'updated' : 'created'
  }

  /** Once, at creation, and in the name of the service: a category of the source's would follow the source. */
  const addDefaultCategory = async (id: number, categories: readonly number[]): Promise<void> => {
    if (run.category === null || categories.includes(run.category)) return
    const sent = { categories: [...categories, run.category] }
    await changeEvent(writing, id, sent, { ...context, source: 'worker' })
  }

  const create = async (
    subject: Subject,
    id: number,
    { linked, touched, warnings }: Link,
  ): Promise<ItemOutcome | null> => {
    const { item, period, looks } = subject
    const values = valuesAtCreation(importId, run, item, period, linked)
    if (item.version.uid !== null) await noteFingerprint(writing, source, looks, id, context)
    const created = await createEvent(writing, { id, values }, context)
    // somebody else made it while we looked: it is a known event now
    if (!created.ok) return null
    changed.add(id)
    await addDefaultCategory(id, created.values.categories)
    const list = created.values.status === 'future' ? 'scheduled' : 'created'
    return outcomeOf({ ...subject, warnings: [...subject.warnings, ...warnings] }, 'created', id, {
      touched,
      list,
    })
  }

  const cancel = async (subject: Subject, { id, item: known }: KnownEvent): Promise<ItemOutcome> => {
    if (known.trashed !== null) return outcomeOf(subject, 'unchanged', id)
    const trashed = await trashEvent(writing, id, 'cancelled', context)
    changed.add(id)
    return outcomeOf(subject, trashed.ok ? 'updated' : 'unchanged', id)
  }

  /** Keys and looks under which the event is known from now on. */
  const reindex = async (subject: Subject, { id, item: known }: KnownEvent, patch: Patch<EventValues>) => {
    const { item, keys, looks } = subject
    const stored = known.values.origin
    const next = originOf(importId, source, item)
    const uidMoved =
      stored?.source !== source || stored.uid !== next.uid || stored.occurrence !== next.occurrence
    if (uidMoved || patch.lineage?.length !== known.values.lineage.length)
      await addKeys(writing, keys, id, context)
    const looksMoved = ['title', 'startUtc', 'venues'].some(member => member in patch)
    if (next.uid !== null && looksMoved) await noteFingerprint(writing, source, looks, id, context)
  }

  const update = async (subject: Subject, known: KnownEvent): Promise<ItemOutcome> => {
    const { item } = subject
    const { id } = known
    const dated = periodOf(item.timing, moment, known.item.values)
    const restored = known.item.trashed
    const { linked, touched, warnings } = await link(item, restored?.was ?? known.item.values.status)
    const noted = { ...subject, warnings: [...subject.warnings, ...warnings] }
    const period = dated.ok ? dated.period : subject.period
    const patch = patchOf(known.item, item, period, linked, {
      importId,
      source,
      authority: run.updateAuthority,
    })
    const before = doneBefore(known)
    if (before === 'created') await addDefaultCategory(id, known.item.values.categories)
    if (patch === null && restored === null) {
      return outcomeOf(noted, before ?? 'unchanged', id, { touched })
    }
    if (patch !== null) await reindex(subject, known, patch)
    const result = await changeEvent(writing, id, { ...patch, status: restored?.was }, context)
    if (!result.ok) return outcomeOf(noted, 'skipped', id, { reason: 'in_trash', touched })
    changed.add(id)
    const stored = known.item.values.origin
    if (stored?.uid != null && stored.source === source && stored.uid !== item.version.uid) {
      await dropUid(writing, id, { source, uid: stored.uid, occurrence: stored.occurrence }, context)
    }
    return outcomeOf(noted, before ?? 'updated', id, { touched })
  }

  const meet = async (subject: Subject, known: KnownEvent): Promise<ItemOutcome> => {
    const { item } = subject
    const { values, trashed } = known.item
    met.add(known.id)
    const skipped = (reason: string) => outcomeOf(subject, 'skipped', known.id, { reason })
    if (run.updateAuthority === 'retain') {
      const before = doneBefore(known)
      return before === null ? skipped('retain') : outcomeOf(subject, before, known.id)
    }
    if (trashed?.reason === 'deleted') return skipped('in_trash')
    const { origin } = values
    const sameVersioning = origin?.source === source && origin.uid === item.version.uid
    if (sameVersioning && item.version.sequence !== null && item.version.sequence < origin.sequence) {
      return skipped('older')
    }
    return item.status === 'cancelled' ? cancel(subject, known) : update(subject, known)
  }

  const applySubject = async (subject: Subject): Promise<ItemOutcome> => {
    const known = await find(subject)
    if (known !== null) return meet(subject, known)
    if (subject.item.status === 'cancelled')
      return outcomeOf(subject, 'skipped', null, { reason: 'cancelled' })
    const linked = await link(subject.item, statusAtCreation(subject.item, run))
    const claimed = await claimKeys(writing, subject.keys, context)
    if (claimed.kind === 'known') return meet(subject, claimed.event)
    met.add(claimed.id)
    const created = await create(subject, claimed.id, linked)
    if (created !== null) return created
    const other = await loadEvent(writing, claimed.id)
    return other === null
      ? failedOutcome(subject.position, 'internal_error', { uid: subject.item.version.uid })
      : meet(subject, other)
  }

  const duplicate = async (subject: Subject): Promise<ItemOutcome> =>
    outcomeOf(subject, 'duplicate', (await findByKeys(writing, subject.keys))?.id ?? null)

  /** Behind all earlier items that share a key with this one. */
  const inTurn = async <T>(keys: readonly string[], work: () => Promise<T>): Promise<T> => {
    const before = keys.flatMap(key => tails.get(key) ?? [])
    const mine = Promise.all(before).then(work)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    for (const key of keys) tails.set(key, settled)
    return mine
  }

  return async (position: number, raw: RawItem): Promise<ItemOutcome> => {
    const subject = read(chunk, position, raw)
    if ('outcome' in subject) return subject
    const keys = [...subject.keys, fingerprintKey(source, subject.looks)]
    return inTurn(keys, () => (plan.duplicates.has(position) ? duplicate(subject) : applySubject(subject)))
  }
}
