import type { UtcTime } from '../../../shared/kernel/brands.ts'
import { binaryKind, insteadOfCalendar } from '../item/foreign-body.ts'
import { collected, type FeedItem, type OpenFeed, type ParsedFeed } from '../item/item.ts'
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

/** Items that an event stands for, where that is known without reading it; null: it has to be read. */
const plainCount = ({ contents, overrides }: File, number: number): number | null => {
  const kind = contents.kindOf(number)
  const isMaster = kind === 'single' || kind === 'series'
  if (!isMaster) return overrides.isAlone(number) ? 1 : 0
  if (overrides.isSuperseded(number)) return 1
  const [replacing] = overrides.ofSeries(number)
  return kind === 'single' && replacing === undefined ? 1 : null
}

const EVENTS_PER_SLICE = 10_000

/** How many items there are, as far as `most`: of the events only series are read for it. */
function* totalOf(file: File, nowUtc: UtcTime, most: number): Generator<'pause', number> {
  const patience = filePatience()
  let total = 0
  for (let number = 0; number < file.contents.count && total <= most; number++) {
    if (number % EVENTS_PER_SLICE === 0) yield 'pause'
    const plain = plainCount(file, number)
    if (plain !== null) total += plain
    else {
      for (const step of itemsOf(file, number, { nowUtc, goesOn: patience() })) {
        if (step === 'pause') yield step
        else if (++total > most) break
      }
      yield 'pause'
    }
  }
  return Math.min(total, most + 1)
}

function* allItems(
  file: File,
  nowUtc: UtcTime,
  unused: ReadonlySet<string>,
): Generator<FeedItem | 'pause', { readonly ok: true } & Noticed> {
  const { contents } = file
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

/** Looks an iCalendar body through, so that its items can be read (`icsItems`). */
export function* openIcs(
  given: Uint8Array,
  { nowUtc, siteZone }: IcsOptions,
): Generator<'pause', OpenFeed | Extract<IcsEnd, { ok: false }>> {
  const binary = binaryKind(given)
  if (binary !== null) return { ok: false, reason: 'not_a_calendar', found: binary }
  const lines = linesOf(yield* withoutUtf16(given))
  const contents = yield* readContents(lines)
  if (contents === null) return { ok: false, reason: 'not_a_calendar', found: insteadOfCalendar(given) }
  const unused = new Set<string>()
  const read = sourceReader(lines, contents, siteZone, unused)
  const file = { contents, read, overrides: yield* matchOverrides(contents, read) }
  return {
    ok: true,
    items: () => allItems(file, nowUtc, unused),
    // in the middle of its items names must not be found that come later
    total: most =>
      totalOf({ ...file, read: sourceReader(lines, contents, siteZone, new Set()) }, nowUtc, most),
  }
}

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
export function* icsItems(given: Uint8Array, options: IcsOptions): Generator<FeedItem | 'pause', IcsEnd> {
  const opened = yield* openIcs(given, options)
  return opened.ok ? yield* opened.items() : opened
}

/** All items of an iCalendar body at once (spec 05 §8); see `icsItems` for large ones. */
export const parseIcs = (body: Uint8Array, options: IcsOptions): ParsedFeed =>
  collected(icsItems(body, options))
