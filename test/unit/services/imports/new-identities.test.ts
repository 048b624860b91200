import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import {
  allAskedFor,
  newIdentities,
  type NewIdentities,
} from '../../../../services/imports/apply/new-identities.ts'
import { countingNames } from '../../../../services/calendar/known-names.ts'
import type { EventStore } from '../../../../shared/event-store/port.ts'
import { untilLive } from '../../../../shared/event-store/until-live.ts'
import { eventually } from '../../../support/eventually.ts'
import { eventIds, fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'
import { notedLog } from '../../../support/noted-log.ts'

const stopping = new Set<AbortController>()
afterEach(() => {
  for (const each of stopping) each.abort()
  stopping.clear()
})

const knownOn = (
  store: EventStore,
  warn: (message: string) => void = () => undefined,
  calmMs?: number,
): NewIdentities => {
  const controller = new AbortController()
  stopping.add(controller)
  return newIdentities(store, controller.signal, warn, calmMs)
}

/** Looks until the log was followed to its end. */
const untilKnown = async ({ look }: NewIdentities): Promise<number> => {
  for (;;) {
    const changes = await look()
    if (changes !== null) return changes
    await new Promise(resolve => setImmediate(resolve))
  }
}

const importOf = (identities: NewIdentities, log: EventStore) =>
  importWorld(log, undefined, undefined, identities)

/** Followers are told what there is, and nothing of what comes later. */
const hearingNothing = (store: EventStore): EventStore => ({
  ...store,
  follow: async function* (after, prefixes, signal) {
    yield* untilLive(store, prefixes, signal, after)
    await once(signal, 'abort')
  },
})

const readIdentities = (calls: readonly string[]) => calls.filter(call => call === 'read identity-event')

const items = (count: number) =>
  Array.from({ length: count }, (_, n) => fairItem({ uid: `a${n}`, title: `Fair ${n}` }))

describe('05 §5 identities of which the log was followed', () => {
  it('are not read when nobody has them, and each item is one act of four appends', async () => {
    const { store, taken } = notedLog()
    const identities = knownOn(store)
    await untilKnown(identities)
    const outcomes = await importOf(identities, store).whole('one', items(3))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created'])
    const calls = taken()
    expect(readIdentities(calls)).toEqual([])
    expect(calls.filter(call => call.includes('slug-event'))).toEqual(
      [0, 1, 2].map(n => `identity-event + identity-event + slug-event/fair-${n} + event-${n + 1}`),
    )
  })

  it('are read when somebody has them: the same items again are unchanged', async () => {
    const { store, taken } = notedLog()
    const before = await importWorld(store).whole('one', items(3))
    const identities = knownOn(store)
    await untilKnown(identities)
    taken()
    const again = await importOf(identities, store).whole('two', items(3))
    expect(again.map(({ outcome, id }) => [outcome, id])).toEqual(before.map(({ id }) => ['unchanged', id]))
    expect(readIdentities(taken()).length).toBeGreaterThan(0)
  })

  it('are read until the log was followed to its end', async () => {
    const { store, taken } = notedLog()
    await importOf(knownOn({ ...store, follow: async function* () {} }), store).whole('one', items(1))
    expect(readIdentities(taken()).length).toBeGreaterThan(0)
  })

  it('are not read while more and more is appended', async () => {
    const { store, taken } = notedLog()
    const busy: EventStore = {
      ...store,
      follow: async function* (after, prefixes, signal) {
        let isFirst = true
        for await (const step of store.follow(after, prefixes, signal)) {
          yield { ...step, live: isFirst && step.live }
          isFirst = false
        }
      },
    }
    const identities = knownOn(busy)
    await untilKnown(identities)
    await importWorld(store).whole('one', items(2))
    taken()
    const others = [2, 3].map(n => fairItem({ uid: `b${n}`, title: `Fair ${n}` }))
    await importOf(identities, store).whole('two', others)
    expect(readIdentities(taken())).toEqual([])
  })

  it('that somebody else claimed since the last look belong to their event', async () => {
    const { store, taken } = notedLog()
    const identities = knownOn(hearingNothing(store))
    await untilKnown(identities)
    const others = await importWorld(store).whole('one', items(4))
    taken()
    const outdated = { ...identities, look: async () => 0 }
    const mine = await importOf(outdated, store).whole('two', items(4))
    const [refused = '', ...later] = taken().filter(call => call.includes('identity-event'))
    expect(refused).toMatch(/^identity-event \+ identity-event \+ slug-event/)
    expect(readIdentities(later).length).toBeGreaterThan(0)
    expect(mine.map(({ outcome, id }) => [outcome, id])).toEqual(others.map(({ id }) => ['unchanged', id]))
    expect(await eventIds(store)).toHaveLength(4)
  })

  it('what is alike is found when another process brought it before the look', async () => {
    const store = memoryLog()
    const identities = knownOn(store)
    await untilKnown(identities)
    const [first] = await importWorld(store).whole('one', [fairItem({ uid: 'x' })])
    const [second] = await importOf(identities, store).whole('two', [fairItem({ uid: 'y' })])
    expect(second?.id).toBe(first?.id)
    expect(await eventIds(store)).toHaveLength(1)
  })
})

/** Tells how many follow the log, and how often somebody began to. */
const countingFollowers = (store: EventStore) => {
  const count = { begun: 0, now: 0 }
  const follow: EventStore['follow'] = async function* (...asked) {
    count.begun++
    count.now++
    try {
      yield* store.follow(...asked)
    } finally {
      count.now--
    }
  }
  return { store: { ...store, follow }, count }
}

describe('when no import has looked for a while', () => {
  it('nothing is followed, and the next one knows all that came meanwhile, and reads none of it', async () => {
    const { store: inner, taken } = notedLog()
    const { store, count } = countingFollowers(inner)
    const identities = knownOn(store, undefined, 0)
    const before = await untilKnown(identities)
    await eventually(() => expect(count.now).toBe(0))
    const { begun } = count
    const others = await importWorld(inner).whole('one', [
      fairItem({ uid: 'v', title: 'Ball', venue: { venue: 'Gym' } }),
    ])
    expect(await untilKnown(identities)).toBeGreaterThan(before)
    expect(count.begun).toBeGreaterThan(begun)
    taken()
    await importOf(identities, store).whole('two', items(2))
    expect(readIdentities(taken())).toEqual([])
    const [again] = await importOf(identities, store).whole('three', [
      fairItem({ uid: 'v', title: 'Ball', venue: { venue: 'Gym' } }),
    ])
    expect(again).toMatchObject({ outcome: 'unchanged', id: others[0]?.id })
  })

  it('one that looks again and again is followed all the time', async () => {
    const { store, count } = countingFollowers(memoryLog())
    const identities = knownOn(store)
    await untilKnown(identities)
    await importWorld(store).whole('one', items(2))
    await untilKnown(identities)
    expect(count).toEqual({ begun: 1, now: 1 })
  })
})

describe.each([
  ['where identities are followed, too', knownOn],
  ['where changes of it are counted', allAskedFor],
])('what items name, %s', (_, known) => {
  it('counts as changed when a venue or a category is, and not when an event is', async () => {
    const store = countingNames(memoryLog())
    await importWorld(store).whole('before', [fairItem({ uid: 'u', venue: { venue: 'Hall' } })])
    const identities = known(store)
    const before = await untilKnown(identities)
    const w = importWorld(store)
    await w.whole('one', items(2))
    expect(await untilKnown(identities)).toBe(before)
    await w.whole('two', [fairItem({ uid: 'v', title: 'Ball', venue: { venue: 'Gym' } })])
    expect(await untilKnown(identities)).toBeGreaterThan(before)
  })
})

describe('05 §5 identities of which nothing is followed', () => {
  it('are asked for: the same items again are unchanged', async () => {
    const { store, taken } = notedLog()
    const identities = allAskedFor(store)
    const before = await importOf(identities, store).whole('one', items(3))
    taken()
    const again = await importOf(identities, store).whole('two', items(3))
    expect(again.map(({ outcome, id }) => [outcome, id])).toEqual(before.map(({ id }) => ['unchanged', id]))
    expect(readIdentities(taken()).length).toBeGreaterThan(0)
  })
})

describe('a log that drops its followers', () => {
  it('is asked for each identity, and told of', async () => {
    const { store, taken } = notedLog()
    const told: string[] = []
    const identities = knownOn(
      {
        ...store,
        follow: async function* () {
          yield { records: [], reached: null, live: true }
          throw new Error('dropped')
        },
      },
      message => told.push(message),
    )
    await identities.look()
    await new Promise(resolve => setImmediate(resolve))
    await importOf(identities, store).whole('one', items(1))
    expect(readIdentities(taken()).length).toBeGreaterThan(0)
    expect(told).toEqual(['imports cannot follow what events are known by; trying again'])
  })
})
