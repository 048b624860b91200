import { unlessConflict } from '../../../shared/event-store/port.ts'
import type { ItemOutcome } from '../../../shared/facts/import.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { createItem, type NewItem } from '../../calendar/item/create.ts'
import { itemKinds } from '../../calendar/kinds.ts'
import { callOff, notYours } from '../run/call-off.ts'
import { statusAtCreation, valuesAtCreation } from '../item/event-values.ts'
import { occurrenceOf, uidKey } from '../item/identity.ts'
import { outcomeOf, type CalledOff, type Subject } from '../item/dated-item.ts'
import type { Session } from './chunk-scope.ts'
import { addDefaultCategory } from './default-category.ts'
import {
  claimKeys,
  dropKey,
  dropUid,
  findByKeys,
  hintsOf,
  loadEvent,
  newKeys,
  type KnownEvent,
} from './known-event.ts'
import type { Link } from './link.ts'
import { movedRow } from './moved-row.ts'
import { meet, move } from './update-event.ts'

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
  if (occurrence === null && !(await session.series.isKnown(uid))) return null
  const known = await findByKeys(session, [other])
  const isThere =
    known !== null &&
    known !== 'not_yours' &&
    (occurrence === null || occurrenceOf(known.item.values) === occurrence)
  return isThere ? known : null
}

/** Whether the event is another occurrence of the series by now: what found it is left from a former move. */
const isMovedOn = ({ run }: Session, { item: { version } }: Subject, { item }: KnownEvent): boolean => {
  const { origin } = item.values
  const { uid, occurrence, globalIds } = version
  if (occurrence === null || globalIds.length > 0 || origin?.source !== run.source) return false
  return origin.uid === uid && origin.occurrence !== null && origin.occurrence !== occurrence
}

const findHolder = async (session: Session, subject: Subject): Promise<KnownEvent | 'not_yours' | null> => {
  const known = await findByKeys(session, subject.keys)
  if (known === null || known === 'not_yours' || !isMovedOn(session, subject, known)) return known
  const { writing, run, context } = session
  const { uid, occurrence } = subject.item.version
  await dropUid(writing, known.id, { source: run.source, uid: uid ?? '', occurrence }, context)
  return null
}

/** Spec 05 §5, rows 1-4. */
const findKnown = async (session: Session, subject: Subject): Promise<KnownEvent | 'not_yours' | null> => {
  const known = await findHolder(session, subject)
  if (known !== null || subject.item.version.uid === null) return known
  return (await findSameStart(session, subject)) ?? session.findAlike(subject.looks)
}

type Created = Pick<NewItem<EventValues>, 'isDrawn' | 'besides'> & { readonly id: number }

/** null: the identity is another event's, or somebody else created an event under this id while we looked. */
const create = async (
  session: Session,
  subject: Subject,
  as: Created,
  { linked, touched, warnings }: Link,
): Promise<ItemOutcome | null> => {
  const { writing, importId, run, context, changed } = session
  const { item, period } = subject
  const values = valuesAtCreation(importId, run, item, period, linked)
  const scope = { writing, kind: itemKinds.event }
  const created = await createItem(scope, { ...as, values }, context).catch(unlessConflict)
  if (created?.ok !== true) return null
  const { id } = created
  changed.add(id)
  await addDefaultCategory(session, id, created.values.categories)
  const list = created.values.status === 'future' ? 'scheduled' : 'created'
  return outcomeOf(subject, 'created', id, { touched, warnings, list })
}

/** An event that the item moves (spec 05 §5); null: there is none, or somebody else moved it. */
const findMoved = async (session: Session, subject: Subject): Promise<ItemOutcome | null> => {
  const { version } = subject.item
  const isRow = version.uid === null && version.globalIds.length === 0
  const partner = isRow ? await movedRow(session, subject) : await session.series.partnerOf(subject)
  return partner === null ? null : move(session, subject, partner)
}

/** Somebody has something of its identity: who, it is looked for claim by claim. */
const createClaimed = async (
  session: Session,
  subject: Subject,
  { drawn, hints }: { readonly drawn: number; readonly hints: ReturnType<typeof hintsOf> },
  linked: Link,
): Promise<ItemOutcome> => {
  const { writing, context, met } = session
  const { keys } = subject
  const claimed = await claimKeys(writing, keys, drawn, hints, context)
  if (claimed.kind === 'known' || claimed.id !== drawn) {
    // what was claimed for it when it was tried in one act, where the log is not able to do that
    for (const key of keys) await dropKey(writing, drawn, key, context)
  }
  if (claimed.kind === 'known') return meet(session, subject, claimed.event)
  const { id } = claimed
  met.add(id)
  const created = await create(session, subject, { id, isDrawn: id === drawn }, linked)
  if (created !== null) return created
  const other = await loadEvent(writing, id)
  if (other === null) throw new Error(`event ${id} could neither be created nor found`)
  return meet(session, subject, other)
}

/** With all that it will be known by, as one act; whoever does the same at the same time ends with the same event. */
const createNew = async (session: Session, subject: Subject): Promise<ItemOutcome> => {
  const { writing, run, context, met } = session
  const { item, keys } = subject
  const linked = await session.link(session, item, statusAtCreation(item, run))
  const hints = hintsOf(session, subject)
  const drawn = await writing.ids.next('post', context)
  met.add(drawn)
  const besides = (id: number) => [...newKeys(keys, id, context), ...hints(id)]
  const created = await create(session, subject, { id: drawn, isDrawn: true, besides }, linked)
  return created ?? createClaimed(session, subject, { drawn, hints }, linked)
}

/** Makes one item true; doing it again, or at the same time elsewhere, ends with the same event. */
export const applyItem = async (session: Session, subject: Subject): Promise<ItemOutcome> => {
  const { item } = subject
  const known = await findKnown(session, subject)
  if (known === 'not_yours') return notYours(subject)
  if (await session.series.isOlder(item.version)) {
    const id = known?.id ?? null
    if (id !== null) session.met.add(id)
    return outcomeOf(subject, 'skipped', id, { reason: 'older' })
  }
  if (item.status === 'cancelled') return callOff(session, subject, known)
  await session.series.note(subject, known)
  if (known !== null) return meet(session, subject, known)
  return (await findMoved(session, subject)) ?? createNew(session, subject)
}

/** Another item of the batch stands for this one. */
export const duplicateItem = async (session: Session, subject: Subject | CalledOff): Promise<ItemOutcome> => {
  const known = await findByKeys(session, subject.keys)
  return outcomeOf(subject, 'duplicate', known === null || known === 'not_yours' ? null : known.id)
}
