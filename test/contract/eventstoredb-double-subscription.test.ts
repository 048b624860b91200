import {
  END,
  eventTypeFilter,
  jsonEvent,
  START,
  streamNameFilter,
  type AllStreamSubscription,
  type EventStoreDBClient,
  type Filter,
  type Position,
  type StreamSubscription,
} from '@eventstore/db-client'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { clientOf, freshName, lettered, letterOf, someEvents } from '../support/eventstoredb-client.ts'
import { eventually } from '../support/eventually.ts'

const url = inject('eventstoreUrl')

/** What a subscription says, in order: "confirmed", letters of events, "caught up". Ends with the test. */
const listen = (subscription: StreamSubscription | AllStreamSubscription): string[] => {
  const said: string[] = []
  subscription.on('confirmation', () => said.push('confirmed'))
  subscription.on('caughtUp', () => said.push('caught up'))
  subscription.on('error', error => said.push(error.message))
  subscription.on('data', ({ event }) => said.push(letterOf(event?.data)))
  onTestFinished(() => subscription.unsubscribe())
  return said
}

const saying = (said: readonly string[], expected: readonly string[]) =>
  eventually(() => {
    expect(said).toEqual(expected)
  })

const withThree = async () => {
  const client = clientOf(url)
  const stream = freshName('follow')
  const events = lettered()
  const { position } = await client.appendToStream(stream, events('abc'))
  if (position === undefined) throw new Error('no position')
  return { client, stream, events, position }
}

describe.skipIf(url === null)('following a stream of EventStoreDB', () => {
  it('from the start: confirmed, everything, caught up once, then what is written', async () => {
    const { client, stream, events } = await withThree()
    const said = listen(client.subscribeToStream(stream, { fromRevision: START }))
    await saying(said, ['confirmed', 'a', 'b', 'c', 'caught up'])
    await client.appendToStream(stream, events('de'))
    await client.appendToStream(stream, events('f'))
    await saying(said, ['confirmed', 'a', 'b', 'c', 'caught up', 'd', 'e', 'f'])
  })

  it('from a revision: what comes after it', async () => {
    const { client, stream, events } = await withThree()
    const said = listen(client.subscribeToStream(stream, { fromRevision: 0n }))
    await saying(said, ['confirmed', 'b', 'c', 'caught up'])
    const atLast = listen(client.subscribeToStream(stream, { fromRevision: 2n }))
    await saying(atLast, ['confirmed', 'caught up'])
    await client.appendToStream(stream, events('d'))
    await saying(atLast, ['confirmed', 'caught up', 'd'])
  })

  it('from the end: only what is written from now on', async () => {
    const { client, stream, events } = await withThree()
    const said = listen(client.subscribeToStream(stream, { fromRevision: END }))
    await saying(said, ['confirmed', 'caught up'])
    await client.appendToStream(stream, events('d'))
    await saying(said, ['confirmed', 'caught up', 'd'])
  })

  it('a missing stream: confirmed, and delivered when it appears', async () => {
    const client = clientOf(url)
    const stream = freshName('follow')
    const said = listen(client.subscribeToStream(stream))
    await eventually(() => {
      expect(said[0]).toBe('confirmed')
    })
    await client.appendToStream(stream, lettered()('ab'))
    const letters = () => said.filter(word => word.length === 1)
    await eventually(() => {
      expect(letters()).toEqual(['a', 'b'])
    })
  })

  it('a soft deleted stream: delivered from where it goes on', async () => {
    const { client, stream, events } = await withThree()
    await client.deleteStream(stream)
    const said = listen(client.subscribeToStream(stream))
    await eventually(() => {
      expect(said[0]).toBe('confirmed')
    })
    await client.appendToStream(stream, events('x'))
    await eventually(() => {
      expect(said.filter(word => word.length === 1)).toEqual(['x'])
    })
  })

  it('a thousand events arrive in order, once', async () => {
    const client = clientOf(url)
    const stream = freshName('follow')
    await client.appendToStream(stream, someEvents(700))
    const revisions: (bigint | undefined)[] = []
    const subscription = client.subscribeToStream(stream)
    subscription.on('data', ({ event }) => revisions.push(event?.revision))
    onTestFinished(() => subscription.unsubscribe())
    await client.appendToStream(stream, someEvents(300))
    await eventually(() => {
      expect(revisions).toHaveLength(1000)
    })
    expect(revisions).toEqual(Array.from({ length: 1000 }, (_, index) => BigInt(index)))
  })

  it('whoever stopped following gets nothing more', async () => {
    const { client, stream, events } = await withThree()
    const subscription = client.subscribeToStream(stream)
    const said = listen(subscription)
    await saying(said, ['confirmed', 'a', 'b', 'c', 'caught up'])
    await subscription.unsubscribe()
    const other = listen(client.subscribeToStream(stream, { fromRevision: 2n }))
    await client.appendToStream(stream, events('d'))
    await eventually(() => {
      expect(other).toContain('d')
    })
    expect(said).toEqual(['confirmed', 'a', 'b', 'c', 'caught up'])
  })
})

const filterOn = (prefixes: string[], options: Partial<Filter> = {}): Filter => ({
  ...streamNameFilter({ prefixes }),
  ...options,
})

/** Letters in five streams of two prefixes and two types; ours begin with the returned name. */
const variety = async () => {
  const client = clientOf(url)
  const name = freshName('vary')
  const write = async (suffix: string, type: string, letter: string): Promise<Position> => {
    const { position } = await client.appendToStream(`${name}-${suffix}`, [
      jsonEvent({ type, data: { letter } }),
    ])
    if (position === undefined) throw new Error('no position')
    return position
  }
  const first = await write('red.1', `${name}-Made`, 'a')
  const positions = [
    first,
    await write('blue.1', `${name}-Made`, 'b'),
    await write('red.2', `${name}-Moved`, 'c'),
    await write('green.1', `${name}-Moved`, 'd'),
    await write('redder', `${name}-Made`, 'e'),
  ]
  return { client, name, write, first, positions }
}

const letters = (said: readonly string[]) => said.filter(word => word.length === 1).join('')

describe.skipIf(url === null)('following everything in EventStoreDB', () => {
  const filters: readonly [string, (name: string) => Filter, history: string, live: string][] = [
    ['one prefix of stream names', name => streamNameFilter({ prefixes: [`${name}-red`] }), 'ace', 'y'],
    [
      'any of two prefixes',
      name => streamNameFilter({ prefixes: [`${name}-blue`, `${name}-green`] }),
      'bd',
      'z',
    ],
    [
      'a regular expression anywhere in stream names',
      name => streamNameFilter({ regex: `${name.slice(5)}-.*\\.1$` }),
      'abd',
      'yz',
    ],
    ['a prefix of types', name => eventTypeFilter({ prefixes: [`${name}-Mo`] }), 'cd', 'z'],
    ['a regular expression on types', name => eventTypeFilter({ regex: `^${name}-.*e$` }), 'abe', 'y'],
  ]

  it.each(filters)('filtered by %s', async (_, filter, expected, late) => {
    const { client, name, write } = await variety()
    const said = listen(client.subscribeToAll({ fromPosition: START, filter: filter(name) }))
    await eventually(() => {
      expect(said.at(-1)).toBe('caught up')
    })
    expect(letters(said)).toBe(expected)
    expect(said[0]).toBe('confirmed')
    await write('red.1', `${name}-Made`, 'y')
    await write('green.1', `${name}-Moved`, 'z')
    await eventually(() => {
      expect(letters(said)).toBe(expected + late)
    })
  })

  it('from a position: what comes after it, unfiltered too', async () => {
    const { client, name, first } = await variety()
    const ours = listen(client.subscribeToAll({ fromPosition: first, filter: filterOn([name]) }))
    await eventually(() => {
      expect(letters(ours)).toBe('bcde')
    })
    const found: string[] = []
    const unfiltered = client.subscribeToAll({ fromPosition: first })
    unfiltered.on('data', ({ event }) => {
      if (event?.streamId.startsWith(name) === true) found.push(letterOf(event.data))
    })
    onTestFinished(() => unfiltered.unsubscribe())
    await eventually(() => {
      expect(found.join('')).toBe('bcde')
    })
  })

  it('from the end: only what is written from now on', async () => {
    const { client, name, write } = await variety()
    const said = listen(client.subscribeToAll({ fromPosition: END, filter: filterOn([name]) }))
    await eventually(() => {
      expect(said).toContain('caught up')
    })
    await write('red.9', `${name}-Made`, 'z')
    await eventually(() => {
      expect(letters(said)).toBe('z')
    })
  })
})

/** Checkpoints of a filtered subscription as they come, beside the letters it delivers. */
const withCheckpoints = (client: EventStoreDBClient, prefixes: string[], from: Position) => {
  const checkpoints: bigint[] = []
  const checkpointReached = (_: AllStreamSubscription, position: Position) => {
    checkpoints.push(position.commit)
  }
  const filter = filterOn(prefixes, { maxSearchWindow: 5, checkpointInterval: 2, checkpointReached })
  const subscription = client.subscribeToAll({ fromPosition: from, filter })
  return { checkpoints, said: listen(subscription), subscription }
}

const rises = (positions: readonly bigint[]) =>
  positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n))

describe.skipIf(url === null)('checkpoints of EventStoreDB', () => {
  it('keep coming while nothing matches, live, about one per ten events', async () => {
    const { client, name, positions } = await variety()
    const from = positions.at(-1)
    if (from === undefined) throw new Error('no position')
    const { checkpoints, said } = withCheckpoints(client, [`${name}-none`], from)
    await eventually(() => {
      expect(said).toContain('caught up')
    })
    const before = checkpoints.length
    for (let written = 0; written < 100; written++)
      await client.appendToStream(`${name}-other`, someEvents(1))
    await eventually(() => {
      expect(checkpoints.length - before).toBeGreaterThanOrEqual(8)
    })
    expect(rises(checkpoints)).toBe(true)
  })

  it('come while catching up through what does not match', async () => {
    const { client, name, first } = await variety()
    await client.appendToStream(`${name}-other`, someEvents(100))
    const { checkpoints, said } = withCheckpoints(client, [`${name}-none`], first)
    await eventually(() => {
      expect(said).toContain('caught up')
    })
    expect(checkpoints.length).toBeGreaterThanOrEqual(8)
    expect(rises(checkpoints)).toBe(true)
  })

  it('starting again from any of them loses nothing and repeats nothing', async () => {
    const { client, name, first } = await variety()
    const alphabet = 'fghijklmnopqrstuvwxyz'
    for (const letter of alphabet) {
      await client.appendToStream(`${name}-red.1`, lettered()(letter))
      await client.appendToStream(`${name}-noise`, someEvents(7))
    }
    const delivered: { readonly after: string; readonly position: bigint }[] = []
    const checkpointReached = (_: AllStreamSubscription, position: Position) => {
      delivered.push({ after: letters(said), position: position.commit })
    }
    const filter = () => filterOn([`${name}-red`], { maxSearchWindow: 5, checkpointInterval: 2 })
    const said = listen(
      client.subscribeToAll({ fromPosition: first, filter: { ...filter(), checkpointReached } }),
    )
    await eventually(() => {
      expect(said).toContain('caught up')
    })
    expect(letters(said)).toBe(`ce${alphabet}`)
    expect(delivered.length).toBeGreaterThanOrEqual(8)
    for (const { after, position } of delivered) {
      const fromPosition = { commit: position, prepare: position }
      const again = listen(client.subscribeToAll({ fromPosition, filter: filter() }))
      await eventually(() => {
        expect(again).toContain('caught up')
      })
      expect(after + letters(again)).toBe(`ce${alphabet}`)
    }
  })
})
