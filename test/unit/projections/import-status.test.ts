import { describe, expect, it } from 'vitest'
import { importStatus } from '../../../projections/import-status/index.ts'
import { purgeEvent } from '../../../services/calendar/event/write.ts'
import { importContext } from '../../../services/imports/context.ts'
import { memoryDocuments } from '../../../shared/documents/memory.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
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
  return { ...projection.queries, projection, records }
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
    expect((await progressOf(['abc', 'other'], 0))[0]).toMatchObject({
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
    await w.runs.execute(state, importContext('abc', 0))
    const record = await (await projected(w.store)).showImport('abc')
    expect(record).toMatchObject({ status: 'failed', reason: 'reported', percentage_complete: 50 })
    expect(record?.log.map(({ message, message_slug }) => [message_slug, message])).toEqual([
      ['error:fetch', 'Feed not reachable'],
    ])
  })

  it('closing for another reason is in the log, too', async () => {
    const w = importWorld(memoryLog())
    await w.register('abc')
    await w.runs.execute({ type: 'CloseStalled', importId: 'abc', callbacks: 0 }, importContext('abc', 0))
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
    await purgeEvent(w.writing, id, personAt())
    const titles = async () => {
      const { showImport, projection, records } = await projected(w.store)
      const shown = async () => {
        const [abc, def] = [await showImport('abc'), await showImport('def')]
        return [abc, def].flatMap(record => record?.items.map(({ title, id: of }) => [title, of === id]))
      }
      const once = await shown()
      for (let from = records.length - 1; from >= 0; from--) await projection.apply(records.slice(from))
      expect(await shown()).toEqual(once)
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
    const purge = records.filter(isPurge).map(record => ({ ...record, position: 0 }))
    await projection.apply(purge)
    await projection.apply(records.filter(record => !isPurge(record)))
    const record = await projection.queries.showImport('abc')
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
