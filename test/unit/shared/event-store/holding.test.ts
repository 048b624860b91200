import { expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../../shared/kernel/brands.ts'
import { HOLD_MS, holdingOf, WritesHeld } from '../../../../shared/event-store/holding.ts'
import type { EventStore } from '../../../../shared/event-store/port.ts'
import { memoryLog } from '../../../support/memory-log.ts'
import { note } from '../../../support/note.ts'

const held = (log: EventStore = memoryLog()) => {
  const clock = { ms: 5_000 }
  return { clock, ...holdingOf(log, () => clock.ms) }
}

const refused = async ({ append, appendAll, deleteStream, expireAfter }: EventStore) => {
  const one = { stream: streamName('one-1'), records: [note('said')], expected: 'any' } as const
  for (const change of [
    () => append(streamName('one-1'), [note('said')], 'any'),
    () => appendAll([one], one),
    () => deleteStream(streamName('one-1')),
    () => expireAfter(streamName('one-1'), 10),
  ])
    await expect(change()).rejects.toThrow(WritesHeld)
}

it('while changes are held every one of them is refused, and everything can be read', async () => {
  const { store, set } = held()
  const { position } = await store.append(streamName('one-1'), [note('said')], 'absent')
  expect(await set('held')).toBe(false)
  await refused(store)
  expect(await store.read(streamName('one-1'))).toHaveLength(1)
  expect(await store.head()).toBe(position)
  expect(await set('over')).toBe(true)
  expect(await store.append(streamName('one-1'), [note('said')], streamRevision(0))).toMatchObject({
    revision: 1,
  })
})

it('a hold that nobody renews ends by itself after a minute, and one that is renewed a minute later', async () => {
  const { store, set, clock, over } = held()
  await set('held')
  clock.ms += HOLD_MS - 1
  await refused(store)
  expect(await set('held')).toBe(true)
  clock.ms += HOLD_MS - 1
  await refused(store)
  clock.ms += 1
  await over(new AbortController().signal)
  expect(await store.append(streamName('one-1'), [note('said')], 'absent')).toMatchObject({ revision: 0 })
  expect(await set('held')).toBe(false)
})

it('a log that was moved takes nothing until somebody takes it back', async () => {
  const { store, set, clock } = held()
  await set('moved')
  clock.ms += 1_000 * HOLD_MS
  await refused(store)
  await set('over')
  expect(await store.append(streamName('one-1'), [note('said')], 'absent')).toMatchObject({ revision: 0 })
})

it('who holds hears when nothing that was asked before is under way any more', async () => {
  const log = memoryLog()
  const go = Promise.withResolvers<undefined>()
  const slow: EventStore = {
    ...log,
    append: async (...given) => {
      await go.promise
      return log.append(...given)
    },
  }
  const { store, set } = held(slow)
  const order: string[] = []
  const writing = store
    .append(streamName('one-1'), [note('said')], 'absent')
    .then(() => order.push('written'))
  const holding = set('held').then(() => order.push('held'))
  await refused(store)
  go.resolve(undefined)
  await Promise.all([writing, holding])
  expect(order).toEqual(['written', 'held'])
})
