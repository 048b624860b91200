import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Json } from '../../../../../shared/kernel/json.ts'
import type { MergePlan } from '../../../../calendar/merge/merge.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Names } from '../../history/names.ts'
import { shownValue } from '../../history/values.ts'
import { memberWord } from '../../history/words.ts'
import { nameOf } from '../../items/objects.ts'
import type { Page } from '../../page.ts'
import { input, proposals } from '../controls.ts'
import { doneNotice, managePage, problemNotice } from '../frame.ts'
import { cell, tableOf } from '../tables.ts'
import { cut, eventsText } from '../words.ts'
import type { Pair } from './alike.ts'
import type { Part } from './part.ts'
import { wordsOf } from './words.ts'

type Around = {
  readonly part: Part
  readonly token: Markup
  readonly caller: Caller
  readonly site: Site
}

const shown = (name: string): string => cut(nameOf(name))

const framed = (
  { part, caller, site }: Around,
  page: Pick<Page, 'title' | 'main'> & { said?: Markup | null; status?: number },
): Page => managePage({ part: wordsOf(part).part, caller, site, ...page })

/** Asks which one stays. */
export const askPage = (
  around: Around,
  asked: {
    readonly id: number
    readonly name: string
    readonly typed: string
    readonly names: readonly string[]
    readonly why: string | undefined
  },
): Page => {
  const { part, site } = around
  const { one } = part.subject
  const { id, name, typed, names, why } = asked
  const action = `${site.baseUrl}${part.subject.path}/${id}/merge`
  return framed(around, {
    title: `Merge ${name}`,
    status: why === undefined ? 200 : 400,
    main: html`<h1>Merge “${name}” with another ${one}</h1>
      <form class="card" method="get" action="${action}">
        ${input({
          ...{
            name: 'into',
            label: `The ${one} that stays`,
            value: typed,
            list: 'names',
            isNeeded: true,
            why,
          },
          hint: 'Its name, or # and its number. On the next page you see what would happen.',
        })}
        ${proposals('names', names)}
        <div class="actions"><button type="submit">Look at it</button></div>
      </form>`,
  })
}

const table = (differ: readonly (readonly [word: string, goes: Markup, stays: Markup])[]): Markup =>
  html`<h2>What differs</h2>
    ${tableOf(
      'What differs',
      ['What', 'Of the one that goes', 'Of the one that stays'],
      differ.map(
        ([word, goes, stays]) =>
          html`<tr>
            <th scope="row" class="manage-table__title">${word}</th>
            ${cell('Goes', goes)} ${cell('Stays', stays)}
          </tr>`,
      ),
      false,
    )}`

/** Members that differ, as JSON. */
const pairsOf = ({ differ }: MergePlan): readonly (readonly [member: string, goes: Json, stays: Json])[] =>
  Object.entries(differ).flatMap(([member, pair]) =>
    // values of facts are JSON
    pair === undefined ? [] : [[member, pair[0] as Json, pair[1] as Json] as const],
  )

type Look = {
  readonly from: number
  readonly into: number
  readonly plan: MergePlan
  readonly events: number
  /** What ids in members are called. */
  readonly names: Names
}

/** What merging would do, before it is done (spec 07 §7.1). */
export const lookPage = (around: Around, { from, into, plan, events, names }: Look): Page => {
  const { part, token, site } = around
  const { path, one } = part.subject
  const [goes, stays] = [shown(plan.from), shown(plan.into)]
  const showing = { type: part.noun, site, names }
  const differ = pairsOf(plan).map(
    ([member, goesWith, staysWith]) =>
      [
        memberWord(member),
        shownValue(member, goesWith, showing),
        shownValue(member, staysWith, showing),
      ] as const,
  )
  return framed(around, {
    title: `Merge ${goes}`,
    main: html`<h1>Merge “${goes}” (#${from}) into “${stays}” (#${into})?</h1>
      <p>
        ${eventsText(events)} ${events === 1 ? 'gets' : 'get'} “${stays}” in place of “${goes}”. Its former
        address leads there, and imports that name it find the ${one} that stays. It can be taken back.
      </p>
      ${
        differ.length === 0
          ? html`<p>Nothing else differs.</p>`
          : html`${table(differ)}
              <p>What the one that stays has, stays.</p>`
      }
      <form method="post" action="${site.baseUrl}${path}/${from}/merge">
        ${token}<input type="hidden" name="into" value="${into}" />
        <div class="actions">
          <button type="submit">Merge: “${stays}” stays</button>
          <a class="button button--quiet" href="${site.baseUrl}${path}/${into}/merge?into=%23${from}"
            >The other way round</a
          >
          <a class="button button--quiet" href="${site.baseUrl}${path}/${from}">No</a>
        </div>
      </form>`,
  })
}

const takeBack = ({ part, token, site }: Around, id: number): Markup =>
  html`<form method="post" action="${site.baseUrl}${part.subject.path}/${id}/unmerge">
    ${token}<button type="submit" class="quiet">Take it back</button>
  </form>`

/** In place of the form of one that is one with another. */
export const standsPage = (around: Around, id: number, into: number, name: string): Page => {
  const { part, site } = around
  const { path, one } = part.subject
  return framed(around, {
    title: 'Merged',
    status: 410,
    main: html`<h1>Merged</h1>
      <p>This ${one} is one with <a href="${site.baseUrl}${path}/${into}">${name}</a>.</p>
      ${takeBack(around, id)}`,
  })
}

/** What was done, and the way back. */
export const mergedPage = (
  around: Around,
  told: {
    readonly id: number
    readonly what: Markup
    readonly isDone: boolean
    readonly canBeTakenBack: boolean
  },
): Page => {
  const { part, site } = around
  const { path, many } = part.subject
  return framed(around, {
    title: 'Merged',
    said: html`${doneNotice(html`<p>${told.what}</p>`)}
    ${told.isDone ? null : problemNotice(html`<p>Its events are still being moved. That goes on by itself.</p>`)}`,
    main: html`<h1>${told.canBeTakenBack ? 'Merged' : 'Taken back'}</h1>
      ${told.canBeTakenBack ? takeBack(around, told.id) : null}
      <p><a href="${site.baseUrl}${path}">Back to the ${many}</a></p>`,
  })
}

/** Pairs that may be one, each with the way to look at it. */
export const alikePage = (around: Around, pairs: readonly Pair[]): Page => {
  const { part, site } = around
  const { path, many } = part.subject
  const title = `${wordsOf(part).title} that may be the same`
  const name = (id: number, text: string, place: string): Markup =>
    html`<a href="${site.baseUrl}${path}/${id}">${text} (#${id})</a>${place === '' ? null : `, ${place}`}`
  return framed(around, {
    title,
    main: html`<h1>${title}</h1>
      ${
        pairs.length === 0
          ? html`<p class="notice">No two ${many} have names that are nearly the same.</p>`
          : html`<p>Nothing is merged by itself: please look at each.</p>
              <ul class="manage-alike">
                ${pairs.map(
                  ({ one, other, why }) =>
                    html`<li>
                      ${name(one.id, one.name, one.place)} and ${name(other.id, other.name, other.place)}
                      <span class="hint">(${why === 'same' ? 'the same name' : 'nearly the same name'})</span>
                      <a href="${site.baseUrl}${path}/${other.id}/merge?into=%23${one.id}"
                        >Merge<span class="visually-hidden"> ${other.name} (#${other.id})</span></a
                      >
                    </li>`,
                )}
              </ul>`
      }`,
  })
}
