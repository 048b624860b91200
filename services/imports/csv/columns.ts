import { membersWith } from '../../../shared/members/derive.ts'
import type { Members } from '../../../shared/members/member.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { USUAL_EVENT_WORDS, USUAL_ORGANIZER_WORDS, USUAL_VENUE_WORDS } from './usual-words.ts'

const EVENT_COLUMNS = {
  title: ['name', 'title'],
  description: ['description'],
  excerpt: ['excerpt'],
  start_date: ['startdate'],
  start_time: ['starttime'],
  end_date: ['enddate'],
  end_time: ['endtime'],
  all_day: ['allday', 'alldayevent'],
  timezone: ['timezone'],
  venue: ['venuename', 'venuenames', 'venue', 'venuenameorid'],
  organizer: [
    'organizername',
    'organizernames',
    'organizernamesorids',
    'organizernameorid',
    'organizer',
    'organizers',
    'organisername',
    'organisernames',
    'organiser',
    'organisers',
  ],
  categories: ['category', 'categories'],
  tags: ['tag', 'tags'],
  cost: ['cost'],
  currency_symbol: ['currencysymbol'],
  currency_code: ['currencycode', 'currencyisocode', 'isocode'],
  currency_position: ['currencyposition'],
  website: ['website'],
  image: ['image', 'featuredimage'],
  show_map: ['showmap'],
  show_map_link: ['showmaplink'],
  featured: ['featured', 'feature', 'featureevent', 'featuredevent'],
  sticky: ['sticky', 'stickyinmonthview'],
  hide_from_listings: [
    'hidefromlistings',
    'hidefromeventlistings',
    'hideeventfromeventlistings',
    'hide',
    'hideeventfromlistings',
    'hidefrommonthlylistings',
    'hidefromeventmonthlylistings',
    'hidden',
  ],
  private: ['private'],
  uid: ['uid'],
  status: ['status'],
} as const

/** Column → headers that are its own. */
type Table = { readonly [column: string]: readonly string[] }

/** Members that have columns, under their names in items. */
const columnsOf = (table: Members): Table =>
  Object.fromEntries(
    membersWith(table, 'imported').flatMap(
      ([
        ,
        {
          imported: { as, columns },
        },
      ]) => (columns === undefined ? [] : [[as, columns]]),
    ),
  )

const VENUE_COLUMNS: Table = {
  name: ['name', 'names', 'venue', 'nameorid'],
  ...columnsOf(venueMembers),
  address2: ['address2'],
  latitude: ['latitude'],
  longitude: ['longitude'],
}

const ORGANIZER_COLUMNS: Table = {
  name: ['name', 'names', 'organizer', 'namesorids', 'nameorid'],
  ...columnsOf(organizerMembers),
}

export type EventColumn = keyof typeof EVENT_COLUMNS

/** Which cell of a row holds a column. */
type Columns<Column extends string> = ReadonlyMap<Column, number>

/** What the rows of a file are, and where their cells stand. */
type Kinds =
  | { readonly kind: 'event'; readonly columns: Columns<EventColumn> }
  | { readonly kind: 'venue'; readonly columns: Columns<string> }
  | { readonly kind: 'organizer'; readonly columns: Columns<string> }

/** `labels`: the header as written; `unused`: columns that mean nothing here, or that another one says already. */
export type FileColumns = Kinds & { readonly labels: readonly string[]; readonly unused: readonly string[] }

const keyOf = (header: string): string => {
  const key = header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return key.length > 5 && key.startsWith('event') ? key.slice(5) : key
}

type Words<Column extends string> = { readonly [Name in Column]?: readonly string[] }

/**
 * Of a table of own names, of which the first column of the file counts, and of usual words where none has one. A prefix
 * may stand before names: "Venue city".
 */
const placesOf = <Column extends string>(
  names: ReadonlyMap<string, number>,
  own: { readonly [Name in Column]: readonly string[] },
  usual: Words<Column>,
  prefix = '',
): Columns<Column> => {
  const columns = new Map<Column, number>()
  const taken = new Set<number>()
  const take = (column: Column, place: number | undefined) => {
    if (place === undefined) return
    columns.set(column, place)
    taken.add(place)
  }
  const free = (words: readonly string[]) =>
    words
      .flatMap(word => [word, prefix + word])
      .flatMap(word => names.get(word) ?? [])
      .filter(place => !taken.has(place))
  const all = Object.keys(own) as Column[]
  for (const column of all) take(column, free(own[column]).sort((a, b) => a - b)[0])
  for (const column of all) if (!columns.has(column)) take(column, free(usual[column] ?? [])[0])
  return columns
}

/** Files of venues and organizers name them, and have neither titles nor dates. */
const kindOf = (names: ReadonlyMap<string, number>): Kinds | null => {
  const own = placesOf(names, EVENT_COLUMNS, {})
  const columns = placesOf(names, EVENT_COLUMNS, USUAL_EVENT_WORDS)
  const isOfEvents = columns.has('title') && (own.has('title') || columns.has('start_date'))
  if (isOfEvents || (columns.has('title') && !own.has('venue') && !own.has('organizer')))
    return { kind: 'event', columns }
  if (columns.has('start_date')) return null
  if (own.has('venue'))
    return { kind: 'venue', columns: placesOf<string>(names, VENUE_COLUMNS, USUAL_VENUE_WORDS, 'venue') }
  if (own.has('organizer'))
    return {
      kind: 'organizer',
      columns: placesOf<string>(names, ORGANIZER_COLUMNS, USUAL_ORGANIZER_WORDS, 'organizer'),
    }
  return null
}

/**
 * Columns of a file by its header row (spec 05 §9): case, blanks, punctuation and a leading "event" do not count; of
 * two columns of one meaning the first is read, unknown ones are not. Without a title it is a file of venues or
 * organizers when it names them; null: of nothing that can be imported.
 */
export const fileColumns = (header: readonly string[]): FileColumns | null => {
  const names = new Map<string, number>()
  for (const [index, cell] of header.entries()) {
    const key = keyOf(cell)
    if (!names.has(key)) names.set(key, index)
  }
  const file = kindOf(names)
  if (file === null) return null
  const used: ReadonlySet<number> = new Set<number>(file.columns.values())
  const labels = header.map(cell => cell.trim())
  return { ...file, labels, unused: labels.filter((label, index) => label !== '' && !used.has(index)) }
}
