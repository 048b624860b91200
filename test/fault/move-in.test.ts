import { describe, expect, it } from 'vitest'
import { itemKinds } from '../../services/calendar/kinds.ts'
import { loadItem } from '../../services/calendar/purged.ts'
import { writingOn } from '../../services/calendar/writing.ts'
import { moveThings, type ThingsAsked } from '../../services/move-in/apply/move-things.ts'
import type { OldThing } from '../../services/move-in/old/shape.ts'
import type { Context } from '../../services/handle.ts'
import { StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import { personAt } from '../support/calendar.ts'
import { cleanHere } from '../support/clean-here.ts'
import { failAt } from '../support/fail-at.ts'
import { memoryLog } from '../support/memory-log.ts'
import { utcTime, userId, streamName } from '../../shared/kernel/brands.ts'

const context: Context = { ...personAt(), source: 'move-in' }
const HERE = {
  nowUtc: utcTime('2026-11-27 21:00:00'),
  siteZone: 'America/New_York',
  currency: { symbol: '$', position: 'prefix', code: 'USD' },
}

const thing = (id: number, cal: OldThing['cal'], links: OldThing['links'] = {}): OldThing => ({
  ...{ id, cal, calx: null, links },
})

const life = (slug: string, id: number) => ({
  ...{ slug, status: 'publish', date_utc: '2026-01-02 03:04:05', modified_utc: '2026-02-03 04:05:06' },
  global_id: `old.example?id=${id}`,
})

const dates = {
  start_date: '2027-05-08 10:00:00',
  end_date: '2027-05-08 12:00:00',
  timezone: 'Europe/Berlin',
}

type Batch = Pick<ThingsAsked, 'kind' | 'things'>

/** Something of every kind; two of the same slug, and one in the trash. */
const BATCHES: readonly Batch[] = [
  {
    kind: 'category',
    things: [
      thing(70, { name: 'Sport', slug: 'sport' }),
      thing(71, { name: 'Sport', slug: 'sport' }, { parent: 70 }),
    ],
  },
  { kind: 'tag', things: [thing(72, { name: 'indoor', slug: 'indoor' })] },
  {
    kind: 'venue',
    things: [thing(12, { venue: 'Hall', city: 'Troy', ...life('hall', 12) }, { author: userId(1) })],
  },
  { kind: 'organizer', things: [thing(15, { organizer: 'PTA', ...life('pta', 15) }, { author: userId(1) })] },
  {
    kind: 'event',
    things: [
      thing(
        41,
        { title: 'Fair', ...dates, ...life('fair', 41) },
        { venues: [12], organizers: [15], categories: [70, 71], tags: [72], author: userId(1) },
      ),
      thing(42, { title: 'Fair', ...dates, ...life('fair', 42) }, { author: userId(1) }),
      thing(
        43,
        { title: 'Off', ...dates, ...life('off__trashed', 43), status: 'trash' },
        { author: userId(1) },
      ),
    ],
  },
]

const moving = async (store: EventStore) => {
  const deps = { writing: writingOn(store), clean: cleanHere, here: () => HERE, standIn: () => userId(1) }
  const outcomes: string[] = []
  for (const batch of BATCHES) {
    const asked = { ...batch, source: 'old.example', keep: true, dryRun: false }
    outcomes.push(
      ...(await moveThings(deps, asked, context)).map(({ outcome, here }) => `${outcome} ${String(here)}`),
    )
  }
  return outcomes
}

const facts = async (store: EventStore, ...streams: readonly string[]) =>
  Promise.all(streams.map(async stream => (await store.read(streamName(stream))).map(({ type }) => type)))

describe('05 §15 stopped at any call of the log', () => {
  it.each(['before', 'after'] as const)(
    '%s it took effect, a second run ends as if nothing had been',
    async when => {
      let failures = 0
      for (let n = 1; n < 400; n++) {
        const store = memoryLog()
        const failing = failAt(store, n, when)
        await moving(failing.store).catch((error: unknown) => {
          if (!(error instanceof StoreUnavailable)) throw error
          failures++
        })
        await moving(store)
        const streams = [
          'event-41',
          'event-42',
          'event-43',
          'venue-12',
          'organizer-15',
          'term-70',
          'term-71',
          'term-72',
        ]
        expect([n, ...(await facts(store, ...streams))]).toEqual([
          n,
          ['EventCreated'],
          ['EventCreated'],
          ['EventCreated', 'EventTrashed'],
          ['VenueCreated'],
          ['OrganizerCreated'],
          ['TermCreated'],
          ['TermCreated'],
          ['TermCreated'],
        ])
        const slugs = await Promise.all(
          [41, 42].map(async id => (await loadItem(store, itemKinds.event, id)).state?.values.slug),
        )
        // a number that an attempt claimed and did not use may be left out
        expect([n, ...slugs]).toEqual([n, ...Array<unknown>(2).fill(expect.stringMatching(/^fair(-\d)?$/))])
        expect(new Set(slugs).size).toBe(2)
        const head = await store.head()
        expect((await moving(store)).every(outcome => outcome.startsWith('unchanged'))).toBe(true)
        expect([n, await store.head()]).toEqual([n, head])
        if (!failing.fired()) break
      }
      expect(failures).toBeGreaterThan(30)
    },
  )

  it('two at once end as one', async () => {
    const store = memoryLog()
    await Promise.all([moving(store), moving(store)])
    const events = await facts(store, 'event-41', 'event-42', 'event-43')
    expect(events).toEqual([['EventCreated'], ['EventCreated'], ['EventCreated', 'EventTrashed']])
    expect((await moving(store)).map(outcome => outcome.split(' ')[0])).toEqual(
      BATCHES.flatMap(({ things }) => things.map(() => 'unchanged')),
    )
  })
})
