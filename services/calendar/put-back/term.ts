import { termId, type TermId } from '../../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { termStream, type TermValues } from '../../../shared/facts/term.ts'
import { folded, load, type Context } from '../../handle.ts'
import { isSlugOpenTo } from '../claims.ts'
import { isKept } from '../in-use.ts'
import type { Changes } from '../item/state.ts'
import { taxonomyOf } from '../merge/kinds.ts'
import { isBelow, merge, unmerge } from '../merge/merge.ts'
import { term } from '../term/term.ts'
import type { TermState } from '../term/state.ts'
import { changeTerm, wouldLoop, type TermWritten } from '../term/write.ts'
import type { Writing } from '../writing.ts'
import type { Planned } from './gone.ts'
import { withStays, type Members, type Thing } from './thing.ts'
import type { Stays } from './words.ts'

type Kind = 'category' | 'tag'
type Reasons = Readonly<Record<string, Stays>>

const stateAfter = (records: readonly StoredRecord[]): TermState => folded(term, records).state

/** With the one that it was merged into; null: it is itself. What was made for an event that never came is not there. */
const membersOf = (state: TermState): Members | null =>
  isKept(state) ? { ...state.values, into: state.status === 'merged' ? state.into : null } : null

const thenOf = (changes: Changes, member: string): unknown => changes[member]?.[1]

/** Why a term cannot be below another, or one with it, again; null: it can. */
const whyNot = async (
  store: Pick<EventStore, 'read'>,
  other: TermId,
  isCircle: () => Promise<boolean>,
): Promise<Stays | null> => {
  const { state } = await load(store, term, termStream(other))
  if (state.status === 'merged') return 'merged'
  if (state.status !== 'live') return 'purged'
  return (await isCircle()) ? 'circle' : null
}

const reasonsOf = async (
  writing: Writing,
  kind: Kind,
  id: TermId,
  changes: Changes,
  context: Context,
): Promise<Reasons> => {
  const { store } = writing
  const reasons: Record<string, Stays | null> = {}
  const [parent, slug, into] = ['parent', 'slug', 'into'].map(member => thenOf(changes, member))
  if (typeof parent === 'number') {
    const above = termId(parent)
    reasons['parent'] = await whyNot(store, above, () => wouldLoop(writing, id, above))
  }
  if (typeof slug === 'string') {
    const isOpen = await isSlugOpenTo(store, { kind: taxonomyOf(kind), slug }, id, context)
    reasons['slug'] = isOpen ? null : 'taken'
  }
  if (typeof into === 'number') {
    const isCircle = async () => kind === 'category' && (await isBelow(writing, into, id))
    reasons['into'] = await whyNot(store, termId(into), isCircle)
  }
  return Object.fromEntries(Object.entries(reasons).flatMap(([member, why]) => (why ? [[member, why]] : [])))
}

const possible = async (
  writing: Writing,
  kind: Kind,
  id: TermId,
  plan: Planned,
  now: Members,
  context: Context,
): Promise<Planned> => {
  const left = withStays(plan, await reasonsOf(writing, kind, id, plan.changes, context))
  if (now['into'] === null || 'into' in left.changes) return left
  // one that is merged, and stays so, is left as it is
  return withStays(left, Object.fromEntries(Object.keys(left.changes).map(member => [member, 'merged'])))
}

/** The members that a term has of its own, as a patch of them. */
const patchOf = (changes: Changes, without: Reasons) =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([member, pair]) =>
      member === 'into' || member in without ? [] : [[member, pair?.[1]]],
    ),
  )

/** Which member a refusal is about; null: it is another term by now. */
const refusedMember = (written: Extract<TermWritten, { ok: false }>): readonly [string, Stays] | null => {
  switch (written.refusal.code) {
    case 'duplicate_term_slug':
      return ['slug', 'taken']
    case 'parent-loop':
      return ['parent', 'circle']
    case 'term-not-found':
    case 'term_exists':
    case 'id-taken':
    case 'changed-meanwhile':
      return null
  }
}

/** Changes what it can; null: somebody has changed it meanwhile. */
const changed = async (
  writing: Writing,
  id: TermId,
  changes: Changes,
  seen: TermValues,
  context: Context,
): Promise<Reasons | null> => {
  const stays: Record<string, Stays> = {}
  for (;;) {
    const patch = patchOf(changes, stays)
    if (Object.keys(patch).length === 0) return stays
    const written = await changeTerm(writing, id, patch, context, seen)
    if (written.ok) return stays
    const refused = refusedMember(written)
    if (refused === null || refused[0] in stays) return null
    stays[refused[0]] = refused[1]
  }
}

/** All that was to follow the unmerging, which is recorded. */
const allStay = (changes: Changes): Reasons =>
  Object.fromEntries(
    Object.keys(changes)
      .filter(member => member !== 'into' || thenOf(changes, member) !== null)
      .map(member => [member, 'changed']),
  )

const change =
  (writing: Writing, kind: Kind): Thing['change'] =>
  async (id, changes, now, context) => {
    const seen = 'into' in changes ? now['into'] : null
    const isUnmerged = typeof seen === 'number'
    if (isUnmerged && !(await unmerge(writing, { kind, id }, context, seen)).ok) return null
    // members of a term, and the one that it was merged into
    const stays = await changed(writing, termId(id), changes, now as TermValues & Members, context)
    const into = thenOf(changes, 'into')
    if (stays === null) return isUnmerged ? allStay(changes) : null
    if (typeof into !== 'number') return stays
    const merged = await merge(writing, { kind, from: id, into }, context)
    return merged.ok ? stays : { ...stays, into: merged.code === 'merge_below' ? 'circle' : 'purged' }
  }

/** How a category or tag is put back, by the rules that hold for its changes (spec 02 §9, 07 §7.1). */
export const putBackTerm = (writing: Writing, kind: Kind): Thing => ({
  records: async id => {
    const records = await writing.store.read(termStream(termId(id)))
    const state = stateAfter(records)
    return isKept(state) && state.values.taxonomy === taxonomyOf(kind) ? records : null
  },
  after: records => membersOf(stateAfter(records)),
  nameAfter: records => {
    const state = stateAfter(records)
    return state.status === 'absent' ? '' : state.values.name
  },
  possible: (id, plan, now, context) => possible(writing, kind, termId(id), plan, now, context),
  change: change(writing, kind),
})
