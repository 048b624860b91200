import type { Range } from '../../../../projections/event-listing/queries.ts'
import { defaultWindow } from '../../../../shared/kernel/time/filter.ts'
import { list, optional, type Problem } from '../../platform/arguments/arguments.ts'
import { boolean, declaredAs, integer, number, idOf } from '../../platform/arguments/kinds.ts'
import { search } from '../../platform/arguments/search-kind.ts'
import type { Moment } from '../../platform/call.ts'
import { dateText } from '../../items/date-kinds.ts'
import { DATES, dateRanges, type DateTexts } from '../../items/date-ranges.ts'
import { statusFilter, termRefs } from '../item-filters.ts'
import { pagingArguments } from '../paging.ts'
import { eventId, organizerId, venueId } from '../../../../shared/kernel/brands.ts'

const ids = <Id extends number>(of: (id: number) => Id) => list(idOf(of), { unique: true })
const date = (description: string) => optional(dateText(), { description })

/** Declared arguments of `GET /cal/events/v1/events` (spec 02 §3.1), in the order of the index. */
export const filterArguments = {
  ...pagingArguments,
  start_date: optional(dateText(), {
    description: 'Events that start at this time or later; default: today.',
    showDefault: at => windowOf(at).start,
  }),
  end_date: optional(dateText(), {
    description: 'Events that end at this time or earlier; default: in 24 months.',
    showDefault: at => windowOf(at).end,
  }),
  starts_before: date('Events that start before this time.'),
  starts_after: date('Events that start after this time.'),
  ends_before: date('Events that end before this time.'),
  ends_after: date('Events that end after this time.'),
  strict_dates: optional(boolean(), { description: 'Take dates as given instead of whole days.' }),
  search: optional(search(), { description: 'Words that title, content or excerpt have.' }),
  categories: optional(termRefs(), { description: 'Ids or slugs of categories, one of which they have.' }),
  tags: optional(termRefs(), { description: 'Ids or slugs of tags, one of which they have.' }),
  venue: optional(ids(venueId), { description: 'Ids of venues, at one of which they are.' }),
  organizer: optional(ids(organizerId), { description: 'Ids of organizers, one of which they have.' }),
  featured: optional(boolean(), { description: 'Only featured events, or only others.' }),
  status: statusFilter,
  include: optional(list(idOf(eventId, integer({ minimum: 1 })), { unique: true }), {
    description: 'Only these ids.',
  }),
  post_parent: optional(idOf(eventId), { description: 'Id of the parent event.' }),
  ticketed: optional(boolean(), { description: 'Only events with tickets.' }),
  geoloc: optional(boolean(), { description: 'Only events with a location.' }),
  geoloc_lat: optional(declaredAs(number(), { type: 'double' }), { description: 'Latitude.' }),
  geoloc_lng: optional(declaredAs(number(), { type: 'double' }), { description: 'Longitude.' }),
}

/** Dates where none are sent (spec 04 §5). */
export const windowOf = ({ nowUtc, site }: Moment) => defaultWindow(nowUtc, site.zone)

type DefaultDates = ReturnType<typeof windowOf>

type SentDates = DateTexts & {
  readonly strict_dates?: boolean | undefined
  readonly include?: readonly number[] | undefined
}

export type DateWindow = {
  readonly start: Range
  readonly end: Range
  /** Dates in effect, unrounded, for the links. */
  readonly texts: Readonly<Record<string, string | undefined>>
  readonly problems: Readonly<Record<string, Problem>>
  /** Whether it is another one with each second. */
  readonly moves: boolean
}

/** Sent dates, or the defaults where they apply (spec 04 §5). */
const datesInEffect = (sent: SentDates, unsent: () => DefaultDates): SentDates => {
  const bounded = [sent.starts_before, sent.starts_after, sent.ends_before, sent.ends_after]
  if (bounded.some(text => text !== undefined)) return sent
  const { start, end } = unsent()
  return { ...sent, start_date: sent.start_date ?? start, end_date: sent.end_date ?? end }
}

/** Every date argument, so that these values replace the sent ones. */
const textsOf = (dates: SentDates): Record<keyof DateTexts, string | undefined> => {
  const { start_date, end_date, starts_before, starts_after, ends_before, ends_after } = dates
  return { start_date, end_date, starts_before, starts_after, ends_before, ends_after }
}

/** What the date arguments ask of an event's own wall clock. `unsent`: dates where none are sent. `include` drops them all, once they are readable. */
export const dateWindow = (sent: SentDates, at: Moment, unsent: () => DefaultDates): DateWindow => {
  const { include, strict_dates: strict = false } = sent
  const all = datesInEffect(sent, unsent)
  const { problems, ...range } = dateRanges(all, strict, at)
  if (include !== undefined && include.length > 0)
    return { start: {}, end: {}, texts: textsOf({}), problems, moves: false }
  const moves = strict && DATES.some(kind => all[kind]?.toLowerCase() === 'now')
  return { ...range, texts: textsOf(all), problems, moves }
}
