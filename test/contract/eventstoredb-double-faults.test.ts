import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent, type AppendExpectedRevision } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  appending,
  clientOf,
  errorOf,
  freshName,
  lettered,
  letterOf,
  lettersOf,
} from '../support/eventstoredb-client.ts'
import { borrowedDouble, lentDouble, type LentDouble } from '../support/eventstoredb-double/lent.ts'
import { startDouble, type StartOptions } from '../support/eventstoredb-double/start.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { eventually } from '../support/eventually.ts'

// What the double alone can do: these tests always start their own.

const credentials = { username: 'admin', password: 'changeit' }
/** The client uses `Append` instead of `BatchAppend` when a call has credentials. */
const ways = [
  ['BatchAppend', {}],
  ['Append', { credentials }],
] as const

let shared: LentDouble
beforeAll(async () => {
  shared = await lentDouble()
})
afterAll(() => shared.stop())

/** The double that all tests share, without any fault, and a stream nobody else writes to. */
const usual = async () => {
  await shared.control.clear()
  return parts(shared)
}

/** A double of one test. */
const own = async (...options: Parameters<typeof borrowedDouble>) => parts(await borrowedDouble(...options))

/** A double of one test in a process of its own, which ends in it. */
const ownProcess = async (options: StartOptions = {}) => {
  const double = await startDouble(options)
  onTestFinished(() => double.stop())
  return parts(double)
}

const parts = <Some extends LentDouble>(double: Some) => ({
  double,
  control: double.control,
  client: clientOf(double.url),
  events: lettered(),
  stream: freshName('s'),
})

const follow = (client: EventStoreDBClient, stream: string) => {
  const said: string[] = []
  const subscription = client.subscribeToStream(stream)
  subscription.on('confirmation', () => said.push('confirmed'))
  subscription.on('caughtUp', () => said.push('caught up'))
  subscription.on('fellBehind', () => said.push('fell behind'))
  subscription.on('data', ({ event }) => said.push(letterOf(event?.data)))
  subscription.on('error', error => said.push('type' in error ? String(error.type) : error.message))
  subscription.on('end', () => said.push('end'))
  onTestFinished(() => subscription.unsubscribe())
  return said
}

const saying = (said: readonly string[], expected: readonly string[]) =>
  eventually(() => {
    expect(said).toEqual(expected)
  })

describe('acknowledgements that are lost', () => {
  const expectations: readonly AppendExpectedRevision[] = ['any', 'no_stream', 'stream_exists', 0n]

  describe.each(ways)('through %s', (_, options) => {
    it.each(expectations)('the same events again, expecting %s, are there once', async expected => {
      const { client, control, events, stream } = await usual()
      const before = expected === 'no_stream' ? '' : 'a0 '
      if (before !== '') await client.appendToStream(stream, events('a'))
      await control.loseAcknowledgements(1)
      expect(await appending(client, stream, events('xy'), expected, options)).toEqual({
        error: 'unavailable',
      })
      const last = before === '' ? 1n : 2n
      expect(await appending(client, stream, events('xy'), expected, options)).toEqual({ revision: last })
      expect(await lettersOf(client.readStream(stream))).toBe(before === '' ? 'x0 y1' : 'a0 x1 y2')
    })

    it('as many as asked for; a timeout can be told instead', async () => {
      const { client, control, events, stream } = await usual()
      await control.loseAcknowledgements(2, 'timeout')
      const error = 'credentials' in options ? 'timeout' : 'deadline-exceeded'
      for (const letter of 'ab')
        expect(await appending(client, stream, events(letter), 'any', options)).toEqual({ error })
      expect(await appending(client, stream, events('c'), 'any', options)).toEqual({ revision: 2n })
    })
  })
})

describe('appends that are refused', () => {
  describe.each(ways)('through %s', (_, options) => {
    it.each(['connection', 'timeout', 'too-busy'] as const)('%s: nothing was written', async as => {
      const { client, control, events, stream } = await usual()
      await control.refuseAppends(1, as)
      expect(await appending(client, stream, events('a'), 'no_stream', options)).toHaveProperty('error')
      expect(await errorOf(lettersOf(client.readStream(stream)))).toEqual({ error: 'stream-not-found' })
      expect(await appending(client, stream, events('a'), 'no_stream', options)).toEqual({ revision: 0n })
    })
  })
})

describe('subscriptions that end', () => {
  it.each([
    ['unavailable', ['confirmed', 'a', 'caught up', 'unavailable']],
    ['too-slow', ['confirmed', 'a', 'caught up', 'timeout']],
    ['end', ['confirmed', 'a', 'caught up', 'end']],
  ] as const)('now, as %s', async (as, expected) => {
    const { client, control, events, stream } = await own()
    await client.appendToStream(stream, events('a'))
    const said = follow(client, stream)
    await saying(said, ['confirmed', 'a', 'caught up'])
    await control.dropSubscriptions(as)
    await saying(said, expected)
    expect((await control.state()).subscriptions).toBe(0)
  })

  it('after two more events, once', async () => {
    const { client, control, events, stream } = await usual()
    await client.appendToStream(stream, events('abcd'))
    await control.dropSubscriptionsAfter(2)
    await saying(follow(client, stream), ['confirmed', 'a', 'b', 'unavailable'])
    await saying(follow(client, stream), ['confirmed', 'a', 'b', 'c', 'd', 'caught up'])
  })

  it('falling behind is not said: what was missed comes, then it is caught up once more', async () => {
    const { client, control, events, stream } = await usual()
    await client.appendToStream(stream, events('a'))
    const said = follow(client, stream)
    await saying(said, ['confirmed', 'a', 'caught up'])
    await control.fallBehind()
    await saying(said, ['confirmed', 'a', 'caught up', 'caught up'])
    await client.appendToStream(stream, events('b'))
    await saying(said, ['confirmed', 'a', 'caught up', 'caught up', 'b'])
  })

  it('falling behind 23.10 drops it as too slow', async () => {
    const { client, control, events, stream } = await own({ dialect: '23.10' })
    await client.appendToStream(stream, events('a'))
    const said = follow(client, stream)
    await saying(said, ['confirmed', 'a', 'caught up'])
    await control.fallBehind()
    await saying(said, ['confirmed', 'a', 'caught up', 'timeout'])
  })

  it('unsubscribing and disposing leave nothing behind', async () => {
    const { double, control, client } = await own()
    const other = EventStoreDBClient.connectionString(double.url)
    const [one, two] = [client.subscribeToAll(), other.subscribeToAll()]
    for (const subscription of [one, two]) subscription.resume()
    const open = async (count: number) =>
      eventually(async () => {
        expect((await control.state()).subscriptions).toBe(count)
      })
    await open(2)
    await one.unsubscribe()
    await open(1)
    await other.dispose()
    await open(0)
  })
})

describe('servers that do not serve', () => {
  it('not ready: so many calls, or all until cleared', async () => {
    const { client, control, events, stream } = await usual()
    await control.notReady(1)
    expect(await appending(client, stream, events('a'), 'any')).toEqual({ error: 'unavailable' })
    expect(await appending(client, stream, events('a'), 'any')).toEqual({ revision: 0n })
    await control.notReady()
    for (let tries = 0; tries < 3; tries++)
      expect(await errorOf(lettersOf(client.readStream(stream)))).toEqual({ error: 'unavailable' })
    await control.clear()
    expect(await lettersOf(client.readStream(stream))).toBe('a0')
  })

  it.each(ways)('not leader, through %s: told who is, and served there', async (_, options) => {
    const { client, control, double, events, stream } = await usual()
    await control.notLeader(1)
    await expect(client.appendToStream(stream, events('a'), options)).rejects.toMatchObject({
      type: 'not-leader',
      leader: { address: '127.0.0.1', port: double.port },
    })
    expect(await appending(client, stream, events('a'), 'any', options)).toEqual({ revision: 0n })
  })

  it('slow: every answer comes later', async () => {
    const { client, control, events, stream } = await usual()
    await client.appendToStream(stream, events('a'))
    await control.slow(300)
    const began = performance.now()
    await client.appendToStream(stream, events('b'))
    await lettersOf(client.readStream(stream))
    expect(performance.now() - began).toBeGreaterThan(550)
  })

  it('frozen: nothing is answered, old connection or new, until released; then everything is', async () => {
    const { client, control, double, events, stream } = await usual()
    await client.appendToStream(stream, events('a'))
    await control.freeze()
    const answered: string[] = []
    const append = client.appendToStream(stream, events('b')).then(() => answered.push('old'))
    const another = clientOf(double.url)
    const read = lettersOf(another.readStream(stream)).then(() => answered.push('new'))
    await sleep(300)
    expect(answered).toEqual([])
    await control.release()
    await Promise.all([append, read])
    expect(await lettersOf(client.readStream(stream))).toBe('a0 b1')
  })

  it('frozen: a call with a deadline ends by it', async () => {
    const { client, control, stream } = await usual()
    await errorOf(lettersOf(client.readStream(stream)))
    await control.freeze()
    const append = client.appendToStream(stream, lettered()('a'), { deadline: 300, credentials })
    expect(await errorOf(append)).toEqual({ error: 'deadline-exceeded' })
    await control.clear()
  })

  it('calls are counted by method', async () => {
    const { client, control, events, stream } = await own()
    await client.appendToStream(stream, events('a'))
    await client.appendToStream(stream, events('b'), { credentials })
    await lettersOf(client.readStream(stream))
    await client.deleteStream(stream)
    await client.tombstoneStream(stream)
    expect(await control.state()).toEqual({
      calls: { features: 1, append: 1, batchAppend: 1, delete: 1, tombstone: 1, read: 1, subscribe: 0 },
      subscriptions: 0,
      connections: 1,
    })
  })

  it('a fault that does not exist is refused and changes nothing', async () => {
    const { control, client, events, stream } = await usual()
    await expect(control.refuseAppends(0)).rejects.toThrow('appends')
    expect(await appending(client, stream, events('a'), 'any')).toEqual({ revision: 0n })
  })
})

describe('settings', () => {
  it('three appends of more than 3 MiB pass when the limit is above, and not when it is not', async () => {
    const big = () => jsonEvent({ type: 'Big', data: { text: 'x'.repeat(3 * 1024 * 1024 + 1) } })
    const { client, stream } = await own({ maxAppendBytes: 12 * 1024 * 1024 })
    expect(await appending(client, stream, [big(), big(), big()], 'any')).toEqual({ revision: 2n })
    const { client: narrow } = await own({ maxAppendBytes: 1024 })
    expect(await appending(narrow, stream, [big()], 'any')).toEqual({ error: 'maximum-append-size-exceeded' })
  })

  it('without BatchAppend clients append one by one', async () => {
    const { client, control, events, stream } = await own({ batchAppend: false })
    expect(await appending(client, stream, events('ab'), 'no_stream')).toEqual({ revision: 1n })
    expect((await control.state()).calls).toMatchObject({ append: 1, batchAppend: 0 })
  })

  it('an id that memory has no room for is written again when anything is expected', async () => {
    const { client, events, stream } = await own({ recentIdBytes: 200 })
    await client.appendToStream(stream, events('a'))
    expect(await appending(client, stream, events('a'), 'any')).toEqual({ revision: 0n })
    await client.appendToStream(stream, events('bcd'))
    expect(await appending(client, stream, events('a'), 'any')).toEqual({ revision: 4n })
  })

  it('a missing stream: 24.10 is caught up at once, 23.10 when it exists', async () => {
    const newer = await own({ dialect: '24.10' })
    await saying(follow(newer.client, newer.stream), ['confirmed', 'caught up'])
    const older = await own({ dialect: '23.10' })
    const said = follow(older.client, older.stream)
    await saying(said, ['confirmed'])
    await older.client.appendToStream(older.stream, older.events('a'))
    await saying(said, ['confirmed', 'a', 'caught up'])
  })
})

describe('processes that end', () => {
  const logOf = async (client: EventStoreDBClient) => {
    const found = []
    for await (const { event } of client.readAll()) found.push(event)
    return found
  }

  it('kill -9 and a restart: what was acknowledged is there, at the same positions', async () => {
    const data = join(temporaryFolder(), 'log.jsonl')
    const { double, client, events, stream } = await ownProcess({ data })
    await client.appendToStream(stream, events('abc'))
    await client.setStreamMetadata(stream, { truncateBefore: 1 })
    await client.appendToStream('s-2', events('a'))
    await client.tombstoneStream('s-2')
    const before = await logOf(client)
    await double.kill()
    await expect(client.appendToStream(stream, events('x'))).rejects.toMatchObject({ code: 14 })
    await double.restart()
    const later = clientOf(double.url)
    expect(await logOf(later)).toEqual(before)
    expect(await lettersOf(later.readStream(stream))).toBe('b1 c2')
    expect(await appending(later, 's-2', events('z'), 'any')).toEqual({ error: 'stream-deleted' })
    expect(await appending(later, stream, events('abc'), 'no_stream')).toEqual({ revision: 2n })
    expect(await appending(later, stream, events('d'), 2n)).toEqual({ revision: 3n })
    const positions = (await logOf(later)).map(event => event?.position.commit ?? 0n)
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)))
  })

  it('a restart forgets recent ids, as the real server does', async () => {
    const { double, client, events, stream } = await ownProcess({
      data: join(temporaryFolder(), 'log.jsonl'),
    })
    await client.appendToStream(stream, events('a'))
    await double.restart()
    expect(await appending(clientOf(double.url), stream, events('a'), 'any')).toEqual({ revision: 1n })
  })

  it('a write that was cut off in the file is not there, and does not hurt the next', async () => {
    const data = join(temporaryFolder(), 'log.jsonl')
    const { double, client, events, stream } = await ownProcess({ data })
    await client.appendToStream(stream, events('a'))
    await double.kill()
    appendFileSync(data, '{"end":99999,"records":[{"id":')
    await double.restart()
    await clientOf(double.url).appendToStream(stream, events('b'))
    await double.restart()
    expect(await lettersOf(clientOf(double.url).readStream(stream))).toBe('a0 b1')
  })

  it('without a file a restart begins anew', async () => {
    const { double, client, events, stream } = await ownProcess()
    await client.appendToStream(stream, events('a'))
    await double.restart()
    expect(await errorOf(lettersOf(clientOf(double.url).readStream(stream)))).toEqual({
      error: 'stream-not-found',
    })
  })

  it('a double ends when whoever started it is gone', async () => {
    const main = join(import.meta.dirname, '..', 'support', 'eventstoredb-double', 'main.ts')
    const child = spawn(process.execPath, [main, '--port', '0'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const said = await once(child.stdout, 'data')
    expect(said.join('')).toMatch(/^listening on \d+\n$/)
    const exited = once(child, 'exit')
    child.stdin.end()
    expect(await exited).toEqual([0, null])
  })
})
