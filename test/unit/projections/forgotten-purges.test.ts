import { eventId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { importCollections } from '../../../projections/import-status/collections.ts'
import { importStatus } from '../../../projections/import-status/store.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { recordOf, serviceContext } from '../../../services/handle.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { PURGES, purgesCodec, type PurgeFact } from '../../../shared/facts/purge.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { collections } from '../../support/collections.ts'
import { dispatching } from '../../support/dispatching.ts'
import { fairItem, importWorld, NOW } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { readModels } from '../../support/read-models.ts'
import { eventually } from '../../support/eventually.ts'

type Purged = { readonly kind: PurgeFact['kind']; readonly id: number }

const recordsOf = async (store: EventStore): Promise<readonly StoredRecord[]> => {
  const all: StoredRecord[] = []
  for await (const { records, live } of store.follow(null, [''], new AbortController().signal)) {
    all.push(...records)
    if (live) break
  }
  return all
}

/** Records, as the job does it, that nobody can write late any more. */
const end = async (store: EventStore, purged: readonly Purged[]): Promise<void> => {
  const items = purged.map(({ kind, id }) => ({ kind, itemId: id }))
  const record = recordOf(purgesCodec, { type: 'PurgesOver', items }, serviceContext('purge.finish', NOW))
  await store.append(PURGES, [record], 'any')
}

/** An event with a venue and a category, a second event, and purges of the first and of its venue. */
const school = async () => {
  const w = importWorld(memoryLog())
  const calendar = calendarOn(w.writing)
  const idOf = (made: Awaited<ReturnType<typeof calendar.event.create>>): number => {
    if (!made.ok) throw new Error(made.refusal.code)
    return made.id
  }
  const [first] = await w.whole('abc', [
    fairItem({ venue: { venue: 'Gym' }, event_category: 'Fairs' }),
    fairItem({ uid: 'b', title: 'B' }),
  ])
  const stays = idOf(await calendar.event.create({ values: fair() }, personAt()))
  const id = first?.id ?? 0
  const venue = (await w.values(id)).venues[0] ?? 0
  await calendar.event.purge(id, personAt())
  await calendar.venue.purge(venue, personAt())
  const purged: readonly Purged[] = [
    { kind: 'event', id },
    { kind: 'venue', id: venue },
  ]
  return { w, purged, stays }
}

/** How many documents each collection of the lists holds. */
const listed = async (store: EventStore, isShared: boolean) => {
  const documents = memoryDocuments({ strict: true, isShared })
  const models = await readModels(documents)
  await models.apply(await recordsOf(store))
  return { sizes: Object.fromEntries(documents.sizes()), models }
}

describe('what was purged leaves nothing in memory once its purge is over', () => {
  const names = ['events', 'venues', 'venueLinks', 'organizerLinks', 'termLinks'] as const
  const sizesOf = (sizes: Readonly<Record<string, number>>) => names.map(name => sizes[collections[name]])

  it('a tombstone stays until then, and where other processes write, for good', async () => {
    const { w, purged, stays } = await school()
    const before = [3, 1, 3, 3, 3]
    expect(sizesOf((await listed(w.store, false)).sizes)).toEqual(before)
    await end(w.store, purged)
    expect(sizesOf((await listed(w.store, true)).sizes)).toEqual(before)
    const { sizes, models } = await listed(w.store, false)
    expect(sizesOf(sizes)).toEqual([2, 0, 2, 2, 2])
    expect(await models.events.byId(eventId(purged[0]?.id ?? 0))).toBeNull()
    expect((await models.events.byId(eventId(stays)))?.values.title).toBe(fair().title)
  })

  it('the same records again change nothing', async () => {
    const { w, purged } = await school()
    await end(w.store, purged)
    const records = await recordsOf(w.store)
    const documents = memoryDocuments({ strict: true })
    const models = await readModels(documents)
    await models.apply(records)
    const once = [...documents.sizes()]
    for (let from = records.length - 1; from >= 0; from--) await models.apply(records.slice(from))
    expect([...documents.sizes()]).toEqual(once)
  })

  it('the record of an import knows what became of its items, and holds no number to find the purged ones by', async () => {
    const { w, purged, stays } = await school()
    await end(w.store, purged)
    const documents = memoryDocuments({ strict: true })
    const { apply, prefixes, queries } = await importStatus(documents)
    const records = await recordsOf(w.store)
    await apply(records.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix))))
    const { chunks } = await importCollections(documents)
    const id = purged[0]?.id ?? 0
    const { items } = await queries.itemsFrom('abc', 1)
    expect(items.map(item => [item.id === id, item.title, item.outcome])).toEqual([
      [true, '', 'created'],
      [false, 'B', 'created'],
    ])
    expect(await chunks.find({ ids: id })).toEqual([])
    expect(await chunks.find({ ids: items[1]?.id ?? stays })).toHaveLength(1)
    expect(documents.sizes().get(collections.importsPurged)).toBe(0)
  })

  it('work that is done leaves nothing in the memory of the one who hands it out', async () => {
    const { w, purged } = await school()
    const own = memoryDocuments({ strict: true })
    const shared = memoryDocuments({ strict: true, isShared: true })
    for (const documents of [own, shared]) await dispatching(w.store, { documents })
    const open = () => [own, shared].map(documents => documents.sizes().get('open-purges'))
    await eventually(() => expect(open()).toEqual([2, 2]))
    await end(w.store, purged)
    await eventually(() => expect(open()).toEqual([0, 2]))
  })
})

describe('items of an import', () => {
  const filled = async (isShared: boolean) => {
    const w = importWorld(memoryLog())
    const hash = await w.register('abc')
    await w.receive('abc', hash, [fairItem(), fairItem({ uid: 'b', title: 'Bücher' })])
    const documents = memoryDocuments({ strict: true, isShared })
    const { apply, prefixes, queries } = await importStatus(documents)
    const own = ({ stream }: StoredRecord) => prefixes.some(prefix => stream.startsWith(prefix))
    const all = (await recordsOf(w.store)).filter(own)
    return { w, own, apply, queries, all, ...(await importCollections(documents)) }
  }

  it('are compressed once each has an outcome, and read the same', async () => {
    const { w, own, apply, queries, chunks, all } = await filled(false)
    await apply(all)
    expect((await chunks.find({ importId: 'abc' }))[0]?.items).toHaveLength(2)
    await w.process('abc')
    await apply((await recordsOf(w.store)).filter(own))
    const [chunk] = await chunks.find({ importId: 'abc' })
    expect(chunk?.items).toBeTypeOf('string')
    const { items } = await queries.itemsFrom('abc', 1)
    expect(items.map(({ title, uid, outcome }) => [title, uid, outcome])).toEqual([
      ['Book fair', 'a1@feed.example', 'created'],
      ['Bücher', 'b', 'created'],
    ])
  })

  it('of a batch that was never accepted go when their import is closed; others may write it late', async () => {
    for (const [isShared, left] of [
      [false, []],
      [true, [[]]],
    ] as const) {
      const { w, own, apply, chunks, all } = await filled(isShared)
      await apply(all.filter(({ type }) => type !== 'ImportBatchReceived'))
      expect(await chunks.find({ importId: 'abc' })).toHaveLength(1)
      await w.runs.execute({ type: 'Delete', importId: 'abc' }, importContext('abc', NOW))
      const closed = (await recordsOf(w.store)).filter(
        record => own(record) && record.type === 'ImportClosed',
      )
      await apply(closed)
      expect((await chunks.find({ importId: 'abc' })).map(({ items }) => items)).toEqual(left)
    }
  })
})
