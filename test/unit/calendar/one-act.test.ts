import { userId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { nameStream, slugStream } from '../../../shared/facts/claim.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { holdersOf } from '../../../services/calendar/claim-stream.ts'
import { createTerm } from '../../../services/calendar/term/write.ts'
import { findOrCreateTerm } from '../../../services/calendar/term/find-or-create.ts'
import { newTermValues, newVenueValues } from '../../../services/calendar/values.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { notedLog, oneByOne } from '../../support/noted-log.ts'

const context = personAt()

const hall = (name = 'Hall') => newVenueValues({ name, status: 'publish', author: userId(2) })

/** With its block of ids reserved, so that only what an item needs is noted. */
const started = async (store: EventStore) => {
  const writing = writingOn(store)
  await writing.ids.next('post', context)
  await writing.ids.next('term', context)
  return writing
}

describe('02 §5: what is claimed for an item and the item are one act of the log', () => {
  it('an event: its slug', async () => {
    const { store, taken } = notedLog()
    const { event } = calendarOn(await started(store))
    taken()
    expect(await event.create({ values: fair() }, context)).toMatchObject({ ok: true, id: 2 })
    expect(taken()).toEqual(['slug-event/fair + event-2'])
  })

  it('a venue: its slug and its name; the same when it is prepared for an event, and looked for first', async () => {
    const { store, taken } = notedLog()
    const { venue } = calendarOn(await started(store))
    taken()
    await venue.create({ values: hall() }, context)
    expect(taken()).toEqual(['name-venue + slug-venue/hall + venue-2'])
    const wanted = { sent: { name: 'Barn' }, values: hall('Barn') }
    expect(await venue.findOrCreate(wanted, context)).toMatchObject({ id: 3, created: true })
    expect(taken()).toEqual(['read name-venue', 'name-venue + slug-venue/barn + venue-3'])
  })

  it('a term: its name and its slug', async () => {
    const { store, taken } = notedLog()
    const writing = await started(store)
    taken()
    await createTerm(writing, newTermValues({ taxonomy: 'post_tag', name: 'Music' }), context)
    expect(taken()).toEqual(['name-post_tag + slug-post_tag/music + term-2'])
    await findOrCreateTerm(writing, 'post_tag', 'Art', 'name', context)
    expect(taken().filter(call => !call.startsWith('read'))).toEqual([
      'name-post_tag + slug-post_tag/art + term-3',
    ])
  })

  it('of equal titles every further one costs a look at the first', async () => {
    const { store, taken } = notedLog()
    const { event } = calendarOn(await started(store))
    await event.create({ values: fair() }, context)
    for (const n of [2, 3, 4]) {
      taken()
      const slug = `fair-${n}`
      expect(await event.create({ values: fair() }, context)).toMatchObject({ values: { slug } })
      expect(taken()).toEqual(['read slug-event/fair', `slug-event/${slug} + event-${n + 1}`])
    }
  })

  it('of equal titles that are sent at once, each is made in the first attempt', async () => {
    const { store, taken } = notedLog()
    const { event } = calendarOn(await started(store))
    taken()
    await Promise.all([1, 2, 3].map(() => event.create({ values: fair() }, context)))
    expect(taken()).toEqual([
      'slug-event/fair + event-2',
      'slug-event/fair-2 + event-3',
      'slug-event/fair-3 + event-4',
    ])
  })

  it('a slug that another process has taken is looked for claim by claim', async () => {
    const { store, taken } = notedLog()
    const [one, other] = [await started(store), await started(store)]
    await calendarOn(other).event.create({ values: fair() }, context)
    taken()
    const made = await calendarOn(one).event.create({ values: fair() }, context)
    expect(made).toMatchObject({ id: 2, values: { slug: 'fair-2' } })
    const appended = taken().filter(call => !call.startsWith('read'))
    expect([appended.at(0), appended.at(-1)]).toEqual(['slug-event/fair + event-2', 'event-2'])
  })
})

const alike = [
  ['together', (log: EventStore) => log],
  ['one after the other', oneByOne],
] as const

describe.each(alike)('what several processes make at once, appended %s', (_, kind) => {
  const processes = () => {
    const log = kind(memoryLog())
    return { log, all: [1, 2, 3].map(() => writingOn(log)) }
  }

  it('events of one title: each is there once, and owns the slug that it has', async () => {
    const { log, all } = processes()
    const made = await Promise.all(
      all.flatMap(writing =>
        Array.from({ length: 10 }, () => calendarOn(writing).event.create({ values: fair() }, context)),
      ),
    )
    const slugs = new Set<string>()
    for (const one of made) {
      if (!one.ok) throw new Error(one.refusal.code)
      const { holders } = await holdersOf(log, slugStream('event', one.values.slug))
      expect(holders.map(({ owner }) => owner)).toEqual([one.id])
      slugs.add(one.values.slug)
    }
    expect(slugs.size).toBe(30)
  })

  it('a venue that is prepared for events is one; those that are sent as such are as many as were sent', async () => {
    const { log, all } = processes()
    const wanted = { sent: { name: 'Hall' }, values: hall() }
    const made = await Promise.all([
      ...all.map(writing => calendarOn(writing).venue.findOrCreate(wanted, context)),
      ...all.map(writing => calendarOn(writing).venue.create({ values: hall() }, context)),
    ])
    expect(made.slice(3).every(one => 'ok' in one && one.ok)).toBe(true)
    const ids = made.map(one => ('id' in one ? one.id : 0))
    expect(new Set(ids.slice(0, 3)).size).toBe(1)
    expect(new Set(ids.slice(3)).size).toBe(3)
    const { holders } = await holdersOf(log, nameStream('venue', 'hall'))
    expect(holders.map(({ owner }) => owner)).toEqual(expect.arrayContaining([...new Set(ids)]))
  })

  it('a term of one name is one', async () => {
    const { all } = processes()
    const made = await Promise.all(
      all.map(writing => findOrCreateTerm(writing, 'cal_events_cat', 'Music', 'name', context)),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made.filter(({ created }) => created).length).toBeGreaterThan(0)
  })
})
