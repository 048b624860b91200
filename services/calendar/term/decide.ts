import type { TermId } from '../../../shared/kernel/brands.ts'
import type { By, CarriedTerm } from '../../../shared/facts/common.ts'
import { TermFact, type TermValues } from '../../../shared/facts/term.ts'
import { nothing, record, refuse, unreachable, type Decision } from '../../../shared/kernel/decision.ts'
import { carriersOf, differences, groupChanges, same } from '../item/changes.ts'
import type { Moving } from '../item/state.ts'
import type { TermState } from './state.ts'

/** Absent members keep their value; a term never changes its taxonomy. */
export type TermPatch = {
  readonly [Member in Exclude<keyof TermValues, 'taxonomy'>]?: TermValues[Member] | undefined
}

type Asked = { readonly id: TermId; readonly by: By }

export type TermCommand =
  /** `carried`: it comes from another service, with its dates there. */
  | (Asked & {
      readonly type: 'Create'
      readonly values: TermValues
      readonly hiddenUntilLinked: boolean
      readonly carried?: CarriedTerm
    })
  /** A plain create meets one that was made for an event and that nobody was ever shown. */
  | (Asked & { readonly type: 'Adopt'; readonly values: TermValues })
  /** `seen`: refused where a member that it would change is not what it was there; absent: whatever they are. */
  | (Asked & { readonly type: 'Change'; readonly patch: TermPatch; readonly seen?: TermValues | undefined })
  /** Nothing happens to one that readers may have seen. */
  | (Asked & { readonly type: 'Discard' })
  | (Asked & { readonly type: 'Restore'; readonly slug: string })
  | (Asked & { readonly type: 'Delete' })
  /** One with another, which stands for it from then on (spec 07 §7.1); that is taken back; all that had it is settled. */
  | (Asked & { readonly type: 'Merge'; readonly into: TermId })
  /** `seen`: refused unless that is the one; absent: whichever it is. */
  | (Asked & { readonly type: 'Unmerge'; readonly seen?: TermId | undefined })
  | (Asked & { readonly type: 'SettleMerge'; readonly moved: Moving })

export type TermRefusal =
  | { readonly code: 'term-not-found' }
  /** The name is taken under the same parent (spec 02 §9). */
  | { readonly code: 'term_exists'; readonly termId: TermId }
  | { readonly code: 'duplicate_term_slug'; readonly termId: TermId }
  /** A term cannot be below itself. */
  | { readonly code: 'parent-loop' }
  | { readonly code: 'id-taken' }
  /** Whoever asks has seen other values than it would change now. */
  | { readonly code: 'changed-meanwhile' }

const carriers = carriersOf(TermFact, [
  ...['TermDiscarded', 'TermRestored'],
  ...['TermMerged', 'TermUnmerged', 'TermMergeSettled'],
])

const isAsSeen = (member: string, now: TermValues, seen: TermValues): boolean =>
  same(now[member as keyof TermValues], seen[member as keyof TermValues])

export const decide = (command: TermCommand, state: TermState): Decision<TermFact, TermRefusal> => {
  const { id: termId, by } = command
  if (command.type === 'Create') {
    const { values, hiddenUntilLinked, carried } = command
    if (state.status === 'absent')
      return record({
        type: 'TermCreated',
        termId,
        by,
        values,
        hiddenUntilLinked,
        ...(carried && { carried }),
      })
    if (state.status === 'merged' && state.into === carried?.into) return nothing
    const repeated = state.status === 'live' && same(state.values, values)
    return repeated && (hiddenUntilLinked || !state.hidden) ? nothing : refuse({ code: 'id-taken' })
  }
  if (command.type === 'Restore') {
    if (state.status !== 'discarded') return nothing
    return record({ type: 'TermRestored', termId, by, changes: { slug: ['', command.slug] } })
  }
  if (command.type === 'Discard') {
    if (state.status !== 'live' || !state.hidden) return nothing
    return record({ type: 'TermDiscarded', termId, by, changes: { slug: [state.values.slug, ''] } })
  }
  if (command.type === 'SettleMerge') {
    if (state.moving !== command.moved) return nothing
    return record({ type: 'TermMergeSettled', termId, by, changes: {} })
  }
  if (command.type === 'Unmerge') {
    const into = state.status === 'merged' ? state.into : null
    if (command.seen !== undefined && command.seen !== into) return refuse({ code: 'changed-meanwhile' })
    return into === null ? nothing : record({ type: 'TermUnmerged', termId, by, changes: {} })
  }
  if (command.type === 'Merge' && state.status === 'merged' && state.into === command.into) return nothing
  if (state.status !== 'live') return refuse({ code: 'term-not-found' })
  switch (command.type) {
    case 'Adopt':
      return state.hidden
        ? record({ type: 'TermAdopted', termId, by, values: command.values })
        : refuse({ code: 'id-taken' })
    case 'Merge':
      return record({ type: 'TermMerged', termId, by, into: command.into, changes: {} })
    case 'Delete':
      return record({ type: 'TermDeleted', termId, by, values: state.values })
    case 'Change': {
      if (command.patch.parent === termId) return refuse({ code: 'parent-loop' })
      const changes = differences(state.values, command.patch)
      const { seen } = command
      if (seen !== undefined && Object.keys(changes).some(name => !isAsSeen(name, state.values, seen)))
        return refuse({ code: 'changed-meanwhile' })
      const groups = groupChanges(carriers, changes)
      return record(...groups.map(group => TermFact.parse({ ...group, termId, by })))
    }
    default:
      return unreachable(command)
  }
}
