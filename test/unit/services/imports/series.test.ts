import { utcTime, eventId, streamName } from '../../../../shared/kernel/brands.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { eventStream } from '../../../../shared/facts/event.ts'
import type { ItemOutcome } from '../../../../shared/facts/import.ts'
import type { EventStore } from '../../../../shared/event-store/port.ts'
import { personAt } from '../../../support/calendar.ts'
import { eventIds, fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'samples', 'reported')
const at = { nowUtc: utcTime('2027-01-01 00:00:00'), siteZone: 'America/New_York' }

const parsedItems = (body: Buffer): readonly RawItem[] => {
  const feed = parseIcs(body, at)
  if (!feed.ok) throw new Error(feed.reason)
  return JSON.parse(JSON.stringify(feed.items)) as readonly RawItem[]
}
const itemsOf = (name: string) => parsedItems(readFileSync(join(folder, `${name}.ics`)))
const seriesOf = (...lines: readonly string[]) =>
  parsedItems(
    Buffer.from(
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:s',
        'SUMMARY:Swim',
        ...lines,
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    ),
  )
const WEEKLY = 'DTSTART;TZID=America/New_York:20270302T100000'
const weekly = (count: number, ...lines: readonly string[]) =>
  seriesOf(WEEKLY, `RRULE:FREQ=WEEKLY;COUNT=${count}`, ...lines)

const without = (item: RawItem, member: string): RawItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== member))

/** As an aggregator sends it: nothing but uid and recurrence instant says that there is a series. */
const bare = (items: readonly RawItem[]): readonly RawItem[] => items.map(item => without(item, 'series'))

const world = (store: EventStore = memoryLog()) => {
  const w = importWorld(store)
  const withdrawn = async (importId: string) => {
    const ids: (number | null)[] = []
    for (const { type, data } of await store.read(streamName(`import-${importId}`)))
      if (type === 'ImportOccurrencesWithdrawn')
        ids.push(...(data['outcomes'] as unknown as ItemOutcome[]).map(({ id }) => id))
    return ids
  }
  /** Outcomes, and then how many events were withdrawn. */
  const done = async (importId: string, items: readonly RawItem[], over = {}) => {
    const outcomes = await w.whole(importId, items, over)
    const said = outcomes.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome} ${reason}`))
    return [...said, ...(await withdrawn(importId)).map(() => 'withdrawn')]
  }
  const starts = async () =>
    Promise.all(
      (await eventIds(store)).map(async id => {
        const { values, trashed } = await w.eventItem(id)
        return [id, values.start, trashed?.reason ?? values.status] as const
      }),
    )
  const facts = async (id: number) => (await store.read(eventStream(eventId(id)))).map(({ type }) => type)
  return { ...w, withdrawn, done, starts, facts }
}

const THREE = ['created', 'created', 'created']

describe.each([
  ['of a file', (items: readonly RawItem[]) => items],
  ['of an aggregator', bare],
])('05 §5 a series %s that is brought again', (_, as) => {
  it('at another time of the day is moved: ids stay, and the older version changes nothing', async () => {
    const w = world()
    const [before, after] = [as(itemsOf('n89a')), as(itemsOf('n89b'))]
    expect(await w.done('one', before)).toEqual(THREE)
    const ids = await eventIds(w.store)
    expect(await w.done('two', after)).toEqual(THREE.map(() => 'updated moved'))
    const there = [
      [ids[0], '2027-03-01 14:00:00', 'publish'],
      [ids[1], '2027-03-08 14:00:00', 'publish'],
      [ids[2], '2027-03-15 14:00:00', 'publish'],
    ]
    expect(await w.starts()).toEqual(there)
    expect(await w.facts(ids[0] ?? 0)).toEqual(['EventCreated', 'EventRescheduled', 'EventOriginNoted'])
    expect(await w.done('three', after)).toEqual(THREE.map(() => 'unchanged'))
    expect(await w.done('four', before)).toEqual(THREE.map(() => 'skipped older'))
    expect(await w.starts()).toEqual(there)
    expect(await w.facts(ids[0] ?? 0)).toHaveLength(3)
  })

  it('without one of its dates loses that one; the older version does not bring it back', async () => {
    const w = world()
    const [before, after] = [as(itemsOf('n90a')), as(itemsOf('n90b'))]
    expect(await w.done('one', before)).toEqual(THREE)
    const [first, second, third] = await eventIds(w.store)
    expect(await w.done('two', after)).toEqual(['unchanged', 'unchanged', 'withdrawn'])
    const there = [
      [first, '2027-03-02 10:00:00', 'publish'],
      [second, '2027-03-09 10:00:00', 'withdrawn'],
      [third, '2027-03-16 10:00:00', 'publish'],
    ]
    expect(await w.starts()).toEqual(there)
    expect(await w.withdrawn('two')).toEqual([second])
    expect(await w.done('three', after)).toEqual(['unchanged', 'unchanged'])
    expect(await w.done('four', before)).toEqual(THREE.map(() => 'skipped older'))
    expect(await w.starts()).toEqual(there)
    const back = bare(before).map(item => ({ ...item, sequence: 2 }))
    expect(await w.done('five', back)).toEqual(['unchanged', 'updated', 'unchanged'])
    expect((await w.starts()).map(([id, , status]) => [id, status])).toEqual(
      [first, second, third].map(id => [id, 'publish']),
    )
  })

  it.each([
    ['COUNT that shrank', 'RRULE:FREQ=WEEKLY;COUNT=3', 'RRULE:FREQ=WEEKLY;COUNT=2'],
    ['UNTIL that came nearer', 'RRULE:FREQ=WEEKLY;COUNT=3', 'RRULE:FREQ=WEEKLY;UNTIL=20270310T000000Z'],
    [
      'RDATE that went',
      'RDATE;TZID=America/New_York:20270309T100000,20270401T120000',
      'RDATE;TZID=America/New_York:20270309T100000',
    ],
  ])('with %s: what is left is withdrawn', async (__, before, after) => {
    const w = world()
    expect(await w.done('one', as(seriesOf(WEEKLY, before)))).toEqual(THREE)
    const ids = await eventIds(w.store)
    expect(await w.done('two', as(seriesOf(WEEKLY, after)))).toEqual(['unchanged', 'unchanged', 'withdrawn'])
    expect(await w.withdrawn('two')).toEqual(ids.slice(2))
  })
})

describe('05 §5 a single event that becomes a series, and the other way round', () => {
  const single = (...lines: readonly string[]) =>
    seriesOf('DTSTART;TZID=America/New_York:20270309T140000', ...lines)

  it.each([
    ['at the same time', '10', 'updated'],
    ['at another time', '12', 'updated moved'],
  ])('%s: it is the occurrence of its day', async (_, hour, outcome) => {
    const w = world()
    expect(await w.done('one', seriesOf(WEEKLY.replace('0302', '0309')))).toEqual(['created'])
    const [id] = await eventIds(w.store)
    const series = seriesOf(WEEKLY.replace('T10', `T${hour}`), 'RRULE:FREQ=WEEKLY;COUNT=3', 'SEQUENCE:1')
    expect(await w.done('two', series)).toEqual(['created', outcome, 'created'])
    expect(await w.values(id)).toMatchObject({ start: `2027-03-09 ${hour}:00:00` })
    expect(await w.done('three', series)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  })

  it('without a date of the series on its day it is withdrawn', async () => {
    const w = world()
    expect(await w.done('one', seriesOf(WEEKLY.replace('0302', '0310')))).toEqual(['created'])
    const [id] = await eventIds(w.store)
    expect(await w.done('two', weekly(3, 'SEQUENCE:1'))).toEqual([...THREE, 'withdrawn'])
    expect(await w.withdrawn('two')).toEqual([id])
  })

  it('a series that no longer repeats keeps the event of its day, and what came before; the rest is withdrawn', async () => {
    const w = world()
    expect(await w.done('one', weekly(3))).toEqual(THREE)
    const ids = await eventIds(w.store)
    expect(await w.done('two', single('SEQUENCE:1'))).toEqual(['updated moved', 'withdrawn'])
    expect(await w.starts()).toEqual([
      [ids[0], '2027-03-02 10:00:00', 'publish'],
      [ids[1], '2027-03-09 14:00:00', 'publish'],
      [ids[2], '2027-03-16 10:00:00', 'withdrawn'],
    ])
    expect(await w.done('three', single('SEQUENCE:1'))).toEqual(['unchanged'])
    expect(await w.done('four', weekly(3))).toEqual(THREE.map(() => 'skipped older'))
  })
})

describe('05 §5 what a series that is brought again leaves alone', () => {
  it('dates before its start, and a series of which only an override came', async () => {
    const w = world()
    expect(await w.done('one', weekly(3))).toEqual(THREE)
    const later = seriesOf('DTSTART;TZID=America/New_York:20270309T100000', 'RRULE:FREQ=WEEKLY;COUNT=2')
    expect(await w.done('two', later)).toEqual(['unchanged', 'unchanged'])
    const lone = seriesOf('RECURRENCE-ID:20270302T150000Z', 'DTSTART:20270302T160000Z', 'SEQUENCE:1')
    expect(await w.done('three', lone)).toEqual(['updated'])
    expect((await w.starts()).map(([, , status]) => status)).toEqual(['publish', 'publish', 'publish'])
  })

  it('everything, when its rule cannot be read, an item failed, less came than announced or the source is kept', async () => {
    const w = world()
    expect(await w.done('one', weekly(3))).toEqual(THREE)
    expect(await w.done('two', seriesOf(WEEKLY, 'RRULE:FREQ=NEVER'))).toEqual(['unchanged'])
    const [first, second, third = {}] = weekly(3)
    expect(await w.done('three', [first ?? {}, { ...third, title: '' }])).toEqual([
      'unchanged',
      'failed missing_title',
    ])
    const hash = await w.register('four')
    await w.receive('four', hash, [first ?? {}], {
      status: { data: { total: 3, done: 0 }, batch: { total: 1, done: 0 } },
    })
    await w.process('four')
    expect(await w.run('four')).toMatchObject({ status: 'failed' })
    expect(await w.done('five', [first ?? {}, second ?? {}], { updateAuthority: 'retain' })).toEqual([
      'skipped retain',
      'skipped retain',
    ])
    expect((await w.starts()).map(([, , status]) => status)).toEqual(['publish', 'publish', 'publish'])
  })

  it('an event that a user deleted, and another source', async () => {
    const w = world()
    expect(await w.done('one', weekly(3))).toEqual(THREE)
    const [, second] = await eventIds(w.store)
    await calendarOn(w.writing).event.trash(second ?? 0, 'deleted', personAt())
    const moved = seriesOf('DTSTART;TZID=America/New_York:20270302T120000', 'RRULE:FREQ=WEEKLY;COUNT=2')
    expect(await w.done('other', moved, { source: 'https://feed.example/b.ics' })).toEqual([
      'created',
      'created',
    ])
    expect(await w.done('two', moved)).toEqual(['updated moved', 'created', 'withdrawn'])
    expect(await w.eventItem(second)).toMatchObject({ trashed: { reason: 'deleted' } })
  })
})

describe('05 §5, §6 events of a series that a user changed', () => {
  const userMoves = async (w: ReturnType<typeof world>) => {
    expect(await w.done('one', weekly(2))).toEqual(['created', 'created'])
    const [first = 0, second = 0] = await eventIds(w.store)
    await calendarOn(w.writing).event.change(first, { title: 'Ours' }, personAt())
    await calendarOn(w.writing).event.change(second, { title: 'Ours' }, personAt())
    return [first, second]
  }

  it.each(['overwrite', 'preserve_changes'] as const)(
    '%s: moved and withdrawn like others',
    async authority => {
      const w = world()
      const [first, second] = await userMoves(w)
      const after = seriesOf('DTSTART;TZID=America/New_York:20270302T120000', 'RRULE:FREQ=WEEKLY;COUNT=1')
      expect(await w.done('two', after, { updateAuthority: authority })).toEqual([
        'updated moved',
        'withdrawn',
      ])
      expect(await w.values(first)).toMatchObject({
        title: authority === 'overwrite' ? 'Swim' : 'Ours',
        start: '2027-03-02 12:00:00',
      })
      expect(await w.eventItem(second)).toMatchObject({ trashed: { reason: 'withdrawn' } })
    },
  )
})

describe('05 §5 occurrences of a series in several batches', () => {
  const sendIn = async (
    w: ReturnType<typeof world>,
    importId: string,
    batches: readonly (readonly RawItem[])[],
  ) => {
    let hash = await w.register(importId)
    const total = batches.flat().length
    for (const [n, items] of batches.entries()) {
      const status = { data: { total, done: 0 }, batch: { total: batches.length, done: n } }
      const answer = await w.receive(importId, hash, items, { status })
      if (answer.ok && 'next_batch_hash' in answer.reply) hash = answer.reply.next_batch_hash ?? ''
      await w.process(importId)
    }
    return (await w.outcomes(importId)).map(({ outcome, reason }) => [outcome, reason].join(' ').trim())
  }

  it('05-43 in any order, and one of them twice: no event is moved twice, and only what none brings is withdrawn', async () => {
    const w = world()
    expect(await w.done('one', bare(weekly(4)))).toEqual([...THREE, 'created'])
    const ids = await eventIds(w.store)
    const [a = {}, b = {}, c = {}] = bare(
      seriesOf('DTSTART;TZID=America/New_York:20270302T120000', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    )
    expect(await sendIn(w, 'two', [[c], [a, c], [b]])).toEqual([
      'updated moved',
      'updated moved',
      'unchanged',
      'updated moved',
    ])
    expect(await w.withdrawn('two')).toEqual(ids.slice(3))
    expect((await w.starts()).map(([id, start, status]) => [id, start, status])).toEqual([
      [ids[0], '2027-03-02 12:00:00', 'publish'],
      [ids[1], '2027-03-09 12:00:00', 'publish'],
      [ids[2], '2027-03-16 12:00:00', 'publish'],
      [ids[3], '2027-03-23 10:00:00', 'withdrawn'],
    ])
  })

  it('by two processes at the same time', async () => {
    const store = memoryLog()
    const [w, other] = [world(store), world(store)]
    expect(await w.done('one', weekly(30))).toHaveLength(30)
    const ids = await eventIds(store)
    const after = seriesOf('DTSTART;TZID=America/New_York:20270302T140000', 'RRULE:FREQ=WEEKLY;COUNT=28')
    await w.receive('two', await w.register('two'), after)
    await Promise.all([w.process('two'), other.process('two')])
    expect(await eventIds(store)).toEqual(ids)
    expect((await w.outcomes('two')).map(({ id }) => id)).toEqual(ids.slice(0, 28))
    expect((await w.withdrawn('two')).toSorted()).toEqual(ids.slice(28).toSorted())
    expect((await w.starts()).map(([, start]) => start.slice(11))).toEqual(
      ids.map((_id, n) => (n < 28 ? '14:00:00' : '10:00:00')),
    )
  })
})

describe('05 §5 rows without uid whose time changed', () => {
  const row = (time: string, over: RawItem = {}): RawItem => ({
    ...without(fairItem(), 'uid'),
    ...{ start_date: `2027-05-08 ${time}:00`, end_date: `2027-05-08 ${time}:30` },
    ...over,
  })

  it('05-42 with one earlier row of that title on that day: moved', async () => {
    const w = world()
    expect(await w.done('one', [row('10:00')])).toEqual(['created'])
    const ids = await eventIds(w.store)
    expect(await w.done('two', [row('14:00')])).toEqual(['updated moved'])
    expect(await w.starts()).toEqual([[ids[0], '2027-05-08 14:00:00', 'publish']])
    expect(await w.done('three', [row('14:00')])).toEqual(['unchanged'])
    expect(await w.done('four', [row('10:00'), row('14:00')])).toEqual(['created', 'unchanged'])
  })

  it('with two, with one that is there, on another day or of another source: created', async () => {
    const w = world()
    expect(await w.done('one', [row('10:00'), row('11:00')])).toEqual(['created', 'created'])
    expect(await w.done('two', [row('14:00')])).toEqual(['created'])
    expect(await w.done('three', [row('10:00', { title: 'B' })])).toEqual(['created'])
    expect(await w.done('four', [row('10:00', { title: 'B' }), row('12:00', { title: 'B' })])).toEqual([
      'unchanged',
      'created',
    ])
    const other = row('09:00', { title: 'B', start_date: '2027-05-09 09:00:00' })
    expect(await w.done('five', [other])).toEqual(['created'])
  })

  it('two rows and one event: the first takes it', async () => {
    const w = world()
    expect(await w.done('one', [row('10:00')])).toEqual(['created'])
    expect(await w.done('two', [row('12:00'), row('14:00')])).toEqual(['updated moved', 'created'])
  })
})
