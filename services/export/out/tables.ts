import type { ImageId, EventId } from '../../../shared/kernel/brands.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { membersWith } from '../../../shared/members/derive.ts'
import type { Members } from '../../../shared/members/member.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import type { Related } from './related.ts'

// Tables of an export have the columns that the readers of CSV files know (spec 05 §9), by names that are their own.

type Hidden<Values> = Omit<Values, 'password'> & { readonly password: string | null }

/** Published, and nobody needs a password: what may stand in a table that goes from hand to hand. */
export const isTabled = ({
  status,
  password,
}: {
  readonly status: string
  readonly password: string | null
}): boolean => status === 'publish' && password === ''

const flag = (value: boolean): string => (value ? 'yes' : 'no')

/** Readers split at `|` where there is one, else at commas; a name of digits alone would be an id. */
const names = (all: readonly { readonly name: string }[]): string => {
  const texts = all.map(({ name }) => (/^\d+$/.test(name) ? `%${name}` : name))
  return texts.length === 1 && texts[0]?.includes(',') ? `${texts[0]}|` : texts.join('|')
}

/** One venue or organizer is the whole cell. */
const places = (all: readonly { readonly name: string }[]): string => all.map(({ name }) => name).join('|')

type Dates = Pick<EventValues, 'allDay' | 'start' | 'end' | 'timezone'>

const dates = ({ allDay, start, end, timezone }: Dates): readonly string[] => [
  start.slice(0, 10),
  allDay ? '' : start.slice(11),
  end.slice(0, 10),
  allDay ? '' : end.slice(11),
  flag(allDay),
  timezone,
]

export const EVENT_HEADER: readonly string[] = [
  ...['Event Name', 'Event Description', 'Event Excerpt'],
  ...['Event Start Date', 'Event Start Time', 'Event End Date', 'Event End Time', 'All Day Event'],
  ...['Timezone', 'Event Venue Name', 'Event Organizer Name', 'Event Category', 'Event Tags'],
  ...['Event Cost', 'Event Currency Symbol', 'Event Currency Code', 'Event Currency Position'],
  ...['Event Website', 'Event Featured Image', 'Event Show Map', 'Event Show Map Link'],
  ...['Feature Event', 'Sticky in Month View', 'Hide Event From Event Listings', 'UID'],
]

export type TableDeps = {
  readonly related: Related
  /** Address of an image; null: there is none. */
  readonly imageUrl: (id: ImageId) => Promise<string | null>
  readonly host: string
}

const imageOf = async ({ imageUrl }: TableDeps, id: ImageId | null): Promise<string> =>
  id === null ? '' : ((await imageUrl(id)) ?? '')

export const eventRow = async (
  deps: TableDeps,
  { id, values }: { readonly id: EventId; readonly values: Hidden<EventValues> },
): Promise<readonly string[]> => {
  const { related } = deps
  const [venues, organizers, categories, tags] = await Promise.all([
    related.venues(values.venues),
    related.organizers(values.organizers),
    related.terms(values.categories),
    related.terms(values.tags),
  ])
  const of = <Values>(named: readonly { readonly values: Values }[]) => named.map(one => one.values)
  const { symbol = '', code = '', position = '' } = values.currency ?? {}
  return [
    ...[values.title, values.description, values.excerpt, ...dates(values)],
    ...[places(of(venues).filter(isTabled)), places(of(organizers).filter(isTabled))],
    ...[names(of(categories)), names(of(tags)), values.cost],
    ...[symbol, code, position, values.website ?? '', await imageOf(deps, values.image)],
    ...[flag(values.showMap), flag(values.showMapLink), flag(values.featured), flag(values.sticky)],
    ...[flag(values.hidden), `${id}@${deps.host}`],
  ]
}

/** Member and header, in the order of the table of members. */
const entryColumns = (table: Members) =>
  membersWith(table, 'imported').flatMap(([member, { imported }]) => {
    const header = imported.columns?.[0]
    return header === undefined || member === 'image' ? [] : [{ member, header }]
  })

const VENUE_COLUMNS = entryColumns(venueMembers)
const ORGANIZER_COLUMNS = entryColumns(organizerMembers)
const headers = (columns: readonly { readonly header: string }[]) => columns.map(({ header }) => header)

export const VENUE_HEADER: readonly string[] = [
  ...['Venue Name', ...headers(VENUE_COLUMNS)],
  ...['latitude', 'longitude', 'image'],
]
export const ORGANIZER_HEADER: readonly string[] = ['Organizer Name', ...headers(ORGANIZER_COLUMNS), 'image']

const cell = (value: unknown): string =>
  typeof value === 'boolean' ? flag(value) : typeof value === 'string' ? value : ''

const cellsOf = (values: object, columns: readonly { readonly member: string }[]): readonly string[] => {
  const known = new Map<string, unknown>(Object.entries(values))
  return columns.map(({ member }) => cell(known.get(member)))
}

/** Degrees without an exponent. */
const degrees = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(7))))

export const venueRow = async (deps: TableDeps, values: Hidden<VenueValues>): Promise<readonly string[]> => {
  const stateprovince = values.stateprovince ?? (values.state || values.province)
  return [
    ...[values.name, ...cellsOf({ ...values, stateprovince }, VENUE_COLUMNS)],
    ...[degrees(values.latitude), degrees(values.longitude), await imageOf(deps, values.image)],
  ]
}

export const organizerRow = async (
  deps: TableDeps,
  values: Hidden<OrganizerValues>,
): Promise<readonly string[]> => [
  ...[values.name, ...cellsOf(values, ORGANIZER_COLUMNS)],
  await imageOf(deps, values.image),
]
