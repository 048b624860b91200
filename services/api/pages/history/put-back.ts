import type { Position } from '../../../../shared/kernel/brands.ts'
import type { PutBack } from '../../../calendar/put-back/put-back.ts'
import { maskedPairs, type Changes } from '../../../../projections/history/queries.ts'
import { COORDINATES, PERIOD } from '../../../../shared/members/one-thing.ts'
import { html, stored, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { plainText } from '../../../../shared/kernel/html/text.ts'
import { WHY_STAYS, type Stays } from '../../../calendar/put-back/words.ts'
import type { Page } from '../page.ts'
import { changeRows } from './timeline.ts'
import type { Showing } from './values.ts'
import { memberWord, thingCalled } from './words.ts'

/** What is asked for, as the address says it. */
export type Asked = { readonly position: Position; readonly only: 'since' | 'entry' }

type Confirmation = {
  readonly id: string
  readonly asked: Asked
  readonly plan: PutBack
  /** Hidden field of the form. */
  readonly token: Markup
  readonly showing: Showing
  /** Why it was not done before; null: nobody has tried. */
  readonly said: string | null
}

// values of facts are JSON
const pairsOf = ({ changes }: Pick<PutBack, 'changes'>): Changes => maskedPairs(changes as Changes)

type Row = { readonly members: readonly string[]; readonly word: string }

/** What is marked together: what is one thing, and a date of publication goes with the status. */
const rowsOf = (changes: Changes, type: string): readonly Row[] => {
  const names = Object.keys(changes).filter(member => !(member === 'publishedAt' && 'status' in changes))
  const groups = [
    { members: names.filter(member => PERIOD.includes(member)), word: 'When' },
    { members: names.filter(member => COORDINATES.includes(member)), word: 'Coordinates' },
  ].filter(({ members }) => members.length > 0)
  const others = names.filter(member => !groups.some(({ members }) => members.includes(member)))
  return [...groups, ...others.map(member => ({ members: [member], word: memberWord(member, type) }))]
}

const rowMarkup = (
  { members: [first = '', ...more], word }: Row,
  changes: Changes,
  showing: Showing,
): Markup => {
  const all = Object.fromEntries(
    Object.entries(changes).filter(([member]) => [first, ...more].includes(member)),
  )
  return html`<li>
    <label class="put-back__member"
      ><input type="checkbox" name="members[${first}]" value="1" checked /> ${word}</label
    >
    ${changeRows(all, showing)}
  </li>`
}

/** Members that do not come back, and why. */
const staysList = (stays: Readonly<Record<string, Stays>>, type: string): Markup | null =>
  Object.keys(stays).length === 0
    ? null
    : html`<ul class="notice">
        ${Object.entries(stays).map(
          ([member, why]) => html`<li><strong>${memberWord(member, type)}</strong>: ${WHY_STAYS[why]}.</li>`,
        )}
      </ul>`

const form = ({ id, asked, plan, token, showing }: Confirmation, address: string): Markup => {
  const changes = pairsOf(plan)
  return html`<form method="post" action="${address}/put-back">
    ${token}
    <input type="hidden" name="as_of" value="${asked.position}" />
    <input type="hidden" name="only" value="${asked.only}" />
    <input type="hidden" name="revision" value="${plan.revision}" />
    <fieldset class="put-back">
      <legend class="visually-hidden">What of ${thingCalled(showing.type, id)} is put back</legend>
      <ul>
        ${rowsOf(changes, showing.type).map(row => rowMarkup(row, changes, showing))}
      </ul>
    </fieldset>
    <div class="actions">
      <button type="submit">Put back</button>
      <a class="button button--quiet" href="${address}">Leave it as it is</a>
    </div>
  </form>`
}

/** What would change, member by member, before anything does. */
export const putBackPage = (confirmation: Confirmation): Page => {
  const { id, asked, plan, showing, said } = confirmation
  const { baseUrl } = showing.site
  const address = `${baseUrl}/history/${showing.type}/${id}`
  const thing = thingCalled(showing.type, id)
  const name = plan.name === '' ? thing : plainText(plan.name)
  const title = asked.only === 'entry' ? `Take this change back: ${name}` : `Put back: ${name}`
  const isIdle = Object.keys(plan.changes).length === 0
  return {
    status: said === null ? 200 : 409,
    title,
    styles: ['imports.css', 'history.css'],
    main: html`<p class="breadcrumb">
        <a href="${baseUrl}/history">History</a> ›
        <a href="${address}">${plan.name === '' ? thing : stored(plan.name)}</a>
      </p>
      <h1 class="history-name">${title}?</h1>
      ${said === null ? null : html`<p class="error" role="alert">${said}</p>`}
      ${
        isIdle
          ? html`<p class="notice">
              ${
                Object.keys(plan.stays).length === 0
                  ? 'Nothing differs from then, so there is nothing to put back.'
                  : 'Nothing of it can be put back.'
              }
            </p>`
          : html`<p>
              Nothing has been done yet. What you leave unmarked stays as it is. It can be put back again.
            </p>`
      }
      ${staysList(plan.stays, showing.type)} ${isIdle ? null : form(confirmation, address)}`,
  }
}

/** It was done, and something of it is not as it was then. */
export const partlyPage = (id: string, stays: Readonly<Record<string, Stays>>, showing: Showing): Page => {
  const address = `${showing.site.baseUrl}/history/${showing.type}/${id}`
  return {
    status: 200,
    title: 'Put back, but not all of it',
    styles: ['imports.css', 'history.css'],
    main: html`<h1>Put back, but not all of it</h1>
      ${staysList(stays, showing.type)}
      <p><a class="button" href="${address}">What happened to it</a></p>`,
  }
}
