import { describe, expect, it } from 'vitest'
import { hasOracle, readFeeds, type ToldFeed } from '../../support/calendar-oracle/ask.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { importFeed } from '../../support/import-feed.ts'

type Told = ToldFeed['events'][number]
type Created = readonly [sent: object, told: Partial<Told>]
type Listed = {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly all_day: boolean
  readonly timezone: string
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
}

const LONG = 'Dépôt 漢字, '.repeat(20).trim()
const TITLES = {
  fair: 'Fair, with; signs: \\ and \\n “more” 🎉',
  rightToLeft: 'סיור במוזיאון, يوم الباب المفتوح',
} as const

/** Title, zone, wall clocks of start and end, and their instants. */
const CLOCKS: readonly (readonly [title: string, timezone: string, sent: string, told: string])[] = [
  // no wall clock shows 02:30: an hour later (04 §3)
  [
    'Gap',
    'America/New_York',
    '2027-03-14 02:30:00 2027-03-14 04:00:00',
    '2027-03-14 07:30:00 2027-03-14 08:00:00',
  ],
  [
    'Over the gap',
    'Europe/Berlin',
    '2027-03-27 23:00:00 2027-03-28 03:00:00',
    '2027-03-27 22:00:00 2027-03-28 01:00:00',
  ],
  [
    'Twice',
    'America/New_York',
    '2027-11-07 01:30:00 2027-11-07 02:30:00',
    '2027-11-07 05:30:00 2027-11-07 07:30:00',
  ],
  [
    'Half an hour',
    'Australia/Lord_Howe',
    '2027-04-04 01:45:00 2027-04-04 02:15:00',
    '2027-04-03 14:45:00 2027-04-03 15:45:00',
  ],
  [
    'Quarters',
    'Asia/Kathmandu',
    '2027-07-01 09:00:00 2027-07-01 10:00:00',
    '2027-07-01 03:15:00 2027-07-01 04:15:00',
  ],
  [
    'Winter less',
    'Europe/Dublin',
    '2027-07-01 09:00:00 2027-12-01 09:00:00',
    '2027-07-01 08:00:00 2027-12-01 09:00:00',
  ],
  [
    'No length',
    'America/Sao_Paulo',
    '2027-07-01 09:00:00 2027-07-01 09:00:00',
    '2027-07-01 12:00:00 2027-07-01 12:00:00',
  ],
]

/** Events with a wall clock that occurs twice: programs read it as either, so their times are instants (06 §4). */
const TWICE = new Set(['Twice', 'Half an hour', 'Second time'])

/** `2027-05-08 10:00:00 2027-05-08 12:00:00` */
const two = (text: string) => [text.slice(0, 19), text.slice(20)] as const

const clock = ([title, timezone, sent, told]: (typeof CLOCKS)[number]): Created => {
  const [start_date, end_date] = two(sent)
  const [from, to] = two(told)
  const at = (utc: string) => ({ kind: 'DATE-TIME', zone: TWICE.has(title) ? null : timezone, at: utc })
  return [
    { title, timezone, start_date, end_date },
    { start: at(from), end: at(to) },
  ]
}

/** Created one by one; what each is in the feed follows from the spec alone. */
const CREATED: readonly Created[] = [
  [
    {
      title: TITLES.fair,
      ...{ start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' },
      description:
        '<h2>Cake &amp; tea</h2><p>C:\\new, <a href="https://x.example/?a=1,2">here</a>;\n 5 &lt; 6</p><ul><li>One<li>Two</ul>',
      ...{ categories: ['Fairs', 'Food, drink; more'], tags: ['Loud, very'] },
      website: 'https://fair.example/?a=1,2',
      venue: { venue: 'Main Hall; East', address: '1 Hill St, rear', city: 'Troy', country: 'United States' },
      organizer: [{ organizer: 'Ada "the" Host; PTA, 1: a', email: 'ada@school.example' }],
    },
    {
      summary: TITLES.fair,
      description: 'Cake & tea\nC:\\new, here; 5 < 6\nOne\nTwo',
      location: 'Main Hall; East, 1 Hill St, rear, Troy, United States',
      organizer: ["Ada 'the' Host; PTA, 1: a", 'mailto:ada@school.example'],
      categories: ['Fairs', 'Food, drink; more'],
      start: { kind: 'DATE-TIME', zone: 'America/New_York', at: '2027-05-08 14:00:00' },
      end: { kind: 'DATE-TIME', zone: 'America/New_York', at: '2027-05-08 16:00:00' },
    },
  ],
  [
    {
      title: TITLES.rightToLeft,
      ...{ start_date: '2027-05-10', end_date: '2027-05-10', all_day: true, description: 'First\nsecond' },
      organizer: [{ organizer: 'No mail' }],
      venue: { venue: 'Ζάππειο' },
    },
    {
      description: 'First\nsecond',
      location: 'Ζάππειο',
      organizer: ['No mail', 'https://school.example/organizer/no-mail/'],
      start: { kind: 'DATE', zone: null, at: '2027-05-10' },
      end: { kind: 'DATE', zone: null, at: '2027-05-11' },
    },
  ],
  [
    {
      title: LONG,
      ...{ start_date: '2027-12-30', end_date: '2028-01-02', all_day: true, timezone: 'Asia/Tokyo' },
    },
    {
      ...{ description: null, location: null, geo: null, organizer: null, categories: [] },
      start: { kind: 'DATE', zone: null, at: '2027-12-30' },
      end: { kind: 'DATE', zone: null, at: '2028-01-03' },
    },
  ],
  ...CLOCKS.map(clock),
  ...(['UTC', 'UTC-3:30'] as const).map(
    timezone =>
      [
        {
          ...{ title: `At ${timezone}`, timezone },
          ...{ start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:30:00' },
        },
        {
          start: {
            ...{ kind: 'DATE-TIME', zone: null },
            at: timezone === 'UTC' ? '2027-06-01 10:00:00' : '2027-06-01 13:30:00',
          },
          end: {
            ...{ kind: 'DATE-TIME', zone: null },
            at: timezone === 'UTC' ? '2027-06-01 11:30:00' : '2027-06-01 15:00:00',
          },
        },
      ] as const,
  ),
]

const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'Africa/Casablanca']
const day = (n: number) => new Date(Date.UTC(2027, 2, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '')

const calendarOf = (...events: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'X-WR-TIMEZONE:America/New_York', ...events, 'END:VCALENDAR']
    .join('\r\n')
    .concat('\r\n')
const imported = (uid: string, ...lines: readonly string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n')

/** 210 events on as many days over changes of clocks, each at an hour that most changes touch. */
const many = Array.from({ length: 210 }, (_, n) => {
  const zone = ZONES[n % ZONES.length] ?? ''
  return imported(
    `uid\\, ${n}:x@source.example`,
    `SUMMARY:Event ${n}\\, of many`,
    `DTSTART;TZID=${zone}:${day(n * 2)}T0${n % 5}3000`,
    `DTEND;TZID=${zone}:${day(n * 2)}T0${(n % 5) + 1}3000`,
  )
})
const special = [
  imported(
    'placed@source.example',
    ...['SUMMARY:Placed', 'DTSTART:20270601T120000Z', 'DTEND:20270601T130000Z'],
    ...['LOCATION:Pier\\, 2 Quay', 'GEO:-0.0000004;-73.123456'],
  ),
  // half past one for the second time that night
  imported('second', 'SUMMARY:Second time', 'DTSTART:20271107T063000Z', 'DTEND:20271107T064500Z'),
  imported(
    'series',
    ...['SUMMARY:Weekly', 'DTSTART;TZID=America/New_York:20270602T090000', 'DURATION:PT1H'],
    'RRULE:FREQ=WEEKLY;COUNT=3',
  ),
  imported('shared', 'SUMMARY:One of two', 'DTSTART:20270601T120000Z', 'DTEND:20270601T130000Z'),
  // reads like one that this calendar has given out
  imported(
    'ID@school.example',
    ...['SUMMARY:Taken number', 'DTSTART:20270601T120000Z', 'DTEND:20270601T130000Z'],
  ),
]

const bytesOf = async ({ app }: EmbeddedService, url: string) => {
  const { statusCode, rawPayload } = await app.inject({ url })
  expect([url, statusCode]).toEqual([url, 200])
  return rawPayload
}

const listed = async ({ ask }: EmbeddedService): Promise<readonly Listed[]> => {
  const found: Listed[] = []
  for (let page = 1; ; page++) {
    const { body } = await ask(
      `GET /cal/events/v1/events&start_date=2027-02-02&per_page=50&page=${String(page)}`,
    )
    const { events, total_pages: pages } = body as {
      readonly events: readonly Listed[]
      readonly total_pages: number
    }
    found.push(...events)
    if (page >= pages) return found
  }
}

type Gathered = {
  readonly bytes: Readonly<Record<string, Uint8Array>>
  readonly told: ReadonlyMap<string, ToldFeed>
  /** What the REST interface says of the events. */
  readonly listed: readonly Listed[]
  readonly fairId: number
}

/** Everything is read in the test that asks first: its service ends with it. */
const gather = async (): Promise<Gathered> => {
  let now = Date.UTC(2027, 4, 1, 20)
  const service = await embeddedService({}, undefined, () => now)
  const ids: number[] = []
  for (const [body] of CREATED) {
    const answer = await service.ask('POST /cal/events/v1/events', { body })
    expect([answer.status, body]).toEqual([201, body])
    ids.push((answer.body as { readonly id: number }).id)
  }
  const fairId = ids[0] ?? 0
  const text = calendarOf(...many, ...special).replace('ID@', `${String(fairId)}@`)
  expect(await importFeed(service, text, 'https://one.example/a.ics')).toEqual(Array(217).fill('created'))
  const twin = imported('shared', 'SUMMARY:Other of two', 'DTSTART:20270601T120000Z')
  expect(await importFeed(service, calendarOf(twin), 'https://two.example/b.ics')).toEqual(['created'])
  const first = {
    whole: await bytesOf(service, '/events/ical/'),
    category: await bytesOf(service, '/events/category/food-drink-more/ical/'),
    tag: await bytesOf(service, '/events/tag/loud-very/ical/'),
    single: await bytesOf(service, '/event/second-time/ical/'),
  }
  now += 90_000
  const change = { body: { end_date: '2027-05-08 13:00:00' } }
  expect((await service.ask(`POST /cal/events/v1/events/${String(fairId)}`, change)).status).toBe(200)
  const bytes = { ...first, changed: await bytesOf(service, '/events/ical/') }
  return { bytes, told: await readFeeds(bytes), listed: await listed(service), fairId }
}

const feedOf = ({ told }: Gathered, name: string): ToldFeed => {
  const found = told.get(name)
  if (found === undefined) throw new Error(`there is no feed ${name}`)
  return found
}
const byTitle = (gathered: Gathered, title: string, name = 'whole') =>
  feedOf(gathered, name).events.filter(({ summary }) => summary === title)

const momentOf = ({ all_day, timezone }: Listed, local: string, utc: string, plus: number) => {
  if (!all_day) return { kind: 'DATE-TIME', zone: /^UTC/.test(timezone) ? null : timezone, at: utc }
  const at = new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) + plus * 86_400_000)
  return { kind: 'DATE', zone: null, at: at.toISOString().slice(0, 10) }
}

describe.skipIf(!hasOracle())('06 §4 an independent reader of calendars, on our feeds', () => {
  let gathering: Promise<Gathered> | null = null
  const gathered = () => (gathering ??= gather())

  it('lines are of at most 75 octets, whole characters each, and end in CRLF', async () => {
    const { bytes } = await gathered()
    const utf8 = new TextDecoder('utf-8', { fatal: true })
    for (const [name, feed] of Object.entries(bytes)) {
      const lines = Buffer.from(feed).toString('latin1').split('\r\n')
      expect(lines.pop(), name).toBe('')
      expect(lines.filter(line => line.length > 75 || /[\r\n\0]/.test(line) || line === '')).toEqual([])
      for (const line of lines) utf8.decode(Buffer.from(line, 'latin1'))
    }
  })

  it('there is nothing in them that it cannot read', async () => {
    for (const [, feed] of (await gathered()).told) {
      const { name, zone, version, errors } = feed
      expect([name, zone, version, errors]).toEqual(['Belltower', 'America/New_York', '2.0', []])
    }
  })

  it('every event is where and what it is', async () => {
    const all = await gathered()
    for (const [sent, told] of CREATED) {
      const { title } = sent as { readonly title: string }
      expect(byTitle(all, told.summary ?? title), title).toEqual([
        expect.objectContaining({ summary: title, ...told, status: 'CONFIRMED' }),
      ])
    }
  })

  it('the times of all of them are those of the REST interface, by the VTIMEZONE of the feed', async () => {
    const all = await gathered()
    const { events, zones } = feedOf(all, 'changed')
    const expected = all.listed.map(event => ({
      url: event.url,
      start: momentOf(event, event.start_date, event.utc_start_date, 0),
      end: momentOf(event, event.end_date, event.utc_end_date, 1),
    }))
    const sorted = <Item extends { readonly url: string }>(items: readonly Item[]) =>
      [...items].sort((a, b) => (a.url < b.url ? -1 : 1))
    const instants = new Set([...TWICE].map(title => byTitle(all, title, 'changed')[0]?.url))
    const unlike = ({ url }: { readonly url: string }) => !instants.has(url)
    expect(expected).toHaveLength(CREATED.length + 218)
    expect(sorted(events.map(({ url, start, end }) => ({ url, start, end }))).filter(unlike)).toEqual(
      sorted(expected).filter(unlike),
    )
    const used = all.listed.filter(
      ({ all_day, timezone, title }) => !all_day && !/^UTC/.test(timezone) && !TWICE.has(title),
    )
    expect(zones).toEqual([...new Set(used.map(({ timezone }) => timezone))].sort())
  })

  it('a wall clock that occurs twice is an instant', async () => {
    const all = await gathered()
    const { start_date, timezone } = all.listed.find(({ title }) => title === 'Second time') ?? {}
    expect([start_date, timezone]).toEqual(['2027-11-07 01:30:00', 'America/New_York'])
    for (const name of ['whole', 'single'])
      expect(byTitle(all, 'Second time', name)).toMatchObject([
        {
          start: { kind: 'DATE-TIME', zone: null, at: '2027-11-07 06:30:00' },
          end: { kind: 'DATE-TIME', zone: null, at: '2027-11-07 06:45:00' },
        },
      ])
  })

  it('places have coordinates', async () => {
    expect(byTitle(await gathered(), 'Placed')).toMatchObject([
      { location: 'Pier, 2 Quay', geo: [0, -73.123456] },
    ])
  })

  it('no uid occurs twice; the source has given those of what is imported', async () => {
    const all = await gathered()
    const uids = feedOf(all, 'whole').events.map(({ uid }) => uid)
    expect([...new Set(uids)]).toHaveLength(uids.length)
    const uidOf = (title: string) => byTitle(all, title)[0]?.uid
    expect(uidOf('Event 7, of many')).toBe('uid, 7:x@source.example')
    expect(uidOf(TITLES.fair)).toBe(`${String(all.fairId)}@school.example`)
    expect(uidOf('One of two')).toBe('shared')
    for (const title of ['Other of two', 'Taken number']) {
      const { id } = all.listed.find(event => event.title === title) ?? { id: 0 }
      expect(uidOf(title)).toBe(`${String(id)}@school.example`)
    }
    expect(byTitle(all, 'Weekly').map(({ start }) => start.at)).toEqual([
      ...['2027-06-02 13:00:00', '2027-06-09 13:00:00', '2027-06-16 13:00:00'],
    ])
  })

  it('feeds of a category, of a tag and of one event say the same of theirs', async () => {
    const all = await gathered()
    const fair = byTitle(all, TITLES.fair)
    expect(feedOf(all, 'category').events).toEqual(fair)
    expect(feedOf(all, 'tag').events).toEqual(fair)
    expect(feedOf(all, 'single').events).toEqual(byTitle(all, 'Second time'))
  })

  it('a change raises SEQUENCE and LAST-MODIFIED of its event, and touches no other', async () => {
    const all = await gathered()
    const [was] = byTitle(all, TITLES.fair)
    const [is] = byTitle(all, TITLES.fair, 'changed')
    expect([was?.modified, was?.stamp, is?.modified, is?.stamp]).toEqual([
      ...['2027-05-01 20:00:00', '2027-05-01 20:00:00'],
      ...['2027-05-01 20:01:30', '2027-05-01 20:01:30'],
    ])
    expect(is?.sequence).toBeGreaterThan(was?.sequence ?? Infinity)
    expect(is?.uid).toBe(was?.uid)
    const others = (name: string) => feedOf(all, name).events.filter(({ summary }) => summary !== TITLES.fair)
    expect(others('changed')).toEqual(others('whole'))
  })
})
