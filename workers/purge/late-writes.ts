import { logPosition, furthest } from '../../shared/kernel/brands.ts'
import { itemStream } from '../../services/calendar/purged.ts'
import type { EventStore, Position } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import type { OpenPurge } from './open-purges.ts'

const streamOf = ({ noun, id }: OpenPurge): string => itemStream(noun, id)

/**
 * Purges of which somebody has written late, until the asker takes them out; by one look at the log for all of them.
 * Asked again, it reads what is new since, or since the first purge that it had not been asked about.
 */
export const lateWrites = (store: EventStore) => {
  const asked = new WeakSet<OpenPurge>()
  const late = new Set<OpenPurge>()
  let reached: Position | null = null
  return async (purges: readonly OpenPurge[], signal: AbortSignal): Promise<Set<OpenPurge>> => {
    const byStream = new Map(purges.map(purge => [streamOf(purge), purge]))
    const prefixes = [...new Set(purges.map(({ noun }) => `${noun}-`))]
    const fresh = purges.filter(purge => !asked.has(purge))
    const first = fresh.reduce<Position>(
      (least, { position }) => logPosition(Math.min(least, position)),
      reached ?? logPosition(Infinity),
    )
    for await (const step of untilLive(store, prefixes, signal, first)) {
      for (const { stream, position } of step.records) {
        const purge = byStream.get(stream)
        if (purge !== undefined && position > purge.position) late.add(purge)
      }
      reached = furthest(reached ?? first, step.reached ?? first)
    }
    for (const purge of fresh) asked.add(purge)
    return late
  }
}
