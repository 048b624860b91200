import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  streamName,
  type Position,
  logPosition,
  streamRevision,
  isoTime,
  epochMs,
} from '../../../../shared/kernel/brands.ts'
import type { EventStore, NewRecord } from '../../../../shared/event-store/port.ts'
import { openSqliteLog } from '../../../../shared/event-store/sqlite/sqlite.ts'
import { madeFolder } from '../../../support/temporary-folder.ts'

const record = (n: number, size = 0): NewRecord => ({
  id: randomUUID(),
  type: 'Something',
  data: { n, filling: 'x'.repeat(size) },
  meta: {
    actor: null,
    at: isoTime('2026-01-01T00:00:00.000Z'),
    source: 'operator',
    route: null,
    correlation: 'c',
    causation: null,
  },
})

const { folder, remove } = madeFolder()
let store: EventStore
/** How far the clock of the log is ahead, in milliseconds. */
let aheadMs = 0
const OTHERS = 12_000

beforeAll(async () => {
  store = await openSqliteLog({ file: join(folder, 'log.db'), now: () => epochMs(Date.now() + aheadMs) })
  await store.append(streamName('user-1'), [record(1), record(2)], 'absent')
  for (let from = 0; from < OTHERS; from += 500)
    await store.append(
      streamName(`event-${from}`),
      Array.from({ length: 500 }, () => record(0)),
      'absent',
    )
  await store.append(streamName('site-settings'), [record(3)], 'absent')
  await store.append(streamName('user-10'), [record(4)], 'absent')
  await store.append(streamName('user-1'), [record(5)], streamRevision(1))
  // what only looks like it: the name behind the prefix, and one that begins with less of it
  await store.append(streamName('user.1'), [record(-1)], 'absent')
  await store.append(streamName('user'), [record(-2)], 'absent')
})
afterAll(async () => {
  await store.close()
  remove()
})

const followed = async (after: Position | null, prefixes: readonly string[]) => {
  const numbers: unknown[] = []
  let steps = 0
  let reached: number | null = null
  for await (const step of store.follow(after, prefixes, new AbortController().signal)) {
    steps++
    numbers.push(...step.records.map(({ data }) => data['n']))
    reached = step.reached
    if (step.live) break
  }
  return { numbers, steps, reached }
}

test('few records of a long log are found without passing all others, in the order of the log', async () => {
  const { numbers, steps, reached } = await followed(null, ['user-', 'site-'])
  expect(numbers).toEqual([1, 2, 3, 4, 5])
  expect(reached).toBe(await store.head())
  // one that finds them and one that meets the end, where passing twelve thousand takes thirteen
  expect(steps).toBe(2)
})

test('behind a position only what comes after it, also where that is few of a long rest', async () => {
  const [first, second] = await store.read(streamName('user-1'))
  expect((await followed(first?.position ?? logPosition(0), ['user-'])).numbers).toEqual([2, 4, 5])
  expect((await followed(second?.position ?? logPosition(0), ['user-', 'site-'])).numbers).toEqual([3, 4, 5])
  expect((await followed(await store.head(), ['user-'])).numbers).toEqual([])
})

test('what lives for a time and what was deleted is not among them', async () => {
  await store.append(streamName('session-1'), [record(7)], 'absent')
  await store.append(streamName('session-2'), [record(8)], 'absent')
  await store.expireAfter(streamName('session-1'), 3_600)
  expect((await followed(null, ['session-'])).numbers).toEqual([7, 8])
  await store.deleteStream(streamName('session-2'))
  await store.append(streamName('session-3'), [record(9)], 'absent')
  aheadMs = 7_200_000
  expect((await followed(null, ['session-'])).numbers).toEqual([9])
})

test('large records come in several steps, each at least one, and all of them once', async () => {
  for (let n = 0; n < 7; n++) await store.append(streamName(`payload-${n}`), [record(n, 700_000)], 'absent')
  const { numbers, steps } = await followed(null, ['payload-'])
  expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(steps).toBeGreaterThan(3)
  expect(steps).toBeLessThan(9)
})
