import type { EventStore } from '../../shared/event-store/port.ts'
import { identityStreamOf } from '../../shared/facts/claim.ts'
import type { StreamName } from '../../shared/kernel/brands.ts'
import { begunAnew, lastUsed } from '../../shared/remembered.ts'

/** Beginnings of the streams of what events name, and of what that is known by. */
export const NAMED = [
  ...['name-', 'venue-', 'organizer-', 'term-', 'image-', 'purged-'],
  ...[identityStreamOf('venue', ''), identityStreamOf('organizer', ''), 'identity-image/'],
]

const isNamed = (stream: StreamName): boolean => NAMED.some(prefix => stream.startsWith(prefix))

/**
 * The log, which counts how often what events name is changed: for one to which nobody else writes. A change counts when it
 * begins and when it is over, so that nothing that was found meanwhile is taken for what holds afterwards.
 */
export const countingNames = (log: EventStore): EventStore => {
  let changes = 0
  const counted = async <Result>(
    streams: readonly StreamName[],
    change: () => Promise<Result>,
  ): Promise<Result> => {
    if (!streams.some(isNamed)) return change()
    changes++
    try {
      return await change()
    } finally {
      changes++
    }
  }
  return {
    ...log,
    namesChanged: () => changes,
    append: (stream, ...rest) => counted([stream], () => log.append(stream, ...rest)),
    appendAll: (before, last) =>
      counted(
        [...before, last].map(({ stream }) => stream),
        () => log.appendAll(before, last),
      ),
    deleteStream: stream => counted([stream], () => log.deleteStream(stream)),
    truncate: (stream, before) => counted([stream], () => log.truncate(stream, before)),
  }
}

/** Ids by what they were found by. */
export type KnownIds = {
  readonly get: (key: string) => number | undefined
  readonly set: (key: string, id: number) => unknown
}

const MOST = 1_000

/**
 * Where ids that names were found to mean are kept: until anything that events name is changed. Whoever looks for one asks
 * for it first, and notes there what was found. Where nobody counts the changes, nothing stays.
 */
export const knownIds = ({ namesChanged }: Pick<EventStore, 'namesChanged'>): (() => KnownIds) => {
  const begin = () => lastUsed<string, number>(MOST)
  return namesChanged === undefined ? begin : begunAnew(() => String(namesChanged()), begin)
}
