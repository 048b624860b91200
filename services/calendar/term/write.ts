import { termId, type TermId, noRevision } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import { termStream, type TermValues } from '../../../shared/facts/term.ts'
import { decodeReferences } from '../../../shared/kernel/html/text.ts'
import { slugOf } from '../../../shared/kernel/text/spelling.ts'
import { handle, load, type Context, type Handled, byOf } from '../../handle.ts'
import type { Loaded } from '../../../shared/event-store/folding.ts'
import { termNameStream } from '../claims.ts'
import { appendClaims } from '../claim-stream.ts'
import { inOneAct } from '../one-act.ts'
import { bestEffort, type Writing, type Written } from '../writing.ts'
import type { TermPatch, TermRefusal } from './decide.ts'
import { term } from './term.ts'
import { standAgain, standingTerm } from './standing.ts'
import type { TermState } from './state.ts'

export type TermWritten = Written<TermValues, TermRefusal, TermId>

const DEEPEST = 100

const writtenTerm = (id: TermId, handled: Handled<TermState, TermRefusal>): TermWritten => {
  if (!handled.ok) return handled
  const { state, revision, position } = handled
  if (state.status === 'absent') throw new TypeError('an accepted command leaves a term')
  return { ok: true, id, values: state.values, revision, position }
}

/** "" sent: from the name. */
export const slugBase = ({ slug, name }: TermValues, id: TermId) => slugOf(slug) || slugOf(name) || String(id)

/** Nobody else has an id that was drawn just now. */
const untouched: Loaded<TermState> = { state: term.initial, revision: noRevision }

type NewTerm = {
  readonly values: TermValues
  readonly hiddenUntilLinked: boolean
  /** Whether `id` was drawn for it just now. */
  readonly isDrawn: boolean
}

/** `values.slug` "" = from the name; a taken one gets a suffix. The name was claimed for `id` beforehand. */
export const createTermAs = async (
  { store, claims }: Writing,
  id: TermId,
  { values, hiddenUntilLinked, isDrawn }: NewTerm,
  context: Context,
): Promise<TermWritten> => {
  const slug = await claims.claimSlug(values.taxonomy, slugBase(values, id), id, context)
  const command = {
    type: 'Create',
    id,
    by: byOf(context),
    values: { ...values, slug },
    hiddenUntilLinked,
  } as const
  const known = isDrawn ? untouched : undefined
  return writtenTerm(id, await handle(store, term, termStream(id), command, context, known))
}

/** Whether readers show the term: its own stream does not know which events link it. */
export type IsShown = (id: TermId) => Promise<boolean>
const all: IsShown = async () => true

const exists = (termId: TermId): TermWritten => ({ ok: false, refusal: { code: 'term_exists', termId } })

/**
 * The owner of the name was made for an event: while no event links it, nobody can know it, and it becomes the new
 * term. An event that is still to come then links it all the same.
 */
const adoptTerm = async (
  { store, claims }: Writing,
  id: TermId,
  values: TermValues,
  isShown: IsShown,
  context: Context,
): Promise<TermWritten> => {
  const known = await load(store, term, termStream(id))
  const { state } = known
  if (state.status === 'merged') {
    await standAgain(store, id, context)
    return exists((await standingTerm(store, id))?.id ?? id)
  }
  if (state.status !== 'live' || !state.hidden || (await isShown(id))) return exists(id)
  const { taxonomy, slug: former } = state.values
  const base = slugBase(values, id)
  const slug = base === former ? former : await claims.claimSlug(taxonomy, base, id, context)
  const formerSlug = slug === former ? null : await claims.held(slugStream(taxonomy, former), id)
  const command = { type: 'Adopt', id, by: byOf(context), values: { ...values, slug } } as const
  const adopted = writtenTerm(id, await handle(store, term, termStream(id), command, context, known))
  if (!adopted.ok) return exists(id)
  if (formerSlug !== null) await bestEffort(claims.release(formerSlug, context))
  return adopted
}

/** Refuses `term_exists` when the name is taken under the same parent by a term that readers show. `kept`: its id, drawn before. */
export const createTerm = async (
  writing: Writing,
  values: TermValues,
  context: Context,
  isShown: IsShown = all,
  kept?: number,
): Promise<TermWritten> => {
  const id = termId(kept ?? (await writing.ids.next('term', context)))
  const created = await inOneAct(writing, async through => {
    const { owner, mine } = await through.claims.claimTermName(values.taxonomy, values, id, context)
    if (!mine) return { owner }
    return createTermAs(
      through,
      id,
      { values, hiddenUntilLinked: false, isDrawn: kept === undefined },
      context,
    )
  })
  if ('owner' in created) return adoptTerm(writing, termId(created.owner), values, isShown, context)
  // Somebody who wanted the same name for an event created it under the id promised here.
  const taken = !created.ok && created.refusal.code === 'id-taken'
  return taken ? adoptTerm(writing, id, values, isShown, context) : created
}

/** Whether `id` is `parent` or above it. */
export const wouldLoop = async (
  { store }: { readonly store: Pick<EventStore, 'read'> },
  id: TermId,
  parent: TermId | null,
): Promise<boolean> => {
  let above = parent
  for (let depth = 0; above !== null && depth < DEEPEST; depth++) {
    if (above === id) return true
    const { state } = await load(store, term, termStream(above))
    above = state.status === 'absent' ? null : state.values.parent
  }
  return above !== null
}

/** A name in another spelling is no other name. */
const renamed = (sent: string | undefined, known: string): string | undefined =>
  sent === undefined || decodeReferences(sent) === decodeReferences(known) ? undefined : sent

/**
 * Partial update. A sent slug that another term has is refused with `duplicate_term_slug`; "" keeps the present one.
 * The name of another term is allowed; both then hold it (spec 02 §9). `seen`: what whoever asks has seen (spec 07 §6).
 */
export const changeTerm = async (
  writing: Writing,
  id: TermId,
  asked: TermPatch,
  context: Context,
  seen?: TermValues,
): Promise<TermWritten> => {
  const { store, claims } = writing
  const known = await load(store, term, termStream(id))
  if (known.state.status !== 'live') return { ok: false, refusal: { code: 'term-not-found' } }
  const { values } = known.state
  const sent = { ...asked, name: renamed(asked.name, values.name) }
  const slug = slugOf(sent.slug ?? '') || values.slug
  const name = {
    name: sent.name ?? values.name,
    parent: sent.parent === undefined ? values.parent : sent.parent,
  }
  if (name.parent !== values.parent && (await wouldLoop(writing, id, name.parent)))
    return { ok: false, refusal: { code: 'parent-loop' } }

  const streams = {
    slug: slugStream(values.taxonomy, values.slug),
    name: termNameStream(values.taxonomy, values),
  }
  const formerSlug = slug === values.slug ? null : await claims.held(streams.slug, id)
  if (slug !== values.slug) {
    const { owner, mine } = await claims.claimExactSlug(values.taxonomy, slug, id, context)
    if (!mine) return { ok: false, refusal: { code: 'duplicate_term_slug', termId: termId(owner) } }
  }
  const newName = termNameStream(values.taxonomy, name)
  const formerName = newName === streams.name ? null : await claims.held(streams.name, id)
  if (newName !== streams.name)
    await appendClaims(store, newName, [{ type: 'Claimed', owner: id }], 'any', context)

  const command = { type: 'Change', id, by: byOf(context), patch: { ...sent, slug }, seen } as const
  const result = writtenTerm(id, await handle(store, term, termStream(id), command, context, known))
  if (result.ok)
    for (const former of [formerSlug, formerName])
      if (former !== null) await bestEffort(claims.release(former, context))
  return result
}

/**
 * Permanent. `children` move up to its parent, each by a change of its own; readers show them there as soon as
 * the term is gone.
 */
export const deleteTerm = async (
  writing: Writing,
  id: TermId,
  children: readonly TermId[],
  context: Context,
): Promise<TermWritten> => {
  const { store, claims } = writing
  const known = await load(store, term, termStream(id))
  const { state } = known
  const streams =
    state.status === 'live'
      ? [
          slugStream(state.values.taxonomy, state.values.slug),
          termNameStream(state.values.taxonomy, state.values),
        ]
      : []
  const held = await Promise.all(streams.map(stream => claims.held(stream, id)))
  const command = { type: 'Delete', id, by: byOf(context) } as const
  const result = writtenTerm(id, await handle(store, term, termStream(id), command, context, known))
  if (!result.ok) return result
  for (const claim of held) if (claim !== null) await bestEffort(claims.release(claim, context))
  for (const child of children) await changeTerm(writing, child, { parent: result.values.parent }, context)
  return result
}
