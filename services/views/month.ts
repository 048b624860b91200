import type { EventId } from '../../shared/kernel/brands.ts'
import { html, type Markup } from '../../shared/kernel/html/markup.ts'
import { startOfDay } from '../../shared/kernel/time/calculate.ts'
import { formatDate } from '../../shared/kernel/time/format.ts'
import { viewAddress } from './addresses.ts'
import { cellTitle } from './content/bounds.ts'
import { seenAtOnce, type Days } from './content/cells.ts'
import { isMultiday, lastDayOf, numberOf } from './content/days.ts'
import { bookmark, eventClasses } from './event-parts.ts'
import type { ViewContent } from './content/select.ts'
import type { ShownEvent } from './shown.ts'
import { monthName } from './words.ts'

/** As many rows as `calendar.css` keeps for events of several days. */
const LANES = 6
/** Event → row of its bar in one week, so that bars go on at the same height; those beyond the rows have none. */
const lanesOf = (week: readonly string[], days: Days) => {
  const lanes = new Map<EventId, number>()
  for (const date of week) {
    const here = (days.get(date) ?? []).filter(isMultiday)
    const taken = new Set(here.flatMap(({ id }) => lanes.get(id) ?? []))
    for (const { id } of here) {
      if (lanes.has(id)) continue
      let lane = 1
      while (taken.has(lane)) lane += 1
      taken.add(lane)
      lanes.set(id, lane)
    }
  }
  return lanes
}

const placeIn = (event: ShownEvent, { date, begins }: Cell): readonly string[] => {
  if (!isMultiday(event)) return []
  const starts = event.start.slice(0, 10) === date
  return [
    'multiday',
    ...(starts ? ['starts'] : []),
    ...(lastDayOf(event) === date ? ['ends'] : []),
    ...(begins.has(event.id) && !starts ? ['continues'] : []),
  ]
}

type Cell = {
  readonly date: string
  readonly events: readonly ShownEvent[]
  /** With those that are not shown here. */
  readonly found: number
  readonly lanes: ReadonlyMap<EventId, number>
  /** Events of several days that the cell before this one in its row does not show. */
  readonly begins: ReadonlySet<EventId>
  /** Cells of the row from this one on. */
  readonly left: number
}

/** Cells over which the title of an event of several days stands; 1: it is not shown here, or nowhere else. */
const spanOf = (event: ShownEvent, { date, begins, left }: Cell): number =>
  begins.has(event.id) ? Math.min(left, numberOf(lastDayOf(event)) - numberOf(date) + 1) : 1

/** Ids of events below all bars of their cell: those may take two lines. */
const roomyIn = ({ events, lanes }: Cell): ReadonlySet<EventId> => {
  const bars = events.filter(isMultiday)
  const used = bars.flatMap(({ id }) => lanes.get(id) ?? []).filter(lane => lane <= LANES)
  const between = Math.max(0, ...used) - used.length
  const others = events.filter(event => !isMultiday(event))
  return new Set(others.slice(between).map(({ id }) => id))
}

type Placed = { readonly one: Cell; readonly roomy: ReadonlySet<EventId> }

const cellEvent = (event: ShownEvent, { one, roomy }: Placed, { site }: ViewContent): Markup => {
  const { date, lanes, begins } = one
  const [lane, span] = [lanes.get(event.id) ?? 0, spanOf(event, one)]
  const classes = [
    eventClasses('month', event, [...placeIn(event, one), ...(roomy.has(event.id) ? ['roomy'] : [])]),
    ...(lane > 0 && lane <= LANES ? [`cal-lane-${lane}`] : []),
    ...(span > 1 ? [`cal-span-${span}`] : []),
  ].join(' ')
  const starts = event.start.slice(0, 10) === date
  const isRepeated = isMultiday(event) && !begins.has(event.id)
  const time =
    starts && !event.allDay
      ? html`<time datetime="${event.startsAt}">${formatDate(site.timeFormat, event.start)}</time> `
      : null
  return html`<article class="${classes}">
    ${time}${bookmark({ ...event, title: cellTitle(event) }, isRepeated)}
  </article>`
}

const cell = (content: ViewContent, one: Cell): Markup => {
  const { date, events, found } = one
  const { site, query, now } = content
  const today = now.slice(0, 10)
  const name = 'cal-events-calendar-month__day'
  const classes = [
    name,
    ...(date.startsWith(content.date) ? [] : [`${name}--other-month`]),
    ...(date === today ? [`${name}--current`] : date < today ? [`${name}--past`] : []),
    ...(events.length === 0 ? [`${name}--empty`] : []),
  ].join(' ')
  const isReal = date.length === 10 && date >= '0001'
  const full = isReal ? formatDate('l, F j', startOfDay(date)) : date
  const number = html`<time datetime="${date}">${String(Number(date.slice(-2)))}</time>`
  const address = viewAddress(site.baseUrl, { ...query, view: 'day', date })
  const placed = { one, roomy: roomyIn(one) }
  const shown = events.map(event => cellEvent(event, placed, content))
  const cut = seenAtOnce(events).length
  const rest = shown.slice(cut)
  return html`<div
    class="${classes}"
    id="cal-events-calendar-day-${date}"
    role="cell"
    ${date === today ? html` aria-current="date"` : null}
  >
    <p class="cal-events-calendar-month__date">
      ${
        isReal
          ? html`<a
              href="${address}"
              data-js="cal-events-view-link"
              aria-label="${full}${found === 0 ? '' : `: ${found === 1 ? '1 event' : `${found} events`}`}"
              >${number}</a
            >`
          : number
      }<span class="cal-events-calendar-month__date-name" aria-hidden="true">${full}</span>
    </p>
    <div class="cal-events-calendar-month__events">
      ${shown.slice(0, cut)}${
        rest.length === 0
          ? null
          : html`<details class="cal-events-calendar-month__more">
              <summary>${rest.length} more</summary>
              ${rest}
            </details>`
      }${
        found === events.length
          ? null
          : html`<p class="cal-events-calendar-month__all">
              <a href="${address}" data-js="cal-events-view-link">All ${found} events</a>
            </p>`
      }
    </div>
  </div>`
}

const weekdays = (grid: readonly string[]): Markup =>
  html`<div class="cal-events-calendar-month__weekdays" role="row">
    ${grid
      .slice(7, 14)
      .map(
        date =>
          html`<div class="cal-events-calendar-month__weekday" role="columnheader">
            <span class="cal-events-calendar-month__weekday-name">${formatDate('l', startOfDay(date))}</span
            ><abbr aria-hidden="true">${formatDate('D', startOfDay(date))}</abbr>
          </div>`,
      )}
  </div>`

/** Events of a date, of which so many are shown. */
export const foundOn = ({ counts }: Pick<ViewContent, 'counts'>, date: string, shown: number): number =>
  counts.get(date) ?? shown

export const gridLabel = ({ date }: Pick<ViewContent, 'date'>): string => `Calendar of ${monthName(date)}`

/** The rows of the grid of a month. */
export function* monthOf(content: ViewContent): Generator<Markup> {
  const { days, standing } = content.cells
  const grid = [...days.keys()]
  const at = (date: string | undefined) => standing.get(date ?? '') ?? []
  yield weekdays(grid)
  for (let from = 0; from < grid.length; from += 7) {
    const week = grid.slice(from, from + 7)
    const lanes = lanesOf(week, standing)
    const cells = week.map((one, n) => {
      const before = new Set(seenAtOnce(n === 0 ? [] : at(week[n - 1])).map(({ id }) => id))
      const begins = at(one).filter(event => isMultiday(event) && !before.has(event.id))
      const found = foundOn(content, one, days.get(one)?.length ?? 0)
      const place = { lanes, begins: new Set(begins.map(({ id }) => id)), left: 7 - n }
      return cell(content, { date: one, events: at(one), found, ...place })
    })
    yield html`<div class="cal-events-calendar-month__week" role="row">${cells}</div>`
  }
}
