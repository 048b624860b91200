import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../scripts/fuzz-bodies/random.ts'
import { feedText } from '../../../services/api/feeds/feed.ts'
import { newOrganizerValues, newVenueValues } from '../../../services/calendar/values.ts'
import { hasOracle, readFeeds } from '../../support/calendar-oracle/ask.ts'
import { eventValues } from '../../support/recorded.ts'
import { utcTime, userId } from '../../../shared/kernel/brands.ts'

/** Pieces of texts, and what a reader shall see of each; none of them is a blank. */
const PIECES: readonly (readonly [html: string, seen: string])[] = [
  ...[
    '\\',
    ';',
    ',',
    ':',
    '"',
    '\\n',
    '\\N',
    '\\,',
    '^',
    "^'",
    '^n',
    '%5C',
    '=',
    'x',
    'ä',
    '漢',
    'א',
    'ي',
    '😀',
    '👩‍👩‍👧',
  ].map(piece => [piece, piece] as const),
  ...['BEGIN:VEVENT', 'END:VCALENDAR', 'e\u0301', '\u0085', '\u202e', '\ufffe'].map(
    piece => [piece, piece] as const,
  ),
  ...(['\u0007', '\u001b', '\u007f', '<b>', '<!-- -->'] as const).map(piece => [piece, ''] as const),
  ...[
    ['&amp;', '&'] as const,
    ['&lt;', '<'] as const,
    ['&#8220;', '“'] as const,
    ['\ud800.', '\ufffd.'] as const,
  ],
]
const BLANKS = [' ', '\r\n', '\n', '\t', '\u2028', '\u000b', '&nbsp;', '<br>'] as const

describe.skipIf(!hasOracle())('06 §4 an independent reader of calendars, on texts made up', () => {
  it('reads every text as it is seen', async () => {
    const { number, oneOf } = randomFrom(5_545)
    const word = () => {
      const pieces = Array.from({ length: 1 + number(8) }, () => PIECES[number(PIECES.length)] ?? ['', ''])
      return (
        ['x', ...pieces.map(([html]) => html), '.'].join('') + `|x${pieces.map(([, seen]) => seen).join('')}.`
      )
    }
    const made = () => {
      const words = Array.from({ length: 1 + number(12) }, () => word().split('|'))
      const html = words.map(([sent = '']) => `${sent}${oneOf(BLANKS)}`).join('')
      return { html, seen: words.map(([, seen = '']) => seen).join(' ') }
    }
    const texts = Array.from({ length: 400 }, made)
    const events = texts.map(({ html }, n) => ({
      _id: n + 1,
      ...{ created: utcTime('2027-01-02 00:00:00'), modified: utcTime('2027-01-02 00:00:00') },
      values: eventValues({ title: html, description: html }),
    }))
    const related = ({ _id }: { readonly _id: number }) => {
      const { html } = texts[_id - 1] ?? { html: '' }
      const of = { name: html, status: 'publish', author: userId(2) } as const
      return {
        venues: [newVenueValues(of)],
        modified: '' as const,
        organizer: { ...newOrganizerValues(of), url: 'https://school.example/organizer/x/' },
        categories: [html, html],
        url: 'https://school.example/event/x/',
      }
    }
    const feed = await feedText(events, related, { name: 'X', zone: 'UTC', host: 'school.example' })
    const read = (await readFeeds({ feed: Buffer.from(feed) })).get('feed')
    expect(read?.errors).toEqual([])
    expect(read?.events).toHaveLength(400)
    for (const [n, { seen }] of texts.entries()) {
      const { summary, description, location, organizer, categories } = read?.events[n] ?? {}
      expect([summary, description?.replaceAll('\n', ' '), location, categories]).toEqual([
        ...[seen, seen, seen],
        [seen, seen],
      ])
      // a quotation mark cannot stand in a parameter, and a backslash is one there (RFC 5545 §3.2); the library takes it
      // for the beginning of an escape before these
      const loose = (name: string) => name.replace(/\\(?=[,;:\\])/g, '')
      expect(loose(organizer?.[0] ?? '')).toBe(loose(seen.replaceAll('"', "'")))
    }
  })
})
