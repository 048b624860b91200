import { csvItems } from '../../services/imports/csv/parse.ts'
import { icsItems } from '../../services/imports/ics/parse.ts'
import type { FeedItem, RawItem } from '../../services/imports/item/item.ts'
import { entryRowOf } from '../../services/imports/directory/read-row.ts'
import { subjectOf } from '../../services/imports/item/dated-item.ts'
import type { Seed } from './bodies.ts'

const moment = { nowUtc: '2027-05-01 20:00:00', siteZone: 'America/New_York' }

/** Items of one body that are read as the importer reads them; more are like these. */
const READ = 25
const INSTANT = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d|T\d\d:\d\d:\d\dZ)?$/

const stepsOf = ({ kind, body }: Seed) =>
  kind === 'ics' ? icsItems(body, moment) : csvItems(body, { dateOrder: 'MDY' })

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

/** Reads a body to its end and its items as the importer does; what is wrong, or null. Throws what they throw. */
export const judged = (seed: Seed): string | null => {
  const lines = seed.body.toString('latin1').split(/\r\n|\r|\n/).length
  let count = 0
  for (const item of stepsOf(seed)) {
    if (item === 'pause') continue
    const wrong = fault(item, lines)
    if (wrong !== null) return wrong
    if (count++ < READ) readItem(item, count)
  }
  return null
}
