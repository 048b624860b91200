import { expect, it, onTestFinished } from 'vitest'
import { epochMs, streamName, isoTime } from '../../../shared/kernel/brands.ts'
import { onHistoryFailure, onListingFailure } from '../../../projections/engine/failure-policy.ts'
import { keepHere } from '../../../projections/engine/keep.ts'
import { progressBoard } from '../../../projections/engine/progress.ts'
import type { Projection } from '../../../projections/engine/projection.ts'
import { runProjections } from '../../../projections/engine/runner.ts'
import { DocumentsUnavailable } from '../../../shared/documents/port.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { eventually } from '../../support/eventually.ts'

const meta = {
  actor: null,
  at: isoTime('2026-11-27T21:33:24.000Z'),
  source: 'cal',
  route: null,
  correlation: 'c',
  causation: null,
} as const

const world = () => {
  const store = memoryLog()
  const board = progressBoard()
  const append = (n: number, at = meta.at) => {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    const record = { id, type: 'EventCreated', data: {}, meta: { ...meta, at } }
    return store.append(streamName(`event-${n}`), [record], 'absent')
  }
  const run = (projections: readonly Projection[]) => {
    const stopping = new AbortController()
    const deps = { store, keep: keepHere(board), epoch: 0, assure: null }
    const running = runProjections({ ...deps, warn: () => undefined }, projections, stopping.signal)
    onTestFinished(async () => {
      stopping.abort()
      await running
    })
  }
  return { append, run, board }
}

/** Notes the streams it was given; `fails` says what goes wrong with them. */
const noting = (name: string, fails: (streams: readonly string[]) => Error | null = () => null) => {
  const seen: string[] = []
  let tries = 0
  const projection: Projection = {
    name,
    prefixes: ['event-'],
    apply: async records => {
      tries++
      const error = fails(records.map(({ stream }) => stream))
      if (error !== null) throw error
      seen.push(...records.map(({ stream }) => stream))
    },
    onFailure: onListingFailure,
  }
  return { projection, seen, tries: () => tries }
}

it('a read model whose store is out keeps no other one waiting, and has everything in order when it is back', async () => {
  const { append, run, board } = world()
  let isOut = true
  const early = noting('early@1')
  const broken = noting('broken@1', () => (isOut ? new DocumentsUnavailable('out') : null))
  const late = noting('late@1')
  await append(1)
  run([early.projection, broken.projection, late.projection])
  for (let n = 2; n <= 6; n++) {
    await append(n)
    const until = Array.from({ length: n }, (_, i) => `event-${i + 1}`)
    await eventually(() => expect([early.seen, late.seen]).toEqual([until, until]))
  }
  // several pauses long
  await eventually(() => expect(broken.tries()).toBeGreaterThan(3))
  expect(broken.seen).toEqual([])
  isOut = false
  await eventually(() => expect(broken.seen).toEqual(late.seen))
  const { position } = await append(7)
  const names = ['early@1', 'broken@1', 'late@1']
  expect(await board.waitUntilVisible(names, position, 30_000)).toBe('visible')
  expect(broken.seen).toEqual([1, 2, 3, 4, 5, 6, 7].map(n => `event-${n}`))
  expect(board.parked('broken@1')).toBe(0)
})

it('a record that cannot be applied is set aside once and alone, in one read model', async () => {
  const { append, run, board } = world()
  for (let n = 1; n <= 3; n++) await append(n)
  const other = noting('other@1')
  const bad = noting('bad@1', streams => (streams.includes('event-2') ? new Error('no') : null))
  run([bad.projection, other.projection])
  const { position } = await append(4)
  expect(await board.waitUntilVisible(['bad@1', 'other@1'], position, 30_000)).toBe('visible')
  expect(bad.seen).toEqual(['event-1', 'event-3', 'event-4'])
  expect(other.seen).toEqual(['event-1', 'event-2', 'event-3', 'event-4'])
  expect(board.parked('bad@1')).toBe(1)
  expect(board.parked('other@1')).toBe(0)
})

it('a read model that may lose nothing stops at what it cannot apply, and goes no further', async () => {
  const { append, run, board } = world()
  for (let n = 1; n <= 3; n++) await append(n)
  const other = noting('other@1')
  const strict = noting('strict@1', streams => (streams.includes('event-2') ? new Error('no') : null))
  run([{ ...strict.projection, onFailure: onHistoryFailure }, other.projection])
  await eventually(() => expect(board.stopped('strict@1')).toBe('Error: no'))
  await append(4)
  await eventually(() => expect(other.seen).toHaveLength(4))
  expect(strict.seen).toEqual(['event-1'])
})

const WEEK_BEFORE = isoTime('2026-11-20T21:33:24.000Z')
const MINUTE_MS = 60_000
const minuteAfter = epochMs(Date.parse(meta.at) + MINUTE_MS)

it.each([
  ['hangs', (end: Promise<null>) => end],
  ['is tried again', () => Promise.reject(new DocumentsUnavailable('out'))],
])('a read model that %s is as late as the fact that it has not applied', async (_how, attempt) => {
  const { append, run, board } = world()
  const end = Promise.withResolvers<null>()
  let tries = 0
  const late: Projection = {
    ...noting('late@1').projection,
    apply: async ([record]) => {
      if (record?.stream !== 'event-2') return
      tries++
      await attempt(end.promise)
    },
  }
  const { position } = await append(1, WEEK_BEFORE)
  run([late, noting('other@1').projection])
  // before it is waited for
  onTestFinished(() => end.resolve(null))
  expect(await board.waitUntilVisible(['late@1', 'other@1'], position, 30_000)).toBe('visible')
  await append(2)
  await eventually(() => expect(tries).toBeGreaterThan(0))
  expect(board.lagMs('late@1', minuteAfter)).toBe(MINUTE_MS)
})

it('a try behind one that failed is fenced off from it by an epoch of its own, below that of the next lease', async () => {
  const store = memoryLog()
  const done: [string, number | undefined][] = []
  let failures = 3
  const projection: Projection = {
    ...noting('counting@1').projection,
    fence: async epoch => {
      done.push(['fence', epoch])
      if (failures-- > 0) throw new DocumentsUnavailable('out')
    },
    apply: async (_records, epoch) => {
      done.push(['apply', epoch])
      if (failures-- > 0) throw new DocumentsUnavailable('out')
    },
    onFailure: () => ({ then: 'retry', afterMs: 0 }),
  }
  const stopping = new AbortController()
  const deps = { store, keep: keepHere(progressBoard()), epoch: 7, assure: async () => undefined }
  const running = runProjections({ ...deps, warn: () => undefined }, [projection], stopping.signal)
  onTestFinished(async () => {
    stopping.abort()
    await running
  })
  const id = '00000000-0000-4000-8000-000000000001'
  await store.append(streamName('event-1'), [{ id, type: 'EventCreated', data: {}, meta }], 'absent')
  await eventually(() => expect(done).toHaveLength(5))
  expect(done.map(([what]) => what)).toEqual(['apply', 'fence', 'fence', 'fence', 'apply'])
  const epochs = done.map(([, epoch = 0]) => epoch)
  expect(epochs[0]).toBe(7)
  expect(new Set(epochs.slice(0, 4)).size).toBe(4)
  expect(epochs).toEqual(epochs.toSorted((a, b) => a - b))
  expect(epochs[4]).toBe(epochs[3])
  expect(epochs[4]).toBeLessThan(8)
})
