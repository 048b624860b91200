import {
  listSchedules,
  removeSchedule,
  scheduleArguments,
  setSchedule,
  type ScheduleDeskDeps,
} from '../admin/schedules.ts'
import { required } from '../platform/arguments/arguments.ts'
import { text } from '../platform/arguments/kinds.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

export const scheduleCommands = (deps: ScheduleDeskDeps): readonly Route[] => [
  command('schedule-import', scheduleArguments, setSchedule(deps)),
  command('schedules', {}, () => listSchedules(deps)),
  command(
    'unschedule',
    { schedule_id: required(text(), { description: 'Id of the schedule.' }) },
    async ({ schedule_id: scheduleId }, call) =>
      (await removeSchedule(deps, scheduleId, call)) ?? unknown('schedule_id', 'there is no such schedule'),
  ),
]
