import type { ItemOutcome } from '../../../shared/facts/import.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import { originAfter } from '../item/event-values.ts'
import { findByKeys, seriesEvents, type KnownEvent } from '../apply/known-event.ts'
import { doneBefore, untouchable, type Session } from '../apply/chunk-scope.ts'
import { outcomeOf, type CalledOff, type Subject } from '../item/dated-item.ts'

/** To the trash, with the version that said so. */
const trash = async (
  session: Session,
  subject: Subject | CalledOff,
  known: KnownEvent,
): Promise<ItemOutcome> => {
  const { writing, importId, run, context, changed, met } = session
  const { id, item } = known
  met.add(id)
  const reason = untouchable(session, subject.item, known)
  const before = doneBefore(session, known)
  if (reason !== null && (reason !== 'retain' || before === null))
    return outcomeOf(subject, 'skipped', id, { reason })
  if (reason !== null || item.trashed !== null) return outcomeOf(subject, before ?? 'unchanged', id)
  const origin = originAfter(item, importId, run.source, subject.item)
  await calendarOn(writing).event.change(id, { origin }, context, known.loaded)
  const trashed = await calendarOn(writing).event.trash(id, 'cancelled', context)
  changed.add(id)
  return outcomeOf(subject, trashed.ok ? 'updated' : 'unchanged', id)
}

/** Its own event, and all occurrences of its series when it does not say which one is meant. */
const meantBy = async (
  { writing, run }: Session,
  { item: { version } }: Subject | CalledOff,
  known: KnownEvent | null,
): Promise<readonly KnownEvent[]> => {
  const { uid, occurrence } = version
  const series = uid === null || occurrence !== null ? [] : await seriesEvents(writing, run.source, uid)
  const own = known === null ? [] : [known]
  return [...own, ...series.filter(({ id }) => id !== known?.id)]
}

/** It names an event of this site that imports have no say in (spec 05 §5). */
export const notYours = (subject: Subject | CalledOff): ItemOutcome =>
  outcomeOf(subject, 'failed', null, { reason: 'not_yours' })

const ORDER = ['updated', 'created', 'unchanged', 'skipped']

/** Called off by its source (spec 05 §8.5). One item, one outcome: the one that changed most. */
export const callOff = async (
  session: Session,
  subject: Subject | CalledOff,
  known: KnownEvent | null,
): Promise<ItemOutcome> => {
  const outcomes: ItemOutcome[] = []
  for (const one of await meantBy(session, subject, known)) outcomes.push(await trash(session, subject, one))
  const first = ORDER.flatMap(name => outcomes.find(({ outcome }) => outcome === name) ?? []).at(0)
  if (first === undefined) return outcomeOf(subject, 'skipped', null, { reason: 'cancelled' })
  return { ...first, touched: outcomes.flatMap(({ touched }) => touched) }
}

/** One that says no more than what it calls off. */
export const callOffByKeys = async (session: Session, subject: CalledOff): Promise<ItemOutcome> => {
  const known = await findByKeys(session, subject.keys)
  return known === 'not_yours' ? notYours(subject) : callOff(session, subject, known)
}
