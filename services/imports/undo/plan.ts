import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { ItemKind, ItemStatus, TrashReason } from '../../../shared/facts/common.ts'
import { isRestated } from '../../../shared/facts/forgotten.ts'
import { undoDepth, type KeptItem, type Undone } from '../../../shared/facts/undo.ts'
import { numbersIn } from '../../../shared/kernel/json.ts'
import { hasChanged } from '../../calendar/having.ts'
import { same } from '../../calendar/item/changes.ts'
import type { Changes } from '../../calendar/item/state.ts'
import { didOf, type Undoing } from './scope.ts'
import { storyOf, togetherWith, writerIn, type Shifts, type Story } from './story.ts'

/** Where an item goes; null: it stays where it is. */
type Move =
  | { readonly to: 'trash'; readonly reason: TrashReason }
  | { readonly to: Exclude<ItemStatus, 'trash'> }
  | null

type Stays = Pick<KeptItem, 'reason' | 'members'>

/** What undoing does to one item. */
export type Plan = {
  readonly move: Move
  /** Member → [now, then]. */
  readonly changes: Changes
  /** What of it stays, and who changed it; null: nothing that the import did. */
  readonly stays: Stays | null
}

/** What goes into the trash has them as they are. */
const LIFE = ['status', 'publishedAt', 'slug']
/** Whom an item is of says nothing of what it tells: users come and go. */
const NO_EDIT = ['author', 'publishedAt', 'slug']
/** By what imports know it: of no interest to people. */
export const UNTOLD: readonly string[] = ['origin', 'lineage']

const nothing: Plan = { move: null, changes: {}, stays: null }
/** What was done to it is known no more. */
const forgotten: Plan = { ...nothing, stays: { reason: 'forgotten', members: [] } }

const differing = ({ left, alive }: Story, members: readonly string[]): readonly string[] =>
  members.filter(member => !same(left[member], alive[member]))

const staying = ({ writers }: Story, reason: Stays['reason'], members: readonly string[]): Stays => ({
  reason,
  members: members.flatMap(member => {
    const writer = writers.get(member)
    return writer === undefined ? [] : [{ member, ...writer }]
  }),
})

/** To the trash, unless somebody made something else of it. */
const ofCreated = (story: Story, { edited }: Undoing): Plan => {
  if (story.now.trashed !== null) return nothing
  const others = differing(
    story,
    Object.keys(story.now.values).filter(member => !NO_EDIT.includes(member)),
  ).concat(story.isLeftInTrash ? ['status'] : [])
  return others.length > 0 && !edited
    ? { ...nothing, stays: staying(story, 'edited', others) }
    : { ...nothing, move: { to: 'trash', reason: 'deleted' } }
}

/** Without what was added, with what was removed; in the old order when nobody else had a hand in it. */
const termsThen = (now: unknown, before: unknown, { added, removed }: Shifts): unknown => {
  const stay = numbersIn(now).filter(id => !added.has(id))
  const then = [...stay, ...[...removed].filter(id => !stay.includes(id))]
  const earlier: readonly unknown[] = Array.isArray(before) ? before : []
  return earlier.length === then.length && then.every(id => earlier.includes(id)) ? earlier : then
}

type Members = { readonly changes: Changes; readonly kept: readonly string[] }

const membersThen = (story: Story): Members => {
  const { before, shifts, alive } = story
  const changes: Record<string, readonly [unknown, unknown]> = {}
  const kept: string[] = []
  for (const [member, former] of before) {
    const current = alive[member]
    const shift = shifts.get(member)
    const then = shift === undefined ? former : termsThen(current, former, shift)
    // what once had no slug keeps the one that it was given
    if (same(current, then) || (member === 'slug' && then === '')) continue
    const others = shift === undefined ? differing(story, togetherWith(member)) : []
    if (others.length === 0) changes[member] = [current, then]
    else if (!UNTOLD.includes(member)) kept.push(...others)
  }
  return { changes, kept: [...new Set(kept)] }
}

const without = (changes: Changes, members: readonly string[]): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([member]) => !members.includes(member)))

/** Back to where it was; `isOthers`: somebody else has moved it since. */
const moveBack = ({
  trashedBefore,
  isLeftInTrash,
  now,
}: Story): { readonly move: Move; readonly isOthers: boolean } => {
  const stay = { move: null, isOthers: false }
  const isIn = now.trashed !== null
  if (trashedBefore === undefined) return { ...stay, isOthers: isIn && !isLeftInTrash }
  if ((trashedBefore !== null) === isIn) return stay
  if (isLeftInTrash !== isIn) return { ...stay, isOthers: true }
  if (now.trashed === null)
    return { ...stay, move: { to: 'trash', reason: trashedBefore?.reason ?? 'deleted' } }
  const { was } = now.trashed
  return { ...stay, move: was === 'trash' ? null : { to: was } }
}

const ofChanged = (story: Story): Plan => {
  const { move, isOthers } = moveBack(story)
  const { changes: all, kept } = membersThen(story)
  const changes = move?.to === 'trash' ? without(all, LIFE) : all
  const hidden = Object.keys(changes).filter(member => !UNTOLD.includes(member))
  // what is in the trash and stays there is left as it is
  if (move === null && story.now.trashed !== null)
    return isOthers || hidden.length > 0
      ? { ...nothing, stays: staying(story, 'in_trash', ['status']) }
      : nothing
  const moved = isOthers ? ['status'] : []
  const others = [...moved, ...kept]
  return { move, changes, stays: others.length === 0 ? null : staying(story, 'changed', others) }
}

/** What undoing does to an item, as its stream tells. Pure; done and asked again, there is nothing left to do. */
export const planOf = (noun: ItemKind, records: readonly StoredRecord[], undoing: Undoing): Plan => {
  const member = undoDepth(undoing.of) === 0 ? undoing.scope.member : null
  const story = storyOf(noun, records, didOf(undoing), member)
  if (story === null) return records.slice(0, 1).some(isRestated) ? forgotten : nothing
  return story.isCreated ? ofCreated(story, undoing) : ofChanged(story)
}

/** Who changed these members last. */
export const writersOf = (records: readonly StoredRecord[], members: readonly string[]): Stays['members'] =>
  members.flatMap(member => {
    const meta = records.findLast(record => hasChanged(record, member))?.meta
    return meta === undefined ? [] : [{ member, ...writerIn(meta) }]
  })

export const isIdle = ({ move, changes }: Plan): boolean => move === null && Object.keys(changes).length === 0

/** What the plan comes to, in one word. */
export const undoneBy = (plan: Plan): Undone => {
  if (plan.move !== null) return plan.move.to === 'trash' ? 'trashed' : 'restored'
  if (!isIdle(plan)) return 'changed'
  return plan.stays === null ? 'unchanged' : 'kept'
}

/** What an undo has done to an item, in one word; null: nothing. */
export const doneBy = (records: readonly StoredRecord[], undoId: string): Undone | null => {
  const done = records.filter(({ meta }) => meta.correlation === undoId).map(({ type }) => type)
  if (done.length === 0) return null
  if (done.some(type => type.endsWith('Trashed'))) return 'trashed'
  return done.some(type => /(?:Restored|Unmerged)$/.test(type)) ? 'restored' : 'changed'
}
