import type { HttpFetcher } from '../../../../shared/http-fetcher.ts'
import type { Context } from '../../../handle.ts'
import { ADDRESS_PROBLEM, isFeedAddress } from '../fetch-feed.ts'
import { settle, type OperateDeps, type Refused } from '../../run/operate.ts'
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
  const scheduleId = deps.newHash().slice(0, 12)
  const { settings } = settled
  await deps.schedules.execute(
    { type: 'Set', scheduleId, url, everyMinutes: minutes, settings, dueAt: context.at },
    context,
  )
  return { ok: true, scheduleId }
}

/** The feed is fetched no more; what was imported stays, an import under way goes on. false: there is no such schedule. */
export const unschedule = async (
  { schedules }: Pick<ScheduleDeps, 'schedules'>,
  scheduleId: string,
  context: Context,
): Promise<boolean> => {
  const state = await schedules.load(scheduleId)
  if (state.status !== 'set') return false
  return (await schedules.execute({ type: 'Remove', scheduleId }, context)).ok
}
