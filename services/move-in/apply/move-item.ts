import { allSettled } from '../../../shared/all-settled.ts'
import { isPurged, itemStream, loadItem } from '../../calendar/purged.ts'
import { identityStream } from '../../../shared/facts/claim.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import { type Context, instantOf } from '../../handle.ts'
import { holdersOf } from '../../calendar/claim-stream.ts'
import type { Kind } from '../../calendar/item/kind.ts'
import type { ItemFact, SharedValues } from '../../calendar/item/state.ts'
import type { ItemWriter } from '../../calendar/item/write.ts'
import { lineageKey } from '../../imports/item/identity.ts'
import { movedKey } from '../identity.ts'
import type { OldItem } from '../old/directory.ts'
import { merged } from './merge.ts'
import { keptId, movedAs, type Moved, type Moving } from './moving.ts'

/** How items of one kind are written. */
export type ItemScope<Values, Fact> = {
  readonly kind: Kind<Values, Fact> & { readonly noun: ItemKind }
  readonly writer: Pick<ItemWriter<Values>, 'create' | 'change' | 'trash'>
  /** All values of a new one. */
  readonly make: (sent: Partial<Values>) => Values
}

type Read<Values> = Extract<OldItem<Values>, { ok: true }>

/** Readers see the date of the change over there, unless that is still to come. */
const dated = ({ modifiedUtc }: Read<unknown>, context: Context): Context =>
  modifiedUtc === null || modifiedUtc.startsWith('0000') || modifiedUtc > instantOf(context)
    ? context
    : { ...context, changed: modifiedUtc }

/** Feeds that name it by an id of another site find it, too (spec 05 §5, row 1); a taken one stays with its owner. */
const claimLineage = async (
  { writing: { claims } }: Moving,
  noun: ItemKind,
  id: number,
  lineage: readonly string[],
  context: Context,
): Promise<void> => {
  await allSettled(lineage.map(one => claims.claimIdentity(noun, lineageKey(one), id, context)))
}

/** Puts one that lies in the trash over there into the trash here. */
const trashed = async <Values extends SharedValues, Fact>(
  { writer }: ItemScope<Values, Fact>,
  { isTrashed }: Read<Values>,
  here: number,
  context: Context,
): Promise<boolean> => {
  if (!isTrashed) return false
  const done = await writer.trash(here, 'deleted', context)
  return done.ok && done.position !== null
}

const changeKnown = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  moving: Moving,
  scope: ItemScope<Values, Fact>,
  { id, here }: { readonly id: number; readonly here: number },
  read: Read<Values>,
  context: Context,
): Promise<Moved> => {
  const { state } = await loadItem(moving.writing.store, scope.kind, here)
  if (state === null) return movedAs(id, null, 'stays', { reason: 'purged_here' })
  const isTheirs = state.changedBy['status'] === 'person'
  if (state.trashed !== null && (isTheirs || read.isTrashed)) {
    const same = read.isTrashed && !isTheirs
    return same ? movedAs(id, here, 'unchanged') : movedAs(id, here, 'stays', { reason: 'trashed_here' })
  }
  const sent = read.isTrashed ? { ...read.values, status: undefined } : read.values
  const { changes, stays } = merged(state, sent)
  const isToGo = read.isTrashed && !isTheirs
  const { notices } = read
  const outcome =
    Object.keys(changes).length > 0 || isToGo ? 'updated' : stays.length > 0 ? 'stays' : 'unchanged'
  const reason = stays.length > 0 ? ('changed_here' as const) : null
  const moved = movedAs(id, here, outcome, { changes, stays, reason, notices })
  if (moving.dryRun || outcome !== 'updated') return moved
  const done = await scope.writer.change(
    here,
    (_, met) => ({ ok: true, patch: merged(met, sent).patch }),
    dated(read, context),
  )
  if (!done.ok) return movedAs(id, here, 'failed', { reason: 'conflict', notices })
  if (isToGo) await trashed(scope, read, here, dated(read, context))
  return moved
}

/** Slugs are given as they were; a taken one gets a number, which is told. */
const slugNotices = (sent: string | undefined, given: string): Moved['notices'] =>
  sent === undefined || sent === '' || sent === given ? [] : [{ member: 'slug', why: 'slug_taken' }]

const createNew = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  moving: Moving,
  scope: ItemScope<Values, Fact>,
  { id, promised }: { readonly id: number; readonly promised: number | null },
  read: Read<Values>,
  context: Context,
): Promise<Moved> => {
  const { notices } = read
  const { ids, claims } = moving.writing
  if (moving.dryRun) return movedAs(id, keptId(moving, id), 'created', { notices })
  const { noun } = scope.kind
  const values = scope.make(read.values)
  const own = promised ?? keptId(moving, id) ?? (await ids.next('post', context))
  const key = movedKey(moving.source, noun, id)
  const { owner, mine } = await claims.claimIdentity(noun, key, own, context)
  await claimLineage(moving, noun, owner, lineageIn(read.values), context)
  // whoever claimed it before may have died before it was written, or be about to write it
  const isDrawn = mine && promised === null
  const created = await scope.writer.create({ id: owner, values, isDrawn }, dated(read, context))
  if (!created.ok) return changeKnown(moving, scope, { id, here: owner }, read, context)
  await trashed(scope, read, owner, dated(read, context))
  const told = slugNotices(read.values.slug, created.values.slug)
  return movedAs(id, owner, 'created', { notices: [...notices, ...told] })
}

const lineageIn = (values: object): readonly string[] =>
  'lineage' in values && Array.isArray(values.lineage) ? (values.lineage as string[]) : []

/**
 * One event, venue or organizer of another calendar (spec 05 §15), found again by its claim of identity. Safe to be asked
 * any number of times, by several at once, and after every way to be stopped.
 */
export const moveItem = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  moving: Moving,
  scope: ItemScope<Values, Fact>,
  id: number,
  read: OldItem<Values>,
  context: Context,
): Promise<Moved> => {
  if (!read.ok) return movedAs(id, null, 'failed', { reason: read.reason, notices: read.notices })
  const { store } = moving.writing
  const { noun } = scope.kind
  const stream = identityStream(noun, movedKey(moving.source, noun, id))
  const owner = (await holdersOf(store, stream)).holders.at(-1)?.owner ?? null
  if (owner === null) return createNew(moving, scope, { id, promised: null }, read, context)
  const [records, isGone] = await Promise.all([
    store.read(itemStream(scope.kind.noun, owner), { limit: 1 }),
    isPurged(store, noun, owner),
  ])
  if (isGone) return movedAs(id, null, 'stays', { reason: 'purged_here' })
  return records.length === 0
    ? createNew(moving, scope, { id, promised: owner }, read, context)
    : changeKnown(moving, scope, { id, here: owner }, read, context)
}
