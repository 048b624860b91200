import { describe, expect, it } from 'vitest'
import { logPosition, epochMs } from '../../../shared/kernel/brands.ts'
import { importStatus } from '../../../projections/import-status/store.ts'
import type { ImportQueries } from '../../../projections/import-status/queries.ts'
import { importCollections } from '../../../projections/import-status/collections.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import type { RawItem } from '../../../services/imports/item/item.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { askedDocuments } from '../../support/asked-documents.ts'
import { personAt } from '../../support/calendar.ts'
import { fairItem, importWorld, SOURCE } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

const recordsOf = async (
  store: EventStore,
  prefixes: readonly string[],
): Promise<readonly StoredRecord[]> => {
  const all: StoredRecord[] = []
  for await (const { records, live } of store.follow(null, prefixes, new AbortController().signal)) {
    all.push(...records)
    if (live) break
  }
  return all
}

const projected = async (store: EventStore) => {
  const projection = await importStatus(memoryDocuments())
  const records = await recordsOf(store, projection.prefixes)
  await projection.apply(records)
  return { ...projection.queries, showImport: shown(projection.queries), projection, records }
}

/** The record with its items. */
const shown =
  ({ showImport, itemsFrom }: ImportQueries) =>
  async (importId: string, { from = 1, limit = Infinity } = {}) => {
    const record = await showImport(importId)
    return record === null ? null : { ...record, items: (await itemsFrom(importId, from, limit)).items }
  }

describe('05 §1 import record', () => {
  it('shows items with position, line, outcome, reason, warnings, id, uid and title', async () => {
    const w = importWorld(memoryLog())
    await w.whole('abc', [
      fairItem({ line: 12 }),
      fairItem({ uid: 'b', title: '', line: 20 }),
      fairItem({ uid: 'c', title: 'C', url: 'javascript:x' }),
    ])
    const { showImport } = await projected(w.store)
    const record = await showImport('abc')
    const [first, , third] = await w.outcomes('abc')
    expect(record?.items).toEqual([
      {
        position: 1,
        line: 12,
        outcome: 'created',
        reason: null,
        warnings: [],
        id: first?.id,
        uid: 'a1@feed.example',
        title: 'Book fair',
      },
      {
        position: 2,
        line: 20,
        outcome: 'failed',
        reason: 'missing_title',
        warnings: [],
        id: null,
        uid: 'b',
        title: '',
      },
      {
        position: 3,
        line: null,
        outcome: 'created',
        reason: null,
        warnings: ['bad_url'],
        id: third?.id,
        uid: 'c',
        title: 'C',
      },
    ])
    expect(record).toMatchObject({
      import_id: 'abc',
      origin: 'ics',
      source: SOURCE,
      post_status: 'publish',
      author: 2,
      category: null,
      update_authority: 'overwrite',
      interval: 10,
      status: 'success',
      reason: null,
      percentage_complete: 50,
      total_events: 3,
      received: 3,
      processed: 3,
      batches: 1,
      log: [],
    })
    expect(record?.activity.cal_events).toEqual({
      created: [first?.id, third?.id],
      updated: [],
      skipped: [],
      scheduled: [],
    })
    expect(record).not.toHaveProperty('hash')
  })

  it('pages items and shows those that wait', async () => {
    const w = importWorld(memoryLog())
    await w.receive(
      'abc',
      await w.register('abc'),
      Array.from({ length: 60 }, (_, n) => fairItem({ uid: `u${n}` })),
    )
    const { showImport, progressOf } = await projected(w.store)
    const page = await showImport('abc', { from: 51, limit: 5 })
    expect(page?.items.map(({ position, outcome, uid }) => [position, outcome, uid])).toEqual(
      [51, 52, 53, 54, 55].map(n => [n, null, `u${n - 1}`]),
    )
    expect((await progressOf(['abc', 'other'], epochMs(0)))[0]).toMatchObject({
      status: 'pending',
      received: 60,
      processed: 0,
      total: 60,
    })
    expect(await showImport('other')).toBeNull()
  })

  it('05-11 a failed state leaves its slug and message in the log', async () => {
    const w = importWorld(memoryLog())
    const hash = await w.register('abc')
    const state = {
      type: 'ReportState',
      importId: 'abc',
      hash,
      digest: 'd',
      status: 'failed',
      percentage: 50,
      message: 'Feed not reachable',
      messageSlug: 'error:fetch',
    } as const
    await w.runs.execute(state, importContext('abc', epochMs(0)))
    const record = await (await projected(w.store)).showImport('abc')
    expect(record).toMatchObject({ status: 'failed', reason: 'reported', percentage_complete: 50 })
    expect(record?.log.map(({ message, message_slug }) => [message_slug, message])).toEqual([
      ['error:fetch', 'Feed not reachable'],
    ])
  })

  it('closing for another reason is in the log, too', async () => {
    const w = importWorld(memoryLog())
    await w.register('abc')
    await w.runs.execute(
      { type: 'CloseStalled', importId: 'abc', callbacks: 0 },
      importContext('abc', epochMs(0)),
    )
    const record = await (await projected(w.store)).showImport('abc')
    expect(record?.log).toMatchObject([{ message_slug: 'stalled' }])
  })

  it('items that were stored but never accepted do not show', async () => {
    const w = importWorld(memoryLog())
    const hash = await w.register('abc')
    const more = { status: { data: { total: 3, done: 0 }, batch: { total: 2, done: 0 } } }
    const results = await Promise.all([
      w.receive('abc', hash, [fairItem()], more),
      w.receive('abc', hash, [fairItem({ uid: 'x' }), fairItem({ uid: 'y' })], more),
    ])
    expect(results.map(r => r.ok)).toEqual([true, false])
    const record = await (await projected(w.store)).showImport('abc')
    expect(record?.items.map(({ uid }) => uid)).toEqual(['a1@feed.example'])
  })

  it('the same records again change nothing', async () => {
    const w = importWorld(memoryLog())
    await w.whole('abc', [fairItem(), fairItem({ uid: 'b', title: 'B' })])
    const { projection, records, showImport } = await projected(w.store)
    const once = await showImport('abc')
    for (let from = records.length - 1; from >= 0; from--) await projection.apply(records.slice(from))
    expect(await showImport('abc')).toEqual(once)
  })

  it('says no title of what was purged, before it is told what became of the item and after', async () => {
    const w = importWorld(memoryLog())
    const [first] = await w.whole('abc', [
      fairItem({ title: 'Zebra' }),
      fairItem({ uid: 'b', title: 'Horse' }),
    ])
    const id = first?.id ?? 0
    await w.whole('def', [fairItem({ title: 'Zebra' })])
    await calendarOn(w.writing).event.purge(id, personAt())
    const titles = async () => {
      const { showImport, projection, records } = await projected(w.store)
      const both = async () => {
        const [abc, def] = [await showImport('abc'), await showImport('def')]
        return [abc, def].flatMap(record => record?.items.map(({ title, id: of }) => [title, of === id]))
      }
      const once = await both()
      for (let from = records.length - 1; from >= 0; from--) await projection.apply(records.slice(from))
      expect(await both()).toEqual(once)
      return once
    }
    const expected = [
      ['', true],
      ['Horse', false],
      ['', true],
    ]
    expect(await titles()).toEqual(expected)
    // the purge may be told before what became of the items
    const projection = await importStatus(memoryDocuments())
    const records = await recordsOf(w.store, projection.prefixes)
    const isPurge = ({ stream }: StoredRecord) => stream.startsWith('purged-')
    const purge = records.filter(isPurge).map(record => ({ ...record, position: logPosition(0) }))
    await projection.apply(purge)
    await projection.apply(records.filter(record => !isPurge(record)))
    const record = await shown(projection.queries)('abc')
    expect(record?.items.map(({ title }) => title)).toEqual(['', 'Horse'])
  })

  it('tells what became of items whose payload is gone', async () => {
    const w = importWorld(memoryLog())
    await w.whole('abc', [fairItem(), fairItem({ uid: 'b', title: '' })])
    const before = await (await projected(w.store)).showImport('abc')
    for (const { stream } of await recordsOf(w.store, ['importpayload-'])) await w.store.deleteStream(stream)
    const { projection, records, showImport } = await projected(w.store)
    const after = await showImport('abc')
    expect(after).toEqual({ ...before, items: before?.items.map(item => ({ ...item, title: '' })) })
    for (let from = records.length - 1; from >= 0; from--) await projection.apply(records.slice(from))
    expect(await showImport('abc')).toEqual(after)
  })
})

describe('05 §1 counts, lists and choices of an import', () => {
  const of = async (items: readonly RawItem[]) => {
    const w = importWorld(memoryLog())
    const outcomes = await w.whole('abc', items)
    return { w, outcomes }
  }

  it('count outcomes with their reasons, warnings, and items with any', async () => {
    const { w } = await of([
      fairItem(),
      fairItem({ uid: 'b', title: '' }),
      fairItem({ uid: 'c', title: '' }),
      fairItem({ uid: 'd', title: 'D', url: 'javascript:x', timezone: 'Nowhere/Land' }),
      fairItem({ uid: 'e', title: 'E', url: 'javascript:x' }),
    ])
    const { showImport } = await projected(w.store)
    expect(await showImport('abc')).toMatchObject({
      outcomes: { created: 3, updated: 0, unchanged: 0, skipped: 0, failed: 2, duplicate: 0 },
      reasons: { failed: { missing_title: 2 } },
      warnings: { bad_url: 2, unknown_timezone: 1 },
      warned: 2,
    })
  })

  it('hold each id once, in the order in which it was met first, whole or the last ones only', async () => {
    const venue = { venue: 'Main Hall' }
    const many = Array.from({ length: 620 }, (_, n) => fairItem({ uid: `u${n}`, title: `T${n}`, venue }))
    const { w, outcomes } = await of(many)
    const ids = outcomes.map(({ id }) => id)
    const { projection, records } = await projected(w.store)
    const { showImport } = projection.queries
    const whole = await showImport('abc')
    expect(whole?.activity.cal_events.created).toEqual(ids)
    expect(whole?.activity.cal_venue.created).toHaveLength(1)
    expect(whole?.activity.cal_venue.skipped).toEqual(whole?.activity.cal_venue.created)
    expect(whole?.activity_counts.cal_events).toEqual({ created: 620, updated: 0, skipped: 0, scheduled: 0 })
    for (const newest of [0, 1, 119, 120, 121, 370, 371, 619, 620, 1_000]) {
      const some = await showImport('abc', { newest })
      expect(some?.activity.cal_events.created).toEqual(newest === 0 ? [] : ids.slice(-newest))
      expect(some?.activity_counts).toEqual(whole?.activity_counts)
    }
    for (let from = records.length - 1; from >= 0; from -= 3) await projection.apply(records.slice(from))
    expect(await showImport('abc')).toEqual(whole)
  })

  it('come to the same record by record, and by somebody who goes on from what is stored', async () => {
    const many = Array.from({ length: 320 }, (_, n) => fairItem({ uid: `u${n % 300}`, title: `T${n}` }))
    const { w } = await of(many)
    const { showImport, records } = await projected(w.store)
    const documents = memoryDocuments()
    let projection = await importStatus(documents)
    for (const [n, record] of records.entries()) {
      if (n % 4 === 0) projection = await importStatus(documents)
      await projection.apply([record])
    }
    expect(await shown(projection.queries)('abc')).toEqual(await showImport('abc'))
  })

  it('tell of each item, however many chunks the outcomes of one record are of', async () => {
    const w = importWorld(memoryLog())
    const items = Array.from({ length: 260 }, (_, n) => fairItem({ uid: `u${n}`, title: `T${n}` }))
    await w.receive('abc', await w.register('abc'), items)
    await w.runs.execute({ type: 'Cancel', importId: 'abc' }, importContext('abc', epochMs(0)))
    await w.process('abc')
    const projection = await importStatus(memoryDocuments())
    for (const record of await recordsOf(w.store, projection.prefixes)) await projection.apply([record])
    const record = await shown(projection.queries)('abc')
    expect(record?.items.map(({ position, outcome, title }) => [position, outcome, title])).toEqual(
      items.map((_, n) => [n + 1, 'skipped', `T${n}`]),
    )
  })

  it('a header that was not saved counts what is counted once', async () => {
    const many = Array.from({ length: 320 }, (_, n) => fairItem({ uid: `u${n}`, title: `T${n}` }))
    const { w } = await of(many)
    const { showImport, records } = await projected(w.store)
    const documents = memoryDocuments()
    const { imports } = await importCollections(documents)
    const projection = await importStatus(documents)
    await projection.apply(records.slice(0, 10))
    const header = await imports.get('abc')
    await projection.apply(records.slice(10))
    if (header !== null)
      await imports.bulkWrite([{ replaceOne: { filter: { _id: 'abc' }, replacement: header, upsert: true } }])
    await projection.apply(records.slice(10))
    expect(await shown(projection.queries)('abc')).toEqual(await showImport('abc'))
  })

  it('read what they answer with: no chunk for the counts, and of a choice those that hold some of it', async () => {
    const asked: string[] = []
    const documents = askedDocuments(memoryDocuments(), ({ collection }) => asked.push(collection))
    const many = Array.from({ length: 1_000 }, (_, n) =>
      fairItem({ uid: `u${n}`, title: n % 400 === 7 ? '' : 'T' }),
    )
    const { w } = await of(many)
    const projection = await importStatus(documents)
    await projection.apply(await recordsOf(w.store, projection.prefixes))
    const { showImport, chosenItems } = projection.queries
    asked.length = 0
    expect(await showImport('abc', { newest: 0 })).toMatchObject({ received: 1_000 })
    expect(asked).toEqual([])
    const { items, next } = await chosenItems('abc', 'failed', { from: 1, limit: 2 })
    expect([items.map(({ position }) => position), next]).toEqual([[8, 408], 808])
    expect(await chosenItems('abc', 'failed', { from: 808, limit: 2 })).toMatchObject({
      items: [{ position: 808, reason: 'missing_title', type: null }],
      next: null,
    })
    expect(asked).toHaveLength(2)
    const page = await chosenItems('abc', null, { from: 51, limit: 50 })
    expect([page.items[0]?.position, page.items.length, page.next]).toEqual([51, 50, 101])
    expect(asked).toHaveLength(3)
    expect(await chosenItems('abc', 'waiting', { from: 1, limit: 50 })).toEqual({ items: [], next: null })
    expect((await chosenItems('abc', 'created', { from: 1, limit: 50 })).items[0]).toMatchObject({
      position: 1,
      type: 'cal_events',
    })
  })

  it('of what is not processed yet, items wait', async () => {
    const w = importWorld(memoryLog())
    await w.receive('abc', await w.register('abc'), [fairItem(), fairItem({ uid: 'b' })])
    const { chosenItems, showImport } = await projected(w.store)
    expect((await chosenItems('abc', 'waiting', { from: 2, limit: 5 })).items).toMatchObject([{ uid: 'b' }])
    expect(await showImport('abc')).toMatchObject({ received: 2, processed: 0, warned: 0, reasons: {} })
  })
})
