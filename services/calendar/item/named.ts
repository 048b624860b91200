import { RevisionConflict, type Position } from '../../../shared/event-store/port.ts'
import type { By } from '../../../shared/facts/common.ts'
import { nameStream } from '../../../shared/facts/claim.ts'
import { foldName } from '../../../shared/kernel/text/fold.ts'
import type { Context } from '../../handle.ts'
import { isPurged, loadItem, type Met } from '../purged.ts'
import { appendClaims, holdersOf, isRecent, type Holder } from '../claim-stream.ts'
import { bestEffort, byOf, type Writing } from '../writing.ts'
import type { Change } from './decide.ts'
import { reusable } from './reusable.ts'
import type { ItemFact, SharedValues } from './state.ts'
import type { Kind } from './kind.ts'
import { itemWriter, type ItemWritten } from './write.ts'

const ATTEMPTS = 16

type Named = SharedValues & { readonly name: string; readonly password: string }

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

/**
 * Venues and organizers: names may be shared, but the log keeps who has which, so that simultaneous equal requests
 * end with one item (spec 02 §6). A name stream may list items that were renamed since; their own stream counts.
 */
export const namedWriter = <Values extends Named, Fact extends ItemFact<Values>>(
  kind: Kind<Values, Fact>,
) => {
  const { noun } = kind
  const writer = itemWriter(kind)
  const nameOf = (name: string) => nameStream(noun, foldName(name))

  const noteName = async ({ store }: Writing, id: number, name: string, context: Context): Promise<void> => {
    await appendClaims(store, nameOf(name), [{ type: 'Claimed', owner: id }], 'any', context)
  }

  /** Always a new one, whatever its name. */
  const create = async (
    writing: Writing,
    sent: { readonly id?: number; readonly values: Values },
    context: Context,
  ): Promise<ItemWritten<Values>> => {
    const result = await writer.create(writing, sent, context)
    if (result.ok && result.position !== null)
      await bestEffort(noteName(writing, result.id, result.values.name, context))
    return result
  }

  const change = async (
    writing: Writing,
    id: number,
    sent: Change<Values>,
    context: Context,
    met?: Met,
  ): Promise<ItemWritten<Values>> => {
    const result = await writer.change(writing, id, sent, context, met)
    const mayRename = typeof sent === 'function' || sent.name !== undefined
    if (result.ok && result.position !== null && mayRename)
      await bestEffort(noteName(writing, id, result.values.name, context))
    return result
  }

  /** The oldest holder that is what was sent; else one that was promised moments ago and has not come yet. */
  const lookAt = async (
    { store }: Writing,
    holders: readonly Holder[],
    { sent, opens }: Wanted<Values>,
    context: Context,
  ): Promise<{ readonly found: Found<Values> | null; readonly promised: number | null }> => {
    let promised: number | null = null
    for (const holder of holders) {
      const id = holder.owner
      const { state } = await loadItem(store, kind, id)
      if (state === null) {
        if (isRecent(holder, context) && !(await isPurged(store, noun, id))) promised ??= id
        continue
      }
      const { values, createdBy } = state
      const match = reusable(sent, values, opens?.({ values, createdBy }) === true)
      if (match === null) continue
      return { found: { id, values, createdBy, created: false, position: null, ...match }, promised: null }
    }
    return { found: null, promised }
  }

  /**
   * The published item that fits, or a new one, which readers see once an event links it unless it is `shown`. A racing equal request
   * finds the promised id in the name stream and creates the item under it, too: both creates are one.
   */
  const findOrCreate = async (
    writing: Writing,
    wanted: Wanted<Values>,
    context: Context,
  ): Promise<Found<Values>> => {
    const { store, ids } = writing
    const name = nameOf(wanted.sent.name)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { holders, revision } = await holdersOf(store, name)
      const { found, promised } = await lookAt(writing, holders, wanted, context)
      if (found !== null) return found
      const id = promised ?? (await ids.next('post', context))
      const claim = [{ type: 'Claimed', owner: id }] as const
      if (promised === null && (await appendClaims(store, name, claim, revision, context)) === null) continue
      const sent = { id, values: wanted.values, hiddenUntilLinked: wanted.shown !== true }
      const result = await writer.create(writing, sent, context)
      if (!result.ok) continue
      const { values, position } = result
      return { id, values, position, createdBy: byOf(context), created: true, missing: {} }
    }
    throw new RevisionConflict(name)
  }

  return {
    create,
    change,
    trash: writer.trash,
    publishDue: writer.publishDue,
    attribute: writer.attribute,
    purge: writer.purge,
    findOrCreate,
  }
}
