import { setImmediate as nextTurn } from 'node:timers/promises'
import { logPosition, type IsoTime } from '../../shared/kernel/brands.ts'
import type { Filter } from '../../shared/documents/port.ts'
import type { Position, StoredRecord } from '../../shared/event-store/port.ts'
import { placeOf } from '../../shared/facts/forgotten.ts'
import { HISTORY_ENTRIES, HISTORY_FACTS } from '../../shared/limits/history.ts'
import { streamOf, type HistoryEntry } from './evolve.ts'
import { isMixed, narrowingAll, type NarrowedAll } from './narrowed.ts'
import { isPurged, recordsOf } from './records.ts'
import {
  aboutOf,
  recentOf,
  told,
  type Asked,
  type FullEntry,
  type Patience,
  type RecentEntry,
} from './telling.ts'
import { namesAfter, soughtBy, textOf, type Sought } from './texts.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'

export type RecentPage = NarrowedAll & {
  /** Only entries older than this position. */
  readonly before?: Position
  readonly limit: number
}

/** A part of what is asked for, newest first. */
export type Part<Entry> = {
  readonly entries: readonly Entry[]
  /** Before which position it goes on; null: there is nothing older. */
  readonly older: Position | null
  /** Fewer than were wanted, although there may be more: everything since this instant (ISO 8601) was looked at. */
  readonly until: IsoTime | null
}

/** What is known of a fact when it is about to be told. */
type Found = { readonly entry: HistoryEntry; readonly record?: StoredRecord | undefined }

const PATIENCE: Patience = { entries: HISTORY_ENTRIES, facts: HISTORY_FACTS }
/** Facts that are read before others have their turn. */
const AT_ONCE = 25
/** An item that was changed more often is asked for the facts alone that are wanted, and so without its name. */
const NAMED_WITHIN = 200

const partOf = <Entry>(
  entries: readonly Entry[],
  last: HistoryEntry | undefined,
  isCut: boolean,
): Part<Entry> => ({
  entries,
  older: last?._id ?? null,
  until: last === undefined || !isCut ? null : isoOfMs(last.at),
})

const between = (from: Position, before: Position | undefined): Filter => ({
  _id: { $gte: from, ...(before === undefined ? {} : { $lt: before }) },
})

/** The last entry that is looked at when so many are; undefined: there are fewer. */
const lastLookedAt = async (
  { entries }: Asked,
  before: Position | undefined,
  most: number,
): Promise<HistoryEntry | undefined> =>
  (await entries.find(between(logPosition(0), before), { sort: { _id: -1 }, skip: most - 1, limit: 1 }))[0]

/** Without a look at any fact. */
export const byEntries = async (asked: Asked, page: RecentPage): Promise<Part<HistoryEntry>> => {
  const { before, limit } = page
  const { patience = PATIENCE } = asked
  const last = isMixed(page) ? await lastLookedAt(asked, before, patience.entries) : undefined
  const found = await asked.entries.find(
    { ...narrowingAll(page), ...between(last?._id ?? logPosition(0), before) },
    { sort: { _id: -1 }, limit },
  )
  return found.length === limit ? partOf(found, found.at(-1), false) : partOf(found, last, true)
}

/** Entries by the item they are about, each of which is read once. */
const byItem = (entries: readonly HistoryEntry[]): readonly (readonly HistoryEntry[])[] => [
  ...Map.groupBy(entries, ({ key }) => key).values(),
]

/** The facts of one item that are asked for; with `sought` those alone that hold it. */
const factsOf = async (
  { store }: Asked,
  [first, ...rest]: readonly HistoryEntry[],
  sought: Sought | null,
): Promise<readonly Found[]> => {
  if (first === undefined) return []
  const all = [first, ...rest]
  const { kind, id } = aboutOf(first)
  const stream = streamOf(kind, id)
  const newest = Math.max(...all.map(({ revision }) => revision))
  const isNamedOnce = sought !== null && newest < NAMED_WITHIN
  const past = isNamedOnce ? await store.read(stream, { limit: newest + 1 }) : []
  const records = isNamedOnce
    ? new Map(past.map(record => [placeOf(record), record]))
    : await recordsOf(store, stream, all)
  const names = namesAfter(past)
  const holds = (entry: HistoryEntry): boolean => {
    const record = records.get(entry._id)
    if (sought === null) return true
    return record !== undefined && sought(textOf(kind, record, names.get(entry._id) ?? ''))
  }
  const found = all.filter(holds)
  // nothing is told of what somebody wrote who did not know of the purge
  if (found.length === 0 || !(await isPurged(store, kind, id)))
    return found.map(entry => ({ entry, record: records.get(entry._id) }))
  return sought === null ? found.map(entry => ({ entry })) : []
}

/** The facts of these entries, in their order. */
const factsAt = async (
  asked: Asked,
  entries: readonly HistoryEntry[],
  sought: Sought | null,
): Promise<readonly Found[]> => {
  const found: Found[] = []
  let read = 0
  for (const ofItem of byItem(entries)) {
    found.push(...(await factsOf(asked, ofItem, sought)))
    read += ofItem.length
    if (read % AT_ONCE < ofItem.length) await nextTurn()
  }
  return found.sort((one, other) => other.entry._id - one.entry._id)
}

/** Fact by fact, for the texts in them, until there are enough or so many were looked at as one answer may. */
const byTexts = async (asked: Asked, page: RecentPage, text: string): Promise<Part<Found>> => {
  const { patience = PATIENCE } = asked
  const sought = soughtBy(text)
  const found: Found[] = []
  let before = page.before
  for (let left = patience.facts; left > 0;) {
    const some = await byEntries(asked, {
      ...page,
      ...(before === undefined ? {} : { before }),
      limit: Math.min(left, 4 * AT_ONCE),
    })
    for (const one of await factsAt(asked, some.entries, sought)) {
      found.push(one)
      if (found.length === page.limit) return partOf(found, one.entry, false)
    }
    if (some.older === null) return partOf(found, undefined, false)
    if (some.until !== null) return { entries: found, older: some.older, until: some.until }
    before = some.older
    left -= some.entries.length
    if (left <= 0) return partOf(found, some.entries.at(-1), true)
  }
  return partOf(found, undefined, false)
}

const isText = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

export const recent =
  (asked: Asked) =>
  async (page: RecentPage): Promise<Part<RecentEntry>> => {
    if (!isText(page.text)) {
      const part = await byEntries(asked, page)
      return { ...part, entries: part.entries.map(entry => recentOf(asked, entry)) }
    }
    const part = await byTexts(asked, page, page.text)
    return { ...part, entries: part.entries.map(({ entry }) => recentOf(asked, entry)) }
  }

export const full =
  (asked: Asked) =>
  async (page: RecentPage): Promise<Part<FullEntry>> => {
    const shown = ({ entry, record }: Found): FullEntry => ({
      ...aboutOf(entry),
      ...told(asked, entry, record),
    })
    if (isText(page.text)) {
      const part = await byTexts(asked, page, page.text)
      return { ...part, entries: part.entries.map(shown) }
    }
    const part = await byEntries(asked, page)
    const facts = await factsAt(asked, part.entries, null)
    return { ...part, entries: facts.map(shown) }
  }
