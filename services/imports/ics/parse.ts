import { collected, type FeedItem, type ParsedFeed } from '../item.ts'
import { readCalendars, type Calendar } from './components.ts'
import { isOverride, matchOverrides, repeats, type Overrides } from './overrides.ts'
import { filePatience } from './patience.ts'
import { itemOf, loneOverrideItem, seriesItems } from './series.ts'
import type { SeriesLimits } from './series-plan.ts'
import { isCancelling, readEvent, type Source } from './vevent.ts'
import { zonesOf } from './zones.ts'

/** `nowUtc`: `YYYY-MM-DD HH:MM:SS`, bounds open-ended series; `siteZone`: zone text of spec 04 §2. */
export type IcsOptions = { readonly nowUtc: string; readonly siteZone: string }

/** How a body ended: as a calendar, with what was noticed about the file, or as none. */
export type IcsEnd =
  | { readonly ok: true; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: 'not_a_calendar' }

const ITEMS_PER_SLICE = 100

const sourcesOf = (calendars: readonly Calendar[], siteZone: string): Source[] =>
  calendars.flatMap(calendar => {
    const zones = zonesOf(calendar, siteZone)
    const cancelled = isCancelling(calendar)
    return calendar.events.map(event => ({ event, zones, cancelled }))
  })

/** Items one VEVENT answers for: itself, its occurrences, or none because its series does. */
function* itemsOf(
  source: Source,
  { bySeries, alone }: Overrides,
  limits: SeriesLimits,
): Generator<FeedItem | 'pause', readonly string[]> {
  if (isOverride(source)) {
    if (alone.has(source)) yield loneOverrideItem(source)
    return []
  }
  const event = readEvent(source)
  const overrides = bySeries.get(source) ?? []
  if (event.span !== null && (overrides.length > 0 || repeats(source)))
    return yield* seriesItems({ ...event, span: event.span }, overrides, limits)
  yield itemOf(event.fields, event.span)
  return []
}

/**
 * Items of an iCalendar body, one by one (spec 05 §8), in file order; occurrences and overrides stand where their
 * series stands. `pause` comes between slices of a few milliseconds: a caller that shares its thread waits a turn of
 * the event loop there (`for (…) if (step === 'pause') await setImmediate()`). The generator returns the `IcsEnd`.
 *
 * Every VEVENT is answered for, broken ones too: without title or readable start its item lacks that member. Times
 * are wall clock in the item's `timezone`, or the instant `…Z` for the second occurrence of an ambiguous wall clock.
 * Never throws on any body.
 */
export function* icsItems(
  body: Uint8Array,
  { nowUtc, siteZone }: IcsOptions,
): Generator<FeedItem | 'pause', IcsEnd> {
  const file = yield* readCalendars(body)
  if (file === null) return { ok: false, reason: 'not_a_calendar' }
  const sources = sourcesOf(file.calendars, siteZone)
  const overrides = yield* matchOverrides(sources)
  const warnings = new Set(file.truncated ? ['truncated'] : [])
  const patience = filePatience()
  let count = 0
  for (const source of sources) {
    const items = itemsOf(source, overrides, { nowUtc, goesOn: patience() })
    let step = items.next()
    for (; step.done !== true; step = items.next()) {
      yield step.value
      if (step.value !== 'pause' && ++count % ITEMS_PER_SLICE === 0) yield 'pause'
    }
    for (const warning of step.value) warnings.add(warning)
    if (repeats(source)) yield 'pause'
  }
  return { ok: true, warnings: [...warnings] }
}

/** All items of an iCalendar body at once (spec 05 §8); see `icsItems` for large ones. */
export const parseIcs = (body: Uint8Array, options: IcsOptions): ParsedFeed =>
  collected(icsItems(body, options))
