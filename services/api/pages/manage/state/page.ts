import type { Position } from '../../../../../shared/kernel/brands.ts'
import type { Receivers } from '../../../../../projections/subscriptions/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { ReadModelState } from '../../../operator/projections.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { when } from '../../when.ts'
import { doneNotice, managePage } from '../frame.ts'
import { cell, tableOf } from '../tables.ts'

/** How the service is. */
export type ServiceState = {
  /** Why it does not work as it should; empty: it does. */
  readonly reasons: readonly string[]
  readonly models: readonly ReadModelState[]
  /** Position of the newest record; null: the log is empty, or cannot be asked. */
  readonly head: Position | null
  /** Jobs waiting, delayed or running; null: this process has nothing to do with them, or cannot ask. */
  readonly jobs: number | null
  /** Those who are told what happens; null: nobody can be asked. */
  readonly receivers: Receivers | null
}

type Around = { readonly caller: Caller; readonly site: Site }

/** What a read model is of, by the beginning of its name. */
const SUBJECTS: readonly (readonly [beginning: string, word: string])[] = [
  ['event-listing', 'Events'],
  ['venues-links', 'Which events venues have'],
  ['organizers-links', 'Which events organizers have'],
  ['venues', 'Venues'],
  ['organizers', 'Organizers'],
  ['terms', 'Categories and tags'],
  ['images', 'Pictures'],
  ['pictures', 'Where pictures are used'],
  ['import-status', 'Imports'],
  ['import-schedules', 'Feeds'],
  ['subscriptions', 'Subscriptions'],
  ['view', 'Copies of views'],
  ['history', 'History'],
  ['user-directory', 'Users'],
]

/** Read from the log at each start of a process, and never built beside another. */
export const isInMemory = (name: string): boolean => name.startsWith('user-directory')

/** `events (event-listing@7)`, as people read it. */
const modelWord = (name: string): string =>
  SUBJECTS.find(([beginning]) => name.startsWith(beginning))?.[1] ?? name

const lagText = ({ lag_ms: lag }: ReadModelState): string =>
  lag === null ? 'never caught up' : lag === 0 ? 'nothing' : `${(lag / 1_000).toFixed(1)} s`

const rowOf = (model: ReadModelState, { baseUrl }: Site): Markup => {
  const { name, state, position, building, generation } = model
  const href = `${baseUrl}/manage/state/rebuild?name=${encodeURIComponent(name)}`
  return html`<tr>
    <th scope="row" class="manage-table__title">
      ${modelWord(name)} <span class="manage-table__source">${name}</span>
    </th>
    ${cell('State', building === null ? state : `${state}; number ${building} is being built`)}
    ${cell('Behind', lagText(model))} ${cell('Position', String(position ?? '–'))}
    ${cell('Built', `number ${generation}`)}
    ${cell('Anew', isInMemory(name) ? 'at each start' : html`<a href="${href}">Build anew<span class="visually-hidden">: ${modelWord(name)}</span></a>`)}
  </tr>`
}

/** How those who are told what happens are, in words. */
const receiversText = ({ taking, failing, paused, givenUp, since }: Receivers, site: Site): Markup => {
  const parts = [
    [taking, 'taking it'],
    [failing, 'taking nothing'],
    [givenUp, 'given up'],
    [paused, 'paused'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  if (told.length === 0) return html`nobody`
  return html`${told.join(', ')}${since === null ? null : html`; something waits since ${when(since, site)}`}`
}

const HEADS = ['Read model', 'State', 'Behind', 'Position', 'Built', 'Anew'] as const

const wellbeing = ({ reasons }: ServiceState): Markup =>
  reasons.length === 0
    ? html`<p class="notice">Everything works.</p>`
    : html`<div class="error">
        <p>Something does not work as it should:</p>
        <ul>
          ${reasons.map(reason => html`<li>${reason}</li>`)}
        </ul>
      </div>`

/** Read models, jobs and the log, as people read them (spec 07 §12). `begun`: the read model that is built anew. */
export const statePage = (state: ServiceState, { caller, site }: Around, begun: string | null): Page =>
  managePage({
    ...{ part: 'settings', caller, site, title: 'State of the service' },
    said:
      begun === null
        ? null
        : doneNotice(html`<p>${modelWord(begun)}: being built anew. The one before answers until then.</p>`),
    main: html`<h1>State of the service</h1>
      ${wellbeing(state)}
      <dl class="facts">
        <dt>Log</dt>
        <dd>${state.head === null ? 'nothing in it, or not to be asked' : `up to position ${state.head}`}</dd>
        <dt>Jobs</dt>
        <dd>${state.jobs === null ? 'not to be asked here' : `${state.jobs} waiting, delayed or running`}</dd>
        <dt>Told what happens</dt>
        <dd>
          ${state.receivers === null ? 'not to be asked' : receiversText(state.receivers, site)} ·
          <a href="${site.baseUrl}/manage/subscriptions">Subscriptions</a>
        </dd>
      </dl>
      <h2>Read models</h2>
      <p>What is asked is answered from these. Each is made of the log, and may be made anew at any time.</p>
      ${tableOf(
        'Read models',
        HEADS,
        state.models.map(model => rowOf(model, site)),
        false,
      )}
      <p><a href="${site.baseUrl}/manage/settings">Settings</a></p>`,
  })

/** Asked before one is built anew. */
export const rebuildPage = (name: string, token: Markup, { caller, site }: Around): Page =>
  managePage({
    ...{ part: 'settings', caller, site, title: 'Build anew' },
    main: html`<h1>Build ${modelWord(name)} anew?</h1>
      <p>
        <code>${name}</code> is read from the whole log once more, which takes from seconds to minutes. The
        one that there is answers until then, and nothing is lost.
      </p>
      <form method="post" action="${site.baseUrl}/manage/state/rebuild">
        ${token} <input type="hidden" name="name" value="${name}" />
        <div class="actions">
          <button type="submit">Build it anew</button>
          <a class="button button--quiet" href="${site.baseUrl}/manage/state">Back</a>
        </div>
      </form>`,
  })
