import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { StoreUnavailable, type EventStore } from '../../../shared/event-store/port.ts'
import { PAYLOAD } from '../../../shared/facts/import.ts'
import { everyLog } from '../../support/every-log.ts'
import { fairItem, importWorld } from '../../support/import-world.ts'

const items = (name: string, count: number, bytes: number) =>
  Array.from({ length: count }, (_, n) =>
    fairItem({ uid: `${name}${n}`, title: `Event ${name} ${n}`, padding: 'x'.repeat(bytes) }),
  )

/** In one record; in many, each with one item, so that they need appends of their own. */
const BATCHES = [
  { importId: 'one', events: items('one', 3, 0) },
  { importId: 'many', events: items('many', 5, 250_000) },
]
const LIFE_SECONDS = 5

const payloadStreams = async (store: EventStore): Promise<readonly string[]> => {
  const streams = new Set<string>()
  for await (const { records, live } of store.follow(null, [PAYLOAD], new AbortController().signal)) {
    for (const { stream } of records) streams.add(stream)
    if (live) break
  }
  return [...streams]
}

const forgotten = async (store: EventStore): Promise<void> => {
  for (const stream of await payloadStreams(store)) await store.deleteStream(streamName(stream))
}
const expired = async (store: EventStore): Promise<void> => {
  for (const stream of await payloadStreams(store)) await store.expireAfter(streamName(stream), LIFE_SECONDS)
  await delay(1_000 * LIFE_SECONDS + 1_100)
}

/** The items become durable, and then the process is killed. */
const killedBetween = (store: EventStore): EventStore => ({
  ...store,
  appendAll: async before => {
    for (const { stream, records, expected } of before) await store.append(stream, records, expected)
    throw new StoreUnavailable('killed')
  },
})

describe.each(everyLog)('05 §10 with the log in %s, a batch that was stored and not accepted', (_, open) => {
  it.each([
    ['was forgotten', forgotten, 1],
    ['was forgotten', forgotten, 2],
    ['has expired', expired, 1],
  ] as const)('and %s: sent again, it is accepted and every item is created (%$)', async (_, lose, times) => {
    const { store, end } = await open()
    onTestFinished(end)
    const hashes = new Map<string, string>()
    for (const { importId } of BATCHES) hashes.set(importId, await importWorld(store).register(importId))
    const send = (log: EventStore, { importId, events }: (typeof BATCHES)[number]) =>
      importWorld(log).receive(importId, hashes.get(importId) ?? '', events)
    for (let time = 0; time < times; time++) {
      for (const batch of BATCHES)
        await expect(send(killedBetween(store), batch)).rejects.toBeInstanceOf(StoreUnavailable)
      expect(await payloadStreams(store)).toHaveLength(BATCHES.length)
      await lose(store)
      expect(await payloadStreams(store)).toEqual([])
    }
    for (const batch of BATCHES) {
      const answer = await send(store, batch)
      expect(answer.ok).toBe(true)
      expect(await send(store, batch)).toEqual(answer)
      const world = importWorld(store)
      await world.process(batch.importId)
      const outcomes = await world.outcomes(batch.importId)
      expect(outcomes.map(o => [o.position, o.outcome, o.reason])).toEqual(
        batch.events.map((_, n) => [n + 1, 'created', null]),
      )
      expect((await world.run(batch.importId)).status).toBe('success')
    }
  })
})
