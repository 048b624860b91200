import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Site } from '../../platform/moment.ts'
import type { Shown, Visit } from '../page.ts'
import type { PageRoute } from '../serve.ts'
import { creatorsOnly } from '../signed-in.ts'
import { addressOf, listingIn, type Tab } from './events/address.ts'
import { findEvents, type FindDeps } from './events/find.ts'
import { todayAt } from './events/routes.ts'
import { managePage } from './frame.ts'
import { eventsText } from './words.ts'

const LINES: readonly (readonly [Tab, string])[] = [
  ['publish', 'published, not over'],
  ['future', 'to be published later'],
  ['pending', 'waiting for approval'],
  ['draft', 'not finished: drafts'],
]

const lines = (counts: Readonly<Record<Tab, number>>, today: string, { baseUrl }: Site): Markup =>
  html`<ul class="manage-home">
    ${LINES.map(([tab, text]) => {
      const href = addressOf({ ...listingIn({}, today), tab }, today, baseUrl)
      return html`<li><a href="${href}">${eventsText(counts[tab])}</a> ${text}</li>`
    })}
  </ul>`

const overview =
  (deps: FindDeps) =>
  async (held: Held, { at }: Visit): Promise<Shown> => {
    const today = todayAt(at)
    const { counts } = await findEvents(deps, listingIn({}, today), held.user, at.site.zone)
    return managePage({
      ...{ part: 'home', caller: held.user, site: at.site, title: 'Desk' },
      main: html`<h1>Good to see you, ${held.user.displayName || held.user.login}</h1>
        ${lines(counts, today, at.site)}
        <p class="actions"><a class="button" href="${at.site.baseUrl}/manage/events/new">New event</a></p>`,
    })
  }

/** The first page of the desk (spec 07 §2). */
export const homePages = (deps: FindDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage', show: creatorsOnly(overview(deps)) },
]
