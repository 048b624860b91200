import { termId, type StreamName } from '../../../shared/kernel/brands.ts'
import { identityStream } from '../../../shared/facts/claim.ts'
import type { By } from '../../../shared/facts/common.ts'
import { termCodec, termStream, type Taxonomy } from '../../../shared/facts/term.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { claimExclusively, holdersOf } from '../../calendar/claim-stream.ts'
import { differences } from '../../calendar/item/changes.ts'
import type { TermState } from '../../calendar/term/state.ts'
import { term } from '../../calendar/term/term.ts'
import { inOneAct } from '../../calendar/one-act.ts'
import { changeTerm, createTermAs } from '../../calendar/term/write.ts'
import { newTermValues } from '../../calendar/values.ts'
import { folded, type Context } from '../../handle.ts'
import { movedKey } from '../identity.ts'
import type { OldTerm } from '../old/term.ts'
import { isNumbered } from './merge.ts'
import { keptId, movedAs, type Moved, type Moving } from './moving.ts'

type Known = { readonly state: TermState; readonly changedBy: Readonly<Record<string, By>> }

/** A term, and who wrote each member of it last. */
const knownTerm = async ({ writing: { store } }: Moving, id: number): Promise<Known> => {
  const records = await store.read(termStream(termId(id)))
  const changedBy: Record<string, By> = {}
  for (const { type, data } of records) {
    const fact = termCodec.decode(type, data)
    for (const member of Object.keys('changes' in fact ? fact.changes : fact.values))
      changedBy[member] = fact.by
  }
  return { state: folded(term, records).state, changedBy }
}

type Read = Extract<OldTerm, { ok: true }>
type Names = { readonly id: number; readonly here: number }

const changeKnown = async (
  moving: Moving,
  { id, here }: Names,
  { state, changedBy }: Known,
  { values: { name, slug, description, parent }, notices }: Read,
  context: Context,
): Promise<Moved> => {
  if (state.status !== 'live') return movedAs(id, null, 'stays', { reason: 'deleted_here' })
  const asked = slug === '' || isNumbered(state.values.slug, slug) ? undefined : slug
  const sent = { name, description, parent, slug: asked }
  const differing = Object.entries(differences(state.values, sent))
  const isTheirs = (member: string) => changedBy[member] !== 'import'
  const stays = differing.flatMap(([member]) => (isTheirs(member) ? [member] : []))
  const changes = Object.fromEntries(
    differing.flatMap(([member, change]) =>
      change === undefined || isTheirs(member) ? [] : [[member, change as readonly [Json, Json]]],
    ),
  )
  const reason = stays.length > 0 ? ('changed_here' as const) : null
  const isChanged = Object.keys(changes).length > 0
  const outcome = isChanged ? 'updated' : stays.length > 0 ? 'stays' : 'unchanged'
  const moved = movedAs(id, here, outcome, { changes, stays, reason, notices })
  if (moving.dryRun || !isChanged) return moved
  const patch = Object.fromEntries(Object.entries(changes).map(([member, [, after]]) => [member, after]))
  const done = await changeTerm(moving.writing, termId(here), patch, context)
  if (done.ok) return moved
  const isSlug = done.refusal.code === 'duplicate_term_slug' && 'slug' in patch
  const told = [...notices, ...(isSlug ? [{ member: 'slug', why: 'slug_taken' } as const] : [])]
  if (isSlug && Object.keys(patch).length > 1)
    await changeTerm(moving.writing, termId(here), { ...patch, slug: undefined }, context)
  return isSlug
    ? movedAs(id, here, Object.keys(patch).length > 1 ? 'updated' : 'unchanged', { notices: told })
    : movedAs(id, here, 'failed', { reason: 'conflict', notices: told })
}

const claimTerm = async (
  moving: Moving,
  stream: StreamName,
  owner: number,
  context: Context,
): Promise<number> => {
  const { store } = moving.writing
  const inUse = async (holder: number) =>
    (await store.read(termStream(termId(holder)), { limit: 1 })).length > 0
  return (await claimExclusively(store, { stream, inUse }, owner, context)).owner
}

/** A new one, or the one that has its name here already, which is then taken for it and left as it is. */
const createNew = async (
  moving: Moving,
  stream: StreamName,
  id: number,
  { values, notices }: Read,
  context: Context,
): Promise<Moved> => {
  const { ids, claims } = moving.writing
  if (moving.dryRun) return movedAs(id, keptId(moving, id), 'created', { notices })
  const own = keptId(moving, id) ?? (await ids.next('term', context))
  const { owner: named } = await claims.claimTermName(values.taxonomy, values, own, context)
  const here = await claimTerm(moving, stream, named, context)
  if ((await knownTerm(moving, here)).state.status === 'live')
    return movedAs(id, here, 'matched', { notices })
  const sent = { values: newTermValues(values), hiddenUntilLinked: false, isDrawn: false }
  const created = await inOneAct(moving.writing, through =>
    createTermAs(through, termId(here), sent, context),
  )
  if (!created.ok) return movedAs(id, here, 'matched', { notices })
  const isOther = values.slug !== '' && created.values.slug !== values.slug
  const told = isOther ? [{ member: 'slug', why: 'slug_taken' } as const] : []
  return movedAs(id, here, 'created', { notices: [...notices, ...told] })
}

/** One category or tag of another calendar (spec 05 §15). */
export const moveTerm = async (
  moving: Moving,
  taxonomy: Taxonomy,
  id: number,
  read: OldTerm,
  context: Context,
): Promise<Moved> => {
  if (!read.ok) return movedAs(id, null, 'failed', { reason: read.reason })
  const kind = taxonomy === 'cal_events_cat' ? 'category' : 'tag'
  const stream = identityStream('term', movedKey(moving.source, kind, id))
  const owner = (await holdersOf(moving.writing.store, stream)).holders.at(-1)?.owner ?? null
  if (owner === null) return createNew(moving, stream, id, read, context)
  const known = await knownTerm(moving, owner)
  return known.state.status === 'absent'
    ? createNew(moving, stream, id, read, context)
    : changeKnown(moving, { id, here: owner }, known, read, context)
}
