import {
  listSchedules,
  otherSchedule,
  scheduleArguments,
  scheduleChanges,
  setSchedule,
  showSchedule,
  steerSchedule,
  type ScheduleDeskDeps,
} from '../admin/schedules.ts'
import type { ScheduleSteering } from '../../imports/feed/schedule/operate.ts'
import type { Answer } from '../platform/answers/answer.ts'
import { required } from '../platform/arguments/arguments.ts'
import { text } from '../platform/arguments/kinds.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

const which = { schedule_id: required(text(), { description: 'Id of the schedule.' }) }

const found = (answer: Answer | null): Answer => answer ?? unknown('schedule_id', 'there is no such schedule')

const steering = (deps: ScheduleDeskDeps, name: string, what: ScheduleSteering): Route =>
  command(name, which, async ({ schedule_id: id }, call) => found(await steerSchedule(deps, what, id, call)))

export const scheduleCommands = (deps: ScheduleDeskDeps): readonly Route[] => [
  command('schedule-import', scheduleArguments, setSchedule(deps)),
  command('schedules', {}, (_, call) => listSchedules(deps, call.at.ms)),
  command('show-schedule', which, async ({ schedule_id: id }, call) =>
    found(await showSchedule(deps, id, call.at.ms)),
  ),
  command('change-schedule', { ...which, ...scheduleChanges }, async ({ schedule_id: id, ...input }, call) =>
    found(await otherSchedule(deps, id, input, call)),
  ),
  steering(deps, 'pause-schedule', 'pause'),
  steering(deps, 'resume-schedule', 'resume'),
  steering(deps, 'unschedule', 'remove'),
]
