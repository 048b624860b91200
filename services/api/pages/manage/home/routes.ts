import type { EpochMs } from '../../../../../shared/kernel/brands.ts'
import type { ScheduleQueries } from '../../../../../projections/import-schedules/queries.ts'
import type { ImportQueries } from '../../../../../projections/import-status/queries.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { LinesDeps } from '../../history/lines.ts'
import type { Shown, Visit } from '../../page.ts'
import type { PageRoute } from '../../serve.ts'
import { creatorsOnly } from '../../signed-in.ts'
import { todayAt } from '../events/routes.ts'
import { lately } from './lately.ts'
import { homePage } from './page.ts'
import { standingOf, waitingFor } from './waits.ts'

export type HomeDeps = {
  readonly events: Pick<EventReads, 'listEvents'>
  readonly imports: Pick<ImportQueries, 'listImports'>
  readonly schedules: Pick<ScheduleQueries, 'listSchedules'>
  readonly lines: LinesDeps
}

/** Imports that are looked through for failures: the newest ones. */
const LOOKED_AT = 20
const SHOWN = 5

const failedImports = async ({ imports }: HomeDeps, nowMs: EpochMs) => {
  const { imports: newest } = await imports.listImports({ skip: 0, limit: LOOKED_AT, nowMs })
  return newest
    .filter(({ outcomes, over, status }) => outcomes.failed > 0 || (over && status !== 'success'))
    .slice(0, SHOWN)
}

const failingFeeds = async ({ schedules }: HomeDeps) =>
  (await schedules.listSchedules()).filter(({ failing, paused }) => failing !== null && paused === null)

const home =
  (deps: HomeDeps) =>
  async ({ user }: Held, { at }: Visit): Promise<Shown> => {
    const today = todayAt(at)
    const isEditor = can(user, 'edit-others')
    const [waiting, standing, feeds, imports, done] = await Promise.all([
      waitingFor(deps, user, today, at),
      standingOf(deps, user, today),
      isEditor ? failingFeeds(deps) : [],
      isEditor ? failedImports(deps, at.ms) : [],
      isEditor ? lately(deps.lines, user) : null,
    ])
    return homePage({ user, site: at.site, today, waiting, standing, feeds, imports, lately: done })
  }

/** The first page of the desk (spec 07 §2). */
export const homePages = (deps: HomeDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage', show: creatorsOnly(home(deps)) },
]
