import { RevisionConflict, unlessConflict, type Position } from '../../../shared/event-store/port.ts'
import { nameStream } from '../../../shared/facts/claim.ts'
import type { By } from '../../../shared/facts/common.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { type Context, byOf } from '../../handle.ts'
import { claimAppend, holdersOf, isRecent, type Holder } from '../claim-stream.ts'
import { createItem } from '../item/create.ts'
import type { Scope } from '../item/change.ts'
import type { ItemFact, SharedValues } from '../item/state.ts'
import { isPurged } from '../purged.ts'
import { reusable } from './reusable.ts'
import { standingItem } from './standing.ts'

const ATTEMPTS = 16

/** What is asked of a venue or organizer to find it again. */
export type EntryValues = SharedValues & { readonly name: string; readonly password: string }

/** A venue or organizer to link. */
export type Found<Values> = {
  readonly id: number
  readonly values: Values
  readonly createdBy: By
  readonly created: boolean
  /** Sent members that the reused one lacks; to be added by those who may, after the event was written. */
  readonly missing: Partial<Values>
  readonly position: Position | null
}

/** What was sent of it, and the values it gets if a new one has to be created. */
export type Wanted<Values> = {
  readonly sent: Partial<Values> & { readonly name: string }
  readonly values: Values
  /** Readers see a new one at once, not only when an event links it. */
  readonly shown?: boolean
  /** Whether whoever asks may see everything of a protected one (spec 02 §6 Reuse); default: of none. */
  readonly opens?: (stored: Pick<Found<Values>, 'values' | 'createdBy'>) => boolean
}

/** The oldest holder that is what was sent; else one that was promised moments ago and has not come yet. */
const lookAt = async <Values extends EntryValues, Fact>(
  { writing: { store }, kind }: Scope<Values, Fact>,
  holders: readonly Holder[],
  { sent, opens }: Wanted<Values>,
  context: Context,
): Promise<{ readonly found: Found<Values> | null; readonly promised: number | null }> => {
  let promised: number | null = null
  for (const holder of holders) {
    const id = holder.owner
    const found = await standingItem(store, kind, id)
    if (found === null) {
      if (isRecent(holder, context) && !(await isPurged(store, kind.noun, id))) promised ??= id
      continue
    }
    const { met, item } = found
    const isOther = found.id !== id
    if (item === null || (isOther && item.values.status !== 'publish')) continue
    // of one that was merged it is asked what it was; what the other lacks is not added
    const asked: Values = isOther ? { ...met.values, status: met.trashed?.was ?? 'draft' } : met.values
    const { values, createdBy } = item
    const match = reusable(sent, asked, opens?.({ values: met.values, createdBy: met.createdBy }) === true)
    if (match === null) continue
    const missing: Partial<Values> = isOther ? {} : match.missing
    return {
      found: { id: found.id, values, createdBy, created: false, position: null, missing },
      promised: null,
    }
  }
  return { found: null, promised }
}

/**
 * The published item that fits, or a new one, which readers see once an event links it unless it is `shown`. A racing
 * equal request finds the promised id in the name stream and creates the item under it, too: both creates are one.
 */
export const findOrCreate = async <Values extends EntryValues, Fact extends ItemFact<Values>>(
  scope: Scope<Values, Fact>,
  wanted: Wanted<Values>,
  context: Context,
): Promise<Found<Values>> => {
  const { store, ids } = scope.writing
  const name = nameStream(scope.kind.noun, foldName(wanted.sent.name))
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { holders, revision } = await holdersOf(store, name)
    const { found, promised } = await lookAt(scope, holders, wanted, context)
    if (found !== null) return found
    const id = promised ?? (await ids.next('post', context))
    const sent = { id, values: wanted.values, hiddenUntilLinked: wanted.shown !== true }
    const claim = () => [claimAppend(name, [{ type: 'Claimed', owner: id }], revision, context)]
    const drawn = promised === null ? { isDrawn: true, besides: claim } : {}
    const result = await createItem(scope, { ...sent, ...drawn }, context).catch(unlessConflict)
    if (result?.ok !== true) continue
    const { values, position } = result
    return { id, values, position, createdBy: byOf(context), created: true, missing: {} }
  }
  throw new RevisionConflict(name)
}
