import type { Limits, ViewQuery } from './query.ts'

/** Stored slugs of other letters are percent-encoded already; what somebody sent may be anything. */
const segment = (slug: string): string =>
  /^(?:[\w.~-]|%[\da-f]{2})+$/i.test(slug) ? slug : encodeURIComponent(slug.toWellFormed())

const limitsPath = ({ category, tag, featured }: Limits): string =>
  (category === '' ? '' : `category/${category.split('/').map(segment).join('/')}/`) +
  (tag === '' ? '' : `tag/${segment(tag)}/`) +
  (featured ? 'featured/' : '')

const queryText = (members: readonly (readonly [name: string, value: string])[]): string => {
  const sent = members.filter(([, value]) => value !== '')
  return sent.length === 0
    ? ''
    : `?${sent.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`
}

const viewPath = ({ view, date, page }: Pick<ViewQuery, 'view' | 'date' | 'page'>): string => {
  if (view === 'list') return page > 1 ? `list/page/${page}/` : 'list/'
  if (view === 'month') return date === null ? 'month/' : `month/${date}/`
  return `${date === null ? 'today' : date}/${page > 1 ? `page/${page}/` : ''}`
}

export type Address = Limits & Pick<ViewQuery, 'view' | 'date' | 'page' | 'past'>

/** The pretty address of a view (spec 06 §1.1). */
export const viewAddress = (baseUrl: string, address: Address): string =>
  `${baseUrl}/events/${limitsPath(address)}${viewPath(address)}` +
  queryText([
    ['eventDisplay', address.past ? 'past' : ''],
    ['cal-bar-date', address.view === 'list' ? (address.date ?? '') : ''],
    ['cal-bar-search', address.search],
  ])

/** The calendar itself, or limited to a term. */
export const calendarAddress = (baseUrl: string, limits: Partial<Limits> = {}): string =>
  `${baseUrl}/events/${limitsPath({ search: '', category: '', tag: '', featured: false, ...limits })}`

/** The feed of what the view is limited to (spec 06 §4); category and tag exist, or are "". */
export const feedAddress = (baseUrl: string, { category, tag }: Pick<Limits, 'category' | 'tag'>): string => {
  if (category !== '')
    return `${calendarAddress(baseUrl, { category: category.split('/').at(-1) ?? '' })}ical/`
  return `${calendarAddress(baseUrl, { tag })}ical/`
}
