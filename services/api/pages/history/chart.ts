import type { Done } from '../../../../projections/history/queries.ts'
import { HISTORY_DAY } from '../../../../shared/limits/history.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { startOfDay } from '../../../../shared/kernel/time/calculate.ts'
import { formatDate } from '../../../../shared/kernel/time/format.ts'
import type { Site } from '../../platform/call.ts'
import { whoText } from './timeline.ts'

/** What was done on a day of the site, `YYYY-MM-DD`. */
export type Day = { readonly day: string; readonly byPerson: Done['byPerson'] }

/** Persons with a colour of their own; the others share one. */
const COLOURED = 5
const OTHERS = 'others'
const [WIDTH, HEIGHT, GAP] = [720, 120, 2]

/** By name, so that nobody who was erased is told from another of no name but by the number. */
type Column = { readonly day: string; readonly counts: ReadonlyMap<string, number> | null }

const columnsOf = (days: readonly Day[]): readonly Column[] =>
  days.map(({ day, byPerson }) => ({
    day,
    counts: byPerson === null ? null : new Map(byPerson.map(({ actor, count }) => [whoText(actor), count])),
  }))

const totalOf = ({ counts }: Column): number =>
  counts === null ? HISTORY_DAY : [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Who did most first. */
const personsOf = (columns: readonly Column[]): readonly string[] => {
  const totals = new Map<string, number>()
  for (const { counts } of columns)
    for (const [who, count] of counts ?? []) totals.set(who, (totals.get(who) ?? 0) + count)
  return [...totals]
    .sort(([a, one], [b, other]) => other - one || a.localeCompare(b, 'en'))
    .map(([who]) => who)
}

type Series = { readonly who: string; readonly of: (column: Column) => number }

/** What is shown of each day, from the ground up; a day with more than is counted has one bar. */
const seriesOf = (columns: readonly Column[]): readonly Series[] => {
  const persons = personsOf(columns)
  const own = persons.slice(0, persons.length > COLOURED + 1 ? COLOURED : COLOURED + 1)
  const rest = persons.slice(own.length)
  const countOf = (column: Column, who: string) => column.counts?.get(who) ?? 0
  return [
    ...own.map(who => ({ who, of: (column: Column) => countOf(column, who) })),
    ...(rest.length === 0
      ? []
      : [{ who: OTHERS, of: (column: Column) => rest.reduce((sum, who) => sum + countOf(column, who), 0) }]),
  ]
}

const bar = (x: number, width: number, from: number, height: number, colour: string): Markup =>
  html`<rect
    class="chart__bar chart__bar--${colour}"
    x="${x.toFixed(1)}"
    y="${(HEIGHT - from - height).toFixed(1)}"
    width="${width.toFixed(1)}"
    height="${height.toFixed(1)}"
  />`

const drawn = (columns: readonly Column[], series: readonly Series[]): Markup => {
  const most = Math.max(...columns.map(totalOf))
  const step = WIDTH / columns.length
  const heightOf = (count: number) => (count * HEIGHT) / most
  return html`<svg
    class="chart"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    aria-hidden="true"
    preserveAspectRatio="none"
  >
    ${columns.map((column, n) => {
      const [x, width] = [n * step, Math.max(1, step - GAP)]
      if (column.counts === null) return bar(x, width, 0, HEIGHT, 'many')
      let from = 0
      return series.map(({ of }, colour) => {
        const height = heightOf(of(column))
        const made = height === 0 ? null : bar(x, width, from, height, String(colour))
        from += height
        return made
      })
    })}
  </svg>`
}

const dayText = (day: string, { settings }: Site): string => formatDate(settings.dateFormat, startOfDay(day))

const cell = (column: Column, { of }: Series): Markup =>
  html`<td class="number">${column.counts === null ? '' : of(column)}</td>`

/** Days on which something was done, newest first, for whoever does not see the picture. */
const tableOf = (columns: readonly Column[], series: readonly Series[], site: Site): Markup =>
  html`<details class="chart-table">
    <summary>By day and person, as a table</summary>
    <div class="table-frame" role="region" aria-label="By day and person" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            ${series.map(({ who }) => html`<th scope="col" class="number">${who}</th>`)}
            <th scope="col" class="number">All</th>
          </tr>
        </thead>
        <tbody>
          ${columns
            .filter(column => totalOf(column) > 0)
            .toReversed()
            .map(
              column =>
                html`<tr>
                  <th scope="row">${dayText(column.day, site)}</th>
                  ${series.map(one => cell(column, one))}
                  <td class="number">${totalOf(column)}${column.counts === null ? ' or more' : ''}</td>
                </tr>`,
            )}
        </tbody>
      </table>
    </div>
  </details>`

const legend = (series: readonly Series[], hasMany: boolean): Markup =>
  html`<ul class="chart-legend">
    ${series.map(({ who }, colour) => html`<li class="chart-legend__${String(colour)}">${who}</li>`)}
    ${hasMany ? html`<li class="chart-legend__many">${HISTORY_DAY} or more, not counted by person</li>` : null}
  </ul>`

/** How much was done on each day, and by whom; days from the oldest on. null: nothing was. */
export const chart = (days: readonly Day[], site: Site): Markup | null => {
  const columns = columnsOf(days)
  const [first, last] = [columns[0], columns.at(-1)]
  const total = columns.reduce((sum, column) => sum + totalOf(column), 0)
  if (first === undefined || last === undefined || total === 0) return null
  const series = seriesOf(columns)
  const hasMany = columns.some(({ counts }) => counts === null)
  return html`<figure class="chart-frame">
    <figcaption>
      ${total}${hasMany ? ' or more' : ''} ${total === 1 ? 'change' : 'changes'} from
      ${dayText(first.day, site)} to ${dayText(last.day, site)}; the fullest day has
      ${Math.max(...columns.map(totalOf))}
    </figcaption>
    ${drawn(columns, series)} ${legend(series, hasMany)} ${tableOf(columns, series, site)}
  </figure>`
}
