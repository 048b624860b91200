import type { ImportQueries } from '../../../../projections/import-status/queries.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import { scheduleImport, unschedule } from '../../../imports/feed/schedule/operate.ts'
import type { ScheduleDeskDeps } from '../../admin/schedules.ts'
import { formTokens } from '../form-token.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { staleForm } from '../refusals.ts'
import type { SessionDesk } from '../session-desk.ts'
import { schedulesPage, type Feed, type Typed } from './schedules.ts'

export type SchedulePagesDeps = {
  readonly feeds: ScheduleDeskDeps
  readonly imports: Pick<ImportQueries, 'progressOf'>
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

const NAMES = ['url', 'every', 'source', 'category', 'post_status', 'update_authority'] as const

/** Schedules; of those whose feed failed, when it did so first: while the reason stays, that import tells it. */
export const feedsOf = async (
  { feeds, imports }: Pick<SchedulePagesDeps, 'feeds' | 'imports'>,
  nowMs: number,
): Promise<readonly Feed[]> => {
  const schedules = await feeds.schedules.listSchedules()
  const ids = schedules.flatMap(({ last }) => (last?.outcome === 'failed' ? (last.import_id ?? []) : []))
  const told = new Map((await imports.progressOf(ids, nowMs)).map(one => [one.import_id, one.registered_at]))
  return schedules.map(schedule => {
    const { last } = schedule
    const isFailing = last?.outcome === 'failed'
    return { schedule, failingSince: isFailing ? (told.get(last.import_id ?? '') ?? last.at) : null }
  })
}

const shown = async (
  deps: SchedulePagesDeps,
  held: Held,
  { at }: Visit,
  typed: Typed = {},
  problems: readonly string[] = [],
): Promise<Page> =>
  schedulesPage({
    feeds: await feedsOf(deps, at.ms),
    site: at.site,
    token: await formTokens(deps.desk).field(held, at.ms),
    ...{ typed, problems },
  })

export const showSchedules =
  (deps: SchedulePagesDeps) =>
  (held: Held, visit: Visit): Promise<Shown> =>
    shown(deps, held, visit)

/** Sets or removes one: the rules are those of `register-import URL --every` and `unschedule`. */
export const changeSchedules =
  (deps: SchedulePagesDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const { form, at } = visit
    const { scheduling, settled } = deps.feeds
    const context = deps.contextOf(visit, 'POST /schedules')
    if (textOf(form, 'choice') === 'remove') {
      if (!(await unschedule(scheduling, textOf(form, 'schedule_id'), context))) return null
    } else {
      const typed = Object.fromEntries(NAMES.map(name => [name, textOf(form, name).trim()] as const))
      const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
      const { url = '', every = '' } = given
      const asked = { origin: 'url', author: held.user.id, ...given, url, every }
      const done = await scheduleImport(scheduling, asked, context)
      if (!done.ok) return shown(deps, held, visit, typed, Object.values(done.errors))
    }
    await settled()
    return { redirect: `${at.site.baseUrl}/schedules` }
  }
