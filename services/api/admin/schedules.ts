import type { ScheduleQueries } from '../../../projections/import-schedules/queries.ts'
import { scheduleImport, unschedule, type ScheduleDeps } from '../../imports/feed/schedule/operate.ts'
import { json, type Answer } from '../platform/answers/answer.ts'
import { required, type Input } from '../platform/arguments/arguments.ts'
import { contextOf, type Call } from '../platform/call.ts'
import { refused } from '../platform/answers/errors.ts'
import { oneLine } from '../platform/arguments/kinds.ts'
import { endpoint, invalid, route, type Route } from '../platform/route.ts'
import { mayAdminister, registration } from './imports.ts'
import { problemsOf } from './problems.ts'

export type ScheduleDeskDeps = {
  readonly scheduling: ScheduleDeps
  readonly schedules: ScheduleQueries
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

const { origin, source, post_status, author, category, update_authority } = registration

/** What a schedule takes: an address, how often, and the settings of its imports. */
export const scheduleArguments = {
  url: required(oneLine(), { description: 'Address of the feed: http, https or webcal.' }),
  every: required(oneLine(), { description: 'How often it is fetched: 15m to 31d, such as 6h.' }),
  ...{ origin, source, post_status, author, category, update_authority },
}

/** Has a feed fetched again and again: 201 with the schedule. */
export const setSchedule =
  ({ scheduling, schedules, settled }: ScheduleDeskDeps) =>
  async (input: Input<typeof scheduleArguments>, call: Call): Promise<Answer> => {
    const given = { ...input, author: input.author ?? call.caller?.id }
    const done = await scheduleImport(scheduling, given, contextOf(call))
    if (!done.ok) return invalid(problemsOf(done.errors))
    await settled()
    return json(201, (await schedules.showSchedule(done.scheduleId)) ?? { schedule_id: done.scheduleId })
  }

export const listSchedules = async ({ schedules }: ScheduleDeskDeps): Promise<Answer> =>
  json(200, { schedules: await schedules.listSchedules() })

/** null: there is no such schedule. */
export const removeSchedule = async (
  { scheduling, settled }: ScheduleDeskDeps,
  scheduleId: string,
  call: Call,
): Promise<Answer | null> => {
  if (!(await unschedule(scheduling, scheduleId, contextOf(call)))) return null
  await settled()
  return json(200, { schedule_id: scheduleId, removed: true })
}

export const scheduleRoutes = (deps: ScheduleDeskDeps): readonly Route[] => [
  route('', '/admin/schedules', [
    endpoint({ methods: ['GET'], args: {}, may: mayAdminister, handle: () => listSchedules(deps) }),
    endpoint({ methods: ['POST'], args: scheduleArguments, may: mayAdminister, handle: setSchedule(deps) }),
  ]),
  // ids of schedules are written like those of imports
  route('', '/admin/schedules/{import_id}', [
    endpoint({
      methods: ['DELETE'],
      args: {},
      may: mayAdminister,
      handle: async (_, call) =>
        (await removeSchedule(deps, call.path['import_id'] ?? '', call)) ?? refused('rest_no_route'),
    }),
  ]),
]
