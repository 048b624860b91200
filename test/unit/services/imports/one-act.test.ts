import { eventId } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { holdersOf } from '../../../../services/calendar/claim-stream.ts'
import type { EventStore } from '../../../../shared/event-store/port.ts'
import { eventStream } from '../../../../shared/facts/event.ts'
import { countedLog } from '../../../support/counted-log.ts'
import { fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'
import { notedLog, oneByOne } from '../../../support/noted-log.ts'

/** Every owner of a claim of these kinds of which there is no event. */
const ownersOfNothing = async (store: EventStore, prefixes: readonly string[]) => {
  const lost: string[] = []
  for await (const { records, live } of store.follow(null, prefixes, new AbortController().signal)) {
    for (const stream of new Set(records.map(record => record.stream)))
      for (const { owner } of (await holdersOf(store, stream)).holders)
        if ((await store.read(eventStream(eventId(owner)))).length === 0) lost.push(`${stream}: ${owner}`)
    if (live) return lost
  }
  return lost
}

describe('05 §5 what a new item is known by', () => {
  it('is one act with its event and the slug', async () => {
    const { store, taken } = notedLog()
    const w = importWorld(store)
    await w.whole('one', [fairItem()])
    const acts = taken().filter(call => call.includes('slug-event'))
    expect(acts).toEqual(['identity-event + identity-event + slug-event/book-fair + event-1'])
  })

  it('of an item without a uid, too', async () => {
    const withoutUid = Object.fromEntries(Object.entries(fairItem()).filter(([member]) => member !== 'uid'))
    const { store, taken } = notedLog()
    await importWorld(store).whole('one', [withoutUid])
    const acts = taken().filter(call => call.includes('slug-event'))
    expect(acts).toEqual([
      'identity-event + identity-event + identity-event + slug-event/book-fair + event-1',
    ])
  })
})

describe('05 §5 a known event that an item changes', () => {
  it('is read once: it is decided on as it was found, unless somebody changes it meanwhile', async () => {
    const { store, taken } = countedLog(memoryLog())
    const w = importWorld(store)
    await w.whole('one', [fairItem()])
    taken()
    await w.whole('two', [fairItem({ title: 'Autumn fair' })])
    expect((await w.values(1)).title).toBe('Autumn fair')
    expect(taken().filter(call => call.endsWith(' event-1'))).toEqual([
      ...['read event-1', 'append event-1', 'read event-1'],
    ])
  })
})

describe.each([
  ['together', (log: EventStore) => log],
  ['one after the other', oneByOne],
] as const)('05 §5 two imports that bring one event at the same time, appended %s', (_, kind) => {
  it('under ids of which they share one: it is one event, known by all of them, and nothing is left over', async () => {
    const store = kind(memoryLog())
    const [one, other] = [importWorld(store), importWorld(store)]
    const items = (uid: string, ids: readonly string[]) =>
      Array.from({ length: 6 }, (__, n) =>
        fairItem({
          uid: `${uid}-${n}`,
          title: `Fair ${n}`,
          global_id: `${ids[0]}?id=${n}`,
          global_id_lineage: ids.slice(1).map(id => `${id}?id=${n}`),
        }),
      )
    const source = (name: string) => ({ source: `https://${name}.example/` })
    const both = await Promise.all([
      one.whole('one', items('a', ['x.example', 'shared.example']), source('a')),
      other.whole('two', items('b', ['shared.example', 'y.example']), source('b')),
    ])
    const ids = both.map(outcomes => outcomes.map(({ id }) => id))
    expect(ids[1]).toEqual(ids[0])
    expect(new Set(ids[0]).size).toBe(6)
    expect(await ownersOfNothing(store, ['slug-event/'])).toEqual([])
    const again = await one.whole('three', items('c', ['y.example']), source('c'))
    expect(again.map(({ id }) => id)).toEqual(ids[0])
  })
})
