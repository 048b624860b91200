import { z } from 'zod'
import { EventId, LocalTime, localTime, UtcTime, utcTime } from '../kernel/brands.ts'
import { itemMembers } from './item.ts'
import { flag, idList, own, title } from './member.ts'

/** Before everything that takes place; a new event brings its own. */
const NEVER = '0001-01-01 00:00:00'
const when = { fact: 'Rescheduled' } as const
const looks = { fact: 'Presented' } as const

/** Currency of a cost when the source names one; null: the site's. */
const Currency = z.object({ symbol: z.string(), position: z.string(), code: z.string() })

/**
 * Everything that an event has; see `venueMembers`. What depends on other members (dates, cost with its currency, what
 * it names) is of kinds of its own or read by whoever knows it; rows are all that flags of the first generation need, but for
 * their columns in files. What others need besides: `CONTRIBUTING.md`.
 */
export const eventMembers = {
  ...itemMembers,
  allDay: flag({ ...when, word: 'All day' }),
  start: own(LocalTime, localTime(NEVER), { ...when, word: 'Start' }),
  end: own(LocalTime, localTime(NEVER), { ...when, word: 'End' }),
  timezone: own(z.string(), 'UTC', { ...when, word: 'Time zone' }),
  startUtc: own(UtcTime, utcTime(NEVER), { ...when, word: 'Start at the site' }),
  endUtc: own(UtcTime, utcTime(NEVER), { ...when, word: 'End at the site' }),
  title: title({ fact: 'Retitled', word: 'Title' }),
  venues: idList({ fact: 'Relocated', word: 'Venues', names: 'venue' }),
  organizers: idList({ fact: 'OrganizersChanged', word: 'Organizers', names: 'organizer' }),
  categories: idList({ fact: 'TermsAssigned', word: 'Categories', names: 'category' }),
  tags: idList({ fact: 'TermsAssigned', word: 'Tags', names: 'tag' }),
  /** Text as accepted; parsed for display (spec 02 §5). */
  cost: own(z.string(), '', { fact: 'Priced', word: 'Cost' }),
  currency: own(Currency.nullable(), null, { fact: 'Priced', word: 'Currency' }),
  /** null: never set, the event's own address counts; "": set to nothing. */
  website: own(z.string().nullable(), null, { fact: 'Linked', word: 'Website' }),
  showMap: flag({
    ...looks,
    word: 'Map shown',
    doc: 'Whether to show a map.',
    cal: 'show_map',
    imported: { as: 'show_map' },
  }),
  showMapLink: flag({
    ...looks,
    word: 'Link to a map shown',
    doc: 'Whether to link to a map.',
    cal: 'show_map_link',
    imported: { as: 'show_map_link' },
  }),
  hidden: {
    ...flag({
      ...looks,
      word: 'Hidden from lists',
      doc: 'Whether to keep the event out of lists.',
      cal: 'hide_from_listings',
      imported: { as: 'hide_from_listings' },
    }),
    purged: true,
  },
  sticky: flag({
    ...looks,
    word: 'Sticky',
    doc: 'Whether the event is to stick out.',
    cal: 'sticky',
    calx: 'sticky',
    imported: { as: 'sticky' },
  }),
  featured: flag({
    ...looks,
    word: 'Featured',
    doc: 'Whether the event is featured.',
    cal: 'featured',
    calx: 'featured',
    imported: { as: 'featured' },
  }),
  parent: own(EventId.nullable(), null, { fact: 'PostOptionsChanged', word: 'Belongs to', names: 'event' }),
}
