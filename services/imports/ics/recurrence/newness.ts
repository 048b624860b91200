import { firstOf } from '../components.ts'
import { readSpan } from '../span.ts'
import { readWall } from '../zones/wall.ts'
import type { Source } from '../vevent.ts'

/**
 * How new a VEVENT is, of several that say the same: what can be read counts first, then SEQUENCE, LAST-MODIFIED,
 * DTSTAMP (spec 05 §8.5).
 */
export type Newness = readonly [readable: number, sequence: number, modified: number, stamp: number]

/** `isReadable`: it says when it takes place, or need not. */
export const newnessOf = ({ event: { properties } }: Source, isReadable: boolean): Newness => {
  const text = (name: string) => firstOf(properties, name)?.value.trim() ?? ''
  const wall = (name: string) => readWall(text(name))?.wall ?? -Infinity
  const sequence = /^\d{1,9}$/.exec(text('SEQUENCE'))?.[0] ?? '0'
  return [isReadable ? 1 : 0, Number(sequence), wall('LAST-MODIFIED'), wall('DTSTAMP')]
}

/** Of an override: one that is called off may leave out when it was to be. */
export const overrideNewness = (source: Source): Newness => {
  const status = firstOf(source.event.properties, 'STATUS')?.value.trim() ?? ''
  const isOff = source.cancelled || /^cancell?ed$/i.test(status)
  return newnessOf(source, isOff || readSpan(source.event, source.zones) !== null)
}

/** Equals: the first, which is the later one in the file. */
const isNewer = (one: Newness, other: Newness): boolean => {
  for (const [n, value] of one.entries()) {
    const than = other[n] ?? value
    if (value !== than) return value > than
  }
  return true
}

/** VEVENTs of which one stands for all, by their numbers. */
export type Rivals = { newest: number; newness: Newness; readonly olds: number[] }

/** One more of them. */
export const addRival = (rivals: Rivals | undefined, event: number, newness: Newness): Rivals => {
  if (rivals === undefined) return { newest: event, newness, olds: [] }
  if (isNewer(newness, rivals.newness)) {
    rivals.olds.push(rivals.newest)
    Object.assign(rivals, { newest: event, newness })
  } else rivals.olds.push(event)
  return rivals
}
