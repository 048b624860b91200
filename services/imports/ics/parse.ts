import type { UtcTime } from '../../../shared/kernel/brands.ts'
import { binaryKind, insteadOfCalendar } from '../item/foreign-body.ts'
import { collected, type FeedItem, type ParsedFeed } from '../item/item.ts'
import { readContents, type Contents } from './contents.ts'
import { noticed, withNoticed, withNotices, type Noticed } from '../item/notices.ts'
import { linesOf, SLICE } from './lines.ts'
import { matchOverrides, type Overrides } from './recurrence/overrides.ts'
import { filePatience } from './recurrence/patience.ts'
import { itemOf, loneOverrideItem, seriesItems, supersededItem } from './recurrence/series.ts'
import type { SeriesLimits } from './recurrence/series-plan.ts'
import { sourceReader, type ReadSource } from './sources.ts'
import { withoutUtf16 } from '../item/utf16.ts'
import { readEvent } from './vevent.ts'

/** `nowUtc`: `YYYY-MM-DD HH:MM:SS`, bounds open-ended series; `siteZone`: zone text of spec 04 §2. */
export type IcsOptions = { readonly nowUtc: UtcTime; readonly siteZone: string }

/** How a body ended: as a calendar, with what was noticed about the file, or as none. */
export type IcsEnd =
  | ({ readonly ok: true } & Noticed)
  | { readonly ok: false; readonly reason: 'not_a_calendar'; readonly found?: string }

const ITEMS_PER_SLICE = 100

type File = { readonly contents: Contents; readonly read: ReadSource; readonly overrides: Overrides }

/** Items one VEVENT answers for: itself, its occurrences, or none because its series does. */
function* itemsOf(
  { contents, read, overrides }: File,
  number: number,
  limits: SeriesLimits,
): Generator<FeedItem | 'pause', Noticed> {
  const kind = contents.kindOf(number)
  const isMaster = kind === 'single' || kind === 'series'
  if (!isMaster && !overrides.isAlone(number)) return {}
  const source = yield* read(number)
  if (overrides.isSuperseded(number)) {
    yield supersededItem(source)
    return {}
  }
  if (!isMaster) {
    yield loneOverrideItem(source)
    return {}
  }
  const replacing = [...overrides.ofSeries(number)]
  const event = readEvent(source)
  if (event.span !== null && (replacing.length > 0 || kind === 'series'))
    return yield* seriesItems({ ...event, span: event.span }, replacing, read, limits)
  yield itemOf(event.fields, event.span)
  return {}
}

/** What is told of the file as a whole once it was looked through. */
const ofContents = ({ truncated, otherScale }: Contents): Noticed =>
  noticed([
    ...(truncated ? [{ code: 'truncated' }] : []),
    ...(otherScale === null ? [] : [{ code: 'not_supported', found: `CALSCALE:${otherScale}` }]),
  ])

const unusedNotices = (unused: ReadonlySet<string>) =>
  unused.size === 0 ? [] : [{ code: 'unused_properties', found: [...unused].join(', ') }]

/**
 * Items of an iCalendar body, one by one (spec 05 §8), in file order; occurrences and overrides stand where their
 * series stands. `pause` comes between slices of a few milliseconds: a caller that shares its thread waits a turn of
 * the event loop there (`for (…) if (step === 'pause') await setImmediate()`). The generator returns the `IcsEnd`.
 *
 * Every VEVENT is answered for, broken ones too: without title or readable start its item lacks that member. Times
 * are wall clock in the item's `timezone`, or the instant `…Z` for the second occurrence of an ambiguous wall clock.
 * Never throws on any body.
 *
 * The body is looked through first, then each event is read where it stands, when its turn comes.
 */
export function* icsItems(
  given: Uint8Array,
  { nowUtc, siteZone }: IcsOptions,
): Generator<FeedItem | 'pause', IcsEnd> {
  const binary = binaryKind(given)
  if (binary !== null) return { ok: false, reason: 'not_a_calendar', found: binary }
  const lines = linesOf(yield* withoutUtf16(given))
  const contents = yield* readContents(lines)
  if (contents === null) return { ok: false, reason: 'not_a_calendar', found: insteadOfCalendar(given) }
  const unused = new Set<string>()
  const read = sourceReader(lines, contents, siteZone, unused)
  const file = { contents, read, overrides: yield* matchOverrides(contents, read) }
  let ofFile = ofContents(contents)
  const patience = filePatience()
  let [count, readTo] = [0, 0]
  for (let number = 0; number < contents.count; number++) {
    const { at } = contents.placeOf(number)
    if (at - readTo > SLICE) {
      yield 'pause'
      readTo = at
    }
    const items = itemsOf(file, number, { nowUtc, goesOn: patience() })
    let step = items.next()
    for (; step.done !== true; step = items.next()) {
      yield step.value
      if (step.value !== 'pause' && ++count % ITEMS_PER_SLICE === 0) yield 'pause'
    }
    ofFile = withNoticed(ofFile, step.value)
    if (contents.kindOf(number) === 'series') yield 'pause'
  }
  return { ok: true, ...withNotices(ofFile, unusedNotices(unused)) }
}

/** All items of an iCalendar body at once (spec 05 §8); see `icsItems` for large ones. */
export const parseIcs = (body: Uint8Array, options: IcsOptions): ParsedFeed =>
  collected(icsItems(body, options))
