import { userId, type UserId } from '../../../shared/kernel/brands.ts'
import { kinds, type Kind, type NarrowedAll } from '../../../projections/history/queries.ts'
import { Source } from '../../../shared/facts/meta.ts'
import { Settings } from '../../../shared/facts/site.ts'
import { HISTORY_TEXT_LENGTH } from '../../../shared/limits/history.ts'
import { eventMembers } from '../../../shared/members/event.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { optional } from '../platform/arguments/arguments.ts'
import { text } from '../platform/arguments/kinds.ts'
import { dayIn, momentIn } from '../platform/typed-times.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'
import { brandedIn } from '../../../shared/kernel/whole-number.ts'

/** Of categories and tags, images, users, imports and schedules: what facts about them change. */
const OTHERS = [
  ...['name', 'slug', 'description', 'parent', 'alt', 'bytes', 'digest', 'role', 'display_name', 'author'],
]
const OF_SCHEDULES = [
  'url',
  'everyMinutes',
  'postStatus',
  'category',
  'updateAuthority',
  'interval',
  'stallMinutes',
]

/** Names of what facts change; each once. */
export const changedMembers: readonly string[] = [
  ...new Set([
    ...[eventMembers, venueMembers, organizerMembers].flatMap(members => Object.keys(members)),
    ...OTHERS,
    ...OF_SCHEDULES,
    ...Object.keys(Settings.shape),
  ]),
]

const typed = (description: string) => optional(text(), { description })

/**
 * What the history can be narrowed to: the same for the page, `GET /admin/history`, exports and the command line. All of
 * them are texts, as people type them; empty ones ask nothing.
 */
export const historyFilter = {
  person: typed('Login or number of the user who did it.'),
  kind: typed(`Kind of thing it happened to: ${kinds.join(', ')} (term: a category or a tag).`),
  source: typed(`Through what it was done: ${Source.options.join(', ')}.`),
  import: typed('Id of the import or undo that did it; also the correlation of a request.'),
  member: typed('Name of a member that was changed, such as title.'),
  from: typed('First day, such as 2027-05-08, or minute, 2027-05-08T10:00, in the time zone of the site.'),
  to: typed('Last day or minute, in the time zone of the site.'),
  text: typed('Words that the name of the item at that time, or a text that was changed, has to hold.'),
}

type Name = keyof typeof historyFilter
const names = Object.keys(historyFilter) as readonly Name[]

/** What was typed, trimmed; "": nothing. */
export type TypedFilter = Readonly<Record<Name, string>>

export const typedFilter = (textOf: (name: Name) => string): TypedFilter =>
  Object.fromEntries(names.map(name => [name, textOf(name).trim()])) as TypedFilter

/** The same as a query, e.g. `&person=ana`; "" when nothing was typed. */
export const filterQuery = (filter: TypedFilter): string =>
  names
    .filter(name => filter[name] !== '')
    .map(name => `&${name}=${encodeURIComponent(filter[name])}`)
    .join('')

type FilterSurroundings = {
  readonly zone: string
  /** null: there is no such user. */
  readonly idOf: (login: string) => UserId | null
}

/** What a filter means; what is wrong with it, by argument. */
export type ReadFilter = {
  readonly narrowed: NarrowedAll
  readonly problems: Readonly<Record<string, string>>
}

type One = { readonly narrowed?: NarrowedAll; readonly problem?: string }

const shown = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}…` : value)

/** Why a name that nothing changes is refused. */
export const noMember = (name: string): string => `“${shown(name)}” is no member of anything, such as title.`

const oneOf = <Value extends string>(
  value: string,
  all: readonly Value[],
  narrowed: (value: Value) => NarrowedAll,
): One => {
  const found = all.find(one => one === value)
  return found === undefined
    ? { problem: `“${shown(value)}” is none of ${all.join(', ')}.` }
    : { narrowed: narrowed(found) }
}

const MINUTE = 60_000

/** A day, or a minute, both ends of which are meant. */
const day = (
  value: string,
  zone: string,
  narrowed: (day: NonNullable<ReturnType<typeof dayIn>>) => NarrowedAll,
): One => {
  const last = momentIn(value, zone)
  const found =
    last === null ? dayIn(value, zone) : { from: plusMs(last, 1 - MINUTE), until: plusMs(last, 1) }
  return found === null
    ? { problem: `“${shown(value)}” is no date such as 2027-05-08 or 2027-05-08T10:00.` }
    : { narrowed: narrowed(found) }
}

const read: Readonly<Record<Name, (value: string, around: FilterSurroundings) => One>> = {
  person: (value, { idOf }) => {
    const actor = idOf(value) ?? brandedIn(value, userId)
    return actor === null ? { problem: `There is no user “${shown(value)}”.` } : { narrowed: { actor } }
  },
  kind: value => oneOf<Kind>(value, kinds, kind => ({ kind })),
  source: value => oneOf(value, Source.options, source => ({ source })),
  import: value =>
    /^[\w.-]{1,100}$/.test(value)
      ? { narrowed: { correlation: value } }
      : { problem: `“${shown(value)}” is no id of an import.` },
  member: value =>
    changedMembers.includes(value) ? { narrowed: { member: value } } : { problem: noMember(value) },
  from: (value, { zone }) => day(value, zone, ({ from }) => ({ since: from })),
  to: (value, { zone }) => day(value, zone, ({ until }) => ({ until })),
  text: value =>
    value.length > HISTORY_TEXT_LENGTH
      ? { problem: `A text that is searched has ${HISTORY_TEXT_LENGTH} characters at most.` }
      : { narrowed: { text: value } },
}

/** Days are those of the calendar of the site, both ends included. */
export const readFilter = (filter: TypedFilter, around: FilterSurroundings): ReadFilter => {
  const all = names
    .filter(name => filter[name] !== '')
    .map(name => [name, read[name](filter[name], around)] as const)
  return {
    narrowed: Object.assign({}, ...all.map(([, { narrowed }]) => narrowed)) as NarrowedAll,
    problems: Object.fromEntries(
      all.flatMap(([name, { problem }]) => (problem === undefined ? [] : [[name, problem]])),
    ),
  }
}
