import { type AppendExpectedRevision, type EventStoreDBClient } from '@eventstore/db-client'
import { describe, expect, inject, it } from 'vitest'
import {
  appending,
  clientOf,
  errorOf,
  freshName,
  lettered,
  lettersOf,
  type Outcome,
} from '../support/eventstoredb-client.ts'

const url = inject('eventstoreUrl')

const wrong = (expected: unknown, actual: unknown): Outcome => ({
  error: 'wrong-expected-version',
  expected,
  actual,
})
const deleted = { error: 'stream-deleted' }
const notFound = { error: 'stream-not-found' }

/** A stream that holds a, b and c. */
const withThree = async () => {
  const client = clientOf(url)
  const stream = freshName('delete')
  const events = lettered()
  const appended = await client.appendToStream(stream, events('abc'), { expectedRevision: 'no_stream' })
  return { client, stream, events, position: appended.position }
}

const softDeleted = async () => {
  const made = await withThree()
  await made.client.deleteStream(made.stream)
  return made
}

const reading = (client: EventStoreDBClient, stream: string) => lettersOf(client.readStream(stream))

describe.skipIf(url === null)('deleting in EventStoreDB', () => {
  it.each(['any', 2n] as const)(
    'a live stream, expecting %s: it is not found any more',
    async expectedRevision => {
      const { client, stream } = await withThree()
      expect(await errorOf(client.deleteStream(stream, { expectedRevision }))).toBeNull()
      expect(await errorOf(reading(client, stream))).toEqual(notFound)
      const metadata = []
      for await (const { event } of client.readStream(`$$${stream}`)) metadata.push(event)
      expect(metadata).toMatchObject([{ type: '$metadata', isJson: true }])
    },
  )

  it.each([
    ['no_stream', -1n],
    [1n, 1n],
    [7n, 7n],
  ] as const)('a live stream, expecting %s: refused', async (expectedRevision, expected) => {
    const { client, stream } = await withThree()
    expect(await errorOf(client.deleteStream(stream, { expectedRevision }))).toEqual(wrong(expected, 2n))
    expect(await reading(client, stream)).toBe('a0 b1 c2')
  })

  it('a stream that never was: refused even when anything is expected', async () => {
    expect(await errorOf(clientOf(url).deleteStream(freshName('delete')))).toEqual(wrong(-2n, -1n))
  })

  it.each(['any', 'no_stream', 2n] as const)('again, expecting %s: fine', async expectedRevision => {
    const { client, stream } = await softDeleted()
    expect(await errorOf(client.deleteStream(stream, { expectedRevision }))).toBeNull()
    expect(await errorOf(reading(client, stream))).toEqual(notFound)
  })

  it.each([
    ['any', 'x', { revision: 3n }, 'x3'],
    ['no_stream', 'xy', { revision: 4n }, 'x3 y4'],
    [2n, 'x', { revision: 3n }, 'x3'],
  ] as const)(
    'writing again, expecting %s: goes on without the past',
    async (expected, letters, outcome, then) => {
      const { client, stream, events } = await softDeleted()
      expect(await appending(client, stream, events(letters), expected)).toEqual(outcome)
      expect(await reading(client, stream)).toBe(then)
      expect((await client.getStreamMetadata(stream)).metadata).toMatchObject({ truncateBefore: 3 })
    },
  )

  it.each([
    ['stream_exists', deleted],
    [1n, wrong(1n, 2n)],
    [4n, wrong(4n, 2n)],
  ] as [AppendExpectedRevision, Outcome][])(
    'writing again, expecting %s: refused',
    async (expected, outcome) => {
      const { client, stream, events } = await softDeleted()
      expect(await appending(client, stream, events('x'), expected)).toEqual(outcome)
      expect(await errorOf(reading(client, stream))).toEqual(notFound)
    },
  )

  it('its first events again, expecting no stream: known, and the stream stays deleted', async () => {
    const { client, stream, events } = await softDeleted()
    expect(await appending(client, stream, events('ab'), 'no_stream')).toEqual({ revision: 1n })
    expect(await errorOf(reading(client, stream))).toEqual(notFound)
  })

  it('writing metadata brings the stream back, empty', async () => {
    const { client, stream, events } = await softDeleted()
    await client.setStreamMetadata(stream, { colour: 'red' })
    expect(await reading(client, stream)).toBe('')
    expect((await client.getStreamMetadata<{ colour: string }>(stream)).metadata).toMatchObject({
      colour: 'red',
      truncateBefore: 3,
    })
    await client.appendToStream(stream, events('x'))
    expect(await reading(client, stream)).toBe('x3')
  })

  it('appending nothing brings the stream back, empty', async () => {
    const { client, stream } = await softDeleted()
    expect(await appending(client, stream, [], 'any')).toEqual({ revision: 2n })
    expect(await reading(client, stream)).toBe('')
  })

  it('a stream of which there is metadata alone can be deleted', async () => {
    const client = clientOf(url)
    const stream = freshName('delete')
    await client.setStreamMetadata(stream, { maxCount: 9 })
    expect(await errorOf(client.deleteStream(stream))).toBeNull()
    expect((await client.getStreamMetadata(stream)).metadata).not.toHaveProperty('maxCount')
  })

  it('deleting replaces other metadata', async () => {
    const { client, stream } = await withThree()
    await client.setStreamMetadata(stream, { maxCount: 2 })
    await client.deleteStream(stream)
    expect(Object.keys((await client.getStreamMetadata(stream)).metadata ?? {})).toEqual(['truncateBefore'])
  })

  it('its events are still among all', async () => {
    const { client, stream, position } = await softDeleted()
    if (position === undefined) throw new Error('no position')
    const found = []
    for await (const { event } of client.readAll({ fromPosition: position }))
      if (event?.streamId === stream || event?.streamId === `$$${stream}`) found.push(event.type)
    expect(found).toEqual(['Letter', '$metadata'])
  })
})

describe.skipIf(url === null)('ending streams in EventStoreDB', () => {
  const ended = async () => {
    const made = await withThree()
    await made.client.tombstoneStream(made.stream)
    return made
  }

  it.each(['any', 'no_stream'] as const)('a stream that never was, expecting %s', async expectedRevision => {
    const client = clientOf(url)
    const stream = freshName('delete')
    expect(await errorOf(client.tombstoneStream(stream, { expectedRevision }))).toBeNull()
    expect(await appending(client, stream, lettered()('a'), 'any')).toEqual(deleted)
  })

  it('a wrong expectation is refused', async () => {
    const { client, stream } = await withThree()
    expect(await errorOf(client.tombstoneStream(stream, { expectedRevision: 1n }))).toEqual(wrong(1n, 2n))
    expect(await reading(client, stream)).toBe('a0 b1 c2')
  })

  it.each(['any', 'no_stream', 'stream_exists', 2n, 1n, 9n] as const)(
    'nothing is written to it or its metadata any more, expecting %s',
    async expected => {
      const { client, stream, events } = await ended()
      expect(await appending(client, stream, events('x'), expected)).toEqual(deleted)
      const credentials = { username: 'admin', password: 'changeit' }
      expect(await appending(client, stream, events('a'), expected, { credentials })).toEqual(deleted)
      expect(await appending(client, `$$${stream}`, events('x'), expected)).toEqual(deleted)
    },
  )

  it('it is not read, deleted, ended or followed any more', async () => {
    const { client, stream } = await ended()
    expect(await errorOf(reading(client, stream))).toEqual(deleted)
    expect(await errorOf(reading(client, `$$${stream}`))).toEqual(deleted)
    expect(await errorOf(client.deleteStream(stream))).toEqual(deleted)
    expect(await errorOf(client.tombstoneStream(stream))).toEqual(deleted)
    expect(await errorOf(lettersOf(client.subscribeToStream(stream)))).toEqual(deleted)
  })

  it('its end is among all, with the largest revision there is', async () => {
    const { client, stream, position } = await ended()
    if (position === undefined) throw new Error('no position')
    const found = []
    for await (const { event } of client.readAll({ fromPosition: position }))
      if (event?.streamId === stream) found.push([event.type, event.revision])
    expect(found).toEqual([
      ['Letter', 2n],
      ['$streamDeleted', 9223372036854775807n],
    ])
  })

  it('whoever follows it gets its end, and then the error', async () => {
    const { client, stream } = await withThree()
    const subscription = client.subscribeToStream(stream)
    const found: unknown[] = []
    const over = (async () => {
      for await (const { event } of subscription) {
        found.push(event?.type)
        if (found.length === 3) await client.tombstoneStream(stream)
      }
    })()
    expect(await errorOf(over)).toEqual(deleted)
    expect(found).toEqual(['Letter', 'Letter', 'Letter', '$streamDeleted'])
  })
})
