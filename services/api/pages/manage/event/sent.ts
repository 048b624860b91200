import { ITEM_PASSWORD_LENGTH } from '../../../../../shared/limits/items.ts'
import type { EventValues } from '../../../../../shared/facts/event.ts'
import type { FieldsByArgument, Wrong } from '../form/wrong.ts'
import type { Added } from './additions.ts'
import { idsIn } from '../form/id-list.ts'
import { publishedSent } from '../form/published.ts'
import type { Group, ListField, Typed } from './typed.ts'

/** What a form means: arguments of the interface, what goes besides them, and what cannot be sent. */
type Sent = {
  readonly args: Readonly<Record<string, unknown>>
  readonly besides: Partial<EventValues>
  readonly wrong: Wrong
}

const seconds = (time: string): string => (time.length === 5 ? `${time}:00` : time)

const whenSent = ({ allDay, startDate, startTime, endDate, endTime, timezone }: Typed) =>
  allDay === ''
    ? {
        all_day: false,
        start_date: `${startDate} ${seconds(startTime)}`,
        end_date: `${endDate} ${seconds(endTime)}`,
        timezone,
      }
    : { all_day: true, start_date: `${startDate} 00:00:00`, end_date: `${endDate} 23:59:59`, timezone }

const whenWrong = ({ allDay, startDate, startTime, endTime }: Typed): Wrong => ({
  ...(startDate === '' ? { startDate: 'Please give the day of its start.' } : {}),
  ...(allDay === '' && startTime === ''
    ? { startTime: 'Please give the time of its start, or say that it takes whole days.' }
    : {}),
  ...(allDay === '' && endTime === '' ? { endTime: 'Please give the time of its end.' } : {}),
})

const listSent = (typed: Typed, added: Added, list: ListField) => [...idsIn(typed[list]), ...added[list]]

/** Arguments of one group. */
const argsOf = (group: Group, typed: Typed, added: Added): Readonly<Record<string, unknown>> => {
  switch (group) {
    case 'when':
      return whenSent(typed)
    case 'venues':
      return { venue: listSent(typed, added, 'venues') }
    case 'organizers':
      return { organizer: listSent(typed, added, 'organizers') }
    case 'categories':
    case 'tags':
      return { [group]: listSent(typed, added, group) }
    case 'featured':
    case 'sticky':
      return { [group]: typed[group] !== '' }
    case 'hidden':
      return { hide_from_listings: typed.hidden !== '' }
    case 'showMap':
      return { show_map: typed.showMap !== '' }
    case 'showMapLink':
      return { show_map_link: typed.showMapLink !== '' }
    case 'publishedAt':
      return publishedSent(typed.publishedAt)
    case 'author':
      return typed.author === '' ? {} : { author: typed.author }
    case 'password':
      return {}
    default:
      return { [group]: typed[group] }
  }
}

/** What some groups of a form mean to the interface. Pure. */
export const sentOf = (some: readonly Group[], typed: Typed, added: Added): Sent => {
  const isIn = (group: Group) => some.includes(group)
  const isLong = isIn('password') && typed.password.length > ITEM_PASSWORD_LENGTH
  return {
    args: Object.assign({}, ...some.map(group => argsOf(group, typed, added))) as Sent['args'],
    besides: isIn('password') ? { password: typed.password } : {},
    wrong: {
      ...(isIn('when') ? whenWrong(typed) : {}),
      ...(isIn('title') && typed.title.trim() === '' ? { title: 'Please give it a title.' } : {}),
      ...(isLong ? { password: `A password has at most ${ITEM_PASSWORD_LENGTH} characters.` } : {}),
    },
  }
}

/** Which field of the form of an event brings an argument. */
export const FIELDS: FieldsByArgument = {
  title: ['title', 'The title'],
  start_date: ['startDate', 'The start'],
  end_date: ['endDate', 'The end'],
  timezone: ['timezone', 'The time zone'],
  description: ['description', 'The text'],
  excerpt: ['excerpt', 'The summary'],
  venue: ['addVenue', 'The venue'],
  organizer: ['addOrganizer', 'The organizer'],
  categories: ['addCategories', 'The categories'],
  tags: ['addTags', 'The tags'],
  image: ['image', 'The picture'],
  cost: ['cost', 'The cost'],
  website: ['website', 'The website'],
  slug: ['slug', 'The address of the page'],
  status: ['status', 'The status'],
  date: ['publishedAt', 'The date of publication'],
  author: ['author', 'The author'],
}
