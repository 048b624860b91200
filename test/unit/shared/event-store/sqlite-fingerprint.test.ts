import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  streamName,
  logPosition,
  streamRevision,
  isoTime,
  epochMs,
} from '../../../../shared/kernel/brands.ts'
import type { NewRecord } from '../../../../shared/event-store/port.ts'
import { openSqliteLog } from '../../../../shared/event-store/sqlite/sqlite.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const record = (n: number, id: string = randomUUID()): NewRecord => ({
  id,
  type: 'Something',
  data: { n },
  meta: {
    actor: null,
    at: isoTime('2026-01-01T00:00:00.000Z'),
    source: 'operator',
    route: null,
    correlation: 'c',
    causation: null,
  },
})

const filledLog = async () => {
  let aheadMs = 0
  const file = join(temporaryFolder(), 'log.db')
  const log = await openSqliteLog({ file, now: () => epochMs(Date.now() + aheadMs) })
  onTestFinished(() => log.close())
  for (const stream of ['a', 'b', 'c']) await log.append(streamName(stream), [record(1), record(2)], 'absent')
  const { position } = await log.append(streamName('session-1'), [record(3)], 'absent')
  await log.expireAfter(streamName('session-1'), 3_600)
  return {
    log,
    position,
    later: () => {
      aheadMs += 7_200_000
    },
  }
}

test('a log is known by what stands in it up to a position, whatever comes behind', async () => {
  const { log, position } = await filledLog()
  const before = await log.fingerprint(position)
  expect(before).toMatch(/^[\da-f]{64}$/)
  await log.append(streamName('a'), [record(4)], 'any')
  await log.append(streamName('session-2'), [record(5)], 'absent')
  await log.expireAfter(streamName('session-2'), 60)
  expect(await log.fingerprint(position)).toBe(before)
  expect(await log.fingerprint((await log.head()) ?? logPosition(0))).not.toBe(before)
  await log.deleteStream(streamName('a'))
  expect(await log.fingerprint(position)).not.toBe(before)
})

test.each([
  [
    'a stream in its middle is deleted',
    (log: Awaited<ReturnType<typeof filledLog>>['log']) => log.deleteStream(streamName('b')),
  ],
  [
    'the beginning of one is',
    (log: Awaited<ReturnType<typeof filledLog>>['log']) => log.truncate(streamName('c'), streamRevision(1)),
  ],
  [
    'one is deleted, and as much written again',
    async (log: Awaited<ReturnType<typeof filledLog>>['log']) => {
      await log.deleteStream(streamName('c'))
      await log.append(streamName('c'), [record(1), record(2)], 'absent')
    },
  ],
])('it is another when %s', async (_, change) => {
  const { log, position } = await filledLog()
  const before = await log.fingerprint(position)
  await change(log)
  expect(await log.fingerprint(position)).not.toBe(before)
})

test('what lives for a time only may go', async () => {
  const { log, position, later } = await filledLog()
  const before = await log.fingerprint(position)
  later()
  await log.deleteStream(streamName('session-1'))
  expect(await log.fingerprint(position)).toBe(before)
})

test('a log with the same facts is another one, and so is an empty one', async () => {
  const [one, other] = [await filledLog(), await filledLog()]
  expect(one.position).toBe(other.position)
  expect(await one.log.fingerprint(one.position)).not.toBe(await other.log.fingerprint(other.position))
  const empty = await openSqliteLog({ file: join(temporaryFolder(), 'log.db') })
  onTestFinished(() => empty.close())
  expect(await empty.fingerprint(one.position)).not.toBe(await one.log.fingerprint(one.position))
})
