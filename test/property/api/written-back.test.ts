import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zoneNames } from '../../../shared/kernel/time/zone-names.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

type Members = Readonly<Record<string, unknown>> & { readonly id: number }

let world: ApiWorld
let made = 0
beforeAll(async () => {
  world = await apiWorld()
})
afterAll(async () => {
  await world.close()
  // most of what is made up is taken, or nothing would have been tested
  expect(made).toBeGreaterThan(120)
})

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
const words = fc.array(piece, { maxLength: 9 }).map(parts => parts.join(''))
/** Something is left of it, whatever else is taken away. */
const name = words.map(text => `${text}N`)
const cost = fc.oneof(
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
const zone = fc.oneof(
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
const wall = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')
/** Some in the hours in which clocks are changed. */
const start = fc.oneof(
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
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
const address = fc.constantFrom(
  'https://a.example/?a=1&b=2',
  'https://a.example/?a=1&amp;b=%20',
  'http://ü.example/',
  '',
)

const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const
const event = fc
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
const venue = fc.record({
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
const organizer = fc.record({ ...{ organizer: name, ...shared }, email: maybe(words) })
const term = fc.record({ name, description: maybe(words), slug: maybe(words) })

/** Makes it, if it is taken; then sends it back as it was read, whole and member by member. */
const writtenBack = async (path: string, noun: 'event' | 'venue' | 'organizer' | 'term', body: object) => {
  const as = 'editor'
  const created = await world.ask(`POST ${path}`, { as, body })
  if (created.status !== 201) {
    // too long for what it is, or a name that is taken: nothing to be read
    expect(created.status, created.text).toBe(400)
    return
  }
  made++
  const { id } = created.body as Members
  const read = async () => (await world.ask(`GET ${path}/${id}`, { as })).body as Members
  const before = await read()
  const revision = await world.revisionOf(id, noun)
  world.clock.ms += 1_000
  const whole = await world.ask(`PUT ${path}/${id}`, { as, body: before })
  expect([whole.status, whole.status === 200 ? '' : whole.text]).toEqual([200, ''])
  expect(await read()).toEqual(before)
  for (const [member, value] of Object.entries(before)) {
    const one = await world.ask(`PATCH ${path}/${id}`, { as, body: { [member]: value } })
    expect([member, one.status, one.status === 200 ? '' : one.text]).toEqual([member, 200, ''])
    if ((await world.revisionOf(id, noun)) !== revision)
      expect([member, await read()]).toEqual([member, before])
  }
  expect(await world.revisionOf(id, noun)).toBe(revision)
}

const defined = (sent: object) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))

describe('02 §5 full object written back: nothing changes, nothing is recorded, whole and each member alone', () => {
  it('events', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(event, async ({ image, ...sent }) =>
        writtenBack(
          'events',
          'event',
          defined({ ...sent, image: image === undefined ? image : String(world.imageId) }),
        ),
      ),
      { numRuns: 40 },
    )
  })
  it('venues', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(venue, async sent => writtenBack('venues', 'venue', defined(sent))),
      { numRuns: 40 },
    )
  })
  it('organizers', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(organizer, async sent => writtenBack('organizers', 'organizer', defined(sent))),
      { numRuns: 40 },
    )
  })
  it('categories and tags', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(term, fc.constantFrom('categories', 'tags'), async (sent, path) =>
        writtenBack(path, 'term', defined(sent)),
      ),
      { numRuns: 60 },
    )
  })
})
