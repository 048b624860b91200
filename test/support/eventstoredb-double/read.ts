import type { Log, Stream } from './log.ts'
import type { Place } from './place.ts'
import type { Recorded } from './records.ts'

export type Start<Place> = 'start' | 'end' | Place
export type Direction = 'forwards' | 'backwards'

/** Missing or soft deleted: readers are told that it is not there. */
export const isAbsent = (stream: Stream): boolean =>
  stream.events.length === 0 || stream.metadata.truncateBefore === 'all'

/** Index of the first event that truncation and maximal count leave visible; ages are tested event by event. */
export const firstVisible = ({ events, metadata }: Stream): number => {
  const { truncateBefore, maxCount } = metadata
  return Math.max(
    truncateBefore === 'all' ? events.length : truncateBefore,
    maxCount === null ? 0 : events.length - maxCount,
  )
}

export const isExpired = ({ metadata }: Stream, event: Recorded, now: number): boolean =>
  metadata.maxAgeMs !== null && event.created < now - metadata.maxAgeMs

/** Whether readers of the stream are still shown this event of it. */
export const isReadable = (stream: Stream, event: Recorded, now: number): boolean =>
  !isAbsent(stream) && Number(event.revision) >= firstVisible(stream) && !isExpired(stream, event, now)

/** Visible events from `start` on, which is inclusive; looks at the stream anew for every event. */
export const readStream = function* (
  stream: () => Stream,
  start: Start<bigint>,
  direction: Direction,
  now: number,
): Generator<Recorded> {
  const forwards = direction === 'forwards'
  const { events } = stream()
  let index = start === 'start' ? 0 : start === 'end' ? events.length - 1 : Number(start)
  if (!forwards) index = Math.min(index, events.length - 1)
  for (; ; index += forwards ? 1 : -1) {
    const current = stream()
    const first = firstVisible(current)
    if (forwards && index < first) index = first
    const event = current.events[index]
    if (event === undefined || index < first) return
    if (!isExpired(current, event, now)) yield event
  }
}

/** How many records lie strictly before this position. */
export const countBefore = (all: readonly Recorded[], position: bigint): number => {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    const record = all[middle]
    if (record !== undefined && BigInt(record.position) < position) low = middle + 1
    else high = middle
  }
  return low
}

/** Everything committed: forwards from `start` inclusive, backwards from `start` exclusive. */
export const readAll = function* (log: Log, start: Start<Place>, direction: Direction): Generator<Recorded> {
  const { all } = log
  const forwards = direction === 'forwards'
  const split = start === 'start' ? 0 : start === 'end' ? all.length : countBefore(all, start.commit)
  let index = forwards ? split : split - 1
  for (let record = all[index]; record !== undefined; record = all[index]) {
    yield record
    index += forwards ? 1 : -1
  }
}
