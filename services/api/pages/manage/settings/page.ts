import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { LINE_LENGTH } from '../../../../../shared/limits/items.ts'
import { choicesOf } from '../../../../site/options.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { idOf, input, select } from '../controls.ts'
import { doneNotice, managePage, problemNotice } from '../frame.ts'
import { choiceWords, groups, type Group, type Setting } from './groups.ts'
import { fieldOf, wasOf } from './sent.ts'

type Shown = {
  /** What a setting is now, as a text. */
  readonly now: (name: string) => string
  /** What stands in its field. */
  readonly typed: (name: string) => string
  readonly wrong: Readonly<Record<string, string>>
  readonly isDone: boolean
  readonly token: Markup
  readonly caller: Caller
  readonly site: Site
}

const wordOf = (choice: string): string => choiceWords.get(choice) ?? choice

const field = ({ name, label, about }: Setting, { typed, now, wrong }: Shown): Markup => {
  const control = {
    name: fieldOf(name),
    label,
    hint: about,
    value: typed(name).slice(0, LINE_LENGTH),
    why: wrong[name],
  }
  const choices = choicesOf(name)
  return html`<input type="hidden" name="${wasOf(name)}" value="${now(name)}" />
    ${choices === null ? input(control) : select({ ...control, choices: choices.map(one => [one, wordOf(one)] as const) })}`
}

const part = ({ id, heading, settings }: Group, shown: Shown): Markup =>
  html`<fieldset class="card manage-part" id="${id}">
    <legend>${heading}</legend>
    ${settings.map(setting => field(setting, shown))}
  </fieldset>`

const said = ({ wrong, isDone }: Shown): Markup | null => {
  const bad = groups.flatMap(({ settings }) => settings).filter(({ name }) => Object.hasOwn(wrong, name))
  if (bad.length === 0) return isDone ? doneNotice(html`<p>Saved. It counts from now on.</p>`) : null
  return problemNotice(
    html`<p>Nothing was saved.</p>
      <ul>
        ${bad.map(({ name, label }) => html`<li><a href="#${idOf(fieldOf(name))}">${label}</a>: ${wrong[name] ?? ''}</li>`)}
      </ul>`,
  )
}

const ways = ({ baseUrl }: Site): Markup =>
  html`<p>
    <a href="${baseUrl}/history/site/1">What was changed, and by whom</a> ·
    <a href="${baseUrl}/schedules">Feeds</a> · <a href="${baseUrl}/manage/subscriptions">Subscriptions</a> ·
    <a href="${baseUrl}/onboarding">First steps</a> ·
    <a href="${baseUrl}/manage/state">State of the service</a>
  </p>`

/** Every setting of the site (spec 07 §12). */
export const settingsPage = (shown: Shown): Page => {
  const { wrong, caller, site, token } = shown
  return managePage({
    ...{ part: 'settings', caller, site, title: 'Settings', said: said(shown) },
    status: Object.keys(wrong).length === 0 ? 200 : 400,
    main: html`<h1>Settings</h1>
      ${ways(site)}
      <form method="post" action="${site.baseUrl}/manage/settings" data-js="keeps">
        ${token}
        <div class="manage-waits">${groups.map(one => part(one, shown))}</div>
        <div class="actions manage-save"><button type="submit">Save</button></div>
      </form>`,
  })
}
