import { slugStream } from '../../../shared/facts/claim.ts'
import { nextSlug, slugOf } from '../../../shared/kernel/text/spelling.ts'
import { byOf, type Context, handle, type Handled, instantOf } from '../../handle.ts'
import type { Loaded } from '../../../shared/event-store/folding.ts'
import { itemStream, loadItem, type Looked } from '../purged.ts'
import { bestEffort, type Writing, type Written } from '../writing.ts'
import { type Change, type ItemCommand, type ItemRefusal, type Patch, patchFor, preview } from './decide.ts'
import type { Kind } from './kind.ts'
import { type ItemFact, type ItemState, needsSlug, type SharedValues, untrashedSlug } from './state.ts'

// Deciding on an item, and its partial update.

export type ItemWritten<Values> = Written<Values, ItemRefusal>

/** What every operation on an item works with. */
export type Scope<Values, Fact> = { readonly writing: Writing; readonly kind: Kind<Values, Fact> }

export const askedBy = (id: number, context: Context) => ({ id, by: byOf(context), at: instantOf(context) })

/** What a slug is made from when none was sent. */
export const slugFrom = <Values, Fact>(kind: Kind<Values, Fact>, values: Values, id: number): string =>
  slugOf(kind.named(values)) || String(id)

const written = <Values extends SharedValues>(
  id: number,
  handled: Handled<ItemState<Values>, ItemRefusal>,
): ItemWritten<Values> => {
  if (!handled.ok) return handled
  const { state, revision, position } = handled
  if (state === null) throw new TypeError('an accepted command leaves an item')
  return { ok: true, id, values: state.values, revision, position }
}

/** A slug claimed for a command that then did not use it is not given back here: the claim runs out by itself. */
export const decided = async <Values extends SharedValues, Fact>(
  { writing: { store }, kind: { noun, aggregate } }: Scope<Values, Fact>,
  command: ItemCommand<Values>,
  context: Context,
  known?: Loaded<ItemState<Values>>,
): Promise<ItemWritten<Values>> =>
  written(command.id, await handle(store, aggregate, itemStream(noun, command.id), command, context, known))

/** Times a change is prepared anew because the item changed between looking and deciding. */
const PREPARATIONS = 4

/** The same change with the slug that was claimed for it, or none. */
const withSlug = <Values extends SharedValues>(
  sent: Change<Values>,
  slug: string | undefined,
): Change<Values> => {
  const fixed = (patch: Patch<Values>): Patch<Values> => ({ ...patch, slug })
  if (typeof sent !== 'function') return fixed(sent)
  return (values, met) => {
    const asked = sent(values, met)
    return asked.ok ? { ok: true, patch: fixed(asked.patch) } : asked
  }
}

/** A sent slug that the item already has in its numbered form is kept unless the plain one has become free. */
const claimSent = async <Values extends SharedValues, Fact>(
  { writing: { claims }, kind: { noun } }: Scope<Values, Fact>,
  id: number,
  sent: string,
  current: string,
  context: Context,
): Promise<string | null> => {
  if (sent === current) return null
  const number = Number(/-(\d{1,9})$/.exec(current)?.[1])
  if (!(number > 1) || nextSlug(sent, number) !== current) return claims.claimSlug(noun, sent, id, context)
  const claim = await claims.claimExactSlug(noun, sent, id, context)
  return claim.mine ? sent : null
}

/** The slug to claim for a patch: the sent one (`sends`), the one from before the trash, the one it needs, or none. */
const prepare = async <Values extends SharedValues, Fact>(
  scope: Scope<Values, Fact>,
  id: number,
  state: ItemState<Values>,
  patch: Patch<Values>,
  context: Context,
): Promise<{ readonly claimed: string | null; readonly sends: boolean }> => {
  const sent = slugOf(patch.slug ?? '')
  const next = preview(state, { ...patch, slug: undefined }, instantOf(context))
  if (state === null || next === null) return { claimed: null, sends: false }
  if (sent !== '') {
    const claimed = await claimSent(scope, id, sent, state.values.slug, context)
    return { claimed, sends: claimed !== null }
  }
  const former = state.trashed === null ? '' : untrashedSlug(state.values.slug)
  const base = former !== '' ? former : needsSlug(next) ? slugFrom(scope.kind, next, id) : ''
  const { claims } = scope.writing
  return {
    claimed: base === '' ? null : await claims.claimSlug(scope.kind.noun, base, id, context),
    sends: false,
  }
}

/**
 * Partial update: absent members keep their value. With a `status` it also brings an item back from the trash,
 * with its former slug or the next free one. `met`: what the log said of it a moment ago, or what that came to.
 */
export const changing =
  <Values extends SharedValues, Fact extends ItemFact<Values>>(scope: Scope<Values, Fact>) =>
  async (
    id: number,
    sent: Change<Values>,
    context: Context,
    met?: Looked | Loaded<ItemState<Values>>,
  ): Promise<ItemWritten<Values>> => {
    const { kind } = scope
    const { store, claims } = scope.writing
    for (let attempt = 1; ; attempt++) {
      const known = await loadItem(store, kind, id, attempt === 1 ? met : undefined)
      const asked = known.state === null ? null : patchFor(sent, known.state)
      if (asked?.ok === false) return asked
      const { claimed, sends } = await prepare(scope, id, known.state, asked?.patch ?? {}, context)
      const patch = withSlug(sent, sends && claimed !== null ? claimed : undefined)
      const current = known.state?.values.slug ?? ''
      const former =
        claimed === null || current === '' ? null : await claims.held(slugStream(kind.noun, current), id)
      const command = { ...askedBy(id, context), type: 'Change', patch, slug: claimed } as const
      const result = await decided(scope, command, context, known)
      const outdated = !result.ok && result.refusal.code === 'slug-needed'
      if (outdated && attempt < PREPARATIONS) continue
      if (result.ok && former !== null && result.values.slug !== current)
        await bestEffort(claims.release(former, context))
      return result
    }
  }
