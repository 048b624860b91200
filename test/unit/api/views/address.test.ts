import { describe, expect, it } from 'vitest'
import {
  saidAt,
  saidByAddress,
  saidByMembers,
  together,
  viewQueryOf,
} from '../../../../services/api/views/address.ts'
import type { ViewQuery } from '../../../../services/views/query.ts'

const BASE = 'https://school.example'
const views = { enabledViews: ['list', 'month', 'day'], defaultView: 'list' } as const

const upcoming: ViewQuery = {
  view: 'list',
  date: null,
  page: 1,
  past: false,
  search: '',
  category: '',
  tag: '',
  featured: false,
  managesUrl: true,
}

const asked = (u: string, viewData: Record<string, unknown> = {}, base = BASE) =>
  viewQueryOf(together(saidByAddress(u, base), saidByMembers(viewData)), views)

describe('06 §1.1 addresses, plain and pretty', () => {
  it.each([
    ['/?post_type=cal_events', '/events/', {}],
    ['&eventDisplay=list', '/events/list/', {}],
    ['&paged=N (also page)', '/events/list/page/3/', { page: 3 }],
    ['&eventDisplay=list&cal_event_display=past', '/events/list/?eventDisplay=past', { past: true }],
    ['&eventDisplay=month[&eventDate=YYYY-MM]', '/events/month/', { view: 'month' }],
    ['&eventDisplay=day[&eventDate=YYYY-MM-DD]', '/events/today/', { view: 'day' }],
    ['&cal_events_cat=slug, &tag=slug, &featured=1', '/events/category/fairs/', { category: 'fairs' }],
    ['&cal-bar-search=text, &cal-bar-date=DATE', '/events/?cal-bar-search=fair', { search: 'fair' }],
  ] as const)('06 §1.1 %s: pretty %s', (_, pretty, expected) => {
    expect(asked(pretty)).toEqual({ ...upcoming, ...expected })
  })

  it.each([
    ['/?post_type=cal_events', {}],
    ['?post_type=cal_events', {}],
    ['/index.php?post_type=cal_events', {}],
    ['/?post_type=cal_events&eventDisplay=list', {}],
    ['/?post_type=cal_events&eventDisplay=list&paged=3', { page: 3 }],
    ['/?post_type=cal_events&eventDisplay=list&page=3', { page: 3 }],
    ['/?post_type=cal_events&eventDisplay=list&cal_event_display=past', { past: true }],
    ['/?post_type=cal_events&eventDisplay=past&paged=2', { past: true, page: 2 }],
    ['/?post_type=cal_events&eventDisplay=month', { view: 'month' }],
    ['/?post_type=cal_events&eventDisplay=month&eventDate=2027-05', { view: 'month', date: '2027-05' }],
    ['/?post_type=cal_events&eventDisplay=day', { view: 'day' }],
    ['/?post_type=cal_events&eventDisplay=day&eventDate=2027-05-08', { view: 'day', date: '2027-05-08' }],
    [
      '/?post_type=cal_events&cal_events_cat=fairs&tag=free&featured=1',
      { category: 'fairs', tag: 'free', featured: true },
    ],
    [
      '/?post_type=cal_events&cal-bar-search=spring%20fair&cal-bar-date=2027-05-08',
      { search: 'spring fair', date: '2027-05-08' },
    ],
  ] as const)('plain %s', (u, expected) => {
    expect(asked(u)).toEqual({ ...upcoming, ...expected })
  })

  it.each([
    ['/events', {}],
    ['/events/page/2/', { page: 2 }],
    ['/events/2027-05-08/page/2/', { view: 'day', date: '2027-05-08', page: 2 }],
    ['/events/day/2027-05-08/?paged=3', { view: 'day', date: '2027-05-08', page: 3 }],
    ['/events/today/page/2/', { view: 'day', page: 2 }],
    ['/events/month/2027-05/page/2/', { view: 'month', date: '2027-05' }],
    ['/events/month/2027-05/', { view: 'month', date: '2027-05' }],
    ['/events/2027-05/', { view: 'month', date: '2027-05' }],
    ['/events/2027-05-08/', { view: 'day', date: '2027-05-08' }],
    ['/events/2027-05-08', { view: 'day', date: '2027-05-08' }],
    ['/events/day/2027-05-08/', { view: 'day', date: '2027-05-08' }],
    ['/events/day/', { view: 'day' }],
    ['/events/tag/free/', { tag: 'free' }],
    ['/events/category/fairs/month/2027-05/', { view: 'month', date: '2027-05', category: 'fairs' }],
    ['/events/category/fairs/list/page/2/', { page: 2, category: 'fairs' }],
    ['/events/category/fairs/2027-05-08/', { view: 'day', date: '2027-05-08', category: 'fairs' }],
    ['/events/category/%e5%b1%b1/', { category: '山' }],
    ['/events/featured/', { featured: true }],
    ['/events/category/fairs/featured/', { category: 'fairs', featured: true }],
    ['/events/month/featured/', { view: 'month', featured: true }],
    ['/events/tag/free/featured/month/', { view: 'month', tag: 'free', featured: true }],
    ['/events/list/?cal-bar-date=2027-05-08', { date: '2027-05-08' }],
    ['/events/2027-05-08/?cal-bar-date=2027-06-01', { view: 'day', date: '2027-06-01' }],
    ['/events/month/2027-05/?cal-bar-date=2027-06-01', { view: 'month', date: '2027-06' }],
    ['/events/?eventDisplay=month', { view: 'month' }],
  ] as const)('pretty %s', (u, expected) => {
    expect(asked(u)).toEqual({ ...upcoming, ...expected })
  })

  it.each([
    '',
    '/',
    'month',
    'https://evil.example/',
    'javascript:alert(1)',
    '//[',
    '/about/',
    '/events/nonsense/',
    '/?eventDisplay=week',
    '/events/?eventDisplay=default',
  ])('other addresses and unknown eventDisplay are the default view: %s', u => {
    expect(asked(u)).toEqual(upcoming)
  })
  it.each([
    ['/events/category/fairs/month/2027-05/nonsense/', { category: 'fairs' }],
    ['/events/nonsense/category/fairs/', { category: 'fairs' }],
    ['/events/category/a/b/ical/', { category: 'a/b' }],
    ['/events/tag/free/list/page/2/nonsense/', { tag: 'free' }],
    ['/events/featured/nonsense/', { featured: true }],
  ])('of another address, only what it limits to: %s', (u, expected) => {
    expect(asked(u)).toEqual({ ...upcoming, ...expected })
  })
  it('their query counts all the same', () => {
    expect(asked('/about/?eventDisplay=month&eventDate=2027-05')).toEqual({
      ...{ ...upcoming, view: 'month', date: '2027-05' },
    })
    expect(asked('/events/nonsense/?cal-bar-search=fair')).toEqual({ ...upcoming, search: 'fair' })
  })
  it('slugs may stand behind those of a category; names of views and dates do not', () => {
    for (const [path, said] of [
      ['fairs/nonsense/deeper', { category: 'fairs/nonsense/deeper' }],
      ['a/b/list', { category: 'a/b' }],
      ['a/b/month/2027-05', { category: 'a/b', view: 'month', date: '2027-05' }],
      ['a/b/2027-05-08/featured', { category: 'a/b', view: 'day', date: '2027-05-08', featured: true }],
      ['list/b/tag/c', { category: 'list/b', tag: 'c' }],
    ] as const)
      expect(asked(`/events/category/${path}/`)).toEqual({ ...upcoming, ...said })
  })
  it('a date limits the list of what is past', () => {
    expect(asked('/events/list/?eventDisplay=past&cal-bar-date=2027-05-08')).toEqual({
      ...upcoming,
      ...{ past: true, date: '2027-05-08' },
    })
  })
  it('the default view is that of the site, where it is enabled', () => {
    const said = saidByAddress('/events/', BASE)
    expect(viewQueryOf(said, { ...views, defaultView: 'month' }).view).toBe('month')
    expect(viewQueryOf(said, { enabledViews: ['day'], defaultView: 'month' }).view).toBe('day')
    const month = saidByAddress('/events/month/', BASE)
    expect(viewQueryOf(month, { enabledViews: ['list', 'day'], defaultView: 'list' }).view).toBe('list')
  })
  it('the host does not count, the folder of the site does', () => {
    expect(asked('https://evil.example/events/month/').view).toBe('month')
    const inFolder = (u: string) => asked(u, {}, 'https://host.example/school')
    expect(inFolder('https://host.example/school/events/month/').view).toBe('month')
    expect(inFolder('/events/month/').view).toBe('month')
  })

  it.each([
    ['/events/month/2027-13/', 'month'],
    ['/events/month/12345-01/', 'month'],
    ['/events/month/0000-01/', 'month'],
    ['/events/month/soon/', 'month'],
    ['/events/2027-02-30/', 'day'],
    ['/?post_type=cal_events&eventDisplay=day&eventDate=abc', 'day'],
    ['/?post_type=cal_events&eventDisplay=day&eventDate=2027-5-8', 'day'],
  ])('a date that is none is the present: %s', (u, view) => {
    expect(asked(u)).toEqual({ ...upcoming, view })
  })
  it.each(['0', '-1', 'x', '1.5', '99999999999'])('a page that is none is the first: %s', page => {
    expect(asked(`/events/list/page/${page}/`)).toEqual(upcoming)
  })
  it('the first and the last year there are', () => {
    expect(asked('/events/month/0001-01/').date).toBe('0001-01')
    expect(asked('/events/9999-12-31/').date).toBe('9999-12-31')
  })
  it('a date of another precision serves, too', () => {
    expect(asked('/?eventDisplay=month&eventDate=2027-05-08').date).toBe('2027-05')
    expect(asked('/?eventDisplay=day&eventDate=2027-05').date).toBe('2027-05-01')
  })
  it('pages say the same by their path', () => {
    const said = saidAt(['', 'events', 'category', 'fairs', 'month', '2027-05'], { 'cal-bar-search': 'x' })
    expect(viewQueryOf(said, views)).toEqual({
      ...upcoming,
      ...{ view: 'month', date: '2027-05', category: 'fairs', search: 'x' },
    })
  })
})

describe('06 §1 view_data', () => {
  it.each([
    ['cal-bar-search', 'fair', { search: 'fair' }],
    ['cal-bar-date', '2027-06-01', { date: '2027-06-01' }],
    ['eventDate', '2027-06-01', { date: '2027-06-01' }],
    ['eventDisplay', 'list', { view: 'list' }],
    ['paged', 3, { page: 3 }],
    ['cal_events_cat', 'trips', { category: 'trips' }],
    ['tag', 'free', { tag: 'free' }],
    ['featured', '1', { featured: true }],
  ])('its %s overrides that of u', (name, value, expected) => {
    const u = '/events/category/fairs/tag/old/list/page/2/?cal-bar-search=old&cal-bar-date=2027-01-01'
    const before = { page: 2, category: 'fairs', tag: 'old', search: 'old', date: '2027-01-01' }
    expect(asked(u, { [name]: value })).toEqual({ ...upcoming, ...before, ...expected })
  })
  it('"" takes a limit away', () => {
    expect(asked('/events/category/fairs/', { cal_events_cat: '' })).toEqual(upcoming)
    expect(asked('/events/?cal-bar-search=x', { 'cal-bar-search': '' })).toEqual(upcoming)
    expect(asked('/events/featured/', { featured: '0' })).toEqual(upcoming)
  })
  it('eventDisplay past, and back again', () => {
    expect(asked('/events/month/', { eventDisplay: 'past' })).toEqual({ ...upcoming, past: true })
    expect(asked('/events/list/?eventDisplay=past', { eventDisplay: 'list' })).toEqual(upcoming)
    expect(asked('/events/list/?eventDisplay=past', { eventDisplay: 'week' })).toEqual(upcoming)
  })
  it('what is no text is not there', () => {
    expect(asked('/events/list/page/2/', { paged: {}, tag: ['x'], 'cal-bar-search': null })).toEqual({
      ...upcoming,
      page: 2,
    })
  })
})
