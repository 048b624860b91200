import { eventId, organizerId, termId, venueId } from '../../../shared/kernel/brands.ts'
import type { ListQuery } from '../../../projections/event-listing/queries.ts'
import { whole } from '../platform/arguments/accepted.ts'
import { accept, type ArgumentKind, defaulted, list, optional } from '../platform/arguments/arguments.ts'
import { boolean, oneOf, idOf } from '../platform/arguments/kinds.ts'
import { search } from '../platform/arguments/search-kind.ts'
import { DATES, type DateTexts } from '../items/date-ranges.ts'
import { dateText } from './kinds.ts'
import { STATUSES } from './members.ts'
import { pagingArguments } from './paging.ts'

const ids = <Id extends number>(of: (id: number) => Id, description: string) =>
  optional(list(idOf(of), { unique: true }), { description })
const date = (description: string) => optional(dateText(), { description })

type Status = (typeof STATUSES)[number]

/** `any` stands for all of them. */
const statuses = (): ArgumentKind<readonly Status[]> => {
  const asked = list(oneOf([...STATUSES, 'any']), { unique: true, minItems: 1 })
  return {
    declared: list(oneOf(STATUSES), { unique: true, minItems: 1 }).declared,
    accepts: asked.accepts,
    read: (value, name, at) => {
      const read = asked.read(value, name, at)
      if (!read.ok) return read
      return accept(read.value.includes('any') ? STATUSES : STATUSES.filter(one => read.value.includes(one)))
    },
  }
}

/** Declared `status` of every list (spec 03 §2.1). */
export const statusFilter = defaulted(statuses(), ['publish'] as const, {
  description: 'Statuses, one of which they have.',
})

const ORDERS = ['date', 'event_date', 'title', 'menu_order', 'modified'] as const
type Order = (typeof ORDERS)[number]

/** What published clients call them (spec 03 §2.1). */
const OTHER_NAMES: Readonly<Record<string, Order>> = {
  start_date: 'event_date',
  event_date_utc: 'event_date',
  post_date: 'date',
  post_title: 'title',
  post_modified: 'modified',
}

const orderName = (): ArgumentKind<Order> => {
  const known = oneOf(ORDERS)
  return {
    ...known,
    accepts: oneOf([...ORDERS, ...Object.keys(OTHER_NAMES)]).accepts,
    read: (value, name, at) =>
      known.read((typeof value === 'string' ? OTHER_NAMES[value] : undefined) ?? value, name, at),
  }
}

const direction = (): ArgumentKind<'ASC' | 'DESC'> => {
  const known = oneOf(['ASC', 'DESC'])
  return {
    ...known,
    accepts: whole('[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc]'),
    read: (value, name, at) => known.read(typeof value === 'string' ? value.toUpperCase() : value, name, at),
  }
}

/** Declared arguments of `GET /calx/v1/events`. */
export const filterArguments = {
  ...pagingArguments,
  start_date: date('Events that start at this time or later.'),
  end_date: date('Events that end at this time or earlier.'),
  starts_before: date('Events that start before this time.'),
  starts_after: date('Events that start after this time.'),
  ends_before: date('Events that end before this time.'),
  ends_after: date('Events that end after this time.'),
  search: optional(search(), { description: 'Words that title, content or excerpt have.' }),
  categories: ids(termId, 'Ids of categories, one of which they have.'),
  tags: ids(termId, 'Ids of tags, one of which they have.'),
  venue: ids(venueId, 'Ids of venues, at one of which they are.'),
  organizer: ids(organizerId, 'Ids of organizers, one of which they have.'),
  include: ids(eventId, 'Only these ids.'),
  exclude: ids(eventId, 'None of these ids.'),
  featured: optional(boolean(), { description: 'Only featured events, or only others.' }),
  ticketed: optional(boolean(), { description: 'Only events with tickets, or only others.' }),
  post_parent: optional(idOf(eventId), { description: 'Id of the parent event.' }),
  status: statusFilter,
  orderby: defaulted(orderName(), 'event_date', { description: 'What they are sorted by.' }),
  order: defaulted(direction(), 'ASC', { description: 'Direction of sorting.' }),
}

const MEMBERS = {
  date: 'published',
  event_date: 'start',
  title: 'title',
  menu_order: 'menu',
  modified: 'modified',
} as const

export const sortOf = (orderby: (typeof ORDERS)[number], order: 'ASC' | 'DESC'): ListQuery['sort'] => ({
  member: MEMBERS[orderby],
  descending: order === 'DESC',
})

/** Whether a date is said by a word, and so another one at another time. */
export const saysWords = (sent: DateTexts): boolean => DATES.some(kind => /^[a-z]/i.test(sent[kind] ?? ''))
