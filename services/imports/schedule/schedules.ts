import { LRUCache } from 'lru-cache'
import { handle, load, type Aggregate, type Context, type Handled, type Loaded } from '../../handle.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { scheduleCodec, scheduleStream, type ScheduleFact } from '../../../shared/facts/schedule.ts'
import { decide, type ScheduleCommand, type ScheduleRefusal } from './decide.ts'
import { evolve, initial, type ScheduleState } from './state.ts'

/** One schedule on stream `schedule-<id>`. */
const schedule: Aggregate<ScheduleState, ScheduleCommand, ScheduleFact, ScheduleRefusal> = {
  initial,
  evolve,
  decide,
  codec: scheduleCodec,
}

export type Schedules = {
  readonly load: (scheduleId: string) => Promise<ScheduleState>
  readonly execute: (
    command: ScheduleCommand,
    context: Context,
  ) => Promise<Handled<ScheduleState, ScheduleRefusal>>
}

const KEPT = 1_000

/** Schedules of one process: keeps folds, since a schedule of years has tens of thousands of facts. */
export const schedulesOn = (store: EventStore): Schedules => {
  const kept = new LRUCache<string, Loaded<ScheduleState>>({ max: KEPT })
  return {
    load: async scheduleId => {
      const loaded = await load(store, schedule, scheduleStream(scheduleId), kept.get(scheduleId))
      kept.set(scheduleId, loaded)
      return loaded.state
    },
    execute: async (command, context) => {
      const { scheduleId } = command
      const known = kept.get(scheduleId)
      const done = await handle(store, schedule, scheduleStream(scheduleId), command, context, known)
      if (done.ok) kept.set(scheduleId, { state: done.state, revision: done.revision })
      return done
    },
  }
}
