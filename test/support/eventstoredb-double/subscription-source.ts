import type { Context } from './context.ts'
import { traitsOf } from './dialect.ts'
import { isAfter, placeOf, type Place } from './place.ts'
import type { AllQuery, StreamQuery } from './read-query.ts'
import { countBefore, firstVisible, isAbsent, isExpired } from './read.ts'
import type { Recorded } from './records.ts'

/** Where a subscription takes its events from, in order of the log. */
export type Source = {
  /** The next event, which is then behind us; null: there is none yet. */
  readonly take: (live: boolean) => Recorded | null
  readonly hasNext: () => boolean
  /** Whether it comes after where we were to start; what does not is only looked at. */
  readonly isDue: (record: Recorded) => boolean
  /** False as long as there is nothing to be up to date with. */
  readonly exists: () => boolean
  /** The event that ended the stream for ever. */
  readonly tombstone: () => Recorded | null
}

/** A revision that was given is behind us: events after it follow. */
export const streamSource = ({ log, now }: Context, { stream: name, start }: StreamQuery): Source => {
  const stream = () => log.stream(name)
  let next = start === 'start' ? 0 : start === 'end' ? stream().events.length : Number(start) + 1

  /** History is what is visible; what is written while we are live is passed on as it is. */
  const skipHidden = () => {
    const current = stream()
    const { length } = current.events
    next = Math.max(next, Math.min(firstVisible(current), length))
    for (let event = current.events[next]; event !== undefined; event = current.events[++next])
      if (!isExpired(current, event, now())) return
  }
  return {
    take: live => {
      if (!live) skipHidden()
      const event = stream().events[next] ?? null
      if (event !== null) next++
      return event
    },
    hasNext: () => !isAbsent(stream()) && next < stream().events.length,
    isDue: () => true,
    exists: () => !isAbsent(stream()),
    tombstone: () => stream().tombstone,
  }
}

/** 23.10 takes a position for that of an event, which it skips; later releases look at it and compare. */
export const allSource = ({ log: { all }, dialect }: Context, { start }: AllQuery): Source => {
  const { looksAtStart } = traitsOf(dialect)
  const first = ({ commit }: Place) => countBefore(all, commit) + (looksAtStart ? 0 : 1)
  let next = start === 'start' ? 0 : start === 'end' ? all.length : first(start)
  return {
    take: () => {
      const record = all[next] ?? null
      if (record !== null) next++
      return record
    },
    hasNext: () => next < all.length,
    isDue: record => typeof start === 'string' || isAfter(placeOf(record), start),
    exists: () => true,
    tombstone: () => null,
  }
}

/** Whether there is no event exactly where one was said to be; behind the last one nobody notices. */
export const isBetweenEvents = ({ all, end }: Context['log'], { start }: AllQuery): boolean => {
  if (typeof start === 'string' || start.commit >= BigInt(end())) return false
  return BigInt(all[countBefore(all, start.commit)]?.position ?? -1) !== start.commit
}
