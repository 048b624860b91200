import type { EpochMs } from '../../../../shared/kernel/brands.ts'
import { plainText } from '../../../../shared/kernel/html/text.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import { everyText } from '../../../imports/feed/schedule/every.ts'
import {
  changeSchedule,
  scheduleImport,
  scheduleSteerings,
  type OtherSchedule,
  type ScheduleSteering,
  type Unscheduled,
  scheduleIdBy,
} from '../../../imports/feed/schedule/operate.ts'
import { toldSchedules, type ScheduleDeskDeps, type ToldSchedule } from '../../admin/schedules.ts'
import { formTokens } from '../form-token.ts'
import type { NameDeps } from '../history/names.ts'
import { hashOfForm, onceField } from '../once.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { staleForm } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import type { SessionDesk } from '../session-desk.ts'
import { editorsOnly } from '../signed-in.ts'
import { ASKED, type Typed } from './form.ts'
import { schedulePage, schedulesPage, type Said } from './page.ts'

export type SchedulePagesDeps = {
  readonly feeds: ScheduleDeskDeps
  readonly names: Pick<NameDeps, 'terms' | 'loginOf'>
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

type Params = Readonly<Record<string, string>>

const typedIn = ({ form }: Visit, names: readonly string[]): Typed =>
  Object.fromEntries(names.map(name => [name, textOf(form, name).trim()] as const))

const all = async (
  deps: SchedulePagesDeps,
  held: Held,
  { at, form }: Visit,
  typed: Typed = {},
  said: Said | null = null,
): Promise<Page> =>
  schedulesPage({
    schedules: await toldSchedules(deps.feeds, await deps.feeds.schedules.listSchedules(), at.ms),
    site: at.site,
    token: await formTokens(deps.desk).field(held, at.ms),
    once: onceField(form),
    ...{ typed, said },
  })

/** The fields of a schedule as they are, in words that they are asked in. */
const fieldsOf = async ({ names }: SchedulePagesDeps, schedule: ToldSchedule): Promise<Typed> => {
  const { url, every_minutes: minutes, author, category, post_status, update_authority } = schedule
  const [term] = category === null ? [] : await names.terms.byIds([category])
  return {
    ...{ url, post_status, update_authority },
    every: everyText(minutes),
    author: names.loginOf(author) ?? '',
    category: term === undefined ? String(category ?? '') : plainText(term.values.name),
  }
}

const toldOne = async (
  { feeds }: SchedulePagesDeps,
  id: string,
  nowMs: EpochMs,
): Promise<ToldSchedule | null> => {
  const schedule = await feeds.schedules.showSchedule(id)
  if (schedule === null) return null
  return (await toldSchedules(feeds, [schedule], nowMs))[0] ?? null
}

/** null: there is no such schedule. `typed`: null: the form as it is. */
const one = async (
  deps: SchedulePagesDeps,
  held: Held,
  { at }: Visit,
  id: string,
  typed: Typed | null = null,
  said: Said | null = null,
): Promise<Page | null> => {
  const schedule = await toldOne(deps, id, at.ms)
  if (schedule === null) return null
  return schedulePage({
    ...{ schedule, said, site: at.site },
    token: await formTokens(deps.desk).field(held, at.ms),
    typed: typed ?? (await fieldsOf(deps, schedule)),
  })
}

const setOne =
  (deps: SchedulePagesDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const typed = typedIn(visit, [...ASKED, 'source'])
    const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
    const { url = '', every = '' } = given
    const asked = { origin: 'url', author: held.user.id, ...given, url, every }
    const { scheduling, settled } = deps.feeds
    const once = hashOfForm(held, visit, 'POST /schedules')
    const id = once === null ? null : scheduleIdBy(once)
    const isBefore = id !== null && (await scheduling.schedules.load(id)).status !== 'unknown'
    if (isBefore) return { redirect: `${visit.at.site.baseUrl}/schedules#schedule-${id}` }
    const newHash = once === null ? scheduling.newHash : () => once
    const done = await scheduleImport(
      { ...scheduling, newHash },
      asked,
      deps.contextOf(visit, 'POST /schedules'),
    )
    if (!done.ok) return all(deps, held, visit, typed, { status: 400, problems: Object.values(done.errors) })
    await settled()
    return { redirect: `${visit.at.site.baseUrl}/schedules#schedule-${done.scheduleId}` }
  }

const STAYS: Readonly<Record<Exclude<Unscheduled, 'schedule_unknown'>, string>> = {
  schedule_unchanged: 'Nothing of it would be different, so nothing was changed.',
  schedule_paused: 'It is paused already.',
  schedule_not_paused: 'It is not paused: it is fetched.',
}

const ROUTE = 'POST /schedules/{id}'

/** What differs from the form as it was: a name that is shown need not be one that tells things apart. */
const differing = (typed: Typed, fields: Typed): OtherSchedule =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== fields[name]))

const change = async (deps: SchedulePagesDeps, held: Held, visit: Visit, id: string): Promise<Shown> => {
  const schedule = await toldOne(deps, id, visit.at.ms)
  if (schedule === null) return null
  const typed = typedIn(visit, ASKED)
  const asked = differing(typed, await fieldsOf(deps, schedule))
  const done = await changeSchedule(deps.feeds.scheduling, id, asked, deps.contextOf(visit, ROUTE))
  if (!done.ok && 'errors' in done)
    return one(deps, held, visit, id, typed, { status: 400, problems: Object.values(done.errors) })
  return after(deps, held, visit, id, done)
}

/** Back to the list, or why it stays as it is. */
const after = async (
  deps: SchedulePagesDeps,
  held: Held,
  visit: Visit,
  id: string,
  done: { readonly ok: true } | { readonly ok: false; readonly code: Unscheduled },
): Promise<Shown> => {
  if (!done.ok) {
    if (done.code === 'schedule_unknown') return null
    return one(deps, held, visit, id, null, { status: 409, problems: [STAYS[done.code]] })
  }
  await deps.feeds.settled()
  return { redirect: `${visit.at.site.baseUrl}/schedules#schedule-${id}` }
}

const isSteering = (choice: string): choice is ScheduleSteering => Object.hasOwn(scheduleSteerings, choice)

const changeOne =
  (deps: SchedulePagesDeps) =>
  async (held: Held, visit: Visit, { id = '' }: Params): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const choice = textOf(visit.form, 'choice')
    if (!isSteering(choice)) return change(deps, held, visit, id)
    const steer = scheduleSteerings[choice]
    return after(deps, held, visit, id, await steer(deps.feeds.scheduling, id, deps.contextOf(visit, ROUTE)))
  }

/** Feeds as pages, by the rules of the commands (spec 05 §14). */
export const schedulePages = (deps: SchedulePagesDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/schedules', show: editorsOnly((held, visit) => all(deps, held, visit)) },
  { method: 'POST', path: '/schedules', show: editorsOnly(setOne(deps)) },
  {
    method: 'GET',
    path: '/schedules/:id',
    show: editorsOnly((held, visit, { id = '' }) => one(deps, held, visit, id)),
  },
  { method: 'POST', path: '/schedules/:id', show: editorsOnly(changeOne(deps)) },
]
