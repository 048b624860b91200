import type { EventValues } from '../../../shared/facts/event.ts'
import { undoDepth, type KeptItem, type Undone } from '../../../shared/facts/undo.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import { same } from '../../calendar/item/changes.ts'
import type { Item } from '../../calendar/item/state.ts'
import { meet, type Met } from '../../calendar/purged.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import { reidentify } from './identity.ts'
import type { UserOf } from './in-use.ts'
import { doneBy, isIdle, planOf, undoneBy, type Plan, type Undoing } from './plan.ts'
import { standingOf } from '../../calendar/item/standing.ts'
import type { Target } from './targets.ts'

/** What is to become, or has become, of one item. */
export type ItemUndo = { readonly undone: Undone; readonly plan: Plan; readonly kept: KeptItem | null }

/** Others may write meanwhile: then it is planned anew. */
const ATTEMPTS = 4

/** Metadata of what an undo does: its own id as correlation, and in the name of whoever asked for it. */
export const undoContext = (undoId: string, askedBy: number | null, nowMs: number): Context => ({
  actor: askedBy,
  at: new Date(nowMs).toISOString(),
  // an undo of an undo brings again what an import brought
  source: undoDepth(undoId) % 2 === 0 ? 'import' : 'operator',
  route: 'undo-import',
  correlation: undoId,
  causation: null,
})

const keptOf = ({ kind, id }: Target, { stays }: Plan, usedBy: number | null): KeptItem | null =>
  stays === null ? null : { kind, id, ...stays, usedBy }

const purged = ({ kind, id }: Target): ItemUndo => ({
  undone: 'purged',
  plan: { move: null, changes: {}, stays: null },
  kept: { kind, id, reason: 'purged', usedBy: null, members: [] },
})

/** What undoing does to one item, as everything stands; records nothing. */
export const planItem = async (
  target: Target,
  { records, purged: at }: Met,
  undoing: Undoing,
  userOf: UserOf,
): Promise<ItemUndo> => {
  if (at !== null) return purged(target)
  const plan = planOf(target.kind, records, undoing)
  const isLeaving = target.kind !== 'event' && plan.move?.to === 'trash'
  const usedBy = isLeaving ? await userOf(target.id) : null
  const settled: Plan =
    usedBy === null ? plan : { ...plan, move: null, stays: { reason: 'in_use', members: [] } }
  return { undone: undoneBy(settled), plan: settled, kept: keptOf(target, settled, usedBy) }
}

type Anything = { readonly [member: string]: unknown }
type Patched = { readonly ok: true; readonly patch: Anything }

/** Only what still is as it was when it was planned. */
const patchOf =
  ({ move, changes }: Plan) =>
  (values: object, { trashed }: Pick<Item<unknown>, 'trashed'>): Patched => {
    const current = new Map<string, unknown>(Object.entries(values))
    const still = Object.entries(changes).flatMap(([member, change]) =>
      change !== undefined && same(current.get(member), change[0]) ? [[member, change[1]] as const] : [],
    )
    const status = trashed !== null && move !== null && move.to !== 'trash' ? move.to : undefined
    return { ok: true, patch: { ...Object.fromEntries(still), status } }
  }

const identified = async (
  writing: Writing,
  id: number,
  met: Met,
  plan: Plan,
  context: Context,
): Promise<void> => {
  const standing = standingOf('event', met.records)
  if (standing === null) return
  const then = Object.entries(plan.changes).map(([member, change]) => [member, change?.[1]])
  const now = standing.values as EventValues
  await reidentify(writing, id, [now, { ...now, ...Object.fromEntries(then) } as EventValues], context)
}

/** Whether nothing is left to do: an item that it made, unchanged since it was looked at, is in the trash now. */
const carryOut = async (
  writing: Writing,
  { kind, id }: Target,
  met: Met,
  plan: Plan,
  context: Context,
): Promise<boolean> => {
  const writer = calendarOn(writing)[kind]
  if (kind === 'event') await identified(writing, id, met, plan, context)
  const { move } = plan
  if (Object.keys(plan.changes).length > 0 || (move !== null && move.to !== 'trash')) {
    // what is changed back goes to the trash with the next look, if at all
    await writer.change(id, patchOf(plan), context)
    return false
  }
  if (move?.to !== 'trash') return false
  const seen = standingOf(kind, met.records)?.values
  const done = await writer.trash(id, move.reason, context, met, values => same(values, seen))
  return done.ok && done.position !== null && plan.stays === null
}

/** Undoes one item by the ordinary commands. Done and asked again, it finds it done. */
export const undoItem = async (
  writing: Writing,
  target: Target,
  undoing: Undoing,
  userOf: UserOf,
  context: Context,
): Promise<Omit<ItemUndo, 'plan'>> => {
  for (let attempt = 1; ; attempt++) {
    const met = await meet(writing.store, target.kind, target.id)
    const { undone, plan, kept } = await planItem(target, met, undoing, userOf)
    if (isIdle(plan) || attempt === ATTEMPTS)
      return { undone: doneBy(met.records, context.correlation) ?? undone, kept }
    if (await carryOut(writing, target, met, plan, context)) return { undone: 'trashed', kept: null }
  }
}
