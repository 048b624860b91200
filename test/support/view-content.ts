import { localTime, utcTime, eventId } from '../../shared/kernel/brands.ts'
import { cellsOf, noCells } from '../../services/views/content/cells.ts'
import { gridOf } from '../../services/views/content/days.ts'
import { linksOf } from '../../services/views/links.ts'
import type { ViewQuery, ViewSite } from '../../services/views/query.ts'
import { renderedPieces, withNonces } from '../../services/views/render.ts'
import type { ViewContent } from '../../services/views/content/select.ts'
import type { ShownEvent } from '../../services/views/shown.ts'

export const viewSite: ViewSite = {
  baseUrl: 'https://school.example',
  zone: 'America/New_York',
  perPage: 10,
  startOfWeek: 0,
  dateFormat: 'F j, Y',
  timeFormat: 'g:i a',
  enabledViews: ['list', 'month', 'day'],
}

export const viewQuery: ViewQuery = {
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

/** On 2027-05-08 from 10:00 to 14:00 in New York, with nothing but a title. */
export const shown = (given: Partial<ShownEvent> = {}): ShownEvent => ({
  id: eventId(41),
  title: 'Spring fair',
  url: 'https://school.example/event/spring-fair/',
  start: localTime('2027-05-08 10:00:00'),
  end: localTime('2027-05-08 14:00:00'),
  allDay: false,
  startsAt: '2027-05-08T10:00:00-04:00',
  endsAt: '2027-05-08T14:00:00-04:00',
  zone: 'America/New_York',
  zoneName: 'EDT',
  featured: false,
  categories: [],
  summary: '',
  venue: null,
  cost: '',
  ...given,
})

/** What a view shows on 2027-05-01. */
export const viewContent = (
  query: Partial<ViewQuery>,
  events: readonly ShownEvent[] = [],
  more: Partial<ViewContent> = {},
): ViewContent => ({
  query: { ...viewQuery, ...query },
  site: viewSite,
  now: localTime('2027-05-01 12:00:00'),
  date: query.date ?? (query.view === 'month' ? '2027-05' : '2027-05-01'),
  events,
  cells: query.view === 'month' ? cellsOf(gridOf(query.date ?? '2027-05', 0), events) : noCells,
  counts: new Map(),
  jsonLd: events.map(({ title }) => ({ '@type': 'Event', name: title })),
  pageOfDay: null,
  total: events.length,
  earlier: null,
  later: null,
  category: null,
  tag: null,
  sameUntil: utcTime('2027-05-02 03:59:59'),
  ...more,
})

/** The whole view, with nonces of a guest. */
export const renderedView = (content: ViewContent): string =>
  withNonces([...renderedPieces(content, linksOf(content))].join(''), { tvn1: '0123456789', tvn2: '' })
