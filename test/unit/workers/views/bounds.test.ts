import { localTime, utcTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { EventValues } from '../../../../shared/facts/event.ts'
import { pageOfDay } from '../../../../services/views/content/bounds.ts'
import { viewCalendar } from '../../../support/view-calendar.ts'

/** All events have the same values. */
const calendar = (count: number, values: Partial<EventValues>) => viewCalendar(count, () => values)

const month = { view: 'month', date: '2027-05' } as const
const day = { view: 'day', date: '2027-05-08' } as const
const DAY = '2027-05-08'

describe('06 §1.2 size of views', () => {
  it('a cell of a month shows 50 events, counts all, and leads to the day for the others', async () => {
    const view = await calendar(51, { title: 'Fair', description: 'x' })
    const { html, links, data } = await view(month)
    expect(links).toBe(50)
    expect(data.days[DAY]?.found_events).toBe(51)
    expect(data.days[DAY]?.events).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    expect(data.events[DAY]).toEqual(data.days[DAY]?.events)
    expect(html).toContain(': 51 events"')
    expect(html).toContain(
      `<a href="https://school.example/events/${DAY}/" data-js="cal-events-view-link">All 51 events</a>`,
    )
    expect((await view(day)).links).toBe(51)
    const fewer = await (await calendar(50, { title: 'Fair', description: 'x' }))(month)
    expect([fewer.links, fewer.html.includes('All 50 events')]).toEqual([50, false])
  })
  it('a day has pages that say what they show and lead on: each event is on one of them, none is long', async () => {
    const view = await calendar(501, { title: 'Fair', description: '<p>All welcome.</p> '.repeat(40) })
    const seen: (readonly number[])[] = []
    for (let page = 1; page === 1 || seen.at(-1)?.length !== 0; page++) {
      const { html, data, links } = await view({ ...day, page })
      const ids = [...(data.events as unknown as readonly number[])]
      expect([html.length < 380_000, links, html.includes('501 events found.')]).toEqual([
        true,
        ids.length,
        true,
      ])
      const before = seen.flat().length
      const said =
        page === 1
          ? `The first ${ids.length} of 501 events are shown.`
          : ids.length === 0
            ? 'There are no more events on this day.'
            : `Events ${before + 1} to ${before + ids.length} of 501 are shown.`
      expect(data.messages.notice).toEqual([said])
      const to = (other: number) =>
        `<a href="https://school.example/events/${DAY}/${other > 1 ? `page/${other}/` : ''}"`
      const left = 501 - before - ids.length
      expect(html.includes(`${to(page + 1)} data-js="cal-events-view-link">${left} more events</a>`)).toBe(
        left > 0,
      )
      expect(html.includes(`data-js="cal-events-view-link">${before} events before</a>`)).toBe(page > 1)
      seen.push(ids)
    }
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.flat()).toEqual(Array.from({ length: 501 }, (_, n) => n + 1))
  })
  it('a day that fits on a page has no others, and no page has more than 500 events', async () => {
    const few = await (await calendar(200, { title: 'Fair', description: '' }))(day)
    expect([few.links, few.data.messages.notice, few.html.includes('calendar-day__pages')]).toEqual([
      200,
      [],
      false,
    ])
    const rows = Array.from({ length: 501 }, () => ({
      values: { title: '', slug: '', cost: '', description: '' },
      rendered: { excerpt: '' },
      ...{ venues: [], categories: [] },
    })) as unknown as Parameters<typeof pageOfDay>[0]
    for (let page = 1; page <= 3; page++) {
      const { begin, end } = pageOfDay(rows, page)
      expect(end - begin).toBeLessThanOrEqual(500)
    }
    expect(pageOfDay(rows, 9)).toMatchObject({ begin: 501, end: 501, page: 9 })
    expect(pageOfDay([], 1)).toEqual({ begin: 0, end: 0, page: 1, pages: 0 })
  })
  it('titles are cut in cells, descriptions in what programs are told', async () => {
    const view = await calendar(1, { title: 'T'.repeat(2_000), description: 'd'.repeat(5_000) })
    const inMonth = await view(month)
    expect(inMonth.html).toContain(`>${'T'.repeat(200)} …</a>`)
    expect(inMonth.told[0]?.name).toBe('T'.repeat(2_000))
    expect(inMonth.told[0]?.description).toBe(`${'d'.repeat(2_000)} …`)
    expect((await view(day)).html).toContain(`>${'T'.repeat(2_000)}</a>`)
  })
  it('the longest texts in every cell: a month and a page of a day stay under 400,000 characters', async () => {
    const view = await calendar(600, {
      ...{ title: 'T'.repeat(2_000), description: '<b>d</b> '.repeat(1_000) },
      ...{ start: localTime('2027-04-01 00:00:00'), startUtc: utcTime('2027-04-01 04:00:00') },
      ...{ end: localTime('2027-06-30 00:00:00'), endUtc: utcTime('2027-06-30 04:00:00') },
    })
    for (const [query, least] of [
      [month, 100],
      [day, 50],
    ] as const) {
      const { html, links } = await view(query)
      expect(html.length).toBeLessThan(400_000)
      expect(links).toBeGreaterThan(least)
    }
  })
})
