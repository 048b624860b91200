import { utcTime } from '../../../shared/kernel/brands.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { parseCsv } from '../../../services/imports/csv/parse.ts'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import type { FeedItem, ParsedFeed } from '../../../services/imports/item/item.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { expectAsPlanned } from '../../support/planned-imports.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { noFetcher } from '../../support/tried-imports.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples')
const files = [
  ...readdirSync(folder).filter(name => /^\d\d_/.test(name)),
  ...readdirSync(join(folder, 'reported')).map(name => `reported/${name}`),
]

/** Histories of events that are compared after each import. */
const SEEN = 6

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

describe('05 §13 a dry run says what the import then does', () => {
  it.each(files)('%s: into an empty calendar, onto itself, onto a changed one', async name => {
    const service = await embeddedService({}, temporaryFolder(), () => NOW, undefined, noFetcher)
    const feed = feedOf(name)
    for (const one of [feed, feed, changedFeed(feed), feed])
      await expectAsPlanned(service, { origin: 'ics', source: name, feed: one }, SEEN)
  })
})
