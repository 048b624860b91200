import {
  RevisionConflict,
  unlessConflict,
  type NewRecord,
  type Position,
  type StoredRecord,
} from '../../../shared/event-store/port.ts'
import type { Carried } from '../../../shared/facts/common.ts'
import { forgottenCodec, forgottenStream, isRestated } from '../../../shared/facts/forgotten.ts'
import { OrganizerValues } from '../../../shared/facts/organizer.ts'
import { PURGED } from '../../../shared/facts/purge.ts'
import { isObject } from '../../../shared/kernel/json.ts'
import { MOST_ATTEMPTS, folded, recordOf, type Context, instantOf } from '../../handle.ts'
import { hasChanged, streamsWhere } from '../having.ts'
import { itemKinds } from '../kinds.ts'
import { itemStream, meet } from '../purged.ts'
import type { Writing } from '../writing.ts'
import { idsNamed } from '../named.ts'
import { beginningOf, deletePast, type AnewDeps } from './begin-anew.ts'
import { same } from './changes.ts'
import { leftToMove } from './purge.ts'
import { carriedOf, type Item } from './state.ts'

/** What was begun: of which organizer, which members, and the id of the fact that says so, and where that stands. */
export type Begun = {
  readonly id: number
  readonly members: readonly string[]
  readonly cause: string
  readonly position: Position
}

const KIND = itemKinds.organizer

/** Those of them that nobody gave another value since it was begun. */
const membersLeft = ({ members, position }: Begun, records: readonly StoredRecord[]): readonly string[] => {
  const since = records.filter(record => record.position > position)
  return members.filter(member => !since.some(record => hasChanged(record, member)))
}

/** As the organizer is now, with empty members: the fact with which its stream begins from then on. */
const restated = (
  item: Item<OrganizerValues>,
  dates: Carried,
  { id, cause }: Begun,
  members: readonly string[],
  context: Context,
): NewRecord => {
  const carried = carriedOf(item, dates)
  const values = OrganizerValues.parse({
    ...item.values,
    ...Object.fromEntries(members.map(member => [member, ''])),
  })
  const emptied = {
    ...carried,
    modified: same(values, item.values) ? dates.modified : instantOf(context),
    changedBy: {
      ...carried.changedBy,
      ...Object.fromEntries(members.map(member => [member, 'person'] as const)),
    },
    emptied: [...members],
  }
  return beginningOf(KIND, { id, cause }, { ...item, values }, emptied, context)
}

/** Causes of those that have deleted what was before; a later one may since have deleted the record that one left. */
const doneIn = (told: readonly StoredRecord[]): ReadonlySet<string> =>
  new Set(told.flatMap(({ type, meta }) => (type === 'PastForgotten' ? [meta.causation ?? ''] : [])))

/**
 * Does what is left of a forgetting; safe to repeat wherever it ended before, also when the organizer has got another
 * address since. How the organizer stands is recorded behind what it was, at an expected revision, so that no change is
 * lost; then what is before that is deleted.
 */
export const finishForgetting = async (
  { writing, datesOf }: AnewDeps,
  begun: Begun,
  context: Context,
): Promise<void> => {
  const { store } = writing
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const { records, purged } = await meet(store, 'organizer', begun.id)
    const [{ state }, dates] = [folded(KIND.aggregate, records), datesOf('organizer', records)]
    // whoever purged it has forgotten all of it
    if (purged !== null || state === null || dates === null) return
    const at = records.findIndex(record => isRestated(record) && record.meta.causation === begun.cause)
    if (at !== -1) return deletePast(writing, { noun: 'organizer', ...begun }, records, at, context)
    if (doneIn(await store.read(forgottenStream('organizer', begun.id))).has(begun.cause)) return
    const record = restated(state, dates, begun, membersLeft(begun, records), context)
    await store
      .append(itemStream(KIND.noun, begun.id), [record], records.at(-1)?.revision ?? 'absent')
      .catch(unlessConflict)
  }
  throw new RevisionConflict(itemStream(KIND.noun, begun.id))
}

/** Whether an event names the organizer, or ever did. */
const isNamed = async ({ store }: Writing, id: number): Promise<boolean> => {
  const never = new AbortController().signal
  const says = (record: StoredRecord): true | undefined =>
    idsNamed(record, 'organizers').includes(id) || undefined
  return (await streamsWhere(store, ['event-', `${PURGED}event-`], says, never)).size > 0
}

/** Whether any of its records says that one of these members was ever something else than empty. */
const everHad = (records: readonly StoredRecord[], members: readonly string[]): boolean =>
  records.some(({ data: { values, changes } }) => {
    const said = isObject(values) ? values : isObject(changes) ? changes : {}
    return members.some(member => said[member] !== undefined && said[member] !== '')
  })

/** What a fact of the stream beside the organizer says that is begun; null: it says something else. */
export const begunBy = ({ type, data, id, position }: StoredRecord): Begun | null => {
  const fact = forgottenCodec.decode(type, data)
  return fact.type === 'ForgettingBegun'
    ? { id: fact.itemId, members: fact.members, cause: id, position }
    : null
}

/** What others began and have not done: what was typed since could not be told from what was there before, later on. */
const finishEarlier = async (deps: AnewDeps, id: number, context: Context): Promise<void> => {
  const told = await deps.writing.store.read(forgottenStream('organizer', id))
  const done = doneIn(told)
  for (const begun of told.map(begunBy))
    if (begun !== null && !done.has(begun.cause)) await finishForgetting(deps, begun, context)
}

/**
 * Empties members of an organizer, and deletes whatever they were (spec 00 §6.7). That it is begun is recorded first, and
 * is made up for after a crash. null: there is no such organizer; `nothing`: nothing is held of these members.
 */
export const forgetMembers = async (
  deps: AnewDeps,
  id: number,
  members: readonly string[],
  context: Context,
): Promise<'done' | 'nothing' | 'merge_under_way' | null> => {
  const { records, purged } = await meet(deps.writing.store, 'organizer', id)
  if (purged !== null || records.length === 0) return null
  if (leftToMove(records) !== undefined) return 'merge_under_way'
  // nobody was ever shown one that was made for an event that has not come
  if (records[0]?.data['hiddenUntilLinked'] === true && !(await isNamed(deps.writing, id))) return null
  if (!everHad(records, members)) return 'nothing'
  await finishEarlier(deps, id, context)
  const record = recordOf(
    forgottenCodec,
    { type: 'ForgettingBegun', kind: 'organizer', itemId: id, members: [...members] },
    context,
  )
  const { position } = await deps.writing.store.append(forgottenStream('organizer', id), [record], 'any')
  await finishForgetting(deps, { id, members, cause: record.id, position }, context)
  return 'done'
}
