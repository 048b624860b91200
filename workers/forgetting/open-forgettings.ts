import type { EventStore, Position } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import { FORGOTTEN } from '../../shared/facts/forgotten.ts'
import { begunBy, type Begun } from '../../services/calendar/item/forget-past.ts'

/** What was begun and has not ended, as the log tells; asked again, it reads what is new. Each ends by itself. */
export const openForgettings = (store: EventStore) => {
  const open = new Map<string, Begun>()
  let reached: Position | null = null
  return {
    catchUp: async (signal: AbortSignal): Promise<readonly Begun[]> => {
      for await (const step of untilLive(store, [FORGOTTEN], signal, reached)) {
        for (const record of step.records) {
          if (record.type === 'ForgettingEnded') open.delete(record.meta.causation ?? '')
          const begun = begunBy(record)
          if (begun !== null) open.set(begun.cause, begun)
        }
        reached = step.reached ?? reached
      }
      return [...open.values()]
    },
  }
}
