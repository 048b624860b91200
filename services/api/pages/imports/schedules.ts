import type { ShownSchedule } from '../../../../projections/import-schedules/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { sentenceOf } from '../../../imports/item/told.ts'
import type { Site } from '../../platform/moment.ts'
import type { Page } from '../page.ts'
import { when } from '../when.ts'
import { AUTHORITY, choiceField, lineField, STATUS, type Choice } from './fields.ts'
import { durationText } from './words.ts'

/** A feed, and since when it cannot be imported for the reason that it last failed for; null: it can. */
export type Feed = { readonly schedule: ShownSchedule; readonly failingSince: string | null }

/** What was typed into the form, by its names. */
export type Typed = Readonly<Record<string, string>>

export type SchedulesShown = {
  readonly feeds: readonly Feed[]
  readonly site: Site
  /** Hidden field of the forms. */
  readonly token: Markup
  readonly typed: Typed
  /** What is wrong with it. */
  readonly problems: readonly string[]
}

/** Since when and why a feed fails, for people. */
const failing = ({ schedule: { last }, failingSince }: Feed, site: Site): Markup | null =>
  failingSince === null
    ? null
    : html`It has failed since ${when(failingSince, site)}. ${sentenceOf(last?.reason ?? 'internal_error')}`

/** Feeds that fail, told to whoever may do something about it; null: none does. */
export const failingNotice = (feeds: readonly Feed[], site: Site): Markup | null => {
  const bad = feeds.filter(({ failingSince }) => failingSince !== null)
  if (bad.length === 0) return null
  return html`<section class="notice feeds-failing" role="alert" aria-label="Feeds that fail">
    <ul>
      ${bad.map(feed => html`<li><a href="${site.baseUrl}/schedules">${feed.schedule.source}</a>: ${failing(feed, site)}</li>`)}
    </ul>
  </section>`
}

const lastText = ({ last }: ShownSchedule, site: Site): Markup => {
  if (last === null) return html`not fetched so far`
  const at = when(last.at, site)
  const { import_id: id } = last
  const word = last.outcome === 'imported' ? 'imported' : last.outcome === 'failed' ? 'failed' : 'as it was'
  return html`last fetched ${at}:
  ${id === null ? word : html`<a href="${site.baseUrl}/imports/${id}">${word}</a>`}`
}

const row = (feed: Feed, { site, token }: SchedulesShown): Markup => {
  const { schedule } = feed
  const trouble = failing(feed, site)
  return html`<li class="import-row">
    <h2 class="import-row__name">${schedule.source}</h2>
    <form method="post" action="${site.baseUrl}/schedules" class="import-row__state">
      ${token}<input type="hidden" name="schedule_id" value="${schedule.schedule_id}" />
      <button type="submit" name="choice" value="remove" class="quiet">
        Remove<span class="visually-hidden"> ${schedule.source}</span>
      </button>
    </form>
    <p class="import-row__about">
      every ${durationText(schedule.every_minutes * 60)} · ${lastText(schedule, site)} · next
      ${when(schedule.due_at, site)} ·
      <a href="${site.baseUrl}/history/schedule/${schedule.schedule_id}">History</a>
    </p>
    ${schedule.source === schedule.url ? null : html`<p class="import-row__about">${schedule.url}</p>`}
    ${trouble === null ? null : html`<p class="import-row__reason">${trouble}</p>`}
  </li>`
}

const EVERY: readonly Choice[] = [
  ['6h', 'every 6 hours'],
  ['15m', 'every 15 minutes'],
  ['1h', 'every hour'],
  ['1d', 'every day'],
  ['7d', 'every week'],
]

const form = (shown: SchedulesShown): Markup => {
  const filled = { typed: shown.typed, problems: {} }
  return html`<section class="card" aria-labelledby="new-schedule">
    <h2 id="new-schedule">Another feed</h2>
    ${shown.problems.map(problem => html`<p class="error" role="alert">${problem}</p>`)}
    <form method="post" action="${shown.site.baseUrl}/schedules">
      ${shown.token} ${lineField('url', 'Address of the feed', filled, { isRequired: true })}
      ${choiceField('every', 'It is fetched', EVERY, filled)}
      ${lineField('source', 'Name of the source, if not its address', filled)}
      ${lineField('category', 'Category of new events, by name', filled)}
      ${choiceField('post_status', 'New events are', STATUS, filled)}
      ${choiceField('update_authority', 'Known events', AUTHORITY, filled)}
      <div class="actions"><button type="submit" name="choice" value="set">Fetch it from now on</button></div>
    </form>
  </section>`
}

/** Feeds that are fetched again and again, what came of each the last time, and the form for another one. */
export const schedulesPage = (shown: SchedulesShown): Page => ({
  status: shown.problems.length === 0 ? 200 : 400,
  title: 'Feeds',
  styles: ['imports.css'],
  main: html`<p class="breadcrumb"><a href="${shown.site.baseUrl}/imports">Imports</a></p>
    <h1>Feeds</h1>
    ${
      shown.feeds.length === 0
        ? html`<p class="notice">No feed is fetched so far.</p>`
        : html`<ol class="import-list feed-list">
            ${shown.feeds.map(feed => row(feed, shown))}
          </ol>`
    }
    ${form(shown)}`,
})
