import { organizerId, termId, venueId, type UtcTime } from '../../../shared/kernel/brands.ts'
import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { EventValues, Period } from '../../../shared/facts/event.ts'
import { parseCost } from '../../../shared/kernel/cost.ts'
import { decodeReferences } from '../../../shared/kernel/html/text.ts'
import { defined, type JsonObject } from '../../../shared/kernel/json.ts'
import { readItem, type ImportedItem } from '../../imports/item/read-item.ts'
import { periodOf } from '../../imports/item/timing.ts'
import type { OldItem } from './directory.ts'
import { postValues, wrongTypes, type Notice } from './post.ts'
import { calxShape, eventShape, shownIn, type OldThing, type Shown } from './shape.ts'

type Currency = { readonly symbol: string; readonly position: string; readonly code: string }

/** What an event is read with: the site as it is here. */
export type Here = {
  readonly nowUtc: UtcTime
  readonly siteZone: string
  readonly currency: Currency
}

type ShownEvent = Shown<typeof eventShape>

/**
 * The cost as somebody may have written it: shown is one with a sign of currency. Amounts alone stand for it where they
 * are shown the same here, so that a sign of the site stays one.
 */
const costIn = ({ cost = '', cost_details: details }: ShownEvent, site: Currency) => {
  const text = decodeReferences(cost).trim()
  if (details === undefined) return { cost: text }
  const { currency_symbol: symbol, currency_code: code, currency_position: position, values } = details
  const own = code === '' ? null : { symbol, code, position: position === 'suffix' ? 'postfix' : position }
  const amounts = values.join(', ')
  const isAmounts = /\d/.test(text) && amounts !== '' && parseCost(amounts, own, site).display === text
  return {
    cost: isAmounts && (symbol === '' || own !== null) ? amounts : text,
    ...(own === null
      ? {}
      : { currency_symbol: own.symbol, currency_code: own.code, currency_position: own.position }),
  }
}

/** Its own address stands where none was ever given. */
const websiteIn = ({ website, url }: ShownEvent): string | null =>
  website === undefined || (url !== undefined && decodeReferences(website) === decodeReferences(url))
    ? null
    : website

/** The same event as an import brings one: one reader, one set of limits, one cleaning. */
const rawOf = (shown: ShownEvent, calx: Shown<typeof calxShape>, site: Currency): JsonObject => {
  const { start_date, end_date, timezone, all_day } = shown
  const website = websiteIn(shown)
  return defined({
    title: calx.title?.raw ?? shown.title,
    ...{ start_date, end_date, timezone, all_day },
    ...costIn(shown, site),
    ...(website === null ? {} : { website }),
    show_map: shown.show_map,
    show_map_link: shown.show_map_link,
    hide_from_listings: shown.hide_from_listings,
    sticky: shown.sticky ?? calx.sticky,
    featured: shown.featured,
  })
}

const WARNED: Readonly<Record<string, Notice>> = {
  bad_url: { member: 'website', why: 'unreadable' },
  text_cut: { member: 'text', why: 'text_cut' },
  unknown_timezone: { member: 'timezone', why: 'unknown_timezone' },
  invalid_end_date: { member: 'end_date', why: 'mended' },
  overnight: { member: 'end_date', why: 'mended' },
  end_before_start: { member: 'end_date', why: 'mended' },
}

const noticesOf = (codes: readonly string[]): readonly Notice[] =>
  codes.map(code => WARNED[code] ?? { member: 'event', why: 'mended' })

type Dated = { readonly item: ImportedItem; readonly period: Period; readonly warnings: readonly string[] }

const valuesOf = (
  { item, period }: Dated,
  { links }: OldThing,
  website: string | null,
  post: ReturnType<typeof postValues>['values'],
): Partial<EventValues> => {
  const { venues, organizers, categories, tags } = links
  return {
    ...post,
    ...period,
    title: item.title,
    ...item.values,
    currency: item.values.currency ?? null,
    ...(website === null ? { website: null } : {}),
    ...(venues === undefined ? {} : { venues: venues.map(venueId) }),
    ...(organizers === undefined ? {} : { organizers: organizers.map(organizerId) }),
    ...(categories === undefined ? {} : { categories: categories.map(termId) }),
    ...(tags === undefined ? {} : { tags: tags.map(termId) }),
  }
}

/** An event (spec 05 §15). */
export const oldEvent = (thing: OldThing, here: Here, cleaning: Cleaning): OldItem<EventValues> => {
  const { shown, wrong } = shownIn(eventShape, thing.cal)
  const more = shownIn(calxShape, thing.calx)
  const told = wrongTypes(wrong, more.wrong)
  const read = readItem(rawOf(shown, more.shown, here.currency), cleaning)
  if (!read.ok) return { ok: false, reason: 'missing_title', notices: told }
  const dated = periodOf(read.item.timing, here, null)
  if (!dated.ok) return { ok: false, reason: 'invalid_date', notices: told }
  const post = postValues(shown, more.shown, thing.links, cleaning)
  const warnings = noticesOf([...read.warnings, ...dated.warnings])
  return {
    ok: true,
    values: valuesOf({ ...read, ...dated }, thing, websiteIn(shown), post.values),
    isTrashed: shown.status === 'trash',
    modifiedUtc: shown.modified_utc ?? null,
    notices: [...told, ...post.notices, ...warnings],
  }
}
