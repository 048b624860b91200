import type { UserId, EventId, Revision, EpochMs } from '../../../shared/kernel/brands.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { importOf, isChosenId, undoDepth, type KeptItem, type Undone } from '../../../shared/facts/undo.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import { same } from '../../calendar/item/changes.ts'
import { type Item, untrashedSlug } from '../../calendar/item/state.ts'
import { withoutGone, type There } from '../../calendar/put-back/gone.ts'
import { meet, type Met } from '../../calendar/purged.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import { reidentify } from './identity.ts'
import type { UserOf } from './in-use.ts'
import { doneBy, isIdle, planOf, undoneBy, writersOf, type Plan } from './plan.ts'
import type { Did, Undoing } from './scope.ts'
import { standingOf, type Standing } from '../../calendar/item/standing.ts'
import type { Target } from './targets.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'

/** What is to become, or has become, of one item. */
export type ItemUndo = { readonly undone: Undone; readonly plan: Plan; readonly kept: KeptItem | null }

/** Others may write meanwhile: then it is planned anew. */
const ATTEMPTS = 4

/** Metadata of what an undo does: its own id as correlation, and in the name of whoever asked for it. */
export const undoContext = (undoId: string, askedBy: UserId | null, nowMs: EpochMs): Context => ({
  actor: askedBy,
  at: isoOfMs(nowMs),
  // an undo of an undo brings again what an import brought
  source: undoDepth(undoId) % 2 === 0 && !isChosenId(importOf(undoId)) ? 'import' : 'operator',
  route: isChosenId(importOf(undoId)) ? 'put-back' : 'undo-import',
  correlation: undoId,
  causation: null,
})

const keptOf = ({ kind, id }: Target, { stays }: Plan, usedBy: EventId | null): KeptItem | null =>
  stays === null ? null : { kind, id, ...stays, usedBy }

const purged = ({ kind, id }: Target): ItemUndo => ({
  undone: 'purged',
  plan: { move: null, changes: {}, stays: null },
  kept: { kind, id, reason: 'purged', usedBy: null, members: [] },
})

/** Without what is no more; that it is gone is told of the members that named it. */
const stillThere = async (there: There, plan: Plan, records: Met['records']): Promise<Plan> => {
  const { changes, stays } = await withoutGone(there, { changes: plan.changes, stays: {} })
  const gone = Object.keys(stays)
  if (gone.length === 0) return plan
  const writers = writersOf(records, gone)
  const members =
    plan.stays === null
      ? writers
      : [...plan.stays.members, ...writers.map(writer => ({ ...writer, reason: 'purged' as const }))]
  return { ...plan, changes, stays: { reason: plan.stays?.reason ?? 'purged', members } }
}

/** What undoing asks, besides the streams of items. */
export type Around = { readonly userOf: UserOf; readonly there: There }

/** What undoing does to one item, as everything stands; records nothing. */
export const planItem = async (
  target: Target,
  { records, purged: at }: Met,
  undoing: Undoing,
  { userOf, there }: Around,
): Promise<ItemUndo> => {
  if (at !== null) return purged(target)
  const plan = await stillThere(there, planOf(target.kind, records, undoing), records)
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
    if (trashed !== null) {
      current.set('status', trashed.was)
      const slug = current.get('slug')
      if (typeof slug === 'string') current.set('slug', untrashedSlug(slug))
    }
    const still = Object.entries(changes).flatMap(([member, change]) =>
      change !== undefined && same(current.get(member), change[0]) ? [[member, change[1]] as const] : [],
    )
    const status = trashed !== null && move !== null && move.to !== 'trash' ? move.to : undefined
    return { ok: true, patch: { status, ...Object.fromEntries(still) } }
  }

const identified = async (
  writing: Writing,
  id: number,
  { values }: Standing,
  { changes }: Plan,
  did: Did,
  context: Context,
): Promise<void> => {
  const then = Object.entries(changes).map(([member, change]) => [member, change?.[1]])
  const now = values as EventValues
  const moved = [now, { ...now, ...Object.fromEntries(then) } as EventValues] as const
  await reidentify(writing, id, moved, did, context)
}

/** `done`: an item that it made, unchanged since it was looked at, is in the trash now. `stuck`: nothing more can be done. */
type Outcome = 'done' | 'again' | 'stuck'

const carryOut = async (
  writing: Writing,
  { kind, id }: Target,
  met: Met,
  plan: Plan,
  did: Did,
  context: Context,
): Promise<Outcome> => {
  const writer = calendarOn(writing)[kind]
  const standing = standingOf(kind, met.records)
  if (kind === 'event' && standing !== null) await identified(writing, id, standing, plan, did, context)
  const { move } = plan
  if (move !== null && move.to !== 'trash' && standing?.trashed?.into !== undefined) {
    // what named it is moved back, too
    await writer.unmerge(id, context)
    return 'again'
  }
  if (Object.keys(plan.changes).length > 0 || (move !== null && move.to !== 'trash')) {
    // what is changed back goes to the trash with the next look, if at all
    const written = await writer.change(id, patchOf(plan), context)
    return written.ok && written.position === null && isSeen(written.revision, met) ? 'stuck' : 'again'
  }
  if (move?.to !== 'trash') return 'again'
  const done = await writer.trash(id, move.reason, context, met, values => same(values, standing?.values))
  return done.ok && done.position !== null && plan.stays === null ? 'done' : 'again'
}

/** Nobody wrote in between. */
const isSeen = (revision: Revision, { records }: Met): boolean => records.at(-1)?.revision === revision

/** What rules, or whoever writes all the time, do not let be as it was. */
const unlike = (target: Target, { changes, stays }: Plan, records: Met['records']): KeptItem | null => {
  if (stays !== null) return null
  const members = Object.keys(changes).length > 0 ? Object.keys(changes) : ['status']
  const others = members.filter(member => !['slug', 'status', 'publishedAt'].includes(member))
  const reason = others.length > 0 ? 'changed' : members.includes('slug') ? 'taken' : 'passed'
  return { kind: target.kind, id: target.id, reason, usedBy: null, members: writersOf(records, members) }
}

/** Undoes one item by the ordinary commands. Done and asked again, it finds it done. */
export const undoItem = async (
  writing: Writing,
  target: Target,
  undoing: Undoing,
  around: Around,
  context: Context,
): Promise<Omit<ItemUndo, 'plan'>> => {
  let outcome: Outcome = 'again'
  for (let attempt = 1; ; attempt++) {
    const met = await meet(writing.store, target.kind, target.id)
    const { undone, plan, kept } = await planItem(target, met, undoing, around)
    const done = doneBy(met.records, context.correlation)
    if (isIdle(plan)) return { undone: done ?? undone, kept }
    if (attempt === ATTEMPTS || outcome === 'stuck')
      return { undone: done ?? 'kept', kept: kept ?? unlike(target, plan, met.records) }
    outcome = await carryOut(writing, target, met, plan, undoing.scope.did, context)
    if (outcome === 'done') return { undone: 'trashed', kept: null }
  }
}
