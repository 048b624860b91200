import type { Changes, ToldEntry } from '../../../../projections/history/queries.ts'
import { importOf, isChosenId, undoDepth } from '../../../../shared/facts/undo.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { isToldByOthers, isUsual, rankOf } from '../../../../shared/members/telling.ts'
import type { Site } from '../../platform/call.ts'
import { rootAddress } from '../imports/undo-root.ts'
import { when } from '../when.ts'
import { isSomething, shownValue, type Showing } from './values.ts'
import { happened, memberWord, wayWord } from './words.ts'

/** Who did something; who has been erased is a number. */
export const whoText = (actor: ToldEntry['actor']): string =>
  actor === null ? 'nobody in person' : (actor.login ?? `user ${actor.id}`)

/** Through what it was done; an import has a page of its own, and what an undo did names the import. */
export const wayOf = (
  { source, correlation }: Pick<ToldEntry, 'source' | 'correlation'>,
  site: Site,
): Markup => {
  const [root, depth] = [importOf(correlation), undoDepth(correlation)]
  const address = rootAddress(correlation, site)
  const isUndone = depth % 2 === 1
  if (isChosenId(root))
    return html`<a href="${address}">${isUndone ? 'put back with others' : 'putting back taken back'}</a>`
  if (depth > 0) return html`${isUndone ? 'undone' : 'undone undo'}: <a href="${address}">import ${root}</a>`
  return source === 'import' ? html`<a href="${address}">import</a>` : html`${wayWord(source)}`
}

/** What follows from other members that changed with it says nothing new. */
const told = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([member]) => !isToldByOthers(member, changes)))

/** Nothing of what is there now was there before: an item began, or a code was given. A site is there always. */
const isBeginning = ({ changes }: ToldEntry, { type }: Showing): boolean =>
  type !== 'site' &&
  Object.values(changes).every(([before]) => before === null) &&
  Object.keys(changes).length > 3

/** Members and their values, before and after. */
export const changeRows = (changes: Changes, showing: Showing, valueOf = shownValue): Markup =>
  html`<dl class="changes">
    ${Object.entries(told(changes)).map(
      ([member, [before, after]]) =>
        html`<div>
          <dt>${memberWord(member, showing.type)}</dt>
          <dd>
            <del>${valueOf(member, before, showing)}</del> <span class="arrow" aria-hidden="true">→</span>
            <ins>${valueOf(member, after, showing)}</ins>
          </dd>
        </div>`,
    )}
  </dl>`

type Members = Readonly<Record<string, Parameters<typeof isSomething>[0]>>

const worthShowing = (values: Members, { site }: Showing) =>
  Object.entries(values).filter(
    ([member, value]) =>
      isSomething(value) &&
      !isUsual(member, value) &&
      // the clocks of the site say the same
      !((member === 'startUtc' || member === 'endUtc') && values['timezone'] === site.zone),
  )

/** Members and their values, the empty ones left out. */
export const valueRows = (values: Members, showing: Showing, valueOf = shownValue): Markup =>
  html`<dl class="facts">
    ${worthShowing(values, showing)
      .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
      .map(
        ([member, value]) =>
          html`<dt>${memberWord(member, showing.type)}</dt>
            <dd>${valueOf(member, value, showing)}</dd>`,
      )}
  </dl>`

const changesOf = (entry: ToldEntry, showing: Showing): Markup | null => {
  const { changes } = entry
  if (Object.keys(changes).length === 0) return null
  if (!isBeginning(entry, showing)) return changeRows(changes, showing)
  const after = Object.fromEntries(Object.entries(changes).map(([member, pair]) => [member, pair[1]]))
  return html`<details>
    <summary>With these values</summary>
    ${valueRows(after, showing)}
  </details>`
}

const backLink = (entry: ToldEntry, showing: Showing, address: string | null): Markup | null =>
  address === null || isBeginning(entry, showing)
    ? null
    : html` ·
        <a href="${address}"
          >Take this back<span class="visually-hidden">: ${when(entry.at, showing.site)}</span></a
        >`

/**
 * Entries of one item, newest first. `thenHref`: where the item as it was after an entry is shown; `backHref`: where it
 * is taken back; null: it is not.
 */
export const timeline = (
  entries: readonly ToldEntry[],
  showing: Showing,
  thenHref: ((entry: ToldEntry) => string) | null,
  backHref: (entry: ToldEntry) => string | null = () => null,
): Markup =>
  html`<ol class="timeline">
    ${entries.map(
      entry =>
        html`<li class="timeline__entry" id="at-${entry.position}">
          <h3>${happened(entry)}</h3>
          <p class="timeline__about">
            ${when(entry.at, showing.site)} · <strong>${whoText(entry.actor)}</strong> ·
            ${wayOf(entry, showing.site)} ${entry.route === null ? null : html`<code>${entry.route}</code>`}
          </p>
          ${changesOf(entry, showing)}
          ${
            thenHref === null || Object.keys(entry.changes).length === 0
              ? null
              : html`<p class="timeline__then">
                  <a href="${thenHref(entry)}"
                    >As it was then<span class="visually-hidden">: ${when(entry.at, showing.site)}</span></a
                  >
                  ${backLink(entry, showing, backHref(entry))}
                </p>`
          }
        </li>`,
    )}
  </ol>`
