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
  venue: ['venuename'],
  organizer: ['organizername', 'organizernames'],
  categories: ['category', 'categories'],
  tags: ['tag', 'tags'],
  cost: ['cost'],
  currency_symbol: ['currencysymbol'],
  currency_code: ['currencycode'],
  currency_position: ['currencyposition'],
  website: ['website'],
  image: ['image', 'featuredimage'],
  show_map: ['showmap'],
  show_map_link: ['showmaplink'],
  featured: ['featured'],
  sticky: ['sticky'],
  hide_from_listings: ['hidefromlistings'],
  uid: ['uid'],
  status: ['status'],
} as const

export type EventColumn = keyof typeof EVENT_COLUMNS

/** Which cell of a row holds a column. */
export type EventColumns = ReadonlyMap<EventColumn, number>

const keyOf = (header: string): string => {
  const key = header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return key.length > 5 && key.startsWith('event') ? key.slice(5) : key
}

/**
 * Columns of an event file by its header row (spec 05 §9): case, blanks, punctuation and a leading "event" do not
 * count; of two columns of one meaning the first is read, unknown ones are not.
 */
export const eventColumns = (header: readonly string[]): EventColumns => {
  const names = new Map<string, number>()
  for (const [index, cell] of header.entries()) {
    const key = keyOf(cell)
    if (!names.has(key)) names.set(key, index)
  }
  const columns = new Map<EventColumn, number>()
  for (const [column, synonyms] of Object.entries(EVENT_COLUMNS) as [EventColumn, readonly string[]][]) {
    const places = synonyms.flatMap(name => names.get(name) ?? [])
    if (places.length > 0) columns.set(column, Math.min(...places))
  }
  return columns
}
