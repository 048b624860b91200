import type { IsoTime } from '../../../../shared/kernel/brands.ts'
import { html, stored, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Site } from '../../platform/call.ts'
import type { Page } from '../page.ts'
import { when } from '../when.ts'
import { filterQuery, type TypedFilter } from '../../admin/history-filter.ts'
import { ATOM_TYPE } from '../../feeds/atom-document.ts'
import { historyFeedTitle, narrowedAddress } from './atom.ts'
import { HISTORY_FEED } from './feed-address.ts'
import { chart, type Day } from './chart.ts'
import { filterForm } from './filter.ts'
import type { RecentLine } from './lines.ts'
import { wayOf, whoText } from './timeline.ts'
import { happened, things, thingWord } from './words.ts'

export type Recent = {
  readonly lines: readonly RecentLine[]
  /** Position before which older ones are; null: these are the oldest. */
  readonly older: number | null
  /** Fewer than a page, although there may be more: everything since this instant (ISO 8601) was looked at. */
  readonly until: IsoTime | null
  /** What was done on each of the last days, the oldest first; null: it is not counted. */
  readonly days: readonly Day[] | null
  readonly typed: TypedFilter
  readonly problems: Readonly<Record<string, string>>
  /** What is wrong with the item that was asked for. */
  readonly problem: string | null
  /** What is asked for can be put back together. */
  readonly canPutBack: boolean
  readonly site: Site
}

const chooser = ({ baseUrl }: Site, problem: string | null): Markup =>
  html`<form class="history-filter card" method="get" action="${baseUrl}/history" aria-label="Choose an item">
    <div class="field">
      <label for="type">History of</label>
      <select id="type" name="type">
        ${things.map(([name, word]) => html`<option value="${name}">${word}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="id">Number, import, schedule or login</label>
      <input
        id="id"
        name="id"
        autocapitalize="none"
        autocomplete="off"
        ${problem === null ? null : html`aria-describedby="id-problem"`}
      />
      ${problem === null ? null : html`<span class="problem" id="id-problem">${problem}</span>`}
    </div>
    <button type="submit">Open</button>
  </form>`

/** What happened to what. `besides`: how many other things it happened to at the same time. */
export const recentRow = ({ entry, type, name }: RecentLine, site: Site, besides = 0): Markup => {
  const thing = `${thingWord(type)} ${entry.id}`
  return html`<li>
    <p class="recent__what">
      <a href="${site.baseUrl}/history/${type}/${entry.id}">${name === null ? thing : stored(name)}</a>
      <span>${happened(entry)}</span>
      ${besides === 0 ? null : html`<span>· and ${besides} more at the same time</span>`}
    </p>
    <p class="timeline__about">
      ${when(entry.at, site)} · <strong>${whoText(entry.actor)}</strong> · ${wayOf(entry, site)} · ${thing}
    </p>
  </li>`
}

const goingOn = ({ older, until, typed, site }: Recent): Markup | null => {
  if (older === null) return null
  const href = `${site.baseUrl}/history?before=${older}${filterQuery(typed)}`
  return html`${
      until === null
        ? null
        : html`<p class="notice">
            Looked through until ${when(until, site)}; there may be more before that.
          </p>`
    }
    <p class="pager"><a rel="next" href="${href}">${until === null ? 'Older' : 'Go on looking'}</a></p>`
}

/** What is chosen can be put back together. */
const putBackLink = ({ typed, canPutBack, site }: Recent): Markup | null =>
  canPutBack
    ? html`<p>
        <a class="button button--quiet" href="${site.baseUrl}/history/put-back?${filterQuery(typed).slice(1)}"
          >Put all of this back …</a
        >
      </p>`
    : null

const downloads = ({ typed, site }: Recent): Markup => {
  const href = (format: string) => `${site.baseUrl}/history/export?format=${format}${filterQuery(typed)}`
  return html`<p class="history-downloads">
    All of it as a file: <a href="${href('csv')}" download>table (CSV)</a> ·
    <a href="${href('jsonl')}" download>lines of JSON</a>. What is new of it:
    <a href="${narrowedAddress(site, HISTORY_FEED, typed)}">feed (Atom)</a>
  </p>`
}

/** Where readers of feeds find what is asked for; nowhere when that means nothing. */
const feedLink = ({ typed, problems, site }: Recent): { readonly head?: Markup } =>
  Object.keys(problems).length > 0
    ? {}
    : {
        head: html`<link
          rel="alternate"
          type="${ATOM_TYPE}"
          title="${historyFeedTitle(site)}"
          href="${narrowedAddress(site, HISTORY_FEED, typed)}"
        />`,
      }

/** What happened lately, to whatever. */
export const recentPage = (shown: Recent): Page => {
  const { lines, until, days, typed, problems, problem, site } = shown
  return {
    status: 200,
    title: 'History',
    styles: ['imports.css', 'history.css'],
    ...feedLink(shown),
    main: html`<h1>History</h1>
      ${chooser(site, problem)}
      <section aria-labelledby="recent-heading">
        <h2 id="recent-heading">Lately</h2>
        ${filterForm(`${site.baseUrl}/history`, typed, problems, 'all')} ${putBackLink(shown)}
        ${days === null ? null : chart(days, site)}
        ${
          lines.length > 0
            ? html`<ol class="recent">
                ${lines.map(line => recentRow(line, site))}
              </ol>`
            : until === null
              ? html`<p class="notice">Nothing was recorded, or nothing of this kind.</p>`
              : null
        }
        ${goingOn(shown)} ${lines.length === 0 ? null : downloads(shown)}
      </section>`,
  }
}
