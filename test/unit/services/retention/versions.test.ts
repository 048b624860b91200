import { describe, expect, it } from 'vitest'
import { entriesOf } from '../../../../projections/history/evolve.ts'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { event } from '../../../../services/calendar/event.ts'
import type { AnewDeps } from '../../../../services/calendar/item/begin-anew.ts'
import { purgeItem } from '../../../../services/calendar/item/purge.ts'
import { standingOf } from '../../../../services/calendar/item/standing.ts'
import { planPutBack } from '../../../../services/calendar/put-back/plan.ts'
import { newVenueValues } from '../../../../services/calendar/values.ts'
import { writingOn } from '../../../../services/calendar/writing.ts'
import { folded } from '../../../../services/handle.ts'
import { limitOf } from '../../../../services/retention/overdue.ts'
import { dueVersions } from '../../../../services/retention/versions.ts'
import { sealerOn } from '../../../../services/seals/seal.ts'
import { keptItems } from '../../../../services/subscriptions/kept-items.ts'
import { messageFor } from '../../../../services/subscriptions/told.ts'
import { datesOf } from '../../../../services/wiring/exporting.ts'
import type { EventStore, StoredRecord } from '../../../../shared/event-store/port.ts'
import { untilLive } from '../../../../shared/event-store/until-live.ts'
import { slugStream } from '../../../../shared/facts/claim.ts'
import { eventStream } from '../../../../shared/facts/event.ts'
import { Happening, ToldKind } from '../../../../shared/facts/subscription.ts'
import { venueStream } from '../../../../shared/facts/venue.ts'
import { wasLinked } from '../../../../workers/schedule/linked.ts'
import {
  eventId,
  venueId,
  type EventId,
  userId,
  streamName,
  logPosition,
} from '../../../../shared/kernel/brands.ts'
import { fair, personAt } from '../../../support/calendar.ts'
import { failAt } from '../../../support/fail-at.ts'
import { memoryLog } from '../../../support/memory-log.ts'
import { problemsOf, signal } from '../../../support/sealed-log.ts'
import { msOfIso } from '../../../../shared/kernel/time/calculate.ts'

const DAY_S = 86_400
const NOW = personAt(60 * DAY_S)
const LIMIT = limitOf(msOfIso(NOW.at), 30)

const depsOn = (store: EventStore): AnewDeps => ({ writing: writingOn(store), datesOf })
const on = (day: number) => personAt(day * DAY_S)

const idOf = (made: { ok: true; id: number } | { ok: false; refusal: { code: string } }): number => {
  if (!made.ok) throw new Error(made.refusal.code)
  return made.id
}

const venue = async (store: EventStore, name: string) =>
  venueId(
    idOf(
      await calendarOn(writingOn(store)).venue.create(
        { values: newVenueValues({ name, status: 'publish', author: userId(2) }), hiddenUntilLinked: true },
        on(0),
      ),
    ),
  )

/** An event in the trash since day 5, which had another title, text and place before. */
const school = async () => {
  const store = memoryLog()
  const [first, second] = [await venue(store, 'Hall'), await venue(store, 'Yard')]
  const { event: events } = calendarOn(writingOn(store))
  const sent = fair({ title: 'Okapi day', description: '<p>okapi</p>', venues: [first], slug: 'okapi-day' })
  const id = eventId(idOf(await events.create({ values: sent }, on(1))))
  await events.change(id, { title: 'Zebra day', slug: 'zebra-day', description: '<p>quagga</p>' }, on(2))
  await events.change(id, { description: '<p>zebra</p>', venues: [second] }, { ...on(3), actor: userId(3) })
  await events.trash(id, 'deleted', on(5))
  return { store, id, first, second }
}

const all = async (store: EventStore) => {
  const found: StoredRecord[] = []
  for await (const { records } of untilLive(store, [], signal)) found.push(...records)
  return found
}

const due = (store: EventStore) => dueVersions(depsOn(store), LIMIT, signal)
const forget = async (store: EventStore) => (await due(store)).forget(NOW, signal)
const standing = async (store: EventStore, id: EventId) => {
  const records = await store.read(eventStream(id))
  return { ...folded(event, records).state, dates: datesOf('event', records) }
}

const HELD = /okapi|quagga/i

describe('00 §6.9 earlier versions of what is in the trash are kept so long', () => {
  it('they go, and the event stays as it is; who changed it and when stays', async () => {
    const { store, id } = await school()
    const before = await standing(store, id)
    const was = await store.read(eventStream(id))
    expect(await due(store)).toMatchObject({ what: 'versions', count: was.length - 1, before: LIMIT.iso })
    expect(JSON.stringify(await all(store))).toMatch(HELD)
    await forget(store)
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
    expect(await store.read(slugStream('event', 'okapi-day'))).toEqual([])
    expect(await standing(store, id)).toEqual(before)
    const records = await store.read(eventStream(id))
    expect(records.map(({ revision, type }) => [revision, type])).toEqual([[was.length, 'EventCreated']])
    const told = (await store.read(streamName(`forgotten-event-${id}`))).flatMap(entriesOf)
    expect(told.map(({ _id, at, actor, fact }) => [_id, at, actor, fact])).toEqual(
      was.map(({ position, meta, type }) => [position, Date.parse(meta.at), meta.actor, type]),
    )
    expect(records.flatMap(entriesOf)).toEqual([])
    const after = await all(store)
    expect(await due(store)).toMatchObject({ count: 0 })
    await forget(store)
    expect(await all(store)).toEqual(after)
  })

  it('it comes back from the trash, cannot be put back to before, and begins to have versions again', async () => {
    const { store, id } = await school()
    const [first] = await store.read(eventStream(id))
    await forget(store)
    const wanted = {
      moment: { position: first?.position ?? logPosition(0) },
      only: 'since',
      members: null,
    } as const
    const records = await store.read(eventStream(id))
    const plan = planPutBack(some => standingOf('event', some), records, wanted)
    expect(plan).toEqual({ ok: false, code: 'put_back_forgotten' })
    const { event: events } = calendarOn(writingOn(store))
    expect(await events.change(id, { status: 'publish', title: 'Gnu day' }, on(61))).toMatchObject({
      ok: true,
    })
    expect(await standing(store, id)).toMatchObject({
      values: { title: 'Gnu day', slug: 'zebra-day', description: '<p>zebra</p>', status: 'publish' },
      trashed: null,
    })
    await events.trash(id, 'deleted', on(62))
    const later = limitOf(msOfIso(on(100).at), 30)
    const again = await dueVersions(depsOn(store), later, signal)
    expect(again.count).toBe((await store.read(eventStream(id))).length - 1)
    await again.forget(on(100), signal)
    expect(await store.read(eventStream(id))).toHaveLength(1)
    expect(JSON.stringify(await all(store))).not.toMatch(/"Zebra day"/)
  })

  it('what it ever named stays named, also when it is purged then', async () => {
    const { store, id, first, second } = await school()
    await forget(store)
    const linked = (venueId: number) =>
      wasLinked(store, logPosition(-1), { noun: 'venue', id: venueId }, signal)
    expect([await linked(first), await linked(second), await linked(999)]).toEqual([true, true, false])
    await purgeItem(writingOn(store), 'event', id, NOW)
    expect([await linked(first), await linked(second)]).toEqual([true, true])
  })

  it('purged then, it leaves no slug: neither of the trash, nor the one it would have come back with', async () => {
    const { store, id } = await school()
    await forget(store)
    const slugs = async () =>
      new Set((await all(store)).flatMap(({ stream }) => (stream.startsWith('slug-event/') ? [stream] : [])))
    expect(await slugs()).toEqual(new Set([slugStream('event', 'zebra-day')]))
    await purgeItem(writingOn(store), 'event', id, NOW)
    expect(await slugs()).toEqual(new Set())
  })

  it('purged then, the history tells once that it was made, and nothing twice', async () => {
    const { store, id } = await school()
    const was = await store.read(eventStream(id))
    await forget(store)
    const { event: events } = calendarOn(writingOn(store))
    await events.change(id, { status: 'draft' }, on(61))
    await purgeItem(writingOn(store), 'event', id, NOW)
    const beside = [
      ...(await store.read(streamName(`forgotten-event-${id}`))),
      ...(await store.read(streamName(`purged-event-${id}`))),
    ]
    const told = beside.flatMap(entriesOf).map(({ fact }) => fact)
    const since = told.slice(was.length)
    expect(told.slice(0, was.length)).toEqual(was.map(({ type }) => type))
    expect(since).toEqual(['EventRestored', 'ItemPurged'])
  })

  it('nothing goes of what is not in the trash, or was put there or changed of late, or was merged, or never shown', async () => {
    const { store, id } = await school()
    const { event: events, venue: venues } = calendarOn(writingOn(store))
    const out = eventId(idOf(await events.create({ values: fair({ title: 'Out' }) }, on(1))))
    await events.change(out, { title: 'Out again' }, on(2))
    const late = eventId(idOf(await events.create({ values: fair({ title: 'Late' }) }, on(1))))
    await events.trash(late, 'deleted', on(31))
    const back = eventId(idOf(await events.create({ values: fair({ title: 'Back' }) }, on(1))))
    await events.trash(back, 'deleted', on(2))
    await events.change(back, { status: 'draft' }, on(3))
    const [from, into, unseen] = [await venue(store, 'A'), await venue(store, 'B'), await venue(store, 'C')]
    await venues.merge(from, into, on(2))
    await venues.settleMerge(from, 'there', on(2))
    await venues.trash(unseen, 'deleted', on(2))
    const before = (await all(store)).filter(({ stream }) => stream !== eventStream(id))
    await forget(store)
    const streams = [eventStream(out), eventStream(late), eventStream(back)]
    const kept: readonly string[] = [...streams, venueStream(from), venueStream(into), venueStream(unseen)]
    const of = (records: readonly StoredRecord[]) => records.filter(({ stream }) => kept.includes(stream))
    expect(of(await all(store))).toEqual(of(before))
    expect(await store.read(eventStream(id))).toHaveLength(1)
  })

  it('a venue that an event once named is shown as before', async () => {
    const { store, first } = await school()
    const { venue: venues } = calendarOn(writingOn(store))
    await venues.change(first, { name: 'Great hall' }, on(4))
    await venues.trash(first, 'deleted', on(6))
    await forget(store)
    expect(await store.read(venueStream(first))).toMatchObject([
      { data: { values: { name: 'Great hall', status: 'trash' }, hiddenUntilLinked: false } },
    ])
    expect(JSON.stringify(await store.read(venueStream(first)))).not.toContain('"Hall"')
  })

  it('seals of before hold', async () => {
    const { store } = await school()
    const seal = sealerOn({ store, nowMs: () => msOfIso(NOW.at) })
    expect(await seal({ records: 1, ms: 0 }, signal)).toBe(1)
    await forget(store)
    const records = await all(store)
    expect(await problemsOf(records)).toEqual([])
    expect(await problemsOf(records.filter(({ type }) => type !== 'PastForgotten'))).not.toEqual([])
  })

  it.each(['before', 'after'] as const)('cut short %s any call, the next look does it', async when => {
    for (let n = 1; ; n++) {
      const { store, id } = await school()
      const before = await standing(store, id)
      const failing = failAt(store, n, when)
      await forget(failing.store).catch(() => undefined)
      expect(await standing(store, id), `call ${n}`).toEqual(before)
      await forget(store)
      expect(JSON.stringify(await all(store)), `call ${n}`).not.toMatch(HELD)
      expect(await store.read(eventStream(id))).toHaveLength(1)
      expect(await standing(store, id)).toEqual(before)
      if (!failing.fired()) break
    }
  })

  it('cut short and taken out of the trash then, the next look does the rest', async () => {
    const { store, id } = await school()
    const dying: EventStore = { ...store, truncate: () => Promise.reject(new Error('cut short')) }
    const { count } = await due(store)
    await expect(forget(dying)).rejects.toThrow('cut short')
    expect(await due(store)).toMatchObject({ count })
    await calendarOn(writingOn(store)).event.change(id, { status: 'publish' }, on(60))
    await forget(store)
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
    expect((await standing(store, id)).values?.status).toBe('publish')
  })

  it('what is changed meanwhile is not due any more', async () => {
    const { store, id } = await school()
    const raced: EventStore = {
      ...store,
      append: async (...given) => {
        if (given[0] === eventStream(id))
          await calendarOn(writingOn(store)).event.change(id, { status: 'publish' }, on(60))
        return store.append(...given)
      },
    }
    await forget(raced)
    expect((await standing(store, id)).values?.status).toBe('publish')
    expect(JSON.stringify(await store.read(eventStream(id)))).toMatch(HELD)
  })

  it.each(['all', 'public'] as const)('receivers that see %s are told nothing of it', async sees => {
    const { store, first } = await school()
    await calendarOn(writingOn(store)).venue.trash(first, 'deleted', on(6))
    await forget(store)
    const deps = {
      store,
      items: keptItems(store).of('x'),
      nameOf: () => Promise.resolve(null),
      addresses: () => Promise.resolve({ url: null, rest_url: '' }),
      isLinked: () => Promise.resolve(true),
    }
    const chosen = { kinds: ToldKind.options, happenings: Happening.options, sees }
    const records = (await all(store)).filter(
      ({ type }) => type === 'EventCreated' || type === 'VenueCreated',
    )
    const begun = records.filter(({ data }) => JSON.stringify(data).includes('"restated":true'))
    expect(begun.map(({ type }) => type).sort()).toEqual(['EventCreated', 'VenueCreated'])
    for (const record of begun) expect(await messageFor(deps, chosen, record)).toBeNull()
  })
})
