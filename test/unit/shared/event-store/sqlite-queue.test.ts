import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { streamName, type StreamName, isoTime, epochMs } from '../../../../shared/kernel/brands.ts'
import { StoreUnavailable, type NewRecord } from '../../../../shared/event-store/port.ts'
import type { Landed } from '../../../../shared/event-store/sqlite/feed.ts'
import type { Group, Reply, Request, Writer } from '../../../../shared/event-store/sqlite/protocol.ts'
import { writeQueue } from '../../../../shared/event-store/sqlite/queue.ts'
import { pack } from '../../../../shared/event-store/sqlite/record.ts'

const note = (n: number): NewRecord => ({
  id: randomUUID(),
  type: 'Noted',
  data: { n },
  meta: {
    actor: null,
    at: isoTime('2026-03-01T10:00:00.000Z'),
    source: 'cal',
    route: null,
    correlation: 'c',
    causation: null,
  },
})

/** A writer that notes what it is asked and gives every record the next revision of one stream. */
const listening = () => {
  const asked: Request['ask'][] = []
  const sizes: number[] = []
  let open: Group[] = []
  let last = -1
  const answer = (): Reply => {
    const counts = open.flatMap(group => group.counts)
    open = []
    const revisions = counts.map(count => (last += count))
    return {
      reply: 'appended',
      outcomes: { revisions, positions: revisions.map(r => r * 8 + 8), written: revisions.map(() => true) },
    }
  }
  const hear = (request: Request): void => {
    asked.push(request.ask)
    if (!('group' in request)) return
    open.push(request.group)
    sizes.push(request.group.streams.length)
  }
  const writer: Writer = {
    ask: async request => {
      hear(request)
      return request.ask === 'append' ? answer() : { reply: 'done', more: false }
    },
    tell: hear,
    lost: () => false,
    terminate: async () => undefined,
  }
  const landed: Landed[] = []
  const queue = writeQueue(writer, {
    start: () => Promise.reject(new StoreUnavailable('no other writer')),
    now: () => epochMs(0),
    onLanded: records => landed.push(...records),
    onLost: () => expect.unreachable(),
    silent: () => false,
  })
  return { queue, asked, sizes, landed }
}

const times = <Result>(count: number, work: (n: number) => Result): Result[] =>
  Array.from({ length: count }, (_, n) => work(n))

describe('the queue before the writer', () => {
  it('commits what waits together once, however much of it was prepared', async () => {
    for (const count of [1, 15, 16, 17, 64, 100]) {
      const { queue, asked } = listening()
      const appended = await Promise.all(
        times(count, n => queue.append(pack(streamName('s'), [note(n)], 'any'))),
      )
      expect(appended.map(a => a.revision)).toEqual(times(count, n => n))
      expect(asked.filter(ask => ask === 'append')).toHaveLength(1)
    }
  })

  it('has the writer begin with the first few of many, and sends the rest in larger pieces', async () => {
    const { queue, asked, sizes } = listening()
    await Promise.all(times(100, n => queue.append(pack(streamName('s'), [note(n)], 'any'))))
    expect(asked).toEqual(['prepare', 'prepare', 'prepare', 'append'])
    expect(sizes).toEqual([8, 32, 32, 28])
  })

  it('gathers those who append again as soon as they are answered', async () => {
    const { queue, asked } = listening()
    const caller = async (): Promise<void> => {
      for (let n = 0; n < 5; n++) await queue.append(pack(streamName('s'), [note(n)], 'any'))
    }
    await Promise.all(times(40, caller))
    expect(asked.filter(ask => ask === 'append')).toHaveLength(5)
  })

  it('tells of every record in order, with its own revision and position', async () => {
    const { queue, landed } = listening()
    await Promise.all(times(20, n => queue.append(pack(streamName('s'), [note(n), note(n + 100)], 'any'))))
    expect(landed.map(({ revision, position }) => [revision, position])).toEqual(
      times(40, n => [n, n * 8 + 8]),
    )
  })

  it('keeps the order of appends and deletions; deletions in a row are one request', async () => {
    const { queue, asked } = listening()
    const remove = (stream: StreamName) =>
      queue.request({ ask: 'delete', removals: [{ stream, before: null }] })
    const append = () => queue.append(pack(streamName('s'), [note(0)], 'any'))
    await Promise.all([
      append(),
      remove(streamName('a')),
      remove(streamName('b')),
      append(),
      append(),
      remove(streamName('c')),
    ])
    expect(asked).toEqual(['append', 'delete', 'append', 'delete'])
  })
})
