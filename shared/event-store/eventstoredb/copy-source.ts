import { isMetastream, originalStreamOf } from '@eventstore/db-client'
import { type StreamName, streamName } from '../../kernel/brands.ts'
import type { RawEvent } from './record.ts'
import type { EndNeeds } from './copy-end.ts'
import { watchMetadata } from './metadata.ts'
import { lifetimeOf } from './removal.ts'
import { sleeperUntil } from './sleeper.ts'
import type { CopySource, Limited } from '../copying.ts'
import { untilLive } from '../until-live.ts'

const AT_ONCE = 16
const SILENCE_MS = 5_000

/** Streams with a limited life, and how many seconds it has. */
const lifetimesIn = async (
  { calls, read }: EndNeeds,
  signal: AbortSignal,
): Promise<readonly (readonly [stream: StreamName, seconds: number])[]> => {
  const lives = new Map<StreamName, number>()
  const learn = ({ streamId, type, data }: RawEvent): void => {
    if (type !== '$metadata' || !isMetastream(streamId)) return
    const stream = streamName(originalStreamOf(streamId))
    const { first, maxAgeSeconds } = lifetimeOf(data)
    if (first === null || maxAgeSeconds === null) lives.delete(stream)
    else lives.set(stream, maxAgeSeconds)
  }
  const sleeper = sleeperUntil(signal)
  const needs = { calls, read, silenceMs: SILENCE_MS, sleeper, hidden: { learn } }
  const metadata = watchMetadata(needs, null, [])
  try {
    await metadata.catchUp(signal)
    return [...lives]
  } finally {
    metadata.end()
    sleeper.end()
  }
}

/** The log of a server as a source of copies. */
export const sourceOn = (end: EndNeeds): CopySource => ({
  records: async function* (signal) {
    for await (const { records } of untilLive(end.store, [], signal)) yield records
  },
  limited: async function* (signal) {
    const lives = await lifetimesIn(end, signal)
    for (let from = 0; from < lives.length && !signal.aborted; from += AT_ONCE) {
      const some = lives.slice(from, from + AT_ONCE).map(async ([stream, seconds]): Promise<Limited> => {
        const stored = await end.createdOf(stream)
        return { stream, seconds, stored }
      })
      yield* (await Promise.all(some)).filter(({ stored }) => stored.length > 0)
    }
  },
  head: end.store.head,
  close: end.close,
})
