import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import { at } from './calendar.ts'
import { calendarOf, logicalLines, type Block, type Sample } from '../../../support/sample-lines.ts'

const folder = join(import.meta.dirname, '../../../../../shared/samples')
const reported = join(folder, 'reported')
const files = [folder, reported].flatMap(where =>
  readdirSync(where).flatMap(name => (name.endsWith('.ics') ? [join(where, name)] : [])),
)

/** Members that say which event it is, and which version; all others are what people see. */
const IDENTITY: ReadonlySet<string> = new Set([
  ...['uid', 'line', 'sequence', 'last_modified', 'series', 'occurrence'],
])

/** All that people are shown or told of a body. */
const shown = (body: string): string => {
  const feed = parseIcs(Buffer.from(body, 'latin1'), at)
  if (!feed.ok) return feed.reason
  const items = feed.items.map(item =>
    Object.fromEntries(Object.entries(item).filter(([member]) => !IDENTITY.has(member))),
  )
  return JSON.stringify([feed.warnings, feed.found, items])
}

/**
 * Lines of which nothing is seen, neither when they are missing nor when they say something else, and why that is right: by
 * `file place/PROPERTY` or `file place/PROPERTY;PARAMETER`.
 */
const REASONS: readonly (readonly [lines: RegExp, reason: string])[] = [
  [/ (?:PRODID|VERSION)$/, 'what wrote the file, and in which format'],
  [/ METHOD$/, 'PUBLISH and what means nothing; CANCEL calls everything off'],
  [/ (?:NAME|X-WR-CALNAME|X-WR-CALDESC|X-APPLE-CALENDAR-COLOR)$/, 'of the calendar, not of its events'],
  [/ (?:X-WR-RELCALID|X-ORIGINAL-URL|X-ROBOTS-TAG)$/, 'where the calendar is'],
  [/ (?:REFRESH-INTERVAL|X-PUBLISHED-TTL)/, 'how often it is asked for: schedules say that'],
  [/ (?:X-CALSTART|X-CALEND)$/, 'from when to when the calendar goes, which its events say'],
  [/ X-MS-OLK-FORCEINSPECTOROPEN$/, 'how a program opens the file'],
  [/ VTIMEZONE\//, 'the zone is known by its name, or no event names it'],
  [/ VEVENT\/(?:UID|SEQUENCE|LAST-MODIFIED|DTSTAMP|CREATED)$/, 'which event it is, and which version'],
  [/^(?:10|27)_\S+ VEVENT\/RECURRENCE-ID;TZID$/, 'beside an instant in UTC, or a date'],
  [/^(?:11|13)_\S+ X-WR-TIMEZONE$/, 'every event names a zone of its own'],
  [/^28_\S+ VEVENT\/DTEND;TZID$/, 'of a date: days are counted'],
  [/ VEVENT\/VALARM\//, 'when a reader is to be reminded'],
  [
    / VEVENT\/(?:TRANSP|X-MICROSOFT-CDO-(?:BUSYSTATUS|INTENDEDSTATUS))$/,
    'whether a person is free meanwhile',
  ],
  [/ VEVENT\/(?:PRIORITY|X-MICROSOFT-CDO-IMPORTANCE)$/, 'how much it matters to a person'],
  [/ VEVENT\/ATTENDEE$/, 'who was asked to come: nothing for everybody to see'],
  [/ VEVENT\/X-MICROSOFT-CDO-(?:APPT-SEQUENCE|INSTTYPE)$/, 'what SEQUENCE and RRULE say'],
  [
    / VEVENT\/X-MICROSOFT-(?:DISALLOW-COUNTER|DONOTFORWARDMEETING|ISRESPONSEREQUESTED)$/,
    'how it is answered',
  ],
  [/ VEVENT\/X-MICROSOFT-REQUESTEDATTENDANCEMODE$/, 'how it is answered'],
  [/ VEVENT\/X-MS-OLK-/, 'how a program shows and answers it'],
  [/^2[678]_\S+ VEVENT\/X-MICROSOFT-CDO-ALLDAYEVENT$/, 'beside dates, or times that are no midnights'],
  [/ VEVENT\/X-ALT-DESC$/, 'the same text as DESCRIPTION, beside it'],
  [/ VEVENT\/X-APPLE-STRUCTURED-LOCATION$/, 'the same place as LOCATION, beside it'],
  [
    / VEVENT\/X-BEDEWORK-(?:ALIAS|CS|DUKE-SERIES|LOCATION|SUBMITTEDBY|STUDENT-CONTACT)$/,
    'inside of one program',
  ],
  [/ VEVENT\/X-BEDEWORK-IMAGE-/, 'how a picture is cut, which itself is told of'],
  [/ VEVENT\/X-LIVEWHALE-(?:ID|TIMEZONE|TYPE)$/, 'inside of one program'],
  [/^reported\/n66\.ics /, 'an older version of what stands in the same file, which its item is told of'],
  [/;(?:VALUE|FMTTYPE)$/, 'the value says by itself what it is'],
  [
    / VEVENT\/SUMMARY;(?:LANGUAGE|CHARSET)$/,
    'in which language it is, and an encoding that the letters show',
  ],
  [/ VEVENT\/(?:LOCATION|CONTACT|X-\S+);X-/, 'inside of one program'],
]

/** The line with another value, which would be seen if anything of it were. */
const changed = (line: string): string => {
  const colon = line.indexOf(':')
  const [head, value] = [line.slice(0, colon + 1), line.slice(colon + 1)]
  if (/^(?:TZID|X-WR-TIMEZONE)/i.test(head)) return `${head}Asia/Tokyo`
  if (/^(?:TRUE|FALSE)$/i.test(value)) return head + (/TRUE/i.test(value) ? 'FALSE' : 'TRUE')
  if (/^[+-]\d{4}$/.test(value)) return `${head}+0930`
  if (/\d{8}/.test(value)) return head + value.replace(/\d{4}(?=\d{4})/, year => String(Number(year) + 1))
  return `${line}x`
}

/** The line without one of its parameters, each in turn, and with another zone. */
const withoutParameters = (line: string): readonly (readonly [name: string, lines: readonly string[]])[] => {
  const head = /^[^:;]+((?:;[^:;=]+=(?:"[^"]*"|[^":;]*))+):/.exec(line)?.[1] ?? ''
  return [...head.matchAll(/;([^=;]+)=(?:"[^"]*"|[^":;]*)/g)].map(([whole, name = '']) => [
    name.trim().toUpperCase(),
    [line.replace(whole, ''), ...(/TZID/i.test(name) ? [line.replace(whole, ';TZID=Asia/Tokyo')] : [])],
  ])
}

const nameOf = (line: string): string => (/^[^:;]*/.exec(line)?.[0] ?? '').toUpperCase().replaceAll(' ', '')

/** Notes which lines of a sample are seen in nothing. */
const noteInert = (found: Set<string>, sample: Sample, file: string): void => {
  const tried = new Map<string, number>()
  const isNew = (key: string): boolean => {
    const count = (tried.get(key) ?? 0) + 1
    tried.set(key, count)
    return count <= 2
  }
  const tryLines = (
    lines: readonly string[],
    where: string,
    bodyOf: (lines: readonly string[]) => string,
  ) => {
    const before = shown(bodyOf(lines))
    const isSeen = (after: readonly string[]) => shown(bodyOf(after)) !== before
    const inside: string[] = []
    for (const [n, line] of lines.entries()) {
      if (/^BEGIN:/i.test(line)) inside.push(line.slice(6).trim().toUpperCase())
      const key = [where, ...inside.slice(where === '' ? 0 : 1), nameOf(line)]
        .filter(part => part !== '')
        .join('/')
      if (/^END:/i.test(line)) inside.pop()
      if (line.trim() === '' || /^(?:BEGIN|END)/i.test(line)) continue
      const others = (other: readonly string[]) => [...lines.slice(0, n), ...other, ...lines.slice(n + 1)]
      if (isNew(key) && !isSeen(others([])) && !isSeen(others([changed(line)]))) found.add(`${file} ${key}`)
      if (found.has(`${file} ${key}`)) continue
      for (const [name, all] of withoutParameters(line))
        if (isNew(`${key};${name}`) && !all.some(one => isSeen(others([one]))))
          found.add(`${file} ${key};${name}`)
    }
  }
  const { head, zones, events } = sample
  tryLines(head, '', lines => calendarOf(lines, [...zones, ...events.slice(0, 20)]))
  const inPlace = (all: readonly Block[], block: Block) => (lines: readonly string[]) =>
    calendarOf(
      head,
      all.map(one => (one === block ? { ...one, lines } : one)),
    )
  for (const zone of zones) tryLines(zone.lines, zone.kind, inPlace([...zones, ...events.slice(0, 20)], zone))
  for (const event of events) {
    const mates = events.filter(({ uid }) => uid === event.uid).slice(0, 20)
    tryLines(event.lines, 'VEVENT', inPlace([...zones, ...(mates.includes(event) ? mates : [event])], event))
  }
}

it('05 §11 every line of a calendar is seen, told of, or stands here with the reason why not', () => {
  const found = new Set<string>()
  for (const file of files)
    noteInert(found, logicalLines(readFileSync(file, 'latin1')), file.slice(folder.length + 1))
  const isExplained = (line: string) => REASONS.some(([lines]) => lines.test(line))
  expect([...found].filter(line => !isExplained(line))).toEqual([])
  const needless = REASONS.filter(([lines]) => ![...found].some(line => lines.test(line)))
  expect(needless.map(([lines, reason]) => [String(lines), reason])).toEqual([])
})
