import type { Revision } from '../../../shared/kernel/brands.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { Context } from '../../handle.ts'
import { calendarOn } from '../calendar.ts'
import { differences, same } from '../item/changes.ts'
import { nameIn, standingOf } from '../item/standing.ts'
import { type Changes, type Item, untrashedSlug } from '../item/state.ts'
import { itemStream, meet, type Met } from '../purged.ts'
import type { Writing } from '../writing.ts'
import { withoutGone, type There } from './gone.ts'
import type { Stays } from './words.ts'
import { planPutBack, type NotPlanned, type Plan, type Wanted } from './plan.ts'

export type PutBackDeps = { readonly writing: Writing; readonly there: There }

type Which = { readonly kind: ItemKind; readonly id: number }

export type Refused = { readonly ok: false; readonly code: NotPlanned['code'] | 'put_back_moved' }

export type PutBack = Plan & {
  /** Title or name as it is now, as stored. */
  readonly name: string
}

export type Done = {
  readonly ok: true
  /** Member → [before, after], as it came to be. */
  readonly changes: Changes
  /** Members that are not as they were then, and why. */
  readonly stays: Readonly<Record<string, Stays>>
}

const planned = async (
  deps: PutBackDeps,
  { kind }: Which,
  { records, purged }: Met,
  wanted: Wanted,
): Promise<PutBack | NotPlanned> => {
  if (purged !== null) return { ok: false, code: 'put_back_nothing' }
  const plan = planPutBack(some => standingOf(kind, some), records, wanted)
  if (!plan.ok) return plan
  const left = await withoutGone(deps.there, plan)
  return { ...plan, ...left, name: nameIn(standingOf(kind, records)?.values) }
}

/** What would change, were the item put back now; records nothing. */
export const showPutBack = async (
  deps: PutBackDeps,
  which: Which,
  wanted: Wanted,
): Promise<PutBack | NotPlanned> =>
  planned(deps, which, await meet(deps.writing.store, which.kind, which.id), wanted)

type Anything = { readonly [member: string]: unknown }
type Patched = { readonly ok: true; readonly patch: Anything }

/** What still is as it was when it was planned: who comes in between is planned for anew. */
const patchOf =
  ({ changes, trash }: Plan) =>
  (values: object, { trashed }: Pick<Item<unknown>, 'trashed'>): Patched => {
    const current = new Map<string, unknown>(Object.entries(values))
    const slug = current.get('slug')
    if (trashed !== null && typeof slug === 'string') current.set('slug', untrashedSlug(slug))
    const still = Object.entries(changes).flatMap(([member, pair]) =>
      pair !== undefined &&
      same(current.get(member), pair[0]) &&
      !(trash !== null && (member === 'status' || member === 'slug'))
        ? [[member, pair[1]] as const]
        : [],
    )
    return { ok: true, patch: Object.fromEntries(still) }
  }

/** What came of it: slugs that others have, and dates of publication that have passed, are not as they were. */
const outcomeOf = (
  { changes, stays }: Plan,
  before: object,
  after: object | undefined,
): Pick<Done, 'changes' | 'stays'> => {
  const result = new Map<string, unknown>(Object.entries(after ?? {}))
  const others = Object.entries(changes).flatMap(([member, pair]) => {
    const slug = result.get('slug')
    const value = member === 'slug' && typeof slug === 'string' ? untrashedSlug(slug) : result.get(member)
    return pair === undefined || same(value, pair[1])
      ? []
      : [[member, member === 'slug' ? 'taken' : 'passed'] as const]
  })
  return { changes: differences(before, after ?? {}), stays: { ...stays, ...Object.fromEntries(others) } }
}

/**
 * Puts an item back by the ordinary commands. `revision`: of the item that whoever asks has seen; another one by now is
 * refused; null: as it is now. Facts like any others, which can be put back again.
 */
export const putBack = async (
  deps: PutBackDeps,
  { kind, id }: Which,
  wanted: Wanted,
  revision: Revision | null,
  context: Context,
): Promise<Done | Refused> => {
  const met = await meet(deps.writing.store, kind, id)
  const plan = await planned(deps, { kind, id }, met, wanted)
  if (!plan.ok) return plan
  if (revision !== null && plan.revision !== revision) return { ok: false, code: 'put_back_moved' }
  const writer = calendarOn(deps.writing)[kind]
  const standing = standingOf(kind, met.records)
  const before = standing?.values ?? {}
  const patch = patchOf(plan)
  const isPatched = Object.keys(plan.changes).some(member => plan.trash === null || member !== 'status')
  // what named it is moved back, too
  const isMerged = standing?.trashed?.into !== undefined && 'status' in plan.changes && plan.trash === null
  if (isMerged) await writer.unmerge(id, context)
  if (isPatched) {
    const done = await writer.change(id, patch, context, isMerged ? undefined : met)
    if (!done.ok) return { ok: false, code: 'put_back_moved' }
  }
  if (plan.trash !== null) await writer.trash(id, plan.trash, context)
  const after = standingOf(kind, await deps.writing.store.read(itemStream(kind, id)))?.values
  return { ok: true, ...outcomeOf(plan, before, after) }
}
