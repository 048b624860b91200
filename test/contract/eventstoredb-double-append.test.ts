import {
  BACKWARDS,
  binaryEvent,
  END,
  jsonEvent,
  START,
  type AppendExpectedRevision,
  type EventStoreDBClient,
} from '@eventstore/db-client'
import { describe, expect, inject, it } from 'vitest'
import {
  appending,
  clientOf,
  errorOf,
  freshName,
  lettered,
  lettersOf,
  someEvents,
  type Outcome,
} from '../support/eventstoredb-client.ts'
import { eventually } from '../support/eventually.ts'

const url = inject('eventstoreUrl')

/** The client uses `Append` instead of `BatchAppend` when a call has credentials. */
const ways = [
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'admin', password: 'changeit' } }],
] as const

const wrong = (expected: unknown, actual: unknown): Outcome => ({
  error: 'wrong-expected-version',
  expected,
  actual,
})

/** On a stream that holds a, b and c: expectation, events, answer, and what the stream holds then. */
const afterThree: readonly [AppendExpectedRevision, string, Outcome, string][] = [
  ['no_stream', 'a', { revision: 0n }, 'a0 b1 c2'],
  ['no_stream', 'abc', { revision: 2n }, 'a0 b1 c2'],
  ['no_stream', 'ax', wrong('no_stream', 2n), 'a0 b1 c2'],
  ['no_stream', 'abcd', wrong('no_stream', 2n), 'a0 b1 c2'],
  ['no_stream', 'x', wrong('no_stream', 2n), 'a0 b1 c2'],
  [0n, 'b', { revision: 1n }, 'a0 b1 c2'],
  [0n, 'bc', { revision: 2n }, 'a0 b1 c2'],
  [0n, 'c', wrong(0n, 2n), 'a0 b1 c2'],
  [2n, 'a', { revision: 3n }, 'a0 b1 c2 a3'],
  [2n, 'xy', { revision: 4n }, 'a0 b1 c2 x3 y4'],
  [5n, 'x', wrong(5n, 2n), 'a0 b1 c2'],
  ['any', 'bc', { revision: 2n }, 'a0 b1 c2'],
  ['any', 'xa', { revision: 4n }, 'a0 b1 c2 x3 a4'],
  ['any', 'ax', wrong('any', 2n), 'a0 b1 c2'],
  ['any', 'axb', wrong('any', 2n), 'a0 b1 c2'],
  ['stream_exists', 'bc', { revision: 2n }, 'a0 b1 c2'],
  ['stream_exists', 'x', { revision: 3n }, 'a0 b1 c2 x3'],
  ['stream_exists', 'ax', wrong('stream_exists', 2n), 'a0 b1 c2'],
]

const onMissing: readonly [AppendExpectedRevision, Outcome][] = [
  ['no_stream', { revision: 0n }],
  ['any', { revision: 0n }],
  ['stream_exists', wrong('stream_exists', 'no_stream')],
  [0n, wrong(0n, 'no_stream')],
  [7n, wrong(7n, 'no_stream')],
]

describe.skipIf(url === null)('appending to EventStoreDB', () => {
  describe.each(ways)('through %s', (_, options) => {
    it.each(afterThree)('a, b, c; expecting %s, %s', async (expected, letters, outcome, then) => {
      const client = clientOf(url)
      const stream = freshName('append')
      const events = lettered()
      expect(await appending(client, stream, events('abc'), 'no_stream', options)).toEqual({ revision: 2n })
      expect(await appending(client, stream, events(letters), expected, options)).toEqual(outcome)
      expect(await lettersOf(client.readStream(stream))).toBe(then)
    })

    it('ids known in another order than they were written: no answer, nothing is written', async () => {
      const client = clientOf(url)
      const stream = freshName('append')
      const events = lettered()
      await client.appendToStream(stream, events('abc'), options)
      const late = client.appendToStream(stream, events('ca'), { ...options, deadline: 500 })
      expect(await errorOf(late)).toEqual({ error: 'deadline-exceeded' })
      expect(await lettersOf(client.readStream(stream))).toBe('a0 b1 c2')
    })

    const hiding: readonly (readonly [
      string,
      (client: EventStoreDBClient, stream: string) => Promise<unknown>,
    ])[] = [
      ['deleted', (client, stream) => client.deleteStream(stream)],
      ['behind $tb', (client, stream) => client.setStreamMetadata(stream, { truncateBefore: 3 })],
      [
        'beyond $maxCount',
        async (client, stream) => {
          await client.setStreamMetadata(stream, { maxCount: 1 })
          await client.appendToStream(stream, someEvents(1))
        },
      ],
      [
        'older than $maxAge',
        async (client, stream) => {
          await client.setStreamMetadata(stream, { maxAge: 1 })
          await eventually(async () => {
            expect(await lettersOf(client.readStream(stream))).toBe('')
          })
        },
      ],
    ]
    const repeats: readonly (readonly [AppendExpectedRevision, string, bigint])[] = [
      ['no_stream', 'a', 0n],
      ['no_stream', 'abc', 2n],
      ['any', 'c', 2n],
      ['any', 'abc', 2n],
      [0n, 'b', 1n],
      [0n, 'bc', 2n],
    ]
    it.each(hiding)('events again that are %s: known, and nothing is said of where', async (_, hide) => {
      const client = clientOf(url)
      const stream = freshName('append')
      const events = lettered()
      const appendAgain = async (letters: string, expectedRevision: AppendExpectedRevision) => {
        const done = await client.appendToStream(stream, events(letters), { expectedRevision, ...options })
        return [done.nextExpectedRevision, done.position]
      }
      await client.appendToStream(stream, events('abc'), options)
      for (const [expected, letters, revision] of repeats)
        expect(await appendAgain(letters, expected)).toEqual([revision, expect.anything()])
      await hide(client, stream)
      for (const [expected, letters, revision] of repeats)
        expect(await appendAgain(letters, expected)).toEqual([revision, undefined])
    })

    it.each(onMissing)('a missing stream; expecting %s', async (expected, outcome) => {
      const client = clientOf(url)
      expect(await appending(client, freshName('append'), lettered()('x'), expected, options)).toEqual(
        outcome,
      )
    })

    it('ids are known by stream: another stream takes the same event', async () => {
      const client = clientOf(url)
      const [stream, other] = [freshName('append'), freshName('append')]
      const events = lettered()
      await appending(client, stream, events('a'), 'any', options)
      expect(await appending(client, other, events('a'), 'any', options)).toEqual({ revision: 0n })
      expect(await lettersOf(client.readStream(other))).toBe('a0')
    })

    it('an id in two streams is known for the first of them', async () => {
      const client = clientOf(url)
      const [stream, other] = [freshName('append'), freshName('append')]
      const events = lettered()
      for (const name of [stream, other]) await appending(client, name, events('a'), 'any', options)
      expect(await appending(client, stream, events('a'), 'any', options)).toEqual({ revision: 0n })
      expect(await appending(client, other, events('a'), 'any', options)).toEqual({ revision: 1n })
    })

    it('a stream of which there is metadata alone counts as existing', async () => {
      const client = clientOf(url)
      const stream = freshName('append')
      await client.setStreamMetadata(stream, { maxCount: 9 })
      expect(await appending(client, stream, lettered()('a'), 'stream_exists', options)).toEqual({
        revision: 0n,
      })
    })

    it('the same id twice in one append is two events', async () => {
      const client = clientOf(url)
      const stream = freshName('append')
      expect(await appending(client, stream, lettered()('aa'), 'any', options)).toEqual({ revision: 1n })
      expect(await lettersOf(client.readStream(stream))).toBe('a0 a1')
    })

    it('a wrong expectation names the stream', async () => {
      const client = clientOf(url)
      const stream = freshName('append')
      await expect(
        client.appendToStream(stream, lettered()('x'), { expectedRevision: 3n, ...options }),
      ).rejects.toMatchObject({ type: 'wrong-expected-version', streamName: stream })
    })

    it('900 KiB pass, 1 MiB and 64 KiB do not, and leave nothing behind', async () => {
      const client = clientOf(url)
      const stream = freshName('append')
      const ofSize = (bytes: number) => [binaryEvent({ type: 'Big', data: new Uint8Array(bytes) })]
      expect(await appending(client, stream, ofSize(900 * 1024), 'no_stream', options)).toEqual({
        revision: 0n,
      })
      await expect(client.appendToStream(stream, ofSize((1024 + 64) * 1024), options)).rejects.toMatchObject({
        type: 'maximum-append-size-exceeded',
        maxAppendSize: 1024 * 1024,
      })
      const read = []
      for await (const { event } of client.readStream(stream)) read.push(event?.revision)
      expect(read).toEqual([0n])
    })
  })

  it('an answered position is that of the last event, and later writes are further on', async () => {
    const client = clientOf(url)
    const stream = freshName('append')
    const first = await client.appendToStream(stream, lettered()('ab'))
    const second = await client.appendToStream(stream, lettered()('c'))
    const positions = []
    for await (const { event } of client.readStream(stream)) positions.push(event?.position?.commit)
    expect([first.position?.commit, second.position?.commit]).toEqual(positions.slice(1))
    expect((positions[1] ?? 0n) - (positions[0] ?? 0n)).toBeGreaterThan(1n)
    expect((positions[2] ?? 0n) > (positions[1] ?? 0n)).toBe(true)
  })

  it('what was written comes back: bytes, JSON, metadata, time', async () => {
    const client = clientOf(url)
    const stream = freshName('append')
    const before = Date.now()
    await client.appendToStream(stream, [
      jsonEvent({ type: 'Letter', data: { letter: 'ä' }, metadata: { by: 'Zoë' } }),
      binaryEvent({ type: 'Bytes', data: Buffer.from([0, 255, 10]), metadata: Buffer.from([7]) }),
    ])
    const read = []
    for await (const { event } of client.readStream(stream)) read.push(event)
    expect(read).toMatchObject([
      { streamId: stream, type: 'Letter', isJson: true, data: { letter: 'ä' }, metadata: { by: 'Zoë' } },
      { streamId: stream, type: 'Bytes', isJson: false },
    ])
    expect(Buffer.from(read[1]?.data as Uint8Array)).toEqual(Buffer.from([0, 255, 10]))
    for (const event of read) expect(Math.abs((event?.created.getTime() ?? 0) - before)).toBeLessThan(60_000)
  })

  it('of two writers that expect the same revision exactly one wins, a hundred times', async () => {
    const [one, other] = [clientOf(url), clientOf(url)]
    const stream = freshName('append')
    await appending(one, stream, someEvents(1), 'no_stream')
    for (let round = 0n; round < 100n; round++) {
      const outcomes = await Promise.all(
        [one, other].map(client => appending(client, stream, someEvents(1), round)),
      )
      expect(outcomes).toContainEqual({ revision: round + 1n })
      expect(outcomes).toContainEqual(wrong(round, round + 1n))
    }
    const last = one.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 })
    for await (const { event } of last) expect(event?.revision).toBe(100n)
  })

  it('many events come back in order', async () => {
    const client = clientOf(url)
    const stream = freshName('append')
    expect(await appending(client, stream, someEvents(500), 'no_stream')).toEqual({ revision: 499n })
    const revisions: (bigint | undefined)[] = []
    for await (const { event } of client.readStream(stream, { fromRevision: START }))
      revisions.push(event?.revision)
    expect(revisions).toEqual(Array.from({ length: 500 }, (_, index) => BigInt(index)))
  })

  it('a stream without a name is refused', async () => {
    expect(await errorOf(clientOf(url).appendToStream('', lettered()('a')))).toMatchObject({
      error: 'unknown',
    })
  })
})
