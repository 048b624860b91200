import type { Sleeper } from './sleeper.ts'
import { openFeed } from './feed.ts'
import type { HiddenRecords } from './hidden-records.ts'
import { metadataStreams } from './names.ts'
import type { Reader } from './read.ts'
import type { Subscriber } from './subscribe.ts'
import { StoreUnavailable, type Position } from '../port.ts'

/** Events the server looks at before it says how far it has come. */
const WINDOW = 1_000

export type MetadataNeeds = {
  readonly calls: Subscriber
  readonly read: Reader
  readonly silenceMs: number
  readonly sleeper: Sleeper
  /** Is taught what the metadata says. */
  readonly hidden: Pick<HiddenRecords, 'learn'>
}

/** Keeps one follower informed of what was deleted or has a limited life, from before it shows the first record. */
export const watchMetadata = (
  { calls, read, silenceMs, sleeper, hidden }: MetadataNeeds,
  after: Position | null,
  prefixes: readonly string[],
) => {
  const feed = openFeed(calls, { after, names: metadataStreams(prefixes), window: WINDOW }, sleeper.wake)

  let caughtUp = false

  /** Takes in what has come; whether that is everything up to now. Throws StoreUnavailable when it was dropped. */
  const learn = (): boolean => {
    const taken = feed.take()
    taken?.events.forEach(hidden.learn)
    caughtUp = taken?.live ?? caughtUp
    feed.throwIfDropped()
    return caughtUp
  }

  return {
    learn,
    /** Resolves when everything up to now is known, or when the follower was aborted. */
    catchUp: async (signal: AbortSignal): Promise<void> => {
      for (let silences = 0; !learn() && !signal.aborted;) {
        if (await sleeper.sleep(silenceMs)) silences = 0
        else if (silences++ > 0) throw new StoreUnavailable('the log answers, but a subscription is silent')
        else await sleeper.unlessAborted(read.head())
      }
    },
    end: feed.end,
  }
}

export type Metadata = ReturnType<typeof watchMetadata>
