import { localTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { plusDays } from '../../../../shared/kernel/time/calculate.ts'
import { toUtc } from '../../../../shared/kernel/time/zone.ts'
import { viewCalendar } from '../../../support/view-calendar.ts'

const EVENTS = 830
const ZONE = 'America/New_York'
const two = (n: number) => String(n).padStart(2, '0')

/** Some 27 on each day of May 2027, every fortieth for three days. */
const busy = (id: number) => {
  const date = `2027-05-${two(1 + (id % 31))}`
  const start = localTime(`${date} ${two(7 + (id % 12))}:30:00`)
  const end = localTime(`${id % 40 === 0 ? plusDays(date, 2) : date} ${two(8 + (id % 12))}:30:00`)
  return {
    title: `Réunion des parents d’élèves, groupe ${id}`,
    slug: `reunion-des-parents-d-eleves-groupe-${id}`,
    description: `<p>${'Tout le monde est le bienvenu, personne ne doit réserver. '.repeat(10)}</p>`,
    ...{ start, end, startUtc: toUtc(start, ZONE).utc, endUtc: toUtc(end, ZONE).utc },
  }
}

describe('06 §1.2 a month of 830 events', () => {
  it('stays under 400 KB, as every view of it does', async () => {
    const view = await viewCalendar(EVENTS, busy)
    for (const query of [
      { view: 'month', date: '2027-05' },
      { view: 'list', date: '2027-05-01' },
      { view: 'day', date: '2027-05-12' },
    ] as const) {
      const { html, links } = await view(query)
      expect(Buffer.byteLength(html), query.view).toBeLessThan(400_000)
      expect(links, query.view).toBeGreaterThanOrEqual(10)
    }
  })

  it('shows of each day what is seen at once, counts all, and leads to the day, which has all', async () => {
    const view = await viewCalendar(EVENTS, busy)
    const { html, data, told } = await view({ view: 'month', date: '2027-05' })
    expect(html).not.toContain('<details')
    const found = data.days['2027-05-12']?.found_events ?? 0
    expect(found).toBeGreaterThan(26)
    expect(data.events['2027-05-12']).toHaveLength(found)
    const cell = /id="cal-events-calendar-day-2027-05-12".*?(?=id="cal-events-calendar-day-2027-05-13")/.exec(
      html,
    )?.[0]
    expect(cell?.match(/<article/g)).toHaveLength(6)
    expect(cell).toContain(
      `<a href="https://school.example/events/2027-05-12/" data-js="cal-events-view-link">All ${found} events</a>`,
    )
    expect((await view({ view: 'day', date: '2027-05-12' })).links).toBe(found)
    // programs are told of what people see
    const seen = new Set(
      [...html.matchAll(/<a class="cal-events-event__link"[^>]*>([^<]*)</g)].map(([, title]) => title),
    )
    expect(told.length).toBeGreaterThan(20)
    for (const { name } of told) expect(seen).toContain(name)
  })

  it('names an event of several days where it is first seen', async () => {
    const view = await viewCalendar(EVENTS, busy)
    const { html } = await view({ view: 'month', date: '2027-05' })
    const bars = [...html.matchAll(/<article class="([^"]*--multiday[^"]*)"[^>]*>(.*?)<\/article>/g)]
    const named = bars.filter(([, classes = '']) => /--starts|--continues/.test(classes))
    const titles = (some: readonly RegExpMatchArray[]) =>
      new Set(
        some.map(([, , text = '']) =>
          text
            .replace(/<[^>]*>/g, '')
            .trim()
            .replace(/^.* [ap]m /, ''),
        ),
      )
    expect(bars.length).toBeGreaterThan(0)
    expect(titles(named)).toEqual(titles(bars))
  })
})
