import type { UserId, EpochMs, IsoTime } from '../../../shared/kernel/brands.ts'
import type { ImportProgress, ImportQueries } from '../../../projections/import-status/queries.ts'
import {
  keepsFailing,
  type ScheduleQueries,
  type ShownSchedule,
} from '../../../projections/import-schedules/queries.ts'
import {
  changeSchedule,
  scheduleImport,
  scheduleSteerings,
  type ScheduleDeps,
  type ScheduleSteering,
  type Unscheduled,
} from '../../imports/feed/schedule/operate.ts'
import { sentenceOf } from '../../imports/item/told.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { type Input, optional, required } from '../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { refused } from '../platform/answers/errors.ts'
import { oneLine } from '../platform/arguments/kinds.ts'
import { endpoint, invalid, route, type Route } from '../platform/route.ts'
import { registration } from './imports.ts'
import { mayAdminister } from './rights.ts'
import { problemsOf } from './problems.ts'
import { found, idOf } from './one.ts'

export type ScheduleDeskDeps = {
  readonly scheduling: ScheduleDeps
  readonly schedules: ScheduleQueries
  readonly imports: ImportQueries
  /** null: there is no such user any more. */
  readonly loginOf: (id: UserId) => string | null
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** A schedule as operators see it, with what came of the last import that it opened. */
export type ToldSchedule = Omit<ShownSchedule, 'paused' | 'failing'> & {
  readonly paused: {
    readonly at: IsoTime
    /** null: nobody in person, as on the command line. */
    readonly by: { readonly id: UserId; readonly login: string | null } | null
  } | null
  readonly failing:
    | (NonNullable<ShownSchedule['failing']> & {
        /** Why, for people (spec 05 §11). */
        readonly told: string
        /** Whether it does so again and again (spec 05 §14). */
        readonly keeps: boolean
      })
    | null
  readonly last_import: Pick<
    ImportProgress,
    'import_id' | 'status' | 'paused' | 'over' | 'reason' | 'received' | 'outcomes'
  > | null
}

type Telling = Pick<ScheduleDeskDeps, 'imports' | 'loginOf'>

const lastImportOf = (progress: ImportProgress | undefined): ToldSchedule['last_import'] => {
  if (progress === undefined) return null
  const { import_id, status, paused, over, reason, received, outcomes } = progress
  return { import_id, status, paused, over, reason, received, outcomes }
}

/** Schedules, each with its last import. */
export const toldSchedules = async (
  { imports, loginOf }: Telling,
  schedules: readonly ShownSchedule[],
  nowMs: EpochMs,
): Promise<readonly ToldSchedule[]> => {
  const ids = schedules.flatMap(({ import_id: id }) => id ?? [])
  const progress = new Map((await imports.progressOf(ids, nowMs)).map(one => [one.import_id, one]))
  return schedules.map(schedule => {
    const { paused, failing, import_id: importId } = schedule
    const by = paused === null || paused.by === null ? null : { id: paused.by, login: loginOf(paused.by) }
    return {
      ...schedule,
      paused: paused && { at: paused.at, by },
      failing: failing && {
        ...failing,
        told: sentenceOf(failing.reason, failing.found ?? undefined),
        keeps: keepsFailing(schedule),
      },
      last_import: lastImportOf(progress.get(importId ?? '')),
    }
  })
}

const { origin, source, post_status, author, category, update_authority } = registration

/** What a schedule takes: an address, how often, and the settings of its imports. */
export const scheduleArguments = {
  url: required(oneLine(), { description: 'Address of the feed: http, https or webcal.' }),
  every: required(oneLine(), { description: 'How often it is fetched: 15m to 31d, such as 6h.' }),
  ...{ origin, source, post_status, author, category, update_authority },
}

/** What may be changed; an absent one stays. */
export const scheduleChanges = {
  url: optional(oneLine(), { description: 'Another address, from which it is fetched at once.' }),
  every: optional(oneLine(), { description: 'How often it is fetched: 15m to 31d, such as 6h.' }),
  source: optional(oneLine(), { description: 'Stays as it is; another one is refused.' }),
  ...{ post_status, author, category, update_authority },
}

/** null: there is no such schedule. */
const toldSchedule = async (
  deps: ScheduleDeskDeps,
  scheduleId: string,
  nowMs: EpochMs,
): Promise<ToldSchedule | null> => {
  const schedule = await deps.schedules.showSchedule(scheduleId)
  if (schedule === null) return null
  return (await toldSchedules(deps, [schedule], nowMs))[0] ?? null
}

/** Has a feed fetched again and again: 201 with the schedule. */
export const setSchedule =
  (deps: ScheduleDeskDeps) =>
  async (input: Input<typeof scheduleArguments>, call: Call): Promise<Answer> => {
    const given = { ...input, author: input.author ?? call.caller?.id }
    const done = await scheduleImport(deps.scheduling, given, contextOf(call))
    if (!done.ok) return invalid(problemsOf(done.errors))
    await deps.settled()
    const { scheduleId } = done
    return json(201, (await toldSchedule(deps, scheduleId, call.at.ms)) ?? { schedule_id: scheduleId })
  }

export const listSchedules = async (deps: ScheduleDeskDeps, nowMs: EpochMs): Promise<Answer> => {
  const schedules = await toldSchedules(deps, await deps.schedules.listSchedules(), nowMs)
  return json(200, { schedules })
}

/** null: there is no such schedule. */
export const showSchedule = async (
  deps: ScheduleDeskDeps,
  scheduleId: string,
  nowMs: EpochMs,
): Promise<Answer | null> => {
  const told = await toldSchedule(deps, scheduleId, nowMs)
  return told && json(200, told)
}

/** What a schedule became, or why it stays as it is; null: there is none. */
const afterwards = async (
  deps: ScheduleDeskDeps,
  scheduleId: string,
  done: { readonly ok: true } | { readonly ok: false; readonly code: Unscheduled },
  call: Call,
): Promise<Answer | null> => {
  if (!done.ok) return done.code === 'schedule_unknown' ? null : refused(done.code)
  await deps.settled()
  return (
    (await showSchedule(deps, scheduleId, call.at.ms)) ??
    json(200, { schedule_id: scheduleId, removed: true })
  )
}

/** 200 with the schedule as it is then; null: there is none. 409 `schedule_unchanged`: it is so already. */
export const otherSchedule = async (
  deps: ScheduleDeskDeps,
  scheduleId: string,
  input: Input<typeof scheduleChanges>,
  call: Call,
): Promise<Answer | null> => {
  const done = await changeSchedule(deps.scheduling, scheduleId, input, contextOf(call))
  if (!done.ok && 'errors' in done) return invalid(problemsOf(done.errors))
  return afterwards(deps, scheduleId, done, call)
}

/** Pauses, resumes or removes; null: there is no such schedule. */
export const steerSchedule = async (
  deps: ScheduleDeskDeps,
  steering: ScheduleSteering,
  scheduleId: string,
  call: Call,
): Promise<Answer | null> =>
  afterwards(
    deps,
    scheduleId,
    await scheduleSteerings[steering](deps.scheduling, scheduleId, contextOf(call)),
    call,
  )

const ONE = '/admin/schedules/{import_id}'

const steeringRoute = (deps: ScheduleDeskDeps, steering: 'pause' | 'resume'): Route =>
  route('', `${ONE}/${steering}`, [
    endpoint({
      methods: ['POST'],
      args: {},
      may: mayAdminister,
      handle: async (_, call) => found(await steerSchedule(deps, steering, idOf(call), call)),
    }),
  ])

export const scheduleRoutes = (deps: ScheduleDeskDeps): readonly Route[] => [
  route('', '/admin/schedules', [
    endpoint({
      methods: ['GET'],
      args: {},
      may: mayAdminister,
      handle: (_, call) => listSchedules(deps, call.at.ms),
    }),
    endpoint({ methods: ['POST'], args: scheduleArguments, may: mayAdminister, handle: setSchedule(deps) }),
  ]),
  route('', ONE, [
    endpoint({
      methods: ['GET'],
      args: {},
      may: mayAdminister,
      handle: async (_, call) => found(await showSchedule(deps, idOf(call), call.at.ms)),
    }),
    endpoint({
      methods: ['POST', 'PUT', 'PATCH'],
      args: scheduleChanges,
      may: mayAdminister,
      handle: async (input, call) => found(await otherSchedule(deps, idOf(call), input, call)),
    }),
    endpoint({
      methods: ['DELETE'],
      args: {},
      may: mayAdminister,
      handle: async (_, call) => found(await steerSchedule(deps, 'remove', idOf(call), call)),
    }),
  ]),
  steeringRoute(deps, 'pause'),
  steeringRoute(deps, 'resume'),
]
