import { LRUCache } from 'lru-cache'
import type { StreamName } from '../shared/kernel/brands.ts'
import type { Append, EventStore } from '../shared/event-store/port.ts'
import { LET_GO } from '../shared/remembered.ts'
import { handle, load, type Aggregate, type Context, type Handled } from './handle.ts'
import type { Loaded } from '../shared/event-store/folding.ts'
import { turns } from './turns.ts'

type Keeping<State> = {
  readonly streamOf: (id: string) => StreamName
  /** Folds are kept up to a weight in all, those that were used last, for as long as `LET_GO` says. */
  readonly most: number
  readonly weightOf: (state: State) => number
}

/**
 * Streams of one kind, as one process works on them: keeps folds, so that a step reads only what is new; one step at a
 * time each. Other processes still meet at the expected revision; taking turns only spares useless conflicts.
 */
export const repositoryOf = <State, Command, Fact, Refusal>(
  store: EventStore,
  aggregate: Aggregate<State, Command, Fact, Refusal>,
  { streamOf, most, weightOf }: Keeping<State>,
) => {
  const kept = new LRUCache<string, Loaded<State>>({
    ...LET_GO,
    maxSize: most,
    sizeCalculation: ({ state }) => weightOf(state),
  })
  const inTurn = turns()
  return {
    load: (id: string): Promise<State> =>
      inTurn([id], async () => {
        const loaded = await load(store, aggregate, streamOf(id), kept.get(id))
        kept.set(id, loaded)
        return loaded.state
      }),
    /** `first`: what must be durable before anything that the command records is. */
    execute: (
      id: string,
      command: Command,
      context: Context,
      first: Append | null = null,
    ): Promise<Handled<State, Refusal>> =>
      inTurn([id], async () => {
        const log = first === null ? store : after(first, store)
        const done = await handle(log, aggregate, streamOf(id), command, context, kept.get(id))
        if (done.ok) kept.set(id, { state: done.state, revision: done.revision })
        return done
      }),
  }
}

/** The log in which whatever is appended comes with, and not before, the first append. */
const after = (first: Append, store: EventStore): EventStore => ({
  ...store,
  append: (stream, records, expected) => store.appendAll([first], { stream, records, expected }),
})
