import type { EventStore, Position } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import { FORGOTTEN, forgottenCodec } from '../../shared/facts/forgotten.ts'
import type { Begun } from '../../services/calendar/item/forget-past.ts'

export type OpenForgetting = Begun & { readonly position: Position }

/** What was begun and has not ended, as the log tells; asked again, it reads what is new. Each ends by itself. */
export const openForgettings = (store: EventStore) => {
  const open = new Map<string, OpenForgetting>()
  let reached: Position | null = null
  return {
    catchUp: async (signal: AbortSignal): Promise<readonly OpenForgetting[]> => {
      for await (const step of untilLive(store, [FORGOTTEN], signal, reached)) {
        for (const { type, data, meta, id, position } of step.records) {
          const fact = forgottenCodec.decode(type, data)
          if (fact.type === 'ForgettingEnded') open.delete(meta.causation ?? '')
          if (fact.type !== 'ForgettingBegun') continue
          open.set(id, { id: fact.itemId, members: fact.members, cause: id, position })
        }
        reached = step.reached ?? reached
      }
      return [...open.values()]
    },
  }
}
