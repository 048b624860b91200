import type { ShownSchedule } from '../../../../projections/import-schedules/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { ADDRESS_LENGTH } from '../../../../shared/limits.ts'
import { sentenceOf } from '../../../imports/item/told.ts'
import type { Site } from '../../platform/moment.ts'
import type { Page } from '../page.ts'
import { when } from '../when.ts'
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

type Choice = readonly [value: string, word: string]

const EVERY: readonly Choice[] = [
  ['6h', 'every 6 hours'],
  ['15m', 'every 15 minutes'],
  ['1h', 'every hour'],
  ['1d', 'every day'],
  ['7d', 'every week'],
]
const AUTHORITY: readonly Choice[] = [
  ['', 'as the site has it'],
  ['overwrite', 'follow the source'],
  ['preserve_changes', 'keep what people changed'],
  ['retain', 'stay as they are'],
]
const STATUS: readonly Choice[] = [
  ['', 'as the site has it'],
  ['publish', 'published'],
  ['pending', 'pending'],
  ['draft', 'drafts'],
  ['private', 'private'],
]

const choice = (name: string, label: string, choices: readonly Choice[], { typed }: SchedulesShown): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${choices.map(([value, word]) => html`<option value="${value}" ${typed[name] === value ? html`selected` : null}>${word}</option>`)}
    </select>
  </div>`

const line = (name: string, label: string, { typed }: SchedulesShown, isRequired = false): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${typed[name] ?? ''}"
      maxlength="${String(ADDRESS_LENGTH)}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      ${isRequired ? html`required` : null}
    />
  </div>`

const form = (shown: SchedulesShown): Markup =>
  html`<section class="card" aria-labelledby="new-schedule">
    <h2 id="new-schedule">Another feed</h2>
    ${shown.problems.map(problem => html`<p class="error" role="alert">${problem}</p>`)}
    <form method="post" action="${shown.site.baseUrl}/schedules">
      ${shown.token} ${line('url', 'Address of the feed', shown, true)}
      ${choice('every', 'It is fetched', EVERY, shown)}
      ${line('source', 'Name of the source, if not its address', shown)}
      ${line('category', 'Category of new events, by name', shown)}
      ${choice('post_status', 'New events are', STATUS, shown)}
      ${choice('update_authority', 'Known events', AUTHORITY, shown)}
      <div class="actions"><button type="submit" name="choice" value="set">Fetch it from now on</button></div>
    </form>
  </section>`

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
