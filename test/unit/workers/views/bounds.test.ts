import { describe, expect, it } from 'vitest'
import type { EventValues } from '../../../../shared/facts/event.ts'
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
  it('a day shows 500 events and says how many there are', async () => {
    const view = await calendar(501, { title: 'Fair', description: '' })
    const { links, data, html } = await view(day)
    expect(links).toBe(500)
    expect(data.messages.notice).toEqual(['The first 500 of 501 events are shown.'])
    expect(html).toContain('501 events found.')
  })
  it('titles are cut in cells, descriptions in what programs are told', async () => {
    const view = await calendar(1, { title: 'T'.repeat(2_000), description: 'd'.repeat(5_000) })
    const inMonth = await view(month)
    expect(inMonth.html).toContain(`>${'T'.repeat(200)} …</a>`)
    expect(inMonth.told[0]?.name).toBe('T'.repeat(2_000))
    expect(inMonth.told[0]?.description).toBe(`${'d'.repeat(2_000)} …`)
    expect((await view(day)).html).toContain(`>${'T'.repeat(2_000)}</a>`)
  })
  it('the longest texts in every cell: a month stays under 400,000 characters, a day under two million', async () => {
    const view = await calendar(600, {
      ...{ title: 'T'.repeat(2_000), description: '<b>d</b> '.repeat(1_000) },
      ...{ start: '2027-04-01 00:00:00', startUtc: '2027-04-01 04:00:00' },
      ...{ end: '2027-06-30 00:00:00', endUtc: '2027-06-30 04:00:00' },
    })
    for (const [query, most] of [
      [month, 400_000],
      [day, 2_000_000],
    ] as const) {
      const { html, links } = await view(query)
      expect(html.length).toBeLessThan(most)
      expect(links).toBeGreaterThan(100)
    }
  })
})
