import type { Feed, PlannedItem } from '../../../imports/undo/desk.ts'
import { aroundSchedule, whyKept } from '../../../imports/undo/told.ts'
import type { KeptItem, UndoCounts, Undone } from '../../../../shared/facts/undo.ts'
import { html, stored, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { maskedPairs, type Changes } from '../../../../projections/history/queries.ts'
import { changeRows } from '../history/timeline.ts'
import type { Names } from '../history/names.ts'
import { memberWord, thingWord } from '../history/words.ts'
import type { Site } from '../../platform/call.ts'
import { when } from '../when.ts'

/** What showing an undo depends on. */
export type UndoShowing = {
  readonly site: Site
  readonly names: Names
}

const WORDS: Readonly<Record<Undone, string>> = {
  trashed: 'to the trash',
  restored: 'back from the trash',
  changed: 'earlier values',
  kept: 'stays as it is',
  purged: 'deleted for good',
  unchanged: 'nothing to do',
}

/** Each with how many items it is; those that are none are left out. */
export const countsList = (counts: UndoCounts): Markup =>
  html`<dl class="figures figures--outcomes">
    ${Object.entries(WORDS).map(([name, word]) =>
      counts[name as Undone] === 0
        ? null
        : html`<div>
            <dt>${word}</dt>
            <dd>${counts[name as Undone]}</dd>
          </div>`,
    )}
  </dl>`

const whoText = (
  { actor, source, correlation }: KeptItem['members'][number],
  { site, names }: UndoShowing,
): Markup => {
  if (actor !== null) return html`${names('user', actor) ?? `user ${actor}`}`
  return source === 'import'
    ? html`<a href="${site.baseUrl}/imports/${correlation}">another import</a>`
    : html`nobody in person`
}

/** Why something stays, and who is the reason. */
export const keptText = ({ reason, members, usedBy }: KeptItem, showing: UndoShowing): Markup =>
  html`<p class="undo-why">
      ${whyKept(reason)}
      ${usedBy === null ? null : html`<a href="${showing.site.baseUrl}/?p=${usedBy}">event ${usedBy}</a>`}
    </p>
    ${
      members.length === 0
        ? null
        : html`<ul class="undo-members">
            ${members.map(
              member =>
                html`<li>
                  <strong>${memberWord(member.member)}</strong>, by ${whoText(member, showing)},
                  ${when(member.at, showing.site)}${member.reason === undefined ? null : html`: ${whyKept(member.reason)}`}
                </li>`,
            )}
          </ul>`
    }`

type Which = Pick<KeptItem, 'kind' | 'id'>

export const itemLink = ({ kind, id }: Which, name: string | null, { baseUrl }: Site): Markup =>
  html`<a href="${baseUrl}/history/${kind}/${id}"
    >${name === null || name === '' ? `${thingWord(kind)} ${id}` : stored(name)}</a
  >`

/** One item as it would be undone. */
export const plannedRow = (item: PlannedItem, showing: UndoShowing): Markup =>
  html`<li class="undo-item">
    <h3>${itemLink(item, item.name, showing.site)} <span class="badge">${WORDS[item.undone]}</span></h3>
    ${
      Object.keys(item.changes).length === 0
        ? null
        : // values of facts are JSON
          changeRows(maskedPairs(item.changes as Changes), { ...showing, type: item.kind })
    }
    ${item.kept === null ? null : keptText(item.kept, showing)}
  </li>`

export const feedNotice = (feed: Feed | null, { baseUrl }: Site): Markup | null => {
  if (feed === null) return null
  const [before, behind] = aroundSchedule()
  const schedule = html`<a href="${baseUrl}/schedules/${feed.scheduleId}">${feed.scheduleId}</a>`
  return html`<p class="notice">${before}${schedule}${behind} <span class="id">${feed.url}</span></p>`
}
