import type { UserId, IsoTime } from '../../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import { isRestated } from '../../../shared/facts/forgotten.ts'
import type { Meta, Source } from '../../../shared/facts/meta.ts'
import { numbersIn } from '../../../shared/kernel/json.ts'
import { oneThingWith } from '../../../shared/members/one-thing.ts'
import { same } from '../../calendar/item/changes.ts'
import { afterFact, factIn, type AnyValues, type Standing } from '../../calendar/item/standing.ts'
import { type ItemFact, type ItemState, untrashedSlug } from '../../calendar/item/state.ts'
import type { Did } from './scope.ts'

type Trashed = Standing['trashed']
type Values = Readonly<Record<string, unknown>>

/** Who changed something last. */
type Writer = {
  readonly at: IsoTime
  readonly actor: UserId | null
  readonly source: Source
  readonly correlation: string
}

export const writerIn = ({ at, actor, source, correlation }: Meta): Writer => ({
  ...{ at, actor, source, correlation },
})

/** Ids that somebody put into a list and took out of it, all in all. */
export type Shifts = { readonly added: ReadonlySet<number>; readonly removed: ReadonlySet<number> }

/** What was done to one item by what is taken back, and how it stands since. */
export type Story = {
  readonly isCreated: boolean
  /** Members that it changed → what they were before, or what others last made of them in between. */
  readonly before: ReadonlyMap<string, unknown>
  /** Of the members that list terms, as far as it changed them. */
  readonly shifts: ReadonlyMap<string, Shifts>
  /** In the trash before it put it there or took it out; undefined: it did neither. */
  readonly trashedBefore: Trashed | undefined
  /** Member by member as it left it; what it never wrote, as it met it. */
  readonly left: Readonly<Record<string, unknown>>
  /** Whether the item was in the trash as it left it. */
  readonly isLeftInTrash: boolean
  readonly now: Standing
  /** The same, as if it were out of the trash. */
  readonly alive: Values
  readonly writers: ReadonlyMap<string, Writer>
}

const TERM_MEMBERS: readonly string[] = ['categories', 'tags']

const shifted = (
  { added, removed }: Shifts = { added: new Set(), removed: new Set() },
  [from, to]: readonly [unknown, unknown],
): Shifts => {
  const [earlier, later] = [numbersIn(from), numbersIn(to)]
  const came = later.filter(id => !earlier.includes(id))
  const went = earlier.filter(id => !later.includes(id))
  return {
    added: new Set([...[...added].filter(id => !went.includes(id)), ...came.filter(id => !removed.has(id))]),
    removed: new Set([
      ...[...removed].filter(id => !came.includes(id)),
      ...went.filter(id => !added.has(id)),
    ]),
  }
}

/** A status and its date of publication are one thing here. */
const STANDING: readonly string[] = ['status', 'publishedAt']
/** Members that are changed, and stay, together. */
export const togetherWith = (member: string): readonly string[] =>
  STANDING.includes(member) ? STANDING : oneThingWith(member)

/** Values out of the trash: what it was, and its slug without a mark. */
const aliveOf = (state: Standing | null): Values => {
  if (state === null) return {}
  const { values, trashed } = state
  return trashed === null ? values : { ...values, status: trashed.was, slug: untrashedSlug(values.slug) }
}

const changedIn = (fact: ItemFact<AnyValues>): readonly string[] =>
  'values' in fact ? [] : Object.keys(fact.changes)

const trashedIn = (state: ItemState<AnyValues>): Trashed => state?.trashed ?? null

/** What is noted of one item, record by record. */
const notes = (member: string | null) => {
  const before = new Map<string, unknown>()
  const shifts = new Map<string, Shifts>()
  let left: Record<string, unknown> | null = null
  const isMeant = (one: string) => member === null || togetherWith(member).includes(one)
  /** What others made of it in between is what was there before. */
  const isNew = (group: readonly string[], earlier: Values): boolean =>
    group.some(one => !before.has(one) || !same(left?.[one], earlier[one]))
  const changedGroup = (group: readonly string[], earlier: Values, later: Values): void => {
    const really = group.filter(one => !same(earlier[one], later[one]))
    if (left === null || really.length === 0 || !group.some(isMeant)) return
    if (isNew(group, earlier)) for (const one of group) before.set(one, earlier[one])
    for (const one of group) left[one] = later[one]
    for (const one of really)
      if (TERM_MEMBERS.includes(one)) shifts.set(one, shifted(shifts.get(one), [earlier[one], later[one]]))
  }
  const changed = (members: readonly string[], earlier: Values, later: Values): void => {
    for (const group of new Set(members.map(togetherWith))) changedGroup(group, earlier, later)
  }
  return {
    begin: (values: Values): void => {
      left ??= { ...values }
    },
    changed,
    isMeant,
    told: () => left && { before, shifts, left },
  }
}

/** Reads what was done to an item from its stream. Pure; null: nothing. `member`: nothing else that was done to it. */
export const storyOf = (
  noun: ItemKind,
  records: readonly StoredRecord[],
  did: Did,
  member: string | null = null,
): Story | null => {
  let now: ItemState<AnyValues> = null
  let [isLeftInTrash, isCreated, isStatusOurs, isBegun] = [false, false, false, false]
  let trashedBefore: Trashed | undefined
  const noted = notes(member)
  const writers = new Map<string, Writer>()
  for (const record of records) {
    const fact = factIn(noun, record)
    const { meta } = record
    const members = changedIn(fact)
    const hasStatus = members.includes('status')
    // that something is published when its date comes is done by whoever said so
    // who has its past forgotten has made nothing (spec 00 §6.7)
    const isOurs =
      !isRestated(record) && (did(record) || (meta.source === 'worker' && hasStatus && isStatusOurs))
    const [earlier, wasIn] = [aliveOf(now), trashedIn(now)]
    now = afterFact(now, fact)
    const trashed = trashedIn(now)
    for (const one of members) writers.set(one, writerIn(meta))
    if (hasStatus || 'values' in fact) isStatusOurs = isOurs
    if (!isOurs) continue
    if ('values' in fact) isCreated = true
    if (!isBegun) isLeftInTrash = trashed !== null
    isBegun = true
    noted.begin('values' in fact ? aliveOf(now) : earlier)
    noted.changed(members, earlier, aliveOf(now))
    if ((wasIn === null) === (trashed === null) || !noted.isMeant('status')) continue
    if (trashedBefore === undefined) trashedBefore = wasIn
    isLeftInTrash = trashed !== null
  }
  const told = noted.told()
  return told === null || now === null
    ? null
    : { isCreated, ...told, trashedBefore, isLeftInTrash, now, alive: aliveOf(now), writers }
}
