import { nest, type Nested, parsePairs } from '../platform/request/addressing.ts'

/** Asks a page for its events as a calendar file: `?ical=1`, `?outlook-ical=1`. */
const ASKS = /[?&](?:outlook-)?ical=/

const isOn = (value: Nested[string] | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value !== 'false'

/** The term that a path below `/events` limits to, e.g. `category/fairs`. */
const TERM = /\/(category|tag)\/([^/]+)/

/**
 * The feed (spec 06 §4) that subscribers of other calendars ask a page for; null: it is not asked for a feed. Dates,
 * pages and searches do not count: a subscription is to what is coming.
 */
export const askedFeed = (url: string): string | null => {
  if (!ASKS.test(url)) return null
  const [path = '', ...rest] = url.split('?')
  const query = nest(parsePairs(rest.join('?')))
  if (!isOn(query['ical']) && !isOn(query['outlook-ical'])) return null
  const event = /^\/event\/[^/]+/.exec(path)
  if (event !== null) return `${event[0]}/ical/`
  const { rest_route: route, p: item } = query
  if (path === '/' || path === '/index.php')
    return isOn(route) || item !== undefined ? null : feedOf(termIn(query))
  if (path !== '/events' && !path.startsWith('/events/')) return null
  const [, kind, slug] = TERM.exec(path) ?? []
  return feedOf(kind === undefined || slug === undefined ? termIn(query) : `${kind}/${slug}/`)
}

const feedOf = (term: string): string => `/events/${term}ical/`

const termIn = ({ cal_events_cat: category, tag }: Nested): string => {
  if (typeof category === 'string' && category !== '') return `category/${encodeURIComponent(category)}/`
  return typeof tag === 'string' && tag !== '' ? `tag/${encodeURIComponent(tag)}/` : ''
}
