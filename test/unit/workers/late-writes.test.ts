import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  type StreamName,
  streamName,
  type Position,
  logPosition,
  streamRevision,
  epochMs,
  isoTime,
} from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { lateWrites } from '../../../workers/purge/late-writes.ts'
import type { OpenPurge } from '../../../workers/purge/open-purges.ts'
import { memoryLog } from '../../support/memory-log.ts'

const { signal } = new AbortController()

const world = () => {
  const log = memoryLog()
  const starts: (number | null)[] = []
  const store: EventStore = {
    ...log,
    follow: (after, prefixes, until) => {
      starts.push(after)
      return log.follow(after, prefixes, until)
    },
  }
  const write = async (stream: StreamName): Promise<Position> => {
    const meta = {
      ...({ actor: null, at: isoTime('2027-05-08T10:00:00.000Z'), source: 'cal', route: null } as const),
      ...{ correlation: 'c', causation: null },
    }
    await log.append(stream, [{ id: randomUUID(), type: 'T', data: {}, meta }], 'any')
    return (await log.read(stream)).at(-1)?.position ?? logPosition(0)
  }
  const purge = async (noun: OpenPurge['noun'], id: number): Promise<OpenPurge> => ({
    ...{ noun, id, position: await write(streamName(`purged-${noun}-${id}`)), revision: streamRevision(0) },
    ...{ atMs: epochMs(0), cause: 'c', removed: true, lookedMs: 0 },
  })
  return { starts, write, purge, lateOf: lateWrites(store) }
}
const idsOf = (late: Iterable<OpenPurge>) => [...late].map(({ noun, id }) => `${noun} ${id}`)

it('finds what was written after its purge, and not what was written before', async () => {
  const { write, purge, lateOf } = world()
  await write(streamName('event-1'))
  await write(streamName('event-2'))
  const purges = [await purge('event', 1), await purge('event', 2)]
  await write(streamName('event-2'))
  await write(streamName('venue-1'))
  expect(idsOf(await lateOf(purges, signal))).toEqual(['event 2'])
})

it('keeps a find until it is taken out', async () => {
  const { write, purge, lateOf } = world()
  const purges = [await purge('event', 1)]
  await write(streamName('event-1'))
  await lateOf(purges, signal)
  const late = await lateOf(purges, signal)
  expect(idsOf(late)).toEqual(['event 1'])
  late.clear()
  expect(idsOf(await lateOf(purges, signal))).toEqual([])
  await write(streamName('event-1'))
  expect(idsOf(await lateOf(purges, signal))).toEqual(['event 1'])
})

it('reads on from where it was, and from a purge that it learns of late', async () => {
  const { starts, write, purge, lateOf } = world()
  const first = await purge('event', 1)
  const second = await purge('venue', 2)
  await write(streamName('venue-2'))
  await lateOf([first], signal)
  await write(streamName('event-3'))
  await lateOf([first], signal)
  expect(starts[0]).toBe(first.position)
  expect(starts[1]).toBeGreaterThan(second.position)
  expect(idsOf(await lateOf([first, second], signal))).toEqual(['venue 2'])
  expect(starts[2]).toBe(second.position)
})
