import type { UtcTime } from '../../../shared/kernel/brands.ts'
import type { Period } from '../../../shared/facts/event.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { isoOf } from '../../../shared/kernel/time/calculate.ts'
import type { ImportedItem, ItemVersion } from './read-item.ts'

// Keys of identity claims (spec 05 §5): one stream each decides who has them. Lines, because no member holds one.
const keyOf = (...parts: readonly string[]) => parts.join('\n')

/** Row 1: an id by which other sites know an event, a venue or an organizer. */
export const lineageKey = (globalId: string) => keyOf('global', globalId)

/** Our own event, venue or organizer that a key of row 1 names (spec 02 §1.1 `global_id`); null: another site's. */
export const ownIdOf = (host: string, key: string): number | null => {
  const own = lineageKey(`${host}?id=`)
  const digits = key.startsWith(own) ? key.slice(own.length) : ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null
}

/** Row 2: known by its source under this uid; an occurrence of a series also by its original start. */
export const uidKey = (source: string, uid: string, occurrence: string | null) =>
  keyOf('uid', source, uid, occurrence ?? '')

/** All occurrences of a series of a source, for when it is called off as a whole. */
export const seriesKey = (source: string, uid: string) => keyOf('series', source, uid)

const venueNameOf = (item: ImportedItem) => foldName(item.venues?.[0]?.name ?? '')

/** Start of an occurrence as its series names it: the instant, all-day its date. */
export const occurrenceOf = ({ allDay, start, startUtc }: Period): string =>
  allDay ? start.slice(0, 10) : isoOf(startUtc)

/** A row of a venue or organizer file: what it says of itself, in one order. */
export const entryRowKey = (source: string, noun: string, parts: readonly string[]) =>
  keyOf('place-row', source, noun, ...parts)

export type Fingerprint = { readonly title: string; readonly startUtc: UtcTime; readonly venueName: string }

/** Row 4: what makes two items of one source alike although their uids differ. Names are folded. */
export const fingerprintOf = (item: ImportedItem, period: Period): Fingerprint => ({
  title: foldName(item.title),
  startUtc: period.startUtc,
  venueName: venueNameOf(item),
})

/** Row 3: rows without uid. */
export const rowKey = (
  source: string,
  { title, venueName }: Fingerprint,
  { start, allDay }: Pick<Period, 'start' | 'allDay'>,
) => keyOf('row', source, title, start, String(allDay), venueName)

/** Rows without uid of one source and title on one local day: where one is looked for that was moved. */
export const rowDayKey = (source: string, title: string, day: string) => keyOf('row-day', source, title, day)

export const fingerprintKey = (source: string, { title, startUtc, venueName }: Fingerprint) =>
  keyOf('like', source, title, startUtc, venueName)

/** Keys of rows 1 and 2; none for rows without uid and global ids. */
export const versionKeys = (source: string, version: ItemVersion): readonly string[] => [
  ...version.globalIds.map(lineageKey),
  ...(version.uid === null ? [] : [uidKey(source, version.uid, version.occurrence)]),
]

/** Everything by which the item is one event, in the order in which it counts. Never empty. */
export const identityKeys = (source: string, item: ImportedItem, period: Period): readonly string[] => [
  ...versionKeys(source, item.version),
  ...(item.version.uid === null ? [rowKey(source, fingerprintOf(item, period), period)] : []),
]
