import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { ToldSchedule } from '../../admin/schedules.ts'
import type { Site } from '../../platform/call.ts'
import { when } from '../when.ts'
import { failingText } from './notice.ts'
import { everyWords } from './form.ts'
import { whoText } from '../history/timeline.ts'
import { outcomes, type State } from '../imports/words.ts'

/** What telling of a feed depends on. */
export type FeedShowing = {
  readonly site: Site
  /** Hidden field of the forms. */
  readonly token: Markup
}

/** How a feed is doing, as a name for styles and as a word for people. */
const stateOf = ({ paused, failing, last }: ToldSchedule): State => {
  if (paused !== null) return { name: 'paused', word: 'Paused' }
  if (failing !== null) return { name: 'failed', word: failing.keeps ? 'Fails' : 'Failed' }
  if (last === null) return { name: 'waiting', word: 'Not fetched yet' }
  return { name: 'success', word: 'Fetched' }
}

const nextText = ({ paused, due_at: dueAt }: ToldSchedule, site: Site): Markup =>
  paused === null
    ? html`next ${when(dueAt, site)}`
    : html`paused since ${when(paused.at, site)} by <strong>${whoText(paused.by)}</strong>`

const WORDS = { imported: 'imported', unchanged: 'as it was', failed: 'failed' } as const

const lastText = ({ last, import_id: importId }: ToldSchedule, site: Site): Markup => {
  if (last === null) return html`Not fetched so far.`
  // one that was as it was opened none: then the one before tells what is in the calendar
  const id = last.import_id ?? importId
  const word = WORDS[last.outcome]
  return html`Last fetched ${when(last.at, site)}:
  ${id === null ? word : html`<a href="${site.baseUrl}/imports/${id}">${word}</a>`}`
}

/** What became of the items of the last import, the failed ones to be looked at. */
const countsList = ({ last_import: lastImport }: ToldSchedule, { baseUrl }: Site): Markup | null => {
  const some = lastImport === null ? [] : outcomes.filter(outcome => lastImport.outcomes[outcome] > 0)
  if (lastImport === null || some.length === 0) return null
  const href = `${baseUrl}/imports/${lastImport.import_id}?outcome=failed`
  return html`<ul class="import-counts">
    ${some.map(outcome => {
      const text = `${lastImport.outcomes[outcome]} ${outcome}`
      return html`<li>${outcome === 'failed' ? html`<a href="${href}">${text}</a>` : text}</li>`
    })}
  </ul>`
}

type Choice = readonly [name: string, word: string, look: string]

const button = (schedule: ToldSchedule, [name, word, look]: Choice, { site, token }: FeedShowing): Markup =>
  html`<form method="post" action="${site.baseUrl}/schedules/${schedule.schedule_id}">
    ${token}
    <button type="submit" name="choice" value="${name}" class="${look}">
      ${word}<span class="visually-hidden"> ${schedule.source}</span>
    </button>
  </form>`

/** What can be done with it. `isOpen`: its own page is shown already. */
export const feedActions = (schedule: ToldSchedule, showing: FeedShowing, isOpen: boolean): Markup => {
  const { baseUrl } = showing.site
  const id = schedule.schedule_id
  const named = html`<span class="visually-hidden"> ${schedule.source}</span>`
  return html`<div class="actions feed-actions">
    ${isOpen ? null : html`<a class="button button--quiet" href="${baseUrl}/schedules/${id}">Change${named}</a>`}
    ${button(schedule, schedule.paused === null ? ['pause', 'Pause', 'quiet'] : ['resume', 'Resume', ''], showing)}
    ${button(schedule, ['remove', 'Remove', 'danger'], showing)}
    <a class="button button--quiet" href="${baseUrl}/history/schedule/${id}">History${named}</a>
  </div>`
}

/** How often it is fetched, what came of it the last time and since when it fails. */
export const feedFacts = (schedule: ToldSchedule, site: Site): Markup => {
  const { name, word } = stateOf(schedule)
  const trouble = failingText(schedule, site)
  return html`<p class="import-row__state"><span class="badge badge--${name}">${word}</span></p>
    <p class="import-row__about">${everyWords(schedule.every_minutes)} · ${nextText(schedule, site)}</p>
    ${schedule.source === schedule.url ? null : html`<p class="import-row__about">${schedule.url}</p>`}
    <p class="import-row__about">${lastText(schedule, site)}</p>
    ${countsList(schedule, site)}
    ${trouble === null ? null : html`<p class="import-row__reason">It ${trouble}</p>`}`
}

/** One of the list. */
export const feedRow = (schedule: ToldSchedule, showing: FeedShowing): Markup => {
  const { baseUrl } = showing.site
  const id = schedule.schedule_id
  return html`<li class="import-row" id="schedule-${id}">
    <h2 class="import-row__name"><a href="${baseUrl}/schedules/${id}">${schedule.source}</a></h2>
    ${feedFacts(schedule, showing.site)} ${feedActions(schedule, showing, false)}
  </li>`
}
