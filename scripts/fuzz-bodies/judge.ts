import { utcTime } from '../../shared/kernel/brands.ts'
import { csvItems } from '../../services/imports/csv/parse.ts'
import { icsItems } from '../../services/imports/ics/parse.ts'
import type { FeedItem, RawItem } from '../../services/imports/item/item.ts'
import { entryRowOf } from '../../services/imports/directory/read-row.ts'
import { reviseSeries } from '../../services/imports/item/series.ts'
import { subjectOf } from '../../services/imports/item/dated-item.ts'
import type { Seed } from './bodies.ts'

const moment = { nowUtc: utcTime('2027-05-01 20:00:00'), siteZone: 'America/New_York' }

/** Items of one body that are read as the importer reads them; more are like these. */
const READ = 25
const INSTANT = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d|T\d\d:\d\d:\d\d(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/

const stepsOf = ({ kind, body }: Seed) =>
  kind === 'ics' ? icsItems(body, moment) : csvItems(body, { dateOrder: 'MDY' })

const itemsOf = (seed: Seed): readonly FeedItem[] => [...stepsOf(seed)].filter(step => step !== 'pause')

/** What is wrong with an item of a calendar; null: nothing. */
const fault = (item: FeedItem, lines: number): string | null => {
  const { start_date: start, end_date: end, line, warnings = [] } = item
  if (line === undefined || line < 1 || line > lines) return `line ${line} of ${lines}`
  for (const date of [start, end])
    if (date !== undefined && date !== 'unreadable' && !/unreadable/.test(date) && !INSTANT.test(date))
      return `date ${date}`
  if (warnings.some(code => !/^[a-z_]+$/.test(code))) return `warnings ${warnings.join()}`
  return null
}

/** Reads an item as the importer does; throws when it cannot answer for it. */
const readItem = (item: FeedItem, position: number): void => {
  const raw = JSON.parse(JSON.stringify(item)) as RawItem
  const subject = entryRowOf('fuzz', position, raw) ?? subjectOf('fuzz', moment, position, raw)
  if (!('outcome' in subject) || subject.outcome === 'failed') return
  if (subject.reason !== 'superseded') throw new Error(`outcome ${subject.outcome}, ${subject.reason}`)
}

/** Of a series more are like these. */
const REVISED = 200

/** What is wrong with how series are compared that a source brought before and brings again; null: nothing. */
const revisionFault = (former: readonly FeedItem[], items: readonly FeedItem[]): string | null => {
  const of = (all: readonly FeedItem[], uid: string) =>
    all.filter(item => item.uid === uid && item.superseded !== true).slice(0, REVISED)
  for (const uid of new Set(
    former.flatMap(item => (item.occurrence === undefined ? [] : (item.uid ?? []))),
  )) {
    const zones = new Map(
      of(former, uid).map(item => [item.occurrence ?? '', item.timezone ?? moment.siteZone]),
    )
    const olds = [...zones].map(([occurrence, zone], n) => ({ id: n + 1, occurrence, zone }))
    const brought = [...new Set(of(items, uid).map(({ occurrence = '' }) => occurrence))]
    const { same, moved, created, left } = reviseSeries(olds, brought)
    const ids = [...same.values(), ...moved.values(), ...left.map(({ id }) => id)]
    if (new Set(ids).size !== olds.length || ids.length !== olds.length)
      return `events of ${uid}: ${ids.join()}`
    const named = [...same.keys(), ...moved.keys(), ...created]
    if (new Set(named).size !== brought.length || named.length !== brought.length)
      return `occurrences of ${uid}: ${named.join()}`
    const now = [...same, ...moved].map(([occurrence, id]) => ({
      id,
      occurrence,
      zone: zones.get(occurrence) ?? '',
    }))
    if (reviseSeries(now, [...same.keys(), ...moved.keys()]).left.length > 0) return `${uid} changes again`
  }
  return null
}

/** Reads a body to its end and its items as the importer does; what is wrong, or null. Throws what they throw. */
export const judged = (seed: Seed): string | null => {
  const lines = seed.body.toString('latin1').split(/\r\n|\r|\n/).length
  let count = 0
  const items: FeedItem[] = []
  const former = seed.former === undefined ? [] : itemsOf({ ...seed, body: seed.former })
  for (const item of stepsOf(seed)) {
    if (item === 'pause') continue
    if (former.length > 0) items.push(item)
    const wrong = fault(item, lines)
    if (wrong !== null) return wrong
    if (count++ < READ) readItem(item, count)
  }
  return revisionFault(former, items)
}
