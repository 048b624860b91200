import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { capitalized } from '../../../../../shared/kernel/text/capitalized.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { doneNotice, managePage, problemNotice } from '../frame.ts'
import { countText, type Subject } from '../words.ts'
import type { Done } from './each.ts'

type Result = {
  readonly subject: Subject
  readonly title: string
  /** What is said of those to which it was done. */
  readonly doneText: (count: number) => string
  readonly all: readonly Done[]
  /** Correlation by which it is taken back; null: it cannot be. */
  readonly batch: string | null
  readonly token: Markup
  readonly caller: Caller
  readonly site: Site
}

const nameIn = ({ id, title }: Done, { one, path }: Subject, { baseUrl }: Site): Markup =>
  title === ''
    ? html`${capitalized(one)} ${id}`
    : id === 0
      ? html`${title}`
      : html`<a href="${baseUrl}${path}/${id}">${title}</a>`

const list = (some: readonly Done[], { subject, site }: Result): Markup =>
  html`<ul class="manage-meant">
    ${some.map(one => html`<li>${nameIn(one, subject, site)}${one.why === null ? null : html` <span class="why">${one.why}</span>`}</li>`)}
  </ul>`

const takeBack = ({ batch, token, subject, site }: Result, done: readonly Done[]): Markup | null =>
  batch === null || done.length === 0
    ? null
    : html`<form method="post" action="${site.baseUrl}${subject.path}/undo">
        ${token}
        <input type="hidden" name="batch" value="${batch}" />
        <input type="hidden" name="id" value="${done.map(({ id }) => id).join(',')}" />
        <button type="submit" class="quiet">Take it back</button>
      </form>`

/** What was done, what was refused and why, and the way back (spec 07 §4). */
export const resultPage = (result: Result): Page => {
  const { subject, title, doneText, all, caller, site } = result
  const done = all.filter(({ isDone }) => isDone)
  const refused = all.filter(({ isDone }) => !isDone)
  return managePage({
    ...{ part: 'other', caller, site, title },
    said: html`${done.length === 0 ? null : doneNotice(html`<p>${doneText(done.length)}</p>`)}
    ${refused.length === 0 ? null : problemNotice(html`<p>Refused for ${countText(subject, refused.length)}.</p>`)}`,
    main: html`<h1>${title}</h1>
      ${
        refused.length === 0
          ? null
          : html`<section>
              <h2>Refused</h2>
              ${list(refused, result)}
            </section>`
      }
      ${
        done.length === 0
          ? null
          : html`<section>
              <h2>Done</h2>
              ${takeBack(result, done)} ${list(done, result)}
            </section>`
      }
      <p><a href="${site.baseUrl}${subject.path}">Back to the ${subject.many}</a></p>`,
  })
}
