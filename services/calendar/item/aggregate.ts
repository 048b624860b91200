import type { ItemKind } from '../../../shared/facts/common.ts'
import type { z } from 'zod'
import type { Codec } from '../../../shared/facts/codec.ts'
import type { Aggregate } from '../../handle.ts'
import { carriersOf } from './changes.ts'
import { decideItem, type ItemCommand, type ItemRefusal } from './decide.ts'
import { evolveItem, type ItemFact, type ItemState, type SharedValues, type TermMembers } from './state.ts'

export type ItemAggregate<Values, Fact> = Aggregate<ItemState<Values>, ItemCommand<Values>, Fact, ItemRefusal>

type Contract<Fact> = z.ZodType<Fact> & { readonly options: readonly z.core.$ZodType[] }

/** What one kind of item adds to the rules all kinds share. */
type Kind<Fact> = {
  readonly noun: ItemKind
  readonly prefix: 'Event' | 'Venue' | 'Organizer'
  readonly contract: Contract<Fact>
  readonly codec: Codec<Fact>
  /** Members that list terms. */
  readonly termMembers: TermMembers
}

export const itemAggregate = <Values extends SharedValues, Fact extends ItemFact<Values>>({
  noun,
  prefix,
  contract,
  codec,
  termMembers,
}: Kind<Fact>): ItemAggregate<Values, Fact> => {
  const trashed = `${prefix}Trashed`
  const restored = `${prefix}Restored`
  const [merged, unmerged, mergeSettled] = ['Merged', 'Unmerged', 'MergeSettled'].map(
    name => `${prefix}${name}`,
  ) as [string, string, string]
  const fact = (type: string, { id, by }: { readonly id: number; readonly by: string }, rest: object): Fact =>
    contract.parse({ type, [`${noun}Id`]: id, by, ...rest })
  return {
    initial: null,
    evolve: evolveItem<Values>(termMembers),
    decide: decideItem<Values, Fact>({
      noun,
      carriers: carriersOf(contract, [trashed, restored, merged, unmerged, mergeSettled]),
      created: (asked, values, { hiddenUntilLinked, carried }) =>
        fact(`${prefix}Created`, asked, { values, hiddenUntilLinked, ...(carried && { carried }) }),
      changed: (type, asked, changes) => fact(type, asked, { changes }),
      trashed: (asked, reason, changes) => fact(trashed, asked, { reason, changes }),
      restored: (asked, changes) => fact(restored, asked, { changes }),
      merged: (asked, into, changes) => fact(merged, asked, { reason: 'merged', into, changes }),
      unmerged: (asked, changes) => fact(unmerged, asked, { changes }),
      mergeSettled: asked => fact(mergeSettled, asked, { changes: {} }),
    }),
    codec,
  }
}
