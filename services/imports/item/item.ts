import type { Json } from '../../../shared/kernel/json.ts'
import { withNoticed, type Found, type Noticed } from './notices.ts'

/**
 * One item of an import as it travels: the JSON object of a batch's `events` list (spec 05 §7). Aggregators send
 * any of these members, in loose types; the feed parsers (`ics/`, `csv/`) produce exactly this shape. Reading it
 * strictly is the consumer's work (`services/imports/item/read-item.ts`); nothing here is trusted.
 *
 * The members behind the blank line are not sent by aggregators; our own parsers add them.
 */
export type RawItem = { readonly [member: string]: Json }

/** Members that mean something; all others are ignored. */
export const ITEM_MEMBERS: ReadonlySet<string> = new Set([
  ...['uid', 'parent_uid', 'global_id', 'global_id_lineage', 'title', 'description', 'excerpt'],
  ...['start_date', 'start_hour', 'start_minute', 'start_meridian'],
  ...['end_date', 'end_hour', 'end_minute', 'end_meridian', 'timezone', 'all_day'],
  ...['url', 'website', 'image', 'categories', 'tags', 'venue', 'organizer'],
  ...['cost', 'currency_symbol', 'currency_position', 'currency_code'],
  ...['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'status'],
  ...['occurrence', 'sequence', 'last_modified', 'class', 'line', 'warnings', 'found', 'csv_row'],
  ...['series', 'dtstamp', 'superseded'],
])

/** What a source says of an event as a whole (spec 05 §7). */
export type FeedStatus = 'confirmed' | 'tentative' | 'cancelled'

const STATUSES: ReadonlyMap<string, FeedStatus> = new Map([
  ['confirmed', 'confirmed'],
  ['tentative', 'tentative'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
])

/** In small or capital letters; undefined: another word. */
export const statusNamed = (word: string): FeedStatus | undefined => STATUSES.get(word.toLowerCase())

/** What the parsers fill in. All texts are already unescaped; HTML is not yet sanitised. */
export type FeedItem = {
  uid?: string
  title?: string
  description?: string
  /** Wall clock `YYYY-MM-DD HH:MM:SS` in `timezone`, or an instant `…Z` when no zone is known; see spec 05 §8.3. */
  start_date?: string
  end_date?: string
  /** tz database name or fixed offset (spec 04 §2); absent = site zone. */
  timezone?: string
  all_day?: boolean
  url?: string
  image?: string
  categories?: string[]
  tags?: string[]
  cost?: string
  status?: FeedStatus
  venue?: {
    venue?: string
    address?: string
    latitude?: number
    longitude?: number
    /** Names that it may be instead, when each of them is known already (spec 05 §9 lists). */
    parts?: readonly string[]
    [member: string]: Json | undefined
  }
  organizer?: {
    organizer: string
    email?: string
    parts?: readonly string[]
    [member: string]: Json | undefined
  }

  /** Original start of this occurrence of a series: instant (`YYYY-MM-DDTHH:MM:SSZ`), or date for all-day ones. */
  occurrence?: string
  /**
   * On the first item of a series, what holds for all of it: local days of original starts that it covers, both
   * inclusive (none: it covers nothing), and its revision. false: the body does not hold the series.
   */
  series?:
    { start?: string; end?: string; sequence?: number; last_modified?: string; dtstamp?: string } | false
  sequence?: number
  /** `YYYYMMDDTHHMMSSZ` or ISO; compared as text after normalisation. */
  last_modified?: string
  class?: string
  /** The same file has a newer version of the series: this one changes nothing (spec 05 §8.5). */
  superseded?: true
  /** A row of a venue or organizer file: no event, but what stands in `venue` or `organizer` (spec 05 §9). */
  csv_row?: 'venue' | 'organizer'
  /** Line of the file on which the item starts (1 = first). */
  line?: number
  /** Codes noticed while parsing: `unknown_timezone`, `series_truncated`, `bad_rrule`, `bad_url`, … */
  warnings?: readonly string[]
  /** What was found there, by code, as people would look for it. */
  found?: Found
}

/** A body with more items than one import takes; `isMore`: nobody counted to the end. */
export type TooManyItems = {
  readonly ok: false
  readonly reason: 'too_many_items'
  readonly items: number
  readonly most: number
  readonly isMore: boolean
}

export const tooMany = (items: number, most: number, isMore: boolean): TooManyItems => ({
  ok: false,
  reason: 'too_many_items',
  ...{ items, most, isMore },
})

/** A parsed body: its items in file order, or why it is no calendar at all (spec 05 §8.1, §9). */
export type ParsedFeed =
  | ({
      readonly ok: true
      readonly items: readonly FeedItem[]
      readonly warnings: readonly string[]
    } & Noticed)
  | { readonly ok: false; readonly reason: 'not_a_calendar'; readonly found?: string }
  | { readonly ok: false; readonly reason: 'not_a_table'; readonly found: string }
  | { readonly ok: false; readonly reason: 'missing_title_column'; readonly columns: readonly string[] }

type Refused = Extract<ParsedFeed, { ok: false }>

/** What a reader of bodies yields, and how it ends. */
export type FeedSteps = Generator<FeedItem | 'pause', ({ readonly ok: true } & Noticed) | Refused>

/** A body that was looked through. */
export type OpenFeed = {
  readonly ok: true
  /** From the first on, once. */
  readonly items: () => Generator<FeedItem | 'pause', { readonly ok: true } & Noticed>
  /** How many they are, counted up to one more than `most`, without reading most of them; also while they are read. */
  readonly total: (most: number) => Generator<'pause', number>
}

/** Opens a body, and says why it is none. */
export type FeedOpening = Generator<'pause', OpenFeed | Refused>

const walked = (steps: FeedSteps, take: (item: FeedItem) => void) => {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    if (step.value !== 'pause') take(step.value)
  }
}

/** All items that a reader of bodies yields, at once: what a file is worth that is small. */
export const collected = (steps: FeedSteps): ParsedFeed => {
  const items: FeedItem[] = []
  const end = walked(steps, item => items.push(item))
  return end.ok ? { warnings: [], ...end, items } : end
}

/** A parsed body without its items. */
export type CountedFeed = ({ readonly ok: true; readonly total: number } & Noticed) | Refused

export const counted = (steps: FeedSteps): CountedFeed => {
  let total = 0
  const end = walked(steps, () => total++)
  return end.ok ? { ...end, total } : end
}

/** Why a body is none, or too large a one, for people. */
export const unreadableMessage = (feed: Refused | TooManyItems): string => {
  if (feed.reason === 'not_a_calendar')
    return `the body holds no calendar that can be read${feed.found === undefined ? '' : `: ${feed.found}`}`
  if (feed.reason === 'not_a_table') return `the file is no table that can be read: ${feed.found}`
  if (feed.reason === 'too_many_items') {
    const count = `${feed.isMore ? 'more than ' : ''}${feed.items}`
    return `the body holds ${count} items, its series expanded; an import of a file takes at most ${feed.most}`
  }
  const columns = feed.columns.map(column => `"${column}"`).join(', ')
  return (
    'the file has no title column ("name" or "title"), and is none of venues ("venue name") or organizers ' +
    '("organizer name"), which have no dates; ' +
    (columns === '' ? 'it has no columns' : `its columns are ${columns}`)
  )
}

/**
 * Items of a feed as they travel: what was noticed about the file as a whole stands with its last item, where the
 * import's record shows it.
 */
export const itemsOf = ({ items, ...noticed }: Extract<ParsedFeed, { ok: true }>): readonly FeedItem[] => {
  const last = items.at(-1)
  return last === undefined ? items : [...items.slice(0, -1), withNoticed(last, noticed)]
}

/** The same of a feed that was counted, so many at a time. */
export function* partsOf(
  steps: FeedSteps,
  { total, ...noticed }: Extract<CountedFeed, { ok: true }>,
  size: number,
): Generator<readonly FeedItem[], void> {
  let [part, count]: [FeedItem[], number] = [[], 0]
  for (const step of steps) {
    if (step === 'pause') continue
    part.push(++count === total ? withNoticed(step, noticed) : step)
    if (part.length < size && count < total) continue
    yield part
    part = []
  }
}
