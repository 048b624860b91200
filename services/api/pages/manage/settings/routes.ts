import type { UserId } from '../../../../../shared/kernel/brands.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { optionText } from '../../../../site/options.ts'
import type { Context } from '../../../../handle.ts'
import type { SiteDeskDeps } from '../../../operator/site.ts'
import { formTokens } from '../../form-token.ts'
import { textOf, type Page, type Shown, type Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { administratorsOnly } from '../../signed-in.ts'
import { atDesk } from '../call.ts'
import { groups } from './groups.ts'
import { settingsPage } from './page.ts'
import { settingsSent, typedIn, type Known } from './sent.ts'

export type SettingsDeps = SiteDeskDeps & {
  readonly loginOf: (id: UserId) => string | null
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

const NAMES = groups.flatMap(({ settings }) => settings.map(({ name }) => name))

const knownBy = ({ people, loginOf }: SettingsDeps, { at }: Visit): Known => ({
  ...{ names: NAMES, settings: at.site.settings, loginOf, people },
})

const show = async (
  deps: SettingsDeps,
  held: Held,
  visit: Visit,
  wrong: Readonly<Record<string, string>> = {},
): Promise<Page> => {
  const { at, form, query } = visit
  const now = (name: string) => optionText(name, at.site.settings, deps.loginOf)
  return settingsPage({
    ...{ now, wrong, caller: held.user, site: at.site },
    typed: name => typedIn(form, name) ?? now(name),
    isDone: textOf(query, 'saved') === 'yes',
    token: await formTokens(deps.desk).field(held, at.ms),
  })
}

const save = async (deps: SettingsDeps, held: Held, visit: Visit): Promise<Shown> => {
  if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
  const { changes, wrong } = settingsSent(visit.form, knownBy(deps, visit))
  if (Object.keys(wrong).length > 0) return show(deps, held, visit, wrong)
  const done = await deps.setSettings(changes, atDesk(deps.contextOf(visit, 'POST /manage/settings')))
  if (!done.ok) return show(deps, held, visit, { default_view: 'This is none of the views.' })
  await deps.settled()
  await deps.remake(Object.keys(changes))
  return { redirect: `${visit.at.site.baseUrl}/manage/settings?saved=yes` }
}

/** Settings of the site, for administrators (spec 07 §12). */
export const settingsPages = (deps: SettingsDeps): readonly PageRoute[] => [
  {
    method: 'GET',
    path: '/manage/settings',
    show: administratorsOnly((held, visit) => show(deps, held, visit)),
  },
  {
    method: 'POST',
    path: '/manage/settings',
    show: administratorsOnly((held, visit) => save(deps, held, visit)),
  },
]
