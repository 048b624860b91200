import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { Source } from '../../../shared/facts/meta.ts'
import { isPartOf } from '../../../shared/facts/undo.ts'
import { numbersIn } from '../../../shared/kernel/json.ts'
import { afterFact, factIn, type AnyValues, type Standing } from '../../calendar/item/standing.ts'
import type { ItemFact, ItemState } from '../../calendar/item/state.ts'

type Trashed = Standing['trashed']

/** Who changed something last. */
type Writer = {
  readonly at: string
  readonly actor: number | null
  readonly source: Source
  readonly correlation: string
}

/** Ids that somebody put into a list and took out of it, all in all. */
export type Shifts = { readonly added: ReadonlySet<number>; readonly removed: ReadonlySet<number> }

/** What an import (or undo) did to one item, and how it stands since. */
export type Story = {
  readonly isCreated: boolean
  /** Members that it changed → what they were before. */
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

type Entry = readonly [member: string, change: readonly [unknown, unknown]]
const changesIn = (fact: ItemFact<AnyValues>): readonly Entry[] =>
  'values' in fact
    ? []
    : Object.entries(fact.changes).flatMap(([member, change]): Entry[] =>
        change === undefined ? [] : [[member, change]],
      )

const trashedIn = (state: ItemState<AnyValues>): Trashed => state?.trashed ?? null

/** Reads what an import or undo did to an item from its stream. Pure; null: it did nothing. */
export const storyOf = (noun: ItemKind, records: readonly StoredRecord[], undone: string): Story | null => {
  let now: ItemState<AnyValues> = null
  let left: Record<string, unknown> | null = null
  let isLeftInTrash = false
  let isCreated = false
  let trashedBefore: Trashed | undefined
  const before = new Map<string, unknown>()
  const shifts = new Map<string, Shifts>()
  const writers = new Map<string, Writer>()
  for (const record of records) {
    const fact = factIn(noun, record)
    const { at, actor, source, correlation } = record.meta
    const isOurs = isPartOf(undone, correlation)
    const earlier = trashedIn(now)
    now = afterFact(now, fact)
    const trashed = trashedIn(now)
    if (isOurs && 'values' in fact) isCreated = true
    if (isOurs && left === null) isLeftInTrash = trashed !== null
    if (isOurs) left ??= { ...now?.values }
    for (const [member, change] of changesIn(fact)) {
      writers.set(member, { at, actor, source, correlation })
      if (!isOurs || left === null) continue
      left[member] = change[1]
      if (!before.has(member)) before.set(member, change[0])
      if (TERM_MEMBERS.includes(member)) shifts.set(member, shifted(shifts.get(member), change))
    }
    if (!isOurs || (earlier === null) === (trashed === null)) continue
    if (trashedBefore === undefined) trashedBefore = earlier
    isLeftInTrash = trashed !== null
  }
  return left === null || now === null
    ? null
    : { isCreated, before, shifts, trashedBefore, left, isLeftInTrash, now, writers }
}
