import fc from 'fast-check'
import { zoneNames } from '../../shared/kernel/time/zone.ts'

/* Values that are hard to show and to take again: for tests that write back what they read. */

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '&',
      '&amp;',
      '&#038;',
      '&amp;amp;',
      '<b>',
      '</b>',
      '<',
      '>',
      '"',
      "'",
      '’',
      '“',
      '\n',
      '\n\n',
      '\r\n',
      '\t',
    ],
    ...[
      '<script>x</script>',
      '<p>',
      '</p>',
      '<br>',
      '<br />',
      '<!-- c -->',
      '&nbsp;',
      '&lt;i&gt;',
      '\\',
      '%',
      '\u00a0',
    ],
    ...[
      '<ul><li>one</li></ul>',
      '<a href="https://a.example/?x=1&y=2">l</a>',
      '<img src="/x.jpg" alt="a">',
      '—',
      '😀',
    ],
    ...[
      '\u0301',
      '\u202e',
      'İ',
      'ß',
      '山',
      ' ',
      '  ',
      '[x]',
      '$',
      '{',
      '&#x27;',
      '&quot;',
      '&bogus;',
      '&#0;',
      '<pre>\n a\n</pre>',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('word', 'Fair', '5', 'a b'),
)
export const words = fc.array(piece, { maxLength: 9 }).map(parts => parts.join(''))
/** Something is left of it, whatever else is taken away. */
export const name = words.map(text => `${text}N`)
export const cost = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    'Free',
    '10',
    '$10',
    '€ 10',
    '10€',
    '1.234,50',
    '1,000.50',
    '5, 10, 15',
    '10-20',
    '0-5',
  ),
  fc.constantFrom(
    'Donation $5',
    'from 5 to 7 &c',
    'A & B',
    '10 USD',
    '£5 - £7',
    '¥1000',
    '<b>5</b>',
    '5 – 10',
    '-5',
  ),
  fc.integer({ min: 0, max: 100_000 }),
  fc.array(fc.nat(500), { minLength: 1, maxLength: 4 }),
  words,
)
export const zone = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...zoneNames) },
  fc.constantFrom('UTC+5:30', 'UTC-3', '+05:45', 'UTC+0', 'UTC-9.5', 'UTC+14', 'UTC-12', ''),
  fc.constantFrom(
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Africa/Cairo',
  ),
)
export const wall = (seconds: number) =>
  new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')
/** Some in the hours in which clocks are changed. */
export const start = fc.oneof(
  fc.integer({ min: Date.UTC(1950, 0) / 1_000, max: Date.UTC(2099, 0) / 1_000 }),
  fc.constantFrom(
    ...[
      '2027-03-14T02:30',
      '2027-11-07T01:30',
      '2027-03-28T01:15',
      '2027-10-31T01:45',
      '2027-04-04T01:45',
    ].map(text => Date.parse(`${text}:00Z`) / 1_000),
    ...['2027-10-03T02:15', '2027-09-05T00:00', '2027-04-03T23:30', '2027-04-30T00:00'].map(
      text => Date.parse(`${text}:00Z`) / 1_000,
    ),
  ),
)
export const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
export const address = fc.constantFrom(
  'https://a.example/?a=1&b=2',
  'https://a.example/?a=1&amp;b=%20',
  'http://ü.example/',
  '',
)

const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const
/** Bodies of the first generation. */
export const event = fc
  .record({
    title: name,
    description: maybe(words),
    excerpt: maybe(words),
    cost: maybe(cost),
    website: maybe(address),
    timezone: maybe(zone),
    all_day: maybe(fc.boolean()),
    status: maybe(fc.constantFrom('publish', 'draft', 'pending', 'private', 'future')),
    slug: maybe(words),
    date: maybe(fc.constantFrom('2026-01-02 03:04:05', '2026-11-01 01:30:00', '2028-03-12 02:30:00')),
    image: maybe(fc.constantFrom('image')),
    tags: maybe(fc.array(name, { maxLength: 2 })),
    flags: fc.subarray([...flags]),
    start,
    lasts: fc.oneof(fc.constant(0), fc.nat(400_000)),
  })
  .map(({ start: from, lasts, flags: set, ...rest }) => ({
    ...rest,
    ...Object.fromEntries(set.map(flag => [flag, true])),
    start_date: wall(from),
    end_date: wall(from + lasts),
  }))

const shared = { description: maybe(words), website: maybe(address), phone: maybe(words) }
export const venue = fc.record({
  ...{ venue: name, ...shared },
  ...Object.fromEntries(
    ['address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince'].map(member => [
      member,
      maybe(words),
    ]),
  ),
  show_map: maybe(fc.constantFrom('true', '0', 'yes')),
  status: maybe(fc.constantFrom('publish', 'draft')),
})
export const organizer = fc.record({ ...{ organizer: name, ...shared }, email: maybe(words) })
export const term = fc.record({ name, description: maybe(words), slug: maybe(words) })

/** Without the members that were not made up. */
export const defined = (sent: object) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
