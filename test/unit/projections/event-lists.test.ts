import {
  localTime,
  utcTime,
  eventId,
  organizerId,
  venueId,
  termId,
  userId,
} from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { ListQuery } from '../../../projections/event-listing/conditions.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { plusSeconds } from '../../../shared/kernel/time/calculate.ts'
import { everything } from '../../support/listed-school.ts'
import { eventValues, recorder } from '../../support/recorded.ts'
import { authorNamed, editor, guest, readModels } from '../../support/read-models.ts'

const all: ListQuery = { ...everything, limit: 50 }

const listing = async (events: readonly Partial<EventValues>[]) => {
  const record = recorder()
  const models = await readModels()
  await models.apply(
    events.map((given, n) =>
      record({ type: 'EventCreated', eventId: n + 1, by: 'person', values: eventValues(given) }),
    ),
  )
  const ids = async (query: Partial<ListQuery>) =>
    (await models.events.listEvents({ ...all, ...query })).rows.map(row => row._id)
  return { models, record, ids }
}

const on = (start: string, end: string): Partial<EventValues> => ({
  start: localTime(start),
  end: localTime(end),
})
const day = (date: string) => ({
  start: { gte: localTime(`${date} 00:00:00`) },
  end: { lte: localTime(`${date} 23:59:59`) },
})

describe('04 §5 date filters', () => {
  it('04-1 both dates keep what starts and ends between them', async () => {
    const { ids } = await listing([
      on('2027-03-10 09:00:00', '2027-03-10 10:00:00'),
      on('2027-03-11 23:30:00', '2027-03-11 23:55:00'),
      on('2027-03-09 20:00:00', '2027-03-09 21:00:00'),
    ])
    expect(
      await ids({
        start: { gte: localTime('2027-03-10 00:00:00') },
        end: { lte: localTime('2027-03-11 23:59:59') },
      }),
    ).toEqual([1, 2])
  })

  it('04-2 ends_after finds what is under way', async () => {
    const { ids } = await listing([on('2027-04-03 00:00:00', '2027-04-09 23:59:59')])
    expect(await ids({ start: { gte: localTime('2027-04-05 00:00:00') } })).toEqual([])
    expect(await ids({ end: { gt: localTime('2027-04-04 23:59:59') } })).toEqual([1])
  })

  it('04-7 the own wall clock of an event counts', async () => {
    const { ids } = await listing([
      { ...on('2027-06-10 08:00:00', '2027-06-10 09:00:00'), timezone: 'Asia/Tokyo' },
    ])
    expect([await ids(day('2027-06-10')), await ids(day('2027-06-09'))]).toEqual([[1], []])
  })

  it('04-9 ends_before leaves out what ends at the very second', async () => {
    const { ids } = await listing([
      on('2027-03-10 00:00:00', '2027-03-10 23:59:59'),
      on('2027-03-10 10:00:00', '2027-03-10 11:00:00'),
    ])
    const query = {
      start: { gte: localTime('2027-03-01 00:00:00') },
      end: { lt: localTime('2027-03-10 23:59:59') },
    }
    expect(await ids(query)).toEqual([2])
  })

  it('04-10 an event over several days is not on one of them', async () => {
    const { ids } = await listing([
      on('2026-12-09 18:00:00', '2026-12-12 10:00:00'),
      on('2026-12-10 00:00:00', '2026-12-10 23:59:59'),
    ])
    expect(await ids(day('2026-12-10'))).toEqual([2])
  })

  it('05-30 an event without length is on its day', async () => {
    const { ids } = await listing([on('2027-03-10 19:00:00', '2027-03-10 19:00:00')])
    expect(await ids(day('2027-03-10'))).toEqual([1])
  })

  it('an end that reads earlier than its start, because clocks were put back, counts as the start', async () => {
    const { ids } = await listing([on('2027-11-07 01:50:00', '2027-11-07 01:10:00')])
    expect(await ids({ end: { lte: localTime('2027-11-07 01:49:59') } })).toEqual([])
    expect(await ids({ end: { lte: localTime('2027-11-07 01:50:00') } })).toEqual([1])
  })
})

describe('02 §2 order', () => {
  it('02-17 40 events at one time: pages of 10 hold each id once, ascending', async () => {
    const { models } = await listing(Array.from({ length: 40 }, () => ({})))
    const pages = await Promise.all(
      [0, 10, 20, 30].map(skip => models.events.listEvents({ ...all, skip, limit: 10 })),
    )
    expect(pages.map(page => page.total)).toEqual([40, 40, 40, 40])
    expect(pages.flatMap(page => page.rows.map(row => row._id))).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
  })

  it('with include: publication date, then id', async () => {
    const { ids } = await listing([
      { publishedAt: utcTime('2027-02-01 00:00:00') },
      { publishedAt: utcTime('2027-01-01 00:00:00') },
      { publishedAt: utcTime('2027-02-01 00:00:00') },
      {},
    ])
    expect(
      await ids({
        include: [eventId(3), eventId(1), eventId(2), eventId(99)],
        sort: { member: 'published', descending: false },
      }),
    ).toEqual([2, 1, 3])
  })
})

describe('02 §3.1 who finds what', () => {
  const statuses = ['publish', 'pending', 'draft', 'future', 'private'] as const
  const events: readonly Partial<EventValues>[] = [
    {},
    { status: 'draft', author: userId(3) },
    { status: 'private', author: userId(4) },
    { status: 'trash', author: userId(3) },
    { hidden: true },
  ]

  it('readable items only', async () => {
    const { ids } = await listing(events)
    expect(await ids({ statuses })).toEqual([1])
    expect(await ids({ statuses, viewer: authorNamed(3) })).toEqual([1, 2])
    expect(await ids({ statuses, viewer: editor })).toEqual([1, 2, 3])
  })

  it('the trash holds editable items only', async () => {
    const were = ['publish', 'private', 'draft', 'pending'] as const
    const { models, record, ids } = await listing(were.map(status => ({ status, author: userId(3) })))
    const trashed = (status: (typeof were)[number], n: number) =>
      record({
        type: 'EventTrashed',
        eventId: n + 1,
        by: 'person',
        reason: 'deleted',
        changes: { status: [status, 'trash'] },
      })
    await models.apply(were.map(trashed))
    const contributor = { id: userId(3), role: 'contributor' } as const
    expect(await ids({ statuses: ['trash'] })).toEqual([])
    expect(await ids({ statuses: ['trash'], viewer: authorNamed(3) })).toEqual([1, 2, 3, 4])
    expect(await ids({ statuses: ['trash'], viewer: authorNamed(4) })).toEqual([])
    expect(await ids({ statuses: ['trash'], viewer: contributor })).toEqual([3, 4])
    expect(await ids({ statuses: ['trash'], viewer: editor })).toEqual([1, 2, 3, 4])
  })

  it('hidden events never, unless asked for', async () => {
    const { ids } = await listing(events)
    expect(await ids({ include: [eventId(5)], sort: { member: 'published', descending: false } })).toEqual([])
    expect(await ids({ includeHidden: true })).toEqual([1, 5])
  })
})

describe('02 §3.4 search', () => {
  it.each([
    ['parents', true],
    ['PARENTS', true],
    ["parents'", true],
    ['ecole', true],
    ['"Q&A"', true],
    ['evening ecole', true],
    ['"evening & ecole"', true],
    ['"ecole evening"', false],
    ['evening choir', false],
    ['welcome', true],
    ['"(q&a) all"', false],
    ['short', true],
    ['strong', false],
    ['-choir', true],
    ['-parents', false],
    ['-"q&a"', false],
    ['%', false],
    ['.*', false],
    ['(', true],
    ['\\', false],
    ['"unclosed', false],
    ['-', true],
  ])('02-5 %s: %s', async (search, expected) => {
    const { ids } = await listing([
      {
        title: 'Parents’ Evening & École (Q&A)',
        description: '<p>All <strong>wel</strong>come - really</p>',
        excerpt: 'Short',
      },
    ])
    expect(await ids({ search })).toEqual(expected ? [1] : [])
  })

  it('protected events are skipped for those who cannot open them', async () => {
    const { ids } = await listing([{ title: 'Fair', password: 'x', author: userId(3) }])
    expect(await ids({ search: 'fair' })).toEqual([])
    expect(await ids({ search: '-choir', viewer: authorNamed(4) })).toEqual([])
    expect(await ids({ search: 'fair', viewer: authorNamed(3) })).toEqual([1])
    expect(await ids({ search: 'fair', viewer: editor })).toEqual([1])
    expect(await ids({})).toEqual([1])
  })
})

it('OR inside one filter, AND between filters', async () => {
  const { ids } = await listing([
    { categories: [termId(1)], venues: [venueId(1)] },
    { categories: [termId(2)], venues: [venueId(2)], featured: true },
    {
      categories: [termId(3)],
      venues: [venueId(1)],
      organizers: [organizerId(9)],
      tags: [termId(5)],
      parent: eventId(1),
    },
  ])
  expect(await ids({ categories: [termId(1), termId(2)] })).toEqual([1, 2])
  expect(
    await ids({
      categories: [termId(1), termId(3)],
      venues: [venueId(2), venueId(1)],
      organizers: [organizerId(9)],
    }),
  ).toEqual([3])
  expect(await ids({ tags: [termId(5)], featured: false })).toEqual([3])
  expect(await ids({ featured: true })).toEqual([2])
  expect(await ids({ parent: eventId(1) })).toEqual([3])
  expect(await ids({ categories: [] })).toEqual([])
})

it('tells whether a list would hold anything, for everybody alike', async () => {
  const { models } = await listing([
    {
      start: localTime('2027-05-01 10:00:00'),
      end: localTime('2027-05-20 12:00:00'),
      startUtc: utcTime('2027-05-01 14:00:00'),
      endUtc: utcTime('2027-05-20 16:00:00'),
    },
    {
      start: localTime('2027-05-08 10:00:00'),
      end: localTime('2027-05-08 12:00:00'),
      startUtc: utcTime('2027-05-08 14:00:00'),
      endUtc: utcTime('2027-05-08 16:00:00'),
    },
    {
      status: 'draft',
      author: userId(7),
      start: localTime('2027-07-01 10:00:00'),
      end: localTime('2027-07-01 12:00:00'),
      categories: [termId(4)],
    },
  ])
  const windows = [
    {},
    { start: { lt: localTime('2027-05-01 10:00:00') } },
    { start: { gte: localTime('2027-05-09 00:00:00') } },
    { end: { gt: localTime('2027-05-08 12:00:00') } },
    { end: { gt: localTime('2027-05-20 12:00:00') } },
    { start: { gte: localTime('2027-05-02 00:00:00') }, end: { lte: localTime('2027-05-10 00:00:00') } },
    {
      start: { gte: localTime('2027-05-01 00:00:00'), lt: localTime('2027-05-02 00:00:00') },
      end: { lte: localTime('2027-05-10 00:00:00') },
    },
    { ended: { at: utcTime('2027-05-20 00:00:00'), is: true } },
    { ended: { at: utcTime('2027-05-01 00:00:00'), is: true } },
    { ended: { at: utcTime('2027-06-01 00:00:00'), is: false } },
    { categories: [termId(4)] },
  ]
  const answers = []
  for (const viewer of [guest, editor, authorNamed(7)])
    for (const window of windows) {
      const query = { ...all, viewer, statuses: ['publish', 'draft'] as const, ...window }
      const { total } = await models.events.listEvents(query)
      const any = await models.events.anyEvent(query)
      expect(any).toBe(total > 0)
      answers.push(any)
    }
  expect(answers.slice(0, windows.length)).toEqual([
    ...[true, false, false, true, false, true, false, true, false, false, false],
  ])
})

it('00-9, 00 §8 scale: a far page of a window looks at little more than what it answers', async () => {
  const visited: number[] = []
  const record = recorder()
  const documents = memoryDocuments({ observe: effort => visited.push(effort.visited) })
  const models = await readModels(documents)
  const events = 2_000
  await models.apply(
    Array.from({ length: events }, (_, n) => {
      const start = plusSeconds('2027-01-01 08:00:00', n * 3600)
      const long = n % 200 === 0
      const end = plusSeconds(start, long ? 20 * 86_400 : 5400)
      return record({
        type: 'EventCreated',
        eventId: n + 1,
        by: 'person',
        values: eventValues({ start: localTime(start), end: localTime(end) }),
      })
    }),
  )
  for (const viewer of [guest, editor, authorNamed(7)]) {
    visited.length = 0
    const page = await models.events.listEvents({
      ...all,
      viewer,
      statuses: viewer === guest ? ['publish'] : ['publish', 'pending', 'draft', 'future', 'private'],
      start: { gte: localTime('2027-01-02 00:00:00') },
      end: { lte: localTime('2027-03-20 23:59:59') },
      skip: 1_800,
      limit: 10,
    })
    expect(page.rows).toHaveLength(10)
    expect(visited.reduce((sum, n) => sum + n, 0)).toBeLessThan(100)
  }
})
