import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type EventStoreDBClient,
  type Position,
  type ReadRevision,
  type StreamMetadata,
} from '@eventstore/db-client'
import { describe, expect, inject, it } from 'vitest'
import {
  appending,
  clientOf,
  errorOf,
  freshName,
  lettered,
  letterOf,
  lettersOf,
} from '../support/eventstoredb-client.ts'
import { eventually } from '../support/eventually.ts'

const url = inject('eventstoreUrl')

const withFive = async () => {
  const client = clientOf(url)
  const stream = freshName('read')
  const events = lettered()
  await client.appendToStream(stream, events('abcde'))
  return { client, stream, events }
}

const reads: readonly [typeof FORWARDS | typeof BACKWARDS, ReadRevision, number, string][] = [
  [FORWARDS, START, 100, 'a0 b1 c2 d3 e4'],
  [FORWARDS, START, 2, 'a0 b1'],
  [FORWARDS, 2n, 100, 'c2 d3 e4'],
  [FORWARDS, 2n, 1, 'c2'],
  [FORWARDS, 4n, 100, 'e4'],
  [FORWARDS, 5n, 100, ''],
  [FORWARDS, 99n, 100, ''],
  [BACKWARDS, END, 100, 'e4 d3 c2 b1 a0'],
  [BACKWARDS, END, 1, 'e4'],
  [BACKWARDS, 2n, 100, 'c2 b1 a0'],
  [BACKWARDS, 2n, 2, 'c2 b1'],
  [BACKWARDS, 0n, 100, 'a0'],
  [BACKWARDS, 99n, 100, 'e4 d3 c2 b1 a0'],
]

describe.skipIf(url === null)('reading a stream of EventStoreDB', () => {
  it.each(reads)('a to e %s from %s, at most %i', async (direction, fromRevision, maxCount, expected) => {
    const { client, stream } = await withFive()
    expect(await lettersOf(client.readStream(stream, { direction, fromRevision, maxCount }))).toBe(expected)
  })

  it('forwards from its end is an error', async () => {
    const { client, stream } = await withFive()
    const reading = client.readStream(stream, { direction: FORWARDS, fromRevision: END })
    await expect(lettersOf(reading)).rejects.toMatchObject({
      type: 'unknown',
      message: expect.stringContaining('Unexpected ReadStreamResult: Error') as unknown,
    })
  })

  it.each([FORWARDS, BACKWARDS] as const)('a missing stream is not found, %s', async direction => {
    const stream = freshName('read')
    const fromRevision = direction === FORWARDS ? START : END
    await expect(
      lettersOf(clientOf(url).readStream(stream, { direction, fromRevision })),
    ).rejects.toMatchObject({
      type: 'stream-not-found',
      streamName: stream,
    })
  })

  it('a soft deleted stream is not found, backwards neither', async () => {
    const { client, stream } = await withFive()
    await client.deleteStream(stream)
    const backwards = client.readStream(stream, { direction: BACKWARDS, fromRevision: END })
    expect(await errorOf(lettersOf(backwards))).toEqual({ error: 'stream-not-found' })
  })

  const limits: readonly [string, StreamMetadata, string][] = [
    ['$maxCount', { maxCount: 2 }, 'd3 e4'],
    ['a $maxCount above', { maxCount: 9 }, 'a0 b1 c2 d3 e4'],
    ['a $maxCount of 0, which is none', { maxCount: 0 }, 'a0 b1 c2 d3 e4'],
    ['$tb', { truncateBefore: 3 }, 'd3 e4'],
    ['$tb beyond the end', { truncateBefore: 9 }, ''],
    ['both, $tb is narrower', { truncateBefore: 4, maxCount: 3 }, 'e4'],
    ['both, $maxCount is narrower', { truncateBefore: 1, maxCount: 2 }, 'd3 e4'],
    ['$maxAge that has not passed', { maxAge: 3600 }, 'a0 b1 c2 d3 e4'],
  ]

  it.each(limits)('metadata hides events: %s', async (_, metadata, expected) => {
    const { client, stream } = await withFive()
    await client.setStreamMetadata(stream, metadata)
    expect(await lettersOf(client.readStream(stream))).toBe(expected)
    const backwards = client.readStream(stream, { direction: BACKWARDS, fromRevision: END })
    expect(await lettersOf(backwards)).toBe(expected.split(' ').reverse().join(' '))
  })

  it('revisions go on where they were, whatever is hidden', async () => {
    const { client, stream, events } = await withFive()
    await client.setStreamMetadata(stream, { truncateBefore: 5 })
    expect(await appending(client, stream, events('x'), 4n)).toEqual({ revision: 5n })
    expect(await lettersOf(client.readStream(stream, { fromRevision: 1n }))).toBe('x5')
  })

  it('$maxAge hides what is older', async () => {
    const { client, stream } = await withFive()
    await client.setStreamMetadata(stream, { maxAge: 1 })
    await eventually(async () => {
      expect(await lettersOf(client.readStream(stream))).toBe('')
    })
  })

  it('a stream of metadata shows only the newest, and counts all', async () => {
    const { client, stream } = await withFive()
    await client.setStreamMetadata(stream, { maxCount: 7 })
    await client.setStreamMetadata(stream, { maxCount: 8 })
    const found = []
    for await (const { event } of client.readStream(`$$${stream}`)) found.push([event?.revision, event?.data])
    expect(found).toEqual([[1n, { $maxCount: 8 }]])
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 8 })
  })

  it('metadata is written at an expected revision of its own', async () => {
    const { client, stream } = await withFive()
    await client.setStreamMetadata(stream, { maxCount: 7 }, { expectedRevision: 'no_stream' })
    expect(
      await errorOf(client.setStreamMetadata(stream, { maxCount: 8 }, { expectedRevision: 3n })),
    ).toEqual({
      error: 'wrong-expected-version',
      expected: 3n,
      actual: 0n,
    })
  })

  it('a stream without metadata has none', async () => {
    const { client, stream } = await withFive()
    expect((await client.getStreamMetadata(stream)).metadata).toBeUndefined()
  })
})

/** Writes to two streams in turn; positions in the order of the log. */
const interleaved = async () => {
  const client = clientOf(url)
  const [one, other] = [freshName('all'), freshName('all')]
  const positions: Position[] = []
  for (const [stream, letter] of [
    [one, 'a'],
    [other, 'b'],
    [one, 'c'],
    [other, 'd'],
  ] as const) {
    const { position } = await client.appendToStream(stream, lettered()(letter))
    if (position === undefined) throw new Error('no position')
    positions.push(position)
  }
  const ours = (streamId: string | undefined) => streamId === one || streamId === other
  return { client, positions, ours }
}

const lettersOfAll = async (
  client: EventStoreDBClient,
  ours: (streamId: string | undefined) => boolean,
  options: Parameters<EventStoreDBClient['readAll']>[0],
): Promise<string> => {
  const found: string[] = []
  for await (const { event } of client.readAll(options))
    if (ours(event?.streamId)) found.push(letterOf(event?.data))
  return found.join('')
}

const at = (positions: readonly Position[], index: number): Position => {
  const position = positions[index]
  if (position === undefined) throw new Error(`no position ${index}`)
  return position
}

describe.skipIf(url === null)('reading everything from EventStoreDB', () => {
  it('forwards from a position includes what is at it', async () => {
    const { client, positions, ours } = await interleaved()
    expect(await lettersOfAll(client, ours, { fromPosition: at(positions, 0) })).toBe('abcd')
    expect(await lettersOfAll(client, ours, { fromPosition: at(positions, 2) })).toBe('cd')
    expect(await lettersOfAll(client, ours, { fromPosition: END })).toBe('')
  })

  it('backwards from a position excludes what is at it', async () => {
    const { client, positions, ours } = await interleaved()
    const before = (index: number, maxCount: number) =>
      lettersOfAll(client, ours, { direction: BACKWARDS, fromPosition: at(positions, index), maxCount })
    expect((await before(3, 1000)).slice(0, 3)).toBe('cba')
    expect((await before(1, 1000)).slice(0, 1)).toBe('a')
    // others write thousands meanwhile on a server that all suites share
    const lately = { direction: BACKWARDS, fromPosition: END, maxCount: 50_000 } as const
    const last = await lettersOfAll(client, ours, lately)
    expect(last.slice(0, 4)).toBe('dcba')
    expect(await lettersOfAll(client, ours, { direction: BACKWARDS, fromPosition: START })).toBe('')
  })

  it('reading in parts, each from the position of the last event, misses nothing', async () => {
    const { client, positions, ours } = await interleaved()
    const found: string[] = []
    let from = at(positions, 0)
    for (let seen = '', reads = 0; reads < 1000 && found.length < 4; reads++) {
      for await (const { event } of client.readAll({ fromPosition: from, maxCount: 2 })) {
        if (event === undefined || event.id === seen) continue
        seen = event.id
        from = event.position
        if (ours(event.streamId)) found.push(letterOf(event.data))
      }
    }
    expect(found.join('')).toBe('abcd')
  })

  it('positions rise with gaps, and system events are among all', async () => {
    const client = clientOf(url)
    let last = -1n
    let system = 0
    for await (const { event } of client.readAll({ maxCount: 1000 })) {
      if (event === undefined) continue
      expect(event.position.commit).toBeGreaterThan(last)
      expect(event.position.prepare).toBe(event.position.commit)
      last = event.position.commit
      if (event.type.startsWith('$')) system++
    }
    expect(system).toBeGreaterThan(0)
  })
})
