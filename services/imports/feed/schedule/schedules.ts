import type { Aggregate, Context, Handled } from '../../../handle.ts'
import type { EventStore } from '../../../../shared/event-store/port.ts'
import { scheduleCodec, scheduleStream, type ScheduleFact } from '../../../../shared/facts/schedule.ts'
import { repositoryOf } from '../../../repository.ts'
import { decide, type ScheduleCommand, type ScheduleRefusal } from './decide.ts'
import { evolve, initial, type ScheduleState } from './state.ts'

/** One schedule on stream `schedule-<id>`. */
export const schedule: Aggregate<ScheduleState, ScheduleCommand, ScheduleFact, ScheduleRefusal> = {
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

/** Schedules of one process; one of years has tens of thousands of facts. */
export const schedulesOn = (store: EventStore): Schedules => {
  const streams = repositoryOf(store, schedule, { streamOf: scheduleStream, most: KEPT, weightOf: () => 1 })
  return {
    load: streams.load,
    execute: (command, context) => streams.execute(command.scheduleId, command, context),
  }
}
