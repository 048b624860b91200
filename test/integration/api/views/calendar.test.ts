import { describe, expect, it } from 'vitest'
import { viewWorld } from '../../../support/view-world.ts'

const ids = (data: Readonly<Record<string, unknown>>) => data['events'] as Record<string, readonly number[]>
/** Dates of the cells in which an event stands. */
const datesOf = (data: Readonly<Record<string, unknown>>, id: number) =>
  Object.entries(ids(data)).flatMap(([date, events]) => (events.includes(id) ? [date] : []))

describe('06 §1.2 month', () => {
  it('06-2 [A71] each event on its local days, sorted; rows start on `start_of_week`', async () => {
    const { event, view, operate } = await viewWorld()
    const west = await event('West', '2027-03-31 23:30:00', '2027-03-31 23:45:00', {
      timezone: 'Pacific/Honolulu',
    })
    const east = await event('East', '2027-03-01 00:15:00', '2027-03-01 00:45:00', { timezone: 'Asia/Tokyo' })
    const three = await event('Three days', '2027-03-01 20:00:00', '2027-03-03 08:00:00')
    const early = await event('Early', '2027-03-02 09:00:00', '2027-03-02 10:00:00')
    const { data, html, cell } = await view('/events/month/2027-03/')
    expect(datesOf(data, west)).toEqual(['2027-03-31'])
    expect(datesOf(data, east)).toEqual(['2027-03-01'])
    expect(datesOf(data, three)).toEqual(['2027-03-01', '2027-03-02', '2027-03-03'])
    expect(ids(data)['2027-03-01']).toEqual([east, three])
    expect(ids(data)['2027-03-02']).toEqual([three, early])
    expect(cell('2027-03-02')).toContain('cal-events-calendar-month__event--multiday')
    expect(html.match(/ id="cal-events-calendar-day-/g)).toHaveLength(35)
    expect(Object.keys(ids(data))[0]).toBe('2027-02-28')

    await operate('set-option', { name: 'start_of_week', value: '1' })
    const monday = await view('/events/month/2027-03/')
    expect(Object.keys(ids(monday.data))[0]).toBe('2027-03-01')
    expect(monday.data).toMatchObject({ start_of_week: 1 })
  })
  it('04-8 an all-day event from Monday to Friday stands in five cells', async () => {
    const { event, view } = await viewWorld()
    const week = await event('Week', '2027-02-15', '2027-02-19', { all_day: true })
    const { data } = await view('/events/month/2027-02/')
    expect(datesOf(data, week)).toEqual([
      '2027-02-15',
      '2027-02-16',
      '2027-02-17',
      '2027-02-18',
      '2027-02-19',
    ])
  })
  it('06-4 a month without events: full grid, no article', async () => {
    const { view } = await viewWorld()
    const { html, data } = await view('/events/month/2027-05/')
    expect(html).not.toContain('<article')
    expect(html.match(/ id="cal-events-calendar-day-/g)).toHaveLength(42)
    expect(html).toContain('cal-events-c-messages__message--notice')
    expect(html).not.toContain('application/ld+json')
    expect(data).toMatchObject({ prev_url: '', next_url: '', grid_date: '2027-05-01' })
  })
  it('06 §1.2 month: previous and next month, where there is something', async () => {
    const { event, view } = await viewWorld()
    await event('Before', '2027-04-30 23:00:00', '2027-05-01 00:00:00')
    await event('In', '2027-05-05 10:00:00', '2027-05-05 11:00:00')
    const { data } = await view('/events/month/2027-05/')
    expect(data).toMatchObject({
      prev_url: 'https://school.example/events/month/2027-04/',
      next_url: '',
      prev_month: '2027-04',
      next_month: '2027-06',
    })
    expect((await view('/events/month/2027-04/')).data).toMatchObject({
      prev_url: '',
      next_url: 'https://school.example/events/month/2027-05/',
    })
    expect(ids((await view('/events/month/2027-05/')).data)['2027-05-01']).toEqual([])
  })
})

describe('06 §1.2 day', () => {
  it('04-7 [A13] the event clock counts: day view of 2027-06-10 shows it', async () => {
    const { event, view } = await viewWorld()
    await event('Call', '2027-06-10 08:00:00', '2027-06-10 09:00:00', { timezone: 'Asia/Tokyo' })
    expect((await view('/events/2027-06-10/')).titles).toEqual(['Call'])
    expect((await view('/events/2027-06-09/')).titles).toEqual([])
  })
  it('06-4 an event of three days is shown on the second', async () => {
    const { event, view } = await viewWorld()
    await event('Camp', '2027-05-01 10:00:00', '2027-05-03 12:00:00')
    expect((await view('/events/2027-05-02/')).titles).toEqual(['Camp'])
  })
  it('06 §1.2 day: the local interval touches it; an end at 00:00:00 does not, unless it has no length', async () => {
    const { event, view } = await viewWorld()
    await event('Ends at midnight', '2027-05-07 20:00:00', '2027-05-08 00:00:00')
    await event('No length', '2027-05-08 00:00:00', '2027-05-08 00:00:00')
    await event('All day', '2027-05-08', '2027-05-08', { all_day: true })
    await event('Last second', '2027-05-08 23:59:59', '2027-05-09 01:00:00')
    await event('Next midnight', '2027-05-09 00:00:00', '2027-05-09 00:00:00')
    expect((await view('/events/2027-05-08/')).titles).toEqual(['All day', 'No length', 'Last second'])
    expect((await view('/events/2027-05-07/')).titles).toEqual(['Ends at midnight'])
    expect((await view('/events/2027-05-09/')).titles).toEqual(['Last second', 'Next midnight'])
    expect((await view('/events/2027-05-08/')).data).toMatchObject({
      prev_url: 'https://school.example/events/2027-05-07/',
      next_url: 'https://school.example/events/2027-05-09/',
    })
    expect((await view('/events/2027-05-06/')).data).toMatchObject({ prev_url: '' })
    expect((await view('/events/2027-05-09/')).data).toMatchObject({ next_url: '' })
  })
  it('days on which clocks change, and one that a zone skipped', async () => {
    const { event, view } = await viewWorld()
    await event('Spring', '2027-03-14', '2027-03-14', { all_day: true })
    await event('Put back', '2027-11-07 01:30:00', '2027-11-07 05:00:00')
    await event('Skipped', '2011-12-29 10:00:00', '2011-12-31 10:00:00', { timezone: 'Pacific/Apia' })
    expect((await view('/events/2027-03-14/')).titles).toEqual(['Spring'])
    expect((await view('/events/2027-03-15/')).titles).toEqual([])
    expect((await view('/events/2027-11-07/')).titles).toEqual(['Put back'])
    expect((await view('/events/2011-12-30/')).titles).toEqual(['Skipped'])
  })
})

describe('06 §1.2 list', () => {
  it('06 §1.2 list: not ended, by instants, start ascending; past: ended, start descending', async () => {
    const { event, view, clock } = await viewWorld()
    // 16:00 UTC now
    await event('Tokyo, over', '2027-03-11 00:30:00', '2027-03-11 00:59:59', { timezone: 'Asia/Tokyo' })
    await event('Tokyo, ends now', '2027-03-10 23:00:00', '2027-03-11 01:00:00', { timezone: 'Asia/Tokyo' })
    await event('Honolulu, to come', '2027-03-10 07:00:00', '2027-03-10 08:00:00', {
      timezone: 'Pacific/Honolulu',
    })
    await event('Long ago', '2020-01-01 10:00:00', '2020-01-01 11:00:00')
    await event('Far away', '2029-01-01 10:00:00', '2029-01-01 11:00:00')
    await event('For years', '2020-06-01 10:00:00', '2030-01-01 11:00:00')
    const upcoming = await view('/events/list/')
    expect(upcoming.titles).toEqual(['For years', 'Honolulu, to come', 'Tokyo, ends now', 'Far away'])
    expect(upcoming.data).toMatchObject({
      is_past: false,
      prev_url: 'https://school.example/events/list/?eventDisplay=past',
      next_url: '',
    })
    const past = await view('/events/list/?eventDisplay=past')
    expect(past.titles).toEqual(['Tokyo, over', 'Long ago'])
    const dated = await view('/events/list/?eventDisplay=past&cal-bar-date=2026-12-31')
    expect(dated.titles).toEqual(['Long ago'])
    expect(dated.data).toMatchObject({ bar: { date: '2026-12-31' } })
    expect((await view('/events/list/?eventDisplay=past&cal-bar-date=1999-12-31')).titles).toEqual([])
    expect(past.data).toMatchObject({
      is_past: true,
      prev_url: '',
      next_url: 'https://school.example/events/list/',
    })
    clock.ms += 1_000
    expect((await view('/events/list/')).titles).toEqual(['For years', 'Honolulu, to come', 'Far away'])
  })
  it('06 §1.2 list: `per_page` per page, prev and next; a page past the end has a notice', async () => {
    const { event, view, operate } = await viewWorld()
    await operate('set-option', { name: 'per_page', value: '2' })
    for (const n of [1, 2, 3, 4, 5]) {
      await event(`Coming ${n}`, `2027-05-0${n} 10:00:00`, `2027-05-0${n} 11:00:00`)
      await event(`Past ${n}`, `2027-02-0${n} 10:00:00`, `2027-02-0${n} 11:00:00`)
    }
    const BASE = 'https://school.example/events/list/'
    const pages = async (u: string) => {
      const { titles, data } = await view(u)
      return [titles, data['prev_url'], data['next_url']]
    }
    expect(await pages('/events/list/')).toEqual([
      ['Coming 1', 'Coming 2'],
      `${BASE}?eventDisplay=past`,
      `${BASE}page/2/`,
    ])
    expect(await pages('/events/list/page/2/')).toEqual([['Coming 3', 'Coming 4'], BASE, `${BASE}page/3/`])
    expect(await pages('/events/list/page/3/')).toEqual([['Coming 5'], `${BASE}page/2/`, ''])
    expect(await pages('/events/list/?eventDisplay=past')).toEqual([
      ['Past 5', 'Past 4'],
      `${BASE}page/2/?eventDisplay=past`,
      BASE,
    ])
    expect(await pages('/events/list/page/3/?eventDisplay=past')).toEqual([
      ['Past 1'],
      '',
      `${BASE}page/2/?eventDisplay=past`,
    ])
    const beyond = await view('/events/list/page/9/')
    expect(beyond.titles).toEqual([])
    expect(beyond.html).toContain('<div class="cal-events-c-messages__message--notice">')
    expect(beyond.data).toMatchObject({ prev_url: `${BASE}page/3/`, next_url: '' })
  })
  it('06 §1.2 list: with a date, local end on or after that day', async () => {
    const { event, view } = await viewWorld()
    await event('Ends before', '2027-02-01 10:00:00', '2027-02-01 23:59:59')
    await event('Ends that day', '2027-01-01 10:00:00', '2027-02-02 00:00:00')
    await event('Later', '2027-05-01 10:00:00', '2027-05-01 11:00:00')
    const { titles, data } = await view('/events/list/?cal-bar-date=2027-02-02')
    expect(titles).toEqual(['Ends that day', 'Later'])
    expect(data).toMatchObject({ bar: { keyword: '', date: '2027-02-02' }, datepicker_date: '2027-02-02' })
  })
})

describe('06 §1.1 limits', () => {
  it('06 §1.1 categories with all below them, tags, featured; what is unknown has no events', async () => {
    const { event, made, view } = await viewWorld()
    const parent = await made('categories', { name: 'Arts' })
    const child = await made('categories', { name: 'Theatre', parent })
    const tag = await made('tags', { name: 'Free' })
    const on = ['2027-05-08 10:00:00', '2027-05-08 11:00:00'] as const
    await event('Play', ...on, { categories: [child], tags: [tag], featured: true })
    await event('Show', ...on, { categories: [parent] })
    await event('Match', ...on)
    for (const month of ['', 'month/2027-05/', '2027-05-08/']) {
      expect((await view(`/events/category/arts/${month}`)).titles).toEqual(['Play', 'Show'])
      expect((await view(`/events/category/theatre/${month}`)).titles).toEqual(['Play'])
      expect((await view(`/events/tag/free/${month}`)).titles).toEqual(['Play'])
      expect((await view(`/events/featured/${month}`)).titles).toEqual(['Play'])
      expect((await view(`/events/category/arts/theatre/${month}`)).titles).toEqual(['Play'])
      for (const path of ['nothing', 'arts/nothing', 'nothing/arts']) {
        const unknown = await view(`/events/category/${path}/${month}`)
        expect(unknown.titles).toEqual([])
        expect(unknown.html).toContain('cal-events-c-messages__message--notice')
      }
    }
    expect((await view('/?post_type=cal_events&cal_events_cat=arts&featured=1')).titles).toEqual(['Play'])
    const limited = await view('/events/category/theatre/')
    expect(limited.data).toMatchObject({
      title: 'Upcoming events · Theatre',
      breadcrumbs: [
        { link: 'https://school.example/events/', label: 'Events' },
        { link: 'https://school.example/events/category/arts/theatre/', label: 'Theatre' },
      ],
      ical: { display_link: true, link: 'https://school.example/events/category/theatre/ical/' },
    })
    expect((await view('/events/tag/free/')).data).toMatchObject({
      ical: { link: 'https://school.example/events/tag/free/ical/' },
    })
  })
  it('06 §1.1 search goes with every view and every link', async () => {
    const { event, view } = await viewWorld()
    await event('Spring fair', '2027-05-08 10:00:00', '2027-05-08 11:00:00')
    await event('Match', '2027-05-08 12:00:00', '2027-05-08 13:00:00')
    for (const path of ['list/', 'month/2027-05/', '2027-05-08/'])
      expect((await view(`/events/${path}?cal-bar-search=FAIR`)).titles).toEqual(['Spring fair'])
    const { data } = await view('/events/month/2027-05/?cal-bar-search=a%26b')
    expect(data).toMatchObject({
      url: 'https://school.example/events/month/2027-05/?cal-bar-search=a%26b',
      today_url: 'https://school.example/events/month/?cal-bar-search=a%26b',
    })
  })
  it('06 §1.1 a date missing is the present of the site', async () => {
    // 03:00 UTC on April 1 is still March in New York
    const { view } = await viewWorld({}, Date.UTC(2027, 3, 1, 3))
    expect((await view('/events/month/')).data).toMatchObject({
      grid_date: '2027-03-01',
      today: '2027-03-31',
    })
    expect((await view('/events/today/')).data).toMatchObject({ title: 'March 31, 2027', url_event_date: '' })
    expect((await view('/events/2027-02-30/')).data).toMatchObject({ title: 'March 31, 2027' })
  })
  it('06 §1.1 the first and the last month there are', async () => {
    const { view } = await viewWorld()
    expect((await view('/events/month/0001-01/')).data).toMatchObject({ prev_url: '', prev_month: '' })
    expect((await view('/events/month/9999-12/')).data).toMatchObject({ next_url: '', next_month: '' })
    expect((await view('/events/9999-12-31/')).data).toMatchObject({ title: 'December 31, 9999' })
  })
})
