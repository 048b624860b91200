import { oneLine } from '../../../../shared/kernel/text/spelling.ts'
import { COST_LENGTH } from '../../../../shared/limits/items.ts'
import { eventMembers } from '../../../../shared/members/event.ts'
import { memberArguments } from '../../items/stored-values.ts'
import { either } from '../../platform/arguments/accepted.ts'
import {
  accept,
  type ArgumentKind,
  defaulted,
  optional,
  reject,
  required,
} from '../../platform/arguments/arguments.ts'
import { boolean, html, text, title } from '../../platform/arguments/kinds.ts'
import { dateText } from '../../items/date-kinds.ts'
import { kinds, newOrganizerMembers, newVenueMembers, sharedMembers, website } from '../item-arguments.ts'
import { itemReferences, termReferences } from '../references.ts'
import { organizerId, venueId } from '../../../../shared/kernel/brands.ts'

/** Without an exponent, which would be read as a number of its own; hardly any number has one. */
const plainNumber = (value: number): string => {
  const text = String(value)
  if (!text.includes('e')) return text
  return new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 100 }).format(value)
}

/** A list as forms send it. */
const isIndexed = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every(key => /^\d+$/.test(key))
}

/** Text, number, or a list of these as one text (spec 02 §5 Cost). */
const cost = (): ArgumentKind<string> => ({
  read: (value, name) => {
    const parts = isIndexed(value)
      ? Object.values(value)
      : Array.isArray(value)
        ? (value as unknown[])
        : [value]
    const texts = parts.flatMap(part => {
      if (typeof part === 'number' && Number.isFinite(part)) return [plainNumber(part)]
      return typeof part === 'string' ? [part] : []
    })
    if (texts.length < parts.length)
      return reject('rest_invalid_type', `${name} is neither a text nor a number.`, { param: name })
    const joined = oneLine(texts.join(', '))
    return joined.length > COST_LENGTH
      ? reject('rest_too_long', `${name} must not have more than ${COST_LENGTH} characters.`)
      : accept(joined)
  },
  declared: { type: null },
  accepts: either(
    { type: 'string', maxLength: COST_LENGTH },
    { type: 'number' },
    { type: 'array', items: either({ type: 'string' }, { type: 'number' }) },
  ),
})

/** Members of an event besides those that a create needs (spec 02 §5). */
const members = {
  ...sharedMembers,
  timezone: optional(text(), { description: 'Zone of the event.' }),
  excerpt: optional(html(), { description: 'Excerpt, HTML.' }),
  slug: optional(text(), { description: 'Last part of the address.' }),
  cost: optional(cost(), { description: 'Cost.' }),
  website: website(),
  ...memberArguments(eventMembers, 'cal', [], { ...kinds, flag: boolean() }),
  categories: optional(termReferences(), { description: 'Categories.', showDefault: null }),
  tags: optional(termReferences(), { description: 'Tags.', showDefault: null }),
  venue: optional(itemReferences(newVenueMembers, venueId), { description: 'Venues.', showDefault: null }),
  organizer: optional(itemReferences(newOrganizerMembers, organizerId), {
    description: 'Organizers.',
    showDefault: null,
  }),
  password: optional(text(), { description: 'Without effect on writes.' }),
}

const titleDoc = { description: 'Title, inline HTML.' }
const startDoc = { description: 'Start, wall clock of the event zone.' }
const endDoc = { description: 'End, wall clock of the event zone.' }
const allDayDoc = { description: 'Whether the event takes whole days.' }

/** Arguments of `POST /cal/events/v1/events`. */
export const createArguments = {
  title: required(title(), titleDoc),
  start_date: required(dateText(), startDoc),
  end_date: required(dateText(), endDoc),
  all_day: defaulted(boolean(), false, allDayDoc),
  ...members,
}

/** Arguments of updates; the path brings the id or the slug. */
export const updateArguments = {
  title: optional(title(), titleDoc),
  start_date: optional(dateText(), startDoc),
  end_date: optional(dateText(), endDoc),
  all_day: optional(boolean(), { ...allDayDoc, showDefault: false }),
  ...members,
}
