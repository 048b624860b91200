import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { ItemKind, ItemStatus, TrashReason } from '../../../shared/facts/common.ts'
import type { Source } from '../../../shared/facts/meta.ts'
import { isPartOf } from '../../../shared/facts/undo.ts'
import { itemKinds } from '../../calendar/kinds.ts'

type Values = Readonly<Record<string, unknown>>
type Trashed = { readonly reason: TrashReason; readonly was: ItemStatus } | null
/** How an item stands at some moment. */
export type Standing = { readonly values: Values; readonly trashed: Trashed }

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
  readonly left: Values
  /** Whether the item was in the trash as it left it. */
  readonly isLeftInTrash: boolean
  readonly now: Standing
  readonly writers: ReadonlyMap<string, Writer>
}

const TERM_MEMBERS: readonly string[] = ['categories', 'tags']

const idsOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter(id => typeof id === 'number') : []

const shifted = (
  { added, removed }: Shifts = { added: new Set(), removed: new Set() },
  [from, to]: readonly [unknown, unknown],
): Shifts => {
  const [earlier, later] = [idsOf(from), idsOf(to)]
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
type Told = {
  readonly values: Values | null
  readonly changes: readonly Entry[]
  readonly reason: TrashReason | null
}

const toldBy = (noun: ItemKind, { type, data }: StoredRecord): Told => {
  const fact = itemKinds[noun].aggregate.codec.decode(type, data)
  if ('values' in fact) return { values: { ...fact.values }, changes: [], reason: null }
  const changes = Object.entries(fact.changes).flatMap(([member, change]): Entry[] =>
    change === undefined ? [] : [[member, change]],
  )
  return { values: null, changes, reason: 'reason' in fact ? fact.reason : null }
}

const after = ({ values, trashed }: Standing, { changes, reason }: Told): Standing => {
  const next: Values = {
    ...values,
    ...Object.fromEntries(changes.map(([member, [, value]]) => [member, value])),
  }
  if (reason !== null) return { values: next, trashed: { reason, was: values['status'] as ItemStatus } }
  return { values: next, trashed: next['status'] === 'trash' ? trashed : null }
}

const nowhere: Standing = { values: {}, trashed: null }

/** How an item stands now; null: there is none. */
export const standingOf = (noun: ItemKind, records: readonly StoredRecord[]): Standing | null =>
  records.reduce<Standing | null>((standing, record) => {
    const told = toldBy(noun, record)
    if (told.values !== null) return { values: told.values, trashed: null }
    return standing === null ? null : after(standing, told)
  }, null)

/** Reads what an import or undo did to an item from its stream. Pure; null: it did nothing. */
export const storyOf = (noun: ItemKind, records: readonly StoredRecord[], undone: string): Story | null => {
  let now = nowhere
  let left: Record<string, unknown> | null = null
  let isLeftInTrash = false
  let isCreated = false
  let trashedBefore: Trashed | undefined
  const before = new Map<string, unknown>()
  const shifts = new Map<string, Shifts>()
  const writers = new Map<string, Writer>()
  for (const record of records) {
    const told = toldBy(noun, record)
    const { at, actor, source, correlation } = record.meta
    const isOurs = isPartOf(undone, correlation)
    const earlier = now
    now = told.values === null ? after(now, told) : { values: told.values, trashed: null }
    if (isOurs && told.values !== null) isCreated = true
    if (isOurs && left === null) isLeftInTrash = now.trashed !== null
    if (isOurs) left ??= { ...now.values }
    for (const [member, change] of told.changes) {
      writers.set(member, { at, actor, source, correlation })
      if (!isOurs || left === null) continue
      left[member] = change[1]
      if (!before.has(member)) before.set(member, change[0])
      if (TERM_MEMBERS.includes(member)) shifts.set(member, shifted(shifts.get(member), change))
    }
    if (!isOurs || (earlier.trashed === null) === (now.trashed === null)) continue
    if (trashedBefore === undefined) trashedBefore = earlier.trashed
    isLeftInTrash = now.trashed !== null
  }
  return left === null
    ? null
    : { isCreated, before, shifts, trashedBefore, left, isLeftInTrash, now, writers }
}
