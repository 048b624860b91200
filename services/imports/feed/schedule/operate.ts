import type { HttpFetcher } from '../../../../shared/http-fetcher.ts'
import type { Context } from '../../../handle.ts'
import { ADDRESS_PROBLEM, isFeedAddress } from '../fetch-feed.ts'
import { resettle, settle, type OperateDeps, type OtherSettings, type Refused } from '../../run/operate.ts'
import type { ScheduleCommand, ScheduleRefusal } from './decide.ts'
import { EVERY_PROBLEM, everyMinutes } from './every.ts'
import type { Schedules } from './schedules.ts'

export type ScheduleDeps = OperateDeps & {
  readonly schedules: Schedules
  readonly fetcher: Pick<HttpFetcher, 'allows'>
}

/** How a feed is to be fetched: its address, how often, and what `register-import` takes. */
export type NewSchedule = {
  readonly url: string
  readonly every: string
  readonly source?: string | undefined
  readonly [setting: string]: unknown
}

/** Text by which a feed is known that is set with this hash: 12 hex. */
export const scheduleIdBy = (hash: string): string => hash.slice(0, 12)

/** Has a feed fetched at once, and then again and again. Nothing is fetched here. */
export const scheduleImport = async (
  deps: ScheduleDeps,
  { url, every, ...given }: NewSchedule,
  context: Context,
): Promise<{ readonly ok: true; readonly scheduleId: string } | Refused> => {
  const minutes = everyMinutes(every)
  const isAddress = isFeedAddress(deps.fetcher, url)
  const settled = await settle(deps, { ...given, source: given.source ?? url })
  const errors = {
    ...(settled.ok ? {} : settled.errors),
    ...(isAddress ? {} : { url: ADDRESS_PROBLEM }),
    ...(minutes === null ? { every: EVERY_PROBLEM } : {}),
  }
  if (!settled.ok || minutes === null || !isAddress) return { ok: false, errors }
  const scheduleId = scheduleIdBy(deps.newHash())
  const { settings } = settled
  await deps.schedules.execute(
    { type: 'Set', scheduleId, url, everyMinutes: minutes, settings, dueAt: context.at },
    context,
  )
  return { ok: true, scheduleId }
}

/** How a feed is to be fetched from now on; what is absent stays. */
export type OtherSchedule = OtherSettings & {
  readonly url?: string | undefined
  readonly every?: string | undefined
  /** Refused, unless it is what it is. */
  readonly source?: string | undefined
}

const SOURCE_PROBLEM =
  'source: events are known by it, so it stays; remove the schedule and set another one for another source.'

/** Why a schedule stays as it is. */
export type Unscheduled = Exclude<ScheduleRefusal['code'], 'schedule_exists'>

type Steered = { readonly ok: true } | { readonly ok: false; readonly code: Unscheduled }

const unknown = { ok: false, code: 'schedule_unknown' } as const

const executed = async (
  { schedules }: Pick<ScheduleDeps, 'schedules'>,
  command: ScheduleCommand,
  context: Context,
): Promise<Steered> => {
  const done = await schedules.execute(command, context)
  if (done.ok) return done
  const { code } = done.refusal
  return { ok: false, code: code === 'schedule_exists' ? 'schedule_unknown' : code }
}

/** Fetches a feed otherwise from now on: from another address at once, at other times, with other options. */
export const changeSchedule = async (
  deps: ScheduleDeps,
  scheduleId: string,
  { url, every, source, ...others }: OtherSchedule,
  context: Context,
): Promise<Steered | Refused> => {
  const state = await deps.schedules.load(scheduleId)
  if (state.status !== 'set') return unknown
  const minutes = every === undefined ? undefined : everyMinutes(every)
  const settled = await resettle(deps, others)
  const errors = {
    ...(url === undefined || isFeedAddress(deps.fetcher, url) ? {} : { url: ADDRESS_PROBLEM }),
    ...(minutes === null ? { every: EVERY_PROBLEM } : {}),
    ...(source === undefined || source.trim() === state.settings.source ? {} : { source: SOURCE_PROBLEM }),
    ...(settled.ok ? {} : settled.errors),
  }
  if (!settled.ok || minutes === null || Object.keys(errors).length > 0) return { ok: false, errors }
  const { settings } = settled
  const change = { type: 'Change', scheduleId, url, everyMinutes: minutes, settings, at: context.at } as const
  return executed(deps, change, context)
}

/** The feed is not fetched until it is resumed, also by who was asked to before; what is fetched already is imported. */
const pauseSchedule = (deps: Pick<ScheduleDeps, 'schedules'>, scheduleId: string, context: Context) =>
  executed(deps, { type: 'Pause', scheduleId }, context)

/** The feed is fetched again, at the next of its times. */
const resumeSchedule = (deps: Pick<ScheduleDeps, 'schedules'>, scheduleId: string, context: Context) =>
  executed(deps, { type: 'Resume', scheduleId, at: context.at }, context)

/** The feed is fetched no more; what was imported stays, an import under way goes on. */
const removeSchedule = (deps: Pick<ScheduleDeps, 'schedules'>, scheduleId: string, context: Context) =>
  executed(deps, { type: 'Remove', scheduleId }, context)

/** What a schedule can be told to do. */
export const scheduleSteerings = {
  pause: pauseSchedule,
  resume: resumeSchedule,
  remove: removeSchedule,
} as const
export type ScheduleSteering = keyof typeof scheduleSteerings
