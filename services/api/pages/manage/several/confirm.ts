import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { managePage, problemNotice } from '../frame.ts'
import { countText, type Subject } from '../words.ts'
import type { ActionSpec } from './item-actions.ts'

/** What is asked about, as whoever asks may see it. */
export type Looked = {
  /** Those that can be changed. */
  readonly ids: readonly number[]
  /** A line for each of them. */
  readonly listed: readonly Markup[]
  /** What else has to be known; null: nothing. */
  readonly asked: Markup | null
}

export type Asking = Looked & {
  readonly subject: Subject
  /** Name of the action in the form. */
  readonly action: string
  readonly spec: ActionSpec
  /** Chosen ones that this reader may not change, or that are not there. */
  readonly left: number
  readonly why: string | undefined
  readonly token: Markup
  readonly caller: Caller
  readonly site: Site
}

const leftText = ({ left, subject }: Asking): Markup | null =>
  left === 0
    ? null
    : html`<p class="notice">
        ${countText(subject, left)} of those chosen cannot be changed by you, or ${left === 1 ? 'is' : 'are'}
        no longer there. Nothing happens to ${left === 1 ? 'it' : 'them'}.
      </p>`

/** Asks whether it is meant, with the number and the names of what it is about. */
export const confirmPage = (asking: Asking): Page => {
  const { subject, action, ids, listed, asked, why, token, caller, site } = asking
  const { word, canBeUndone, question } = asking.spec
  const many = countText(subject, ids.length)
  const back = `${site.baseUrl}${subject.path}`
  return managePage({
    ...{ part: 'other', caller, site, status: why === undefined ? 200 : 400, title: word },
    said: why === undefined ? null : problemNotice(html`<p>Nothing was done. ${why}</p>`),
    main: html`<h1>${ids.length === 0 ? word : question(many)}</h1>
      ${leftText(asking)}
      ${
        ids.length === 0
          ? html`<p>No ${subject.one} is chosen. <a href="${back}">Back to the ${subject.many}</a></p>`
          : html`<form class="card" method="post" action="${back}/several">
              ${token}
              <input type="hidden" name="do" value="${action}" />
              ${ids.map(id => html`<input type="hidden" name="id[]" value="${id}" />`)} ${asked}
              <ul class="manage-meant">
                ${listed.map(line => html`<li>${line}</li>`)}
              </ul>
              ${canBeUndone ? html`<p>It can be taken back on the next page.</p>` : null}
              <div class="actions">
                <button type="submit" ${canBeUndone ? null : html`class="danger"`}>${word}: ${many}</button>
                <a class="button button--quiet" href="${back}">No</a>
              </div>
            </form>`
      }`,
  })
}
