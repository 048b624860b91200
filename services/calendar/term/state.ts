import type { TermFact, TermValues } from '../../../shared/facts/term.ts'
import { unreachable } from '../../../shared/kernel/decision.ts'
import { type Moving, movingAfter } from '../item/state.ts'
import type { TermId } from '../../../shared/kernel/brands.ts'

export type TermState = Known & {
  /** It was merged, or is itself again, and what names it is not yet moved. */
  readonly moving?: Moving
}

type Known =
  | { readonly status: 'absent' }
  /** `hidden`: made for an event, and nothing happened to it since; readers know whether an event links it. */
  | { readonly status: 'live'; readonly values: TermValues; readonly hidden: boolean }
  /** Made for an event that never came: holds neither name nor slug. */
  | { readonly status: 'discarded'; readonly values: TermValues }
  /** One with another, which stands for it; keeps its name and slug. */
  | { readonly status: 'merged'; readonly values: TermValues; readonly into: TermId }
  /** Keeps its last values: children that were not moved yet are found under its parent. */
  | { readonly status: 'deleted'; readonly values: TermValues }

export const initial: TermState = { status: 'absent' }

const changed = (state: TermState, after: Partial<TermValues>): TermState =>
  state.status === 'live' ? { status: 'live', values: { ...state.values, ...after }, hidden: false } : state

export const evolve = (state: TermState, fact: TermFact): TermState => {
  const after = known(state, fact)
  const moving = movingAfter(fact, state.moving)
  return moving === undefined ? after : { ...after, moving }
}

const known = (state: TermState, fact: TermFact): TermState => {
  switch (fact.type) {
    case 'TermCreated': {
      const into = fact.carried?.into
      if (into !== undefined) return { status: 'merged', values: fact.values, into }
      return { status: 'live', values: fact.values, hidden: fact.hiddenUntilLinked }
    }
    case 'TermMerged':
      return state.status === 'live' ? { status: 'merged', values: state.values, into: fact.into } : state
    case 'TermUnmerged':
      return state.status === 'merged' ? { status: 'live', values: state.values, hidden: false } : state
    case 'TermMergeSettled': {
      const { moving, ...settled } = state
      return moving ? settled : state
    }
    case 'TermAdopted':
      return { status: 'live', values: fact.values, hidden: false }
    case 'TermRenamed':
      return changed(state, fact.changes.name ? { name: fact.changes.name[1] } : {})
    case 'TermDescribed':
      return changed(state, fact.changes.description ? { description: fact.changes.description[1] } : {})
    case 'TermSlugChanged':
      return changed(state, fact.changes.slug ? { slug: fact.changes.slug[1] } : {})
    case 'TermMoved':
      return changed(state, fact.changes.parent ? { parent: fact.changes.parent[1] } : {})
    case 'TermDiscarded':
      return state.status === 'live' ? { status: 'discarded', values: { ...state.values, slug: '' } } : state
    case 'TermRestored': {
      if (state.status !== 'discarded') return state
      const slug = fact.changes.slug?.[1] ?? ''
      return { status: 'live', values: { ...state.values, slug }, hidden: true }
    }
    case 'TermDeleted':
      return { status: 'deleted', values: fact.values }
    default:
      return unreachable(fact)
  }
}
