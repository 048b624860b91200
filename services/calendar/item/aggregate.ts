import type { Codec } from '../../../shared/facts/codec.ts'
import { keptStates } from '../../../shared/event-store/folding.ts'
import type { Aggregate } from '../../handle.ts'
import { decideItem, type ItemCommand, type ItemRefusal, type Worded } from './decide.ts'
import { evolveItem, type ItemFact, type ItemState, type SharedValues, type TermMembers } from './state.ts'

export type ItemAggregate<Values, Fact> = Aggregate<ItemState<Values>, ItemCommand<Values>, Fact, ItemRefusal>

/** What one kind of item adds to the rules all kinds share. */
type Kind<Fact> = Worded<Fact> & {
  readonly codec: Codec<Fact>
  /** Members that list terms. */
  readonly termMembers: TermMembers
}

export const itemAggregate = <Values extends SharedValues, Fact extends ItemFact<Values>>({
  codec,
  termMembers,
  ...worded
}: Kind<Fact>): ItemAggregate<Values, Fact> => ({
  initial: null,
  evolve: evolveItem<Values>(termMembers),
  decide: decideItem<Values, Fact>(worded),
  codec,
  kept: keptStates(),
})
