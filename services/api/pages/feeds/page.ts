import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { ToldSchedule } from '../../admin/schedules.ts'
import type { Page } from '../page.ts'
import { feedFields, newFeedFields, type Typed } from './form.ts'
import { feedActions, feedFacts, feedRow, type FeedShowing } from './row.ts'

/** What a form that was just sent came to: 400 with what is wrong, 409 with why nothing changed. */
export type Said = { readonly status: 400 | 409; readonly problems: readonly string[] }

type Asked = FeedShowing & {
  readonly typed: Typed
  /** null: no form was sent. */
  readonly said: Said | null
}

export type SchedulesShown = Asked & {
  readonly schedules: readonly ToldSchedule[]
  /** Of the form for another one. */
  readonly once: Markup
}
export type ScheduleShown = Asked & { readonly schedule: ToldSchedule }

const problemsText = ({ said }: Asked): readonly Markup[] =>
  (said?.problems ?? []).map(problem => html`<p class="error" role="alert">${problem}</p>`)

const newForm = (shown: SchedulesShown): Markup =>
  html`<section class="card" aria-labelledby="new-schedule">
    <h2 id="new-schedule">Another feed</h2>
    ${problemsText(shown)}
    <form method="post" action="${shown.site.baseUrl}/schedules">
      ${shown.token} ${shown.once} ${newFeedFields(shown.typed)}
      <div class="actions"><button type="submit" name="choice" value="set">Fetch it from now on</button></div>
    </form>
  </section>`

/** Feeds that are fetched again and again, what came of each the last time, and the form for another one. */
export const schedulesPage = (shown: SchedulesShown): Page => ({
  status: shown.said?.status ?? 200,
  title: 'Feeds',
  styles: ['imports.css'],
  main: html`<p class="breadcrumb"><a href="${shown.site.baseUrl}/imports">Imports</a></p>
    <h1>Feeds</h1>
    ${
      shown.schedules.length === 0
        ? html`<p class="notice">No feed is fetched so far.</p>`
        : html`<ol class="import-list feed-list">
            ${shown.schedules.map(schedule => feedRow(schedule, shown))}
          </ol>`
    }
    ${newForm(shown)}`,
})

/** One of them, and the form by which it is fetched otherwise. */
export const schedulePage = (shown: ScheduleShown): Page => {
  const { schedule, site, token, typed } = shown
  const { baseUrl } = site
  return {
    status: shown.said?.status ?? 200,
    title: `Feed ${schedule.source}`,
    styles: ['imports.css'],
    main: html`<p class="breadcrumb">
        <a href="${baseUrl}/imports">Imports</a> › <a href="${baseUrl}/schedules">Feeds</a>
      </p>
      <h1 class="import-name">${schedule.source}</h1>
      ${problemsText(shown)}
      <div class="card feed-facts">${feedFacts(schedule, site)} ${feedActions(schedule, shown, true)}</div>
      <section class="card" aria-labelledby="change-schedule">
        <h2 id="change-schedule">Fetch it otherwise</h2>
        <p>From another address it is fetched at once; its events stay the ones they are.</p>
        <form method="post" action="${baseUrl}/schedules/${schedule.schedule_id}">
          ${token} ${feedFields(typed, schedule.every_minutes)}
          <div class="actions"><button type="submit" name="choice" value="change">Change it</button></div>
        </form>
      </section>`,
  }
}
