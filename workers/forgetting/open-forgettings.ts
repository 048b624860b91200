import type { EventStore, Position } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import { FORGOTTEN, forgottenCodec } from '../../shared/facts/forgotten.ts'
import type { Begun } from '../../services/calendar/item/forget-past.ts'

export type OpenForgetting = Begun & { readonly position: Position }

/** What was begun and has not ended, as the log tells; asked again, it reads what is new. Several of one organizer end together. */
export const openForgettings = (store: EventStore) => {
  const open = new Map<string, Map<string, OpenForgetting>>()
  let reached: Position | null = null
  return {
    catchUp: async (signal: AbortSignal): Promise<readonly OpenForgetting[]> => {
      for await (const step of untilLive(store, [FORGOTTEN], signal, reached)) {
        for (const { stream, type, data, id: cause, position } of step.records) {
          const fact = forgottenCodec.decode(type, data)
          if (fact.type === 'ForgettingEnded') open.delete(stream)
          if (fact.type !== 'ForgettingBegun') continue
          const begun = { id: fact.itemId, members: fact.members, cause, position }
          open.set(stream, (open.get(stream) ?? new Map<string, OpenForgetting>()).set(cause, begun))
        }
        reached = step.reached ?? reached
      }
      return [...open.values()].flatMap(some => [...some.values()])
    },
  }
}
