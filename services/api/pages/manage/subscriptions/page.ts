import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { SUBSCRIPTIONS_AT_MOST } from '../../../../../shared/limits/subscriptions.ts'
import type { ToldSubscription } from '../../../admin/subscriptions.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { whoText } from '../../history/timeline.ts'
import { when } from '../../when.ts'
import { input } from '../controls.ts'
import { managePage } from '../frame.ts'
import { cell, tableOf } from '../tables.ts'
import { cut } from '../words.ts'
import { subscriptionFields, type Typed } from './form.ts'
import { troubleText } from './notice.ts'
import { happeningWords, kindWords, reasonText, statusWords } from './words.ts'
import { shownOnce } from '../shown-once.ts'

type Around = {
  readonly caller: Caller
  readonly site: Site
  readonly token: Markup
  readonly said: Markup | null
  readonly status: number
}

type FormShown = Around & { readonly typed: Typed; readonly wrong: Readonly<Record<string, string>> }

const badge = ({ status, failing }: ToldSubscription): Markup => {
  const isBad = status === 'given up' || (status === 'active' && failing !== null)
  const word = isBad && status === 'active' ? 'Takes nothing' : statusWords[status]
  const look = isBad ? 'failed' : status === 'paused' ? 'paused' : 'success'
  return html`<span class="badge badge--${look}">${word}</span>`
}

const rowOf = (one: ToldSubscription, site: Site): Markup =>
  html`<tr>
    <th scope="row" class="manage-table__title">
      <a href="${site.baseUrl}/manage/subscriptions/${one.subscription_id}">${cut(one.name)}</a>
    </th>
    ${cell('State', badge(one))} ${cell('Told of', one.kinds.map(kind => kindWords[kind]).join(', '))}
    ${cell('Taken', String(one.delivered))}
    ${cell('Last', one.last_taken_at === null ? 'never' : when(one.last_taken_at, site))}
    ${cell('Address', html`<span dir="ltr">${cut(one.url)}</span>`)}
  </tr>`

/** Addresses that are told what happens (spec 08 §1). */
export const subscriptionsPage = ({
  subscriptions,
  ...shown
}: Around & { readonly subscriptions: readonly ToldSubscription[] }): Page => {
  const { caller, site, said, status } = shown
  const { baseUrl } = site
  return managePage({
    ...{ part: 'settings', caller, site, said, status, title: 'Subscriptions' },
    main: html`<p class="breadcrumb"><a href="${baseUrl}/manage/settings">Settings</a></p>
      <header class="manage-head">
        <h1>Subscriptions</h1>
        ${
          subscriptions.length >= SUBSCRIPTIONS_AT_MOST
            ? null
            : html`<a class="button" href="${baseUrl}/manage/subscriptions/new">New subscription</a>`
        }
      </header>
      <p>Programs of others that are told each change, at an address of theirs.</p>
      ${
        subscriptions.length === 0
          ? html`<p class="notice">Nobody is told so far.</p>`
          : tableOf(
              'Subscriptions',
              ['Name', 'State', 'Told of', 'Taken', 'Last', 'Address'],
              subscriptions.map(one => rowOf(one, site)),
              false,
            )
      }`,
  })
}

/** The form of a new one. */
export const newSubscriptionPage = ({ caller, site, token, said, status, typed, wrong }: FormShown): Page =>
  managePage({
    ...{ part: 'settings', caller, site, said, status, title: 'New subscription' },
    main: html`<p class="breadcrumb">
        <a href="${site.baseUrl}/manage/subscriptions">Subscriptions</a>
      </p>
      <h1>New subscription</h1>
      <form class="manage-narrow" method="post" action="${site.baseUrl}/manage/subscriptions/new">
        ${token} ${subscriptionFields(typed, wrong)}
        <p class="hint">You get a secret by which the receiver knows that a message is from here.</p>
        <div class="actions"><button type="submit">Tell it from now on</button></div>
      </form>`,
  })

/** The only time that somebody sees it (spec 08 §2). */
export const secretPage = (
  { name, id, secret }: { readonly name: string; readonly id: string; readonly secret: string },
  { caller, site }: Pick<Around, 'caller' | 'site'>,
): Page =>
  managePage({
    ...{ part: 'settings', caller, site, title: `The secret of ${name}` },
    main: html`<h1>The secret of ${name}</h1>
      <p>
        The receiver checks by it that a message is from here. It will not be shown again; another one can
        take its place, and for a day both count.
      </p>
      ${shownOnce('secret', 'Secret', secret, `${site.baseUrl}/manage/subscriptions/${id}`)}`,
  })

type OneShown = FormShown & { readonly subscription: ToldSubscription; readonly since: string }

const about = ({ subscription: one, site }: OneShown): Markup => {
  const trouble = troubleText(one, site)
  const by = one.status === 'paused' && one.rests !== null ? one.rests : null
  return html`<p>${badge(one)}</p>
    ${trouble === null ? null : html`<p class="import-row__reason">It ${trouble}</p>`}
    <dl class="facts">
      <dt>Address</dt>
      <dd dir="ltr">${one.url}</dd>
      <dt>Told of</dt>
      <dd>
        ${one.kinds.map(kind => kindWords[kind]).join(', ')}:
        ${one.happenings.map(h => happeningWords[h].toLowerCase()).join(', ')}
      </dd>
      <dt>Taken</dt>
      <dd>
        ${one.delivered}${one.last_taken_at === null ? null : html`, the last ${when(one.last_taken_at, site)}`}
      </dd>
      ${
        by === null
          ? null
          : html`<dt>Paused</dt>
              <dd>${when(by.at, site)} by ${whoText(by.by)}</dd>`
      }
    </dl>`
}

const roundRow = (round: ToldSubscription['rounds'][number], site: Site): Markup =>
  html`<tr>
    <th scope="row">${when(round.at, site)}</th>
    ${cell('Taken', String(round.delivered))} ${cell('Answer', String(round.status ?? '–'))}
    ${cell('Why', round.reason === null ? '–' : reasonText(round.reason, null))}
  </tr>`

const rounds = ({ subscription: { rounds: all }, site }: OneShown): Markup | null =>
  all.length === 0
    ? null
    : html`<h2>The last times</h2>
        ${tableOf(
          'The last times',
          ['When', 'Taken', 'Answer', 'Why'],
          all.map(round => roundRow(round, site)),
          false,
        )}`

const waiting = ({ subscription: { waiting: items }, site }: OneShown): Markup | null =>
  items.length === 0
    ? null
    : html`<h2>What it refuses</h2>
        <ul>
          ${items.map(
            ({ item, since, reason, found, due_at: dueAt }) =>
              html`<li>
                <a href="${site.baseUrl}/history/${item}">${item}</a> since ${when(since, site)}:
                ${reasonText(reason, found)} Next attempt ${when(dueAt, site)}.
              </li>`,
          )}
        </ul>`

const button = ({ token, subscription, site }: OneShown, choice: string, word: string, look = 'quiet') =>
  html`<form method="post" action="${site.baseUrl}/manage/subscriptions/${subscription.subscription_id}">
    ${token}<button type="submit" name="choice" value="${choice}" class="${look}">${word}</button>
  </form>`

const actions = (shown: OneShown): Markup =>
  html`<div class="actions">
    ${button(shown, 'ping', 'Send a test')}
    ${shown.subscription.status === 'active' ? button(shown, 'pause', 'Pause') : button(shown, 'resume', 'Go on', '')}
    ${button(shown, 'secret', 'Make another secret')} ${button(shown, 'remove', 'Remove', 'danger')}
  </div>`

const again = (shown: OneShown): Markup =>
  html`<section class="card manage-part" aria-labelledby="again">
    <h2 id="again">Tell again</h2>
    <form
      method="post"
      action="${shown.site.baseUrl}/manage/subscriptions/${shown.subscription.subscription_id}"
    >
      ${shown.token} <input type="hidden" name="choice" value="resend" />
      ${input({
        ...{ name: 'since', label: 'Everything since', value: shown.since, type: 'date', isNeeded: true },
        hint: 'Also what it was told before; a day to come leaves out what is before.',
        why: shown.wrong['since'],
      })}
      <div class="actions"><button type="submit" class="quiet">Tell it again</button></div>
    </form>
  </section>`

/** One of them, how it is doing, and what may be done with it. */
export const subscriptionPage = (shown: OneShown): Page => {
  const { subscription, caller, site, said, status, token, typed, wrong } = shown
  const { baseUrl } = site
  const id = subscription.subscription_id
  return managePage({
    ...{ part: 'settings', caller, site, said, status, title: subscription.name },
    main: html`<p class="breadcrumb"><a href="${baseUrl}/manage/subscriptions">Subscriptions</a></p>
      <header class="manage-head">
        <h1>${subscription.name}</h1>
        <a href="${baseUrl}/history/subscription/${id}">History</a>
      </header>
      ${about(shown)} ${actions(shown)} ${waiting(shown)}
      <div class="manage-waits">
        <section class="card manage-part" aria-labelledby="change">
          <h2 id="change">Change it</h2>
          <form method="post" action="${baseUrl}/manage/subscriptions/${id}">
            ${token} <input type="hidden" name="choice" value="change" /> ${subscriptionFields(typed, wrong)}
            <div class="actions"><button type="submit">Save</button></div>
          </form>
        </section>
        ${again(shown)}
      </div>
      ${rounds(shown)}`,
  })
}
