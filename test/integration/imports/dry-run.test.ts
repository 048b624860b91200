import { utcTime } from '../../../shared/kernel/brands.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../services/imports/csv/parse.ts'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import type { FeedItem, ParsedFeed } from '../../../services/imports/item/item.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  applied,
  historyOf,
  noFetcher,
  tried,
  withIds,
  type AppliedImport,
  type TriedImport,
} from '../../support/tried-imports.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples')
const files = [
  ...readdirSync(folder).filter(name => /^\d\d_/.test(name)),
  ...readdirSync(join(folder, 'reported')).map(name => `reported/${name}`),
]

const NOW = Date.UTC(2026, 10, 27, 12)

/** More items than are kept or looked at together, by far. */
const MANY = 250

/** Of series with hundreds of occurrences some, and the first, which tells what holds for all of its series. */
const thinned = (feed: ParsedFeed): ParsedFeed => {
  if (!feed.ok) return feed
  const step = Math.ceil(feed.items.length / MANY)
  const isFirst = ({ uid }: FeedItem, n: number) => uid !== feed.items[n - 1]?.uid
  return { ...feed, items: feed.items.filter((item, n) => n % step === 0 || isFirst(item, n)) }
}

const feedOf = (name: string): ParsedFeed => {
  const body = readFileSync(join(folder, name))
  const feed = name.endsWith('.csv')
    ? parseCsv(body, { dateOrder: 'MDY' })
    : parseIcs(body, { nowUtc: utcTime('2026-11-27 12:00:00'), siteZone: 'America/New_York' })
  return thinned(JSON.parse(JSON.stringify(feed)) as ParsedFeed)
}

/** A later version of the file: some items say something else, are called off, moved, or gone. */
const changedFeed = (feed: ParsedFeed): ParsedFeed => {
  if (!feed.ok) return feed
  const later = (item: FeedItem, n: number): FeedItem[] => {
    if (n % 7 === 1) return [{ ...item, description: 'other words', sequence: 90 }]
    if (n % 7 === 3) return [{ ...item, status: 'cancelled', sequence: 90 }]
    if (n % 7 === 5) return []
    if (n % 7 === 6) return [{ ...item, venue: { venue: `Hall ${n}` }, categories: ['New', 'Fairs'] }]
    return [item]
  }
  return { ...feed, items: feed.items.flatMap(later) }
}

const rowsOf = ({ items }: TriedImport | AppliedImport) =>
  items.map(({ position, outcome, reason, warnings, uid, title }) => ({
    ...{ position, outcome, reason, warnings, uid },
    // of what is withdrawn the record of the import has no title
    title: outcome === 'withdrawn' ? '' : title,
  }))

const countsOf = ({ status, reason, outcomes, reasons, warnings }: TriedImport | AppliedImport) => ({
  ...{ status, reason, outcomes, reasons, warnings },
})

/** Some of the events that an import changed. */
const SEEN = 6

const expectSameHistories = async (
  service: EmbeddedService,
  plan: TriedImport,
  done: AppliedImport,
): Promise<void> => {
  const changed = plan.items.filter(({ changes }) => changes.some(({ type }) => type === 'event'))
  const step = Math.ceil(changed.length / SEEN)
  for (const item of changed.filter((_, n) => n % step === 0)) {
    const id = done.items.find(({ position }) => position === item.position)?.id ?? 0
    const [own] = item.changes.filter(({ type }) => type === 'event')
    const told = await historyOf(service, done.import_id, id)
    const said = withIds(own?.members ?? {})
    expect(Object.keys(said).sort()).toEqual(Object.keys(told).sort())
    for (const [member, pair] of Object.entries(said))
      // what would be made has no id before it is
      if (!JSON.stringify(pair).includes('null,') && !JSON.stringify(pair).includes('[null]'))
        expect([member, pair]).toEqual([member, told[member]])
  }
}

const expectAsPlanned = async (service: EmbeddedService, source: string, feed: ParsedFeed) => {
  const given = { origin: 'ics', source, feed }
  const plan = await tried(service, given)
  expect(await tried(service, given)).toMatchObject({ plan: plan.plan })
  const done = await applied(service, given)
  expect(countsOf(plan)).toEqual(countsOf(done))
  expect(rowsOf(plan)).toEqual(rowsOf(done))
  for (const [n, { id }] of plan.items.entries())
    if (id !== null) expect([n, id]).toEqual([n, done.items[n]?.id])
  await expectSameHistories(service, plan, done)
}

describe('05 §13 a dry run says what the import then does', () => {
  it.each(files)('%s: into an empty calendar, onto itself, onto a changed one', async name => {
    const service = await embeddedService({}, temporaryFolder(), () => NOW, undefined, noFetcher)
    const feed = feedOf(name)
    await expectAsPlanned(service, name, feed)
    await expectAsPlanned(service, name, feed)
    await expectAsPlanned(service, name, changedFeed(feed))
    await expectAsPlanned(service, name, feed)
  })
})
