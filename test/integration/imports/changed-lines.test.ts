import { utcTime } from '../../../shared/kernel/brands.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import { askShown, hasOracle } from '../../support/calendar-oracle/ask.ts'
import { changesOf, propertyOf } from '../../support/changed-lines.ts'
import { calendarOf, logicalLines, type Block, type Sample } from '../../support/sample-lines.ts'

const SITE = 'America/New_York'
const folder = join(import.meta.dirname, '../../../../shared/samples')
const files = [folder, join(folder, 'reported')].flatMap(where =>
  readdirSync(where).flatMap(name => (name.endsWith('.ics') ? [join(where, name)] : [])),
)

/** Members that say which event it is, and which version; all others are what people see. */
const IDENTITY: ReadonlySet<string> = new Set([
  ...['uid', 'line', 'sequence', 'last_modified', 'dtstamp', 'series', 'occurrence'],
])

type Ours = { readonly shown: string; readonly told: string }

/** All that people are shown or told of a body; what they are told of it. */
const oursOf = (body: string): Ours => {
  const feed = parseIcs(Buffer.from(body, 'latin1'), {
    nowUtc: utcTime('2026-11-27 12:00:00'),
    siteZone: SITE,
  })
  if (!feed.ok) return { shown: feed.reason, told: feed.reason }
  const items = feed.items.map(item =>
    Object.fromEntries(Object.entries(item).filter(([member]) => !IDENTITY.has(member))),
  )
  const told = [feed.warnings, feed.found, ...items.map(({ warnings, found }) => [warnings, found])]
  return { shown: JSON.stringify([feed.warnings, feed.found, items]), told: JSON.stringify(told) }
}

/** A body, and one in which a line says something else. */
type Variant = {
  /** `file place/PROPERTY what is changed` */
  readonly key: string
  readonly property: string
  readonly before: string
  readonly after: string
}

/** How many lines of a name are changed in a place of a file. */
const LINES = 2
/** How many events of one UID, and how many others, stand beside the one that is changed. */
const MATES = 6

const variantsOf = (file: string, { head, zones, events }: Sample): readonly Variant[] => {
  const variants: Variant[] = []
  const tried = new Map<string, number>()
  const changeLines = (
    lines: readonly string[],
    where: string,
    bodyOf: (lines: readonly string[]) => string,
  ): void => {
    const before = bodyOf(lines)
    const inside: string[] = []
    for (const [n, line] of lines.entries()) {
      if (/^BEGIN:/i.test(line)) inside.push(line.slice(6).trim().toUpperCase())
      const place = [where, ...inside.slice(where === '' ? 0 : 1), propertyOf(line)].filter(
        part => part !== '',
      )
      if (/^END:/i.test(line)) inside.pop()
      const key = `${file} ${place.join('/')}`
      const count = (tried.get(key) ?? 0) + 1
      if (/^(?:BEGIN|END)/i.test(line) || count > LINES) continue
      tried.set(key, count)
      for (const { what, line: other } of changesOf(line)) {
        const after = bodyOf(lines.with(n, other))
        variants.push({ key: `${key} ${what}`, property: propertyOf(line), before, after })
      }
    }
  }
  const some = events.slice(0, MATES)
  changeLines(head, '', lines => calendarOf(lines, [...zones, ...some]))
  const named = (all: readonly Block[]) =>
    zones.filter(({ lines }) => {
      const zone = lines.find(line => /^TZID[:;]/i.test(line))?.replace(/^TZID[^:]*:/i, '') ?? ''
      return all.some(block => block.lines.some(line => line.includes(zone)))
    })
  const inPlace = (all: readonly Block[], block: Block) => (lines: readonly string[]) =>
    calendarOf(
      head,
      all.map(one => (one === block ? { ...one, lines } : one)),
    )
  for (const zone of zones.slice(0, LINES))
    changeLines(zone.lines, zone.kind, inPlace([...zones, ...some], zone))
  for (const event of events) {
    const mates = events.filter(({ uid }) => uid === event.uid).slice(0, MATES)
    const all = mates.includes(event) ? mates : [...mates, event]
    changeLines(event.lines, 'VEVENT', inPlace([...named(all), ...all], event))
  }
  return variants
}

/** What the other reader sees of a change and nothing here does, and why that is right: by `file place/PROPERTY what`. */
const REASONS: readonly (readonly [changes: RegExp, reason: string])[] = [
  [/^07_\S+ VEVENT\/UID /, 'two events of one UID: both are read, and of one the outcome says `duplicate`'],
  [
    /^18_\S+ VEVENT\/RRULE UNTIL$/,
    'before DTSTART, which is the first instance in any case (RFC 5545 §3.8.5.3)',
  ],
  [/^27_\S+ VEVENT\/RECURRENCE-ID another time$/, 'of an all-day series: the date that is written (05 §8.5)'],
  [/^28_\S+ VEVENT\/DTEND ;TZID$/, 'of a date: days are counted (05 §8.4)'],
]

/** One reading of each body. */
const ourReader = () => {
  const readings = new Map<string, Ours>()
  return (body: string): Ours => {
    const reading = readings.get(body) ?? oursOf(body)
    readings.set(body, reading)
    return reading
  }
}

/** Of variants that look the same here, those that do not for the other reader. */
const seenElsewhere = async (variants: readonly Variant[]): Promise<readonly Variant[]> => {
  const bodies = [...new Set(variants.flatMap(({ before, after }) => [before, after]))]
  const told = await askShown(
    SITE,
    bodies.map(body => Buffer.from(body, 'latin1')),
  )
  const shownIn = new Map(bodies.map((body, n) => [body, told[n]]))
  return variants.filter(({ before, after }) => shownIn.get(before) !== shownIn.get(after))
}

describe.skipIf(!hasOracle())('an independent reader, on samples in which a line says something else', () => {
  it(
    '05 §11 what it sees of a change is seen here, told of, or stands here with the reason why not',
    { timeout: 900_000 },
    async () => {
      const variants = files.flatMap(file =>
        variantsOf(file.slice(folder.length + 1), logicalLines(readFileSync(file, 'latin1'))),
      )
      const ours = ourReader()
      const unseen = variants.filter(({ before, after }) => ours(before).shown === ours(after).shown)
      expect(variants.length).toBeGreaterThan(3_500)
      expect(variants.length - unseen.length).toBeGreaterThan(1_400)
      const silent = (await seenElsewhere(unseen))
        .filter(({ property, after }) => !ours(after).told.includes(property))
        .map(({ key }) => key)
      const isExplained = (key: string) => REASONS.some(([changes]) => changes.test(key))
      expect([...new Set(silent)].filter(key => !isExplained(key))).toEqual([])
      const needless = REASONS.filter(([changes]) => !silent.some(key => changes.test(key)))
      expect(needless.map(([changes, reason]) => [String(changes), reason])).toEqual([])
    },
  )
})
