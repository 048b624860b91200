import type { TermId } from '../../../shared/kernel/brands.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { handle, load, type Context, byOf } from '../../handle.ts'
import { appendClaims } from '../claim-stream.ts'
import { termNameStream } from '../claims.ts'
import { bestEffort, type Writing } from '../writing.ts'
import { term } from './term.ts'
import { slugBase } from './write.ts'

/**
 * Frees name and slug of a term whose event never came. Nothing happens to one that was adopted or changed since, and
 * nothing when it is done again.
 */
export const discardTerm = async (
  { store, claims }: Writing,
  id: TermId,
  context: Context,
): Promise<void> => {
  const known = await load(store, term, termStream(id))
  const { state } = known
  if (state.status !== 'live' || !state.hidden) return
  const { taxonomy, slug } = state.values
  const streams = [slugStream(taxonomy, slug), termNameStream(taxonomy, state.values)]
  const held = await Promise.all(streams.map(stream => claims.held(stream, id)))
  const command = { type: 'Discard', id, by: byOf(context) } as const
  const handled = await handle(store, term, termStream(id), command, context, known)
  if (!handled.ok || handled.state.status !== 'discarded') return
  for (const claim of held) if (claim !== null) await bestEffort(claims.release(claim, context))
}

/**
 * Undoes `discardTerm`, if that was done: an event names the term. Its slug gets a suffix when somebody has taken it;
 * a name that somebody has taken is shared from then on (spec 02 §9).
 */
export const restoreTerm = async (
  { store, claims }: Writing,
  id: TermId,
  context: Context,
): Promise<void> => {
  const known = await load(store, term, termStream(id))
  const { state } = known
  if (state.status !== 'discarded') return
  const { taxonomy } = state.values
  const slug = await claims.claimSlug(taxonomy, slugBase(state.values, id), id, context)
  const name = termNameStream(taxonomy, state.values)
  await appendClaims(store, name, [{ type: 'Claimed', owner: id }], 'any', context)
  const command = { type: 'Restore', id, by: byOf(context), slug } as const
  await handle(store, term, termStream(id), command, context, known)
}
