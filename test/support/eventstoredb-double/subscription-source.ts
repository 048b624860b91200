import type { Context } from './context.ts'
import type { AllQuery, StreamQuery } from './read-query.ts'
import { countBefore, firstVisible, isAbsent, isExpired } from './read.ts'
import type { Recorded } from './records.ts'

/** Where a subscription takes its events from, in order of the log. */
export type Source = {
  /** The next event, which is then behind us; null: there is none yet. */
  readonly take: (live: boolean) => Recorded | null
  readonly hasNext: () => boolean
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
    exists: () => !isAbsent(stream()),
    tombstone: () => stream().tombstone,
  }
}

/** 23.10 takes a position for that of an event, and skips the first event at or after it. */
export const allSource = ({ log: { all }, dialect }: Context, { start }: AllQuery): Source => {
  const after = (position: bigint) =>
    dialect === '23.10' ? countBefore(all, position) + 1 : countBefore(all, position + 1n)
  let next = start === 'start' ? 0 : start === 'end' ? all.length : after(start)
  return {
    take: () => {
      const record = all[next] ?? null
      if (record !== null) next++
      return record
    },
    hasNext: () => next < all.length,
    exists: () => true,
    tombstone: () => null,
  }
}
