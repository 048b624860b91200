import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { streamName, epochMs, isoTime } from '../../../shared/kernel/brands.ts'
import { boardIn } from '../../../projections/engine/board.ts'
import { generationDocuments, servingDocuments } from '../../../projections/engine/progress.ts'
import { generationsOf } from '../../../projections/engine/generations.ts'
import { putIfNewer } from '../../../projections/engine/guarded-write.ts'
import { onListingFailure } from '../../../projections/engine/failure-policy.ts'
import { runModels, type Model } from '../../../projections/engine/run-models.ts'
import { sharedBoard } from '../../../projections/engine/shared-board.ts'
import { sharedHost } from '../../../projections/engine/shared-host.ts'
import { sharedProgress } from '../../../projections/engine/shared-progress.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Collection, Documents } from '../../../shared/documents/port.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { eventually } from '../../support/eventually.ts'

const TTL_MS = 400

type Row = { readonly _id: string; readonly rev: number; readonly shape: string }
const spec = (name: string) => ({ name, indexes: [] })

/** Keeps a row per stream; `shape` tells which release made it. */
const rows = (name: string, shape: string, gate: () => Promise<void> = async () => undefined): Model => ({
  name,
  make: async documents => {
    const stored = await documents.collection<Row>(spec(name))
    return {
      name,
      prefixes: ['event-'],
      apply: async records => {
        await gate()
        await stored.bulkWrite(
          records.map(({ stream, position }) => putIfNewer({ _id: stream, rev: position, shape })),
        )
      },
      onFailure: onListingFailure,
    }
  },
})

const meta = {
  actor: null,
  at: isoTime('2026-11-27T21:33:24.000Z'),
  source: 'cal',
  route: null,
  correlation: 'c',
  causation: null,
} as const

const append = async (store: EventStore, n: number) => {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const { position } = await store.append(
    streamName(`event-${n}`),
    [{ id, type: 'EventCreated', data: {}, meta }],
    'absent',
  )
  return position
}

/** A process of a release that knows these models: feeds them, and reads the progress of all. */
const release = async (
  store: EventStore,
  documents: Documents,
  models: readonly Model[],
  holder: string,
  graceMs = 0,
) => {
  const board = await boardIn(documents)
  const stopping = new AbortController()
  const monotonicMs = () => performance.now()
  const shared = sharedBoard(board)
  const lease = { shared, holder, monotonicMs, ttlMs: TTL_MS, warn: () => undefined }
  const running = runModels(sharedHost({ store, documents, lease, graceMs }), models, stopping.signal)
  const stop = async () => {
    stopping.abort()
    await running
  }
  onTestFinished(stop)
  const names = models.map(({ name }) => name)
  return { stop, progress: sharedProgress({ shared, names, monotonicMs, sleep, ttlMs: TTL_MS }), board }
}

const count = async (documents: Documents, name: string) =>
  (await documents.collection<Row>(spec(name))).count({})

it('a release with a newer version builds it beside the old one, and writers wait for both once both may answer', async () => {
  const [store, documents] = [memoryLog(), memoryDocuments()]
  for (let n = 1; n <= 5; n++) await append(store, n)
  const old = await release(store, documents, [rows('lists@1', 'old')], 'old')
  const before = await old.progress.waitUntilVisible(['lists@1'], await store.head(), 30_000)
  expect(before).toBe('visible')

  let open: () => void = () => undefined
  const held = { until: new Promise<void>(resolve => (open = resolve)) }
  const next = await release(store, documents, [rows('lists@2', 'new', () => held.until)], 'new')
  // it has not caught up: nobody waits for it, and its own process cannot be ready
  expect(await old.progress.waitUntilVisible(['lists@1'], await append(store, 6), 30_000)).toBe('visible')
  await next.progress.refresh?.()
  expect(next.progress.lagMs('lists@2', epochMs(0))).toBeNull()
  open()
  await eventually(async () => {
    await next.progress.refresh?.()
    expect(next.progress.lagMs('lists@2', epochMs(0))).toBe(0)
  })

  held.until = new Promise(resolve => (open = resolve))
  const written = await append(store, 7)
  expect(await old.progress.waitUntilVisible(['lists@1'], written, 150)).toBe('lagging')
  open()
  expect(await old.progress.waitUntilVisible(['lists@1'], written, 30_000)).toBe('visible')
  expect(await count(documents, 'lists@1')).toBe(7)
  expect(await count(documents, 'lists@2')).toBe(7)

  // the old release goes; what it fed is waited for by nobody
  await old.stop()
  expect(await next.progress.waitUntilVisible(['lists@2'], await append(store, 8), 30_000)).toBe('visible')
})

it('a generation takes over whole, and the one before it goes with everything it had', async () => {
  const [store, documents] = [memoryLog(), memoryDocuments()]
  for (let n = 1; n <= 5; n++) await append(store, n)
  const { progress, board } = await release(store, documents, [rows('lists@1', 'x')], 'one')
  const serving = servingDocuments(documents, () => progress.generation('lists@1'))
  const read: Collection<Row> = await serving.collection<Row>(spec('lists@1'))
  await progress.waitUntilVisible(['lists@1'], await store.head(), 30_000)
  const generations = generationsOf(board, 'lists@1')
  expect(await generations.rebuild()).toBe(2)
  // asked twice, it is one
  expect(await generations.rebuild()).toBe(2)
  const seen = new Set<number>()
  await vi.waitFor(
    async () => {
      await progress.refresh?.()
      seen.add(await read.count({}))
      expect(progress.generation('lists@1')).toBe(2)
    },
    { timeout: 30_000, interval: 1 },
  )
  expect([...seen]).toEqual([5])
  expect(progress.version(['lists@1'])).toMatch(/^2:/)
  await eventually(async () => {
    expect(await generations.read()).toMatchObject({ serving: 2, building: null, leaving: [] })
    expect(await board.get('lists@1')).toBeNull()
  })
  expect(await count(documents, 'lists@1')).toBe(0)
  await append(store, 6)
  await eventually(async () => expect(await read.count({})).toBe(6))
})

const HOUR_MS = 3_600_000

it('a generation takes over although those before it are still kept for requests under way', async () => {
  const [store, documents] = [memoryLog(), memoryDocuments()]
  for (let n = 1; n <= 5; n++) await append(store, n)
  const { progress, board } = await release(store, documents, [rows('lists@1', 'x')], 'one', HOUR_MS)
  await progress.waitUntilVisible(['lists@1'], await store.head(), 30_000)
  const generations = generationsOf(board, 'lists@1')
  for (const next of [2, 3]) {
    expect(await generations.supersede()).toBe(next)
    await eventually(async () => expect(await generations.read()).toMatchObject({ serving: next }))
  }
  expect(await generations.read()).toMatchObject({ building: null, leaving: [1, 2] })
  // whoever still asks them is told the latest
  await append(store, 6)
  for (const generation of [1, 2, 3])
    await eventually(async () =>
      expect(await count(generationDocuments(documents, generation).documents, 'lists@1')).toBe(6),
    )
})

it('a half-built generation that is superseded is given up with everything it had, and never answers', async () => {
  const [store, documents] = [memoryLog(), memoryDocuments()]
  for (let n = 1; n <= 5; n++) await append(store, n)
  let isHeld = false
  let open: () => void = () => undefined
  const opened = new Promise<void>(resolve => (open = resolve))
  const gate = async () => {
    if (isHeld) await opened
  }
  const { progress, board } = await release(store, documents, [rows('lists@1', 'x', gate)], 'one', HOUR_MS)
  await progress.waitUntilVisible(['lists@1'], await store.head(), 30_000)
  const generations = generationsOf(board, 'lists@1')
  isHeld = true
  expect(await generations.rebuild()).toBe(2)
  await eventually(async () => expect(await board.get('lists@1~2')).toMatchObject({ holder: 'one' }))
  isHeld = false
  expect(await generations.supersede()).toBe(3)
  await eventually(async () => expect(await generations.read()).toMatchObject({ serving: 3 }))
  // what it was in the middle of ends after the newer one has taken over, and leaves nothing behind
  open()
  await eventually(async () => {
    expect(await generations.read()).toMatchObject({ serving: 3, leaving: [1], superseded: [] })
    expect(await board.get('lists@1~2')).toBeNull()
  })
  expect(await count(generationDocuments(documents, 2).documents, 'lists@1')).toBe(0)
  expect(await count(generationDocuments(documents, 3).documents, 'lists@1')).toBe(5)
})

it('rebuilds that supersede each other at once are as good as the latest of them', async () => {
  const generations = generationsOf(await boardIn(memoryDocuments()), 'lists@1')
  await generations.rebuild()
  const asked = await Promise.all([1, 2, 3].map(() => generations.supersede()))
  const { building, superseded = [] } = await generations.read()
  expect(building).toBe(Math.max(...asked))
  expect(superseded).toEqual(Array.from({ length: (building ?? 0) - 2 }, (_, n) => n + 2))
})

it('whoever takes over a half-built generation goes on with it', async () => {
  const [store, documents] = [memoryLog(), memoryDocuments()]
  for (let n = 1; n <= 5; n++) await append(store, n)
  const never = new Promise<void>(() => undefined)
  let isSecond = false
  const stuck: Model = {
    name: 'lists@1',
    make: async on => {
      const made = await rows('lists@1', 'x').make(on)
      const second = isSecond
      return { ...made, apply: async records => (second ? never : made.apply(records)) }
    },
  }
  const board = await boardIn(documents)
  const stopping = new AbortController()
  const shared = sharedBoard(board)
  const lease = { shared, monotonicMs: () => performance.now(), ttlMs: TTL_MS, warn: () => undefined }
  void runModels(
    sharedHost({ store, documents, lease: { ...lease, holder: 'stuck' }, graceMs: 0 }),
    [stuck],
    stopping.signal,
  )
  await eventually(async () => expect(await board.get('lists@1')).toMatchObject({ live: true }))
  isSecond = true
  await generationsOf(board, 'lists@1').rebuild()
  await eventually(async () => expect(await board.get('lists@1~2')).toMatchObject({ holder: 'stuck' }))
  // cut off rather than stopped: its beat ends
  stopping.abort()
  const { progress } = await release(store, documents, [rows('lists@1', 'x')], 'other')
  await eventually(async () => {
    await progress.refresh?.()
    expect(progress.generation('lists@1')).toBe(2)
  })
  expect(await count(generationDocuments(documents, 2).documents, 'lists@1')).toBe(5)
})

it('what is written to several collections at once goes to those of the generation', async () => {
  const told: string[][] = []
  const documents: Documents = {
    ...memoryDocuments(),
    writeAll: async writes => void told.push(writes.map(({ collection }) => collection)),
  }
  const writes = ['rows', 'links'].map(collection => ({ collection, operations: [] }))
  await generationDocuments(documents, 1).documents.writeAll?.(writes)
  await generationDocuments(documents, 2).documents.writeAll?.(writes)
  await servingDocuments(documents, () => 3).writeAll?.(writes)
  expect(told).toEqual([
    ['rows', 'links'],
    ['rows~2', 'links~2'],
    ['rows~3', 'links~3'],
  ])
})
