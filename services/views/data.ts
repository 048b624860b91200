import type { EventId } from '../../shared/kernel/brands.ts'
import { calendarAddress, viewAddress } from './addresses.ts'
import { monthAfter } from './content/days.ts'
import type { Links } from './links.ts'
import { foundOn } from './month.ts'
import type { ViewContent } from './content/select.ts'
import { noticeOf, titleOf, VIEW_LABELS } from './words.ts'

/** Address of the REST route that answers with views. */
export const viewRestUrl = (baseUrl: string): string => `${baseUrl}/index.php?rest_route=/cal/views/v2/html`

const CLASSES = ['cal-common', 'cal-events', 'cal-events-view'] as const

/** Classes of the outermost element. */
export const containerClasses = (view: string): readonly string[] => [...CLASSES, `cal-events-view--${view}`]

const publicViews = ({ site, query }: ViewContent) =>
  Object.fromEntries(
    site.enabledViews.map(view => [
      view,
      {
        view_class: `cal-events-view--${view}`,
        view_label: VIEW_LABELS[view],
        view_url: viewAddress(site.baseUrl, { ...query, view, date: null, page: 1, past: false }),
      },
    ]),
  )

const breadcrumbs = ({ category, tag, site }: ViewContent) => {
  if (category === null && tag === null) return []
  return [
    { link: calendarAddress(site.baseUrl), label: 'Events' },
    ...(category === null
      ? []
      : [{ link: calendarAddress(site.baseUrl, { category: category.path }), label: category.name }]),
    ...(tag === null ? [] : [{ link: calendarAddress(site.baseUrl, { tag: tag.path }), label: tag.name }]),
  ]
}

const ids = (events: readonly { readonly id: EventId }[]) => events.map(({ id }) => id)

/** Date → ids of the events that touch it. */
const idsByDate = ({ cells }: ViewContent) =>
  Object.fromEntries([...cells.days].map(([day, here]) => [day, ids(here)]))

const dayMembers = (content: ViewContent, byDate: Readonly<Record<string, readonly EventId[]>>) => {
  const today = content.now.slice(0, 10)
  return Object.fromEntries(
    Object.entries(byDate).map(([date, events]) => [
      date,
      {
        date,
        day_number: Number(date.slice(-2)),
        is_other_month: !date.startsWith(content.date),
        is_today: date === today,
        is_past: date < today,
        found_events: foundOn(content, date, events.length),
        events,
      },
    ]),
  )
}

const ofMonth = (content: ViewContent) => {
  const events = idsByDate(content)
  return {
    events,
    grid_date: `${content.date}-01`,
    days: dayMembers(content, events),
    prev_month: monthAfter(content.date, -1) ?? '',
    next_month: monthAfter(content.date, 1) ?? '',
  }
}

const ofView = (content: ViewContent, links: Links) => {
  if (content.query.view === 'month') return ofMonth(content)
  const events = ids(content.events)
  return content.query.view === 'list' ? { events, datepicker_date: links.dateInput } : { events }
}

/** Members of the data block (spec 06 §1.3 data). */
export const viewData = (content: ViewContent, links: Links) => {
  const { query, site, now, date } = content
  const notice = noticeOf(content)
  return {
    slug: query.view,
    prev_url: links.prev,
    next_url: links.next,
    view_class: `cal-events-view--${query.view}`,
    view_slug: query.view,
    view_label: VIEW_LABELS[query.view],
    title: titleOf(content),
    ...ofView(content, links),
    url: links.self,
    url_event_date: query.date === null ? '' : date,
    bar: { keyword: query.search, date: query.view === 'list' ? (query.date ?? '') : '' },
    today: now.slice(0, 10),
    now,
    home_url: `${site.baseUrl}/`,
    rest_url: viewRestUrl(site.baseUrl),
    rest_method: 'GET',
    rest_nonce: '',
    should_manage_url: query.managesUrl,
    today_url: links.today,
    today_label: links.todayLabel,
    prev_label: links.prevLabel,
    next_label: links.nextLabel,
    date_formats: {
      date: site.dateFormat,
      time: site.timeFormat,
      month_and_year: 'F Y',
      compact: 'Y-m-d',
    },
    messages: { notice: notice === null ? [] : [notice] },
    start_of_week: site.startOfWeek,
    breadcrumbs: breadcrumbs(content),
    is_past: query.past,
    ical: { display_link: true, link: links.feed },
    container_classes: containerClasses(query.view),
    breakpoints: { xsmall: 500, medium: 768, full: 960 },
    public_views: publicViews(content),
  }
}
