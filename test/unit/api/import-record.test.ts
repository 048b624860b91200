import { describe, expect, it } from 'vitest'
import { type StreamName, streamRevision, logPosition, isoTime } from '../../../shared/kernel/brands.ts'
import { importStatus } from '../../../projections/import-status/store.ts'
import type { ImportQueries } from '../../../projections/import-status/queries.ts'
import { recordOf } from '../../../services/api/admin/import-record.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { importStream, importPayloadStream, type ItemOutcome } from '../../../shared/facts/import.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'

const ITEMS = 2_530
const CHUNK = 50

const outcomeAt = (position: number): ItemOutcome => ({
  position,
  outcome: 'created',
  reason: null,
  warnings: [],
  id: 10_000 + position,
  uid: `u${position}`,
  touched: [
    ['cal_events', 'created', 10_000 + position],
    ['cal_venue', position === 1 ? 'created' : 'skipped', 7],
  ],
})

/** An import of a file, all of it processed. */
const queries = async (): Promise<ImportQueries> => {
  let position = logPosition(0)
  const record = (stream: StreamName, type: string, data: StoredRecord['data']): StoredRecord => ({
    ...{ id: String(++position), stream, type, data, revision: streamRevision(0), position },
    meta: {
      ...{ actor: null, at: isoTime('2027-01-01T00:00:00.000Z'), source: 'import', route: null },
      ...{ correlation: 'big', causation: null },
    },
  })
  const starts = Array.from({ length: Math.ceil(ITEMS / CHUNK) }, (_, n) => n * CHUNK + 1)
  const positions = (first: number) =>
    Array.from({ length: Math.min(CHUNK, ITEMS + 1 - first) }, (_, n) => first + n)
  const who = { importId: 'big' }
  const records = [
    record(importStream('big'), 'ImportRegistered', {
      ...who,
      ...{ origin: 'csv', source: 's', postStatus: 'publish', author: 2, category: null, hash: null },
      ...{ updateAuthority: 'overwrite', interval: 10, stallMinutes: 60 },
    }),
    ...starts.map(firstPosition =>
      record(importPayloadStream('big', 'file'), 'ImportItemsReceived', {
        ...{ ...who, firstPosition },
        items: positions(firstPosition).map(n => ({ uid: `u${n}`, title: `T${n}` })),
      }),
    ),
    record(importStream('big'), 'ImportBatchReceived', {
      ...{ ...who, batch: 0, hash: '', digest: 'file', count: ITEMS, firstPosition: 1, percentage: 100 },
      ...{ total: ITEMS, carriedEvents: true, nextHash: null, outcomesKnown: 0 },
    }),
    ...starts.map(first =>
      record(importStream('big'), 'ImportOutcomesRecorded', {
        ...{ ...who, batch: 0, outcomes: positions(first).map(outcomeAt) },
      }),
    ),
  ]
  const projection = await importStatus(memoryDocuments())
  await projection.apply(records)
  return projection.queries
}

const textsOf = async (page: Parameters<typeof recordOf>[2], imports: ImportQueries) => {
  const answer = await recordOf({ imports }, 'big', page)
  if (answer?.pieces === undefined) return [answer?.text ?? '']
  const texts: string[] = []
  for await (const piece of answer.pieces(new AbortController().signal)) texts.push(piece)
  return texts
}

type Shown = {
  readonly items: readonly { readonly position: number; readonly title: string }[]
  readonly activity: { readonly cal_events: { readonly created: readonly number[] } }
  readonly activity_counts: { readonly cal_events: { readonly created: number } }
}

const page = (from?: number, limit?: number) => ({ from, limit })

describe('05 §1 show-import of an import with many items', () => {
  it('is complete, and comes piece by piece', async () => {
    const texts = await textsOf(page(), await queries())
    expect(texts).toHaveLength(4)
    const shown = JSON.parse(texts.join('')) as Shown
    const all = Array.from({ length: ITEMS }, (_, n) => n + 1)
    expect(shown.items.map(({ position, title }) => [position, title])).toEqual(all.map(n => [n, `T${n}`]))
    expect(shown.activity.cal_events.created).toEqual(all.map(n => 10_000 + n))
    expect(shown.activity).toMatchObject({ cal_venue: { created: [7], skipped: [7] } })
  })

  it('shows so many items from a position on, and the last ids of each list, when that is asked for', async () => {
    const imports = await queries()
    for (const [from, limit, count] of [
      [1, 0, 0],
      [51, 10, 10],
      [2_525, 10, 6],
      [2_531, 10, 0],
      [1_000, 1_400, 1_400],
    ] as const) {
      const shown = JSON.parse((await textsOf(page(from, limit), imports)).join('')) as Shown
      expect(shown.items.map(({ position }) => position)).toEqual(
        Array.from({ length: count }, (_, n) => from + n),
      )
      expect(shown.activity.cal_events.created).toEqual(
        Array.from({ length: limit }, (_, n) => 10_000 + ITEMS - limit + 1 + n),
      )
      expect(shown.activity_counts.cal_events.created).toBe(ITEMS)
    }
  })

  it('is nothing when there is no such import', async () => {
    expect(await recordOf({ imports: await queries() }, 'other', page())).toBeNull()
  })
})
