import { slugStream } from '../../../shared/facts/claim.ts'
import { nextSlug, slugOf } from '../../../shared/kernel/text/slug.ts'
import type { Context } from '../../handle.ts'
import { loadItem, type Met } from '../purged.ts'
import { bestEffort, instantOf } from '../writing.ts'
import { patchFor, preview, type Change, type Patch } from './decide.ts'
import { askedBy, decided, slugFrom, type ItemWritten, type Scope } from './scope.ts'
import type { ItemFact, ItemState, SharedValues } from './state.ts'
import { needsSlug, untrashedSlug } from './status-rules.ts'

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
 * with its former slug or the next free one. `met`: what the log said of it a moment ago.
 */
export const changeItem = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  scope: Scope<Values, Fact>,
  id: number,
  sent: Change<Values>,
  context: Context,
  met?: Met,
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
