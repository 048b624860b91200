import type { FeedItem } from '../../item/item.ts'
import { noticed, withNoticed, withNotices, type Noticed } from '../../item/notices.ts'
import { firstOf } from '../components.ts'
import { instantOf, instantText } from '../zones/clock.ts'
import { readFields } from '../fields.ts'
import { keyOf, wallOfKey } from './series-dates.ts'
import { addRival, overrideNewness, type Rivals } from './newness.ts'
import { planSeries, type Occurrence, type Series, type SeriesLimits } from './series-plan.ts'
import type { ReadSource } from '../sources.ts'
import { dateText, datesOf, isAllDay, spanAt, type Span } from '../span.ts'
import { isForFuture, readEvent, recurrenceId, type ReadEvent, type Source } from '../vevent.ts'

/** A VEVENT and the key of the occurrence it replaces. */
type Override = ReadEvent & { readonly key: number }

const occurrenceText = (span: Span, key: number): string =>
  isAllDay(span) ? dateText(key) : instantText(key)

/** An item of an event, which takes place then. */
export const itemOf = (fields: FeedItem, span: Span | null): FeedItem =>
  span === null ? fields : withNotices({ ...fields, ...datesOf(span) }, span.notices)

/** A called-off override may leave out what it calls off. */
const overrideItem = (override: Override, series: Series, { wall }: Occurrence): FeedItem => {
  if (override.fields.status !== 'cancelled') return itemOf(override.fields, override.span)
  return itemOf({ ...series.fields, ...override.fields }, override.span ?? spanAt(series.span, wall))
}

/** An occurrence nothing replaces by itself: as the series has it, or the last override for the future before it. */
const plainItem = (series: Series, { wall, end }: Occurrence, future: Override | undefined): FeedItem => {
  if (future === undefined) {
    const span = spanAt(series.span, wall)
    return itemOf(series.fields, end === undefined ? span : { ...span, end })
  }
  if (future.span === null) return itemOf(future.fields, null)
  const moved = future.span.start.wall + wall - wallOfKey(series.span, future.key)
  return itemOf(future.fields, spanAt(future.span, moved))
}

/** Overrides read between two pauses. */
const OVERRIDES_PER_SLICE = 100

/** Which events of the file replace what, by their numbers: all of a series may be more than fit into memory. */
type Replacing = {
  readonly byKey: ReadonlyMap<number, Rivals>
  /** Those for the future, in the order of what they replace. */
  readonly future: readonly { readonly key: number; readonly event: number }[]
}

function* replacingOf(
  series: Series,
  overrides: readonly number[],
  read: ReadSource,
): Generator<'pause', Replacing> {
  const [byKey, forFuture] = [new Map<number, Rivals>(), new Map<number, Rivals>()]
  for (const [n, event] of overrides.entries()) {
    if (n % OVERRIDES_PER_SLICE === OVERRIDES_PER_SLICE - 1) yield 'pause'
    const source = yield* read(event)
    const replaced = recurrenceId(source, series.span)
    if (replaced === null) continue
    const key = keyOf(series.span, replaced)
    const newness = overrideNewness(source)
    for (const all of isForFuture(source) ? [byKey, forFuture] : [byKey])
      all.set(key, addRival(all.get(key), event, newness))
  }
  const future = [...forFuture].map(([key, { newest }]) => ({ key, event: newest }))
  return { byKey, future: future.sort((a, b) => a.key - b.key) }
}

/** What its first item says of a series as a whole: what it covers, and how new it is (spec 05 §5). */
const wholeOf = ({ fields, source }: Series, cover: { start: string; end: string } | null) => {
  const { sequence, last_modified } = fields
  const dtstamp = firstOf(source.event.properties, 'DTSTAMP')?.value.trim()
  return {
    ...cover,
    ...(sequence === undefined ? {} : { sequence }),
    ...(last_modified === undefined ? {} : { last_modified }),
    ...(dtstamp === undefined ? {} : { dtstamp }),
  }
}

/** An older version of what stands elsewhere in the file: it is answered for, and changes nothing. */
export const supersededItem = ({ event }: Source): FeedItem => {
  const { uid, title, sequence, line } = readFields(event)
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(title === undefined ? {} : { title }),
    ...(sequence === undefined ? {} : { sequence }),
    ...(line === undefined ? {} : { line }),
    superseded: true,
  }
}

/**
 * Items of a series, one for each occurrence, in the order of their original dates (spec 05 §8.5). `overrides`: numbers
 * of the VEVENTs of the file that replace occurrences of it. What concerns the whole series is noted on its first item,
 * or returned when there is none.
 */
export function* seriesItems(
  series: Series,
  overrides: readonly number[],
  read: ReadSource,
  limits: SeriesLimits,
): Generator<FeedItem | 'pause', Noticed> {
  const { byKey, future } = yield* replacingOf(series, overrides, read)
  const { occurrences, cover, notices } = yield* planSeries(series, [...byKey.keys()], limits)
  let [unsaid, passed]: [Noticed, number] = [noticed(notices), 0]
  let [whole, last]: [FeedItem, Override | undefined] = [{ series: wholeOf(series, cover) }, undefined]
  const occurring = (item: FeedItem, key: number): FeedItem => {
    const said = withNoticed({ ...item, ...whole, occurrence: occurrenceText(series.span, key) }, unsaid)
    unsaid = whole = {}
    return said
  }
  for (const [key, occurrence] of occurrences) {
    const before = passed
    while ((future[passed]?.key ?? Infinity) < key) passed++
    const latest = future[passed - 1]
    if (passed > before && latest !== undefined)
      last = { ...readEvent(yield* read(latest.event)), key: latest.key }
    const rivals = byKey.get(key)
    if (rivals === undefined) {
      yield occurring(plainItem(series, occurrence, last), key)
      continue
    }
    const override = { ...readEvent(yield* read(rivals.newest)), key }
    yield occurring(overrideItem(override, series, occurrence), key)
    for (const event of rivals.olds) yield supersededItem(yield* read(event))
  }
  return unsaid
}

/** An override whose series the file does not hold: a single event that keeps its place in the series. */
export const loneOverrideItem = (source: Source): FeedItem => {
  const { fields, span } = readEvent(source)
  const replaced = recurrenceId(source, null)
  if (replaced === null) {
    const found = firstOf(source.event.properties, 'RECURRENCE-ID')?.value.trim()
    return withNotices(itemOf(fields, span), [{ code: 'bad_recurrence_id', found }])
  }
  const end: Span['end'] = replaced.dateOnly
    ? { kind: 'days', days: 1 }
    : { kind: 'after', duration: { days: 0, seconds: 0 } }
  const calledOff = fields.status === 'cancelled' ? { start: replaced, end, notices: [] } : null
  const days = replaced.dateOnly || (span !== null && isAllDay(span))
  const occurrence = days ? dateText(replaced.wall) : instantText(instantOf(replaced))
  return { ...itemOf(fields, span ?? calledOff), occurrence, series: false }
}
