import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient, binaryEvent } from '@eventstore/db-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  openEventStoreDb,
  type EventStoreDbOptions,
} from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import type {
  EventStore,
  Expected,
  Followed,
  NewRecord,
  Position,
  StoredRecord,
} from '../../shared/event-store/port.ts'
import type { Dialect } from '../support/eventstoredb-double/dialect.ts'
import { namedOrDouble } from '../support/eventstoredb-double/named.ts'
import { startDouble, type Double } from '../support/eventstoredb-double/start.ts'
import { note } from '../support/note.ts'

/** What every release does when its node or the way to it fails. */
export const eventStoreDbFaults = (dialect: Dialect): void => {
  describe(`EventStoreDB ${dialect}`, () => {
    let folder: string
    let node: Double
    let store: EventStore
    let warnings: string[]
    let prefix: string
    let stream: string
    let isOver: boolean

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'belltower-eventstoredb-'))
      node = await namedOrDouble({ dialect, data: join(folder, 'log') })
    })
    afterAll(async () => {
      await node.kill()
      await rm(folder, { recursive: true })
    })

    const open = (url: string, options: Partial<EventStoreDbOptions> = {}): Promise<EventStore> =>
      openEventStoreDb({ url, warn: message => warnings.push(message), ...options })

    beforeEach(async () => {
      isOver = false
      warnings = []
      prefix = `note${randomUUID().slice(0, 8)}-`
      stream = `${prefix}1`
      store = await open(node.url)
    })
    afterEach(async () => {
      isOver = true
      await node.control.clear()
      await store.close()
    })

    const notes = (texts: string): readonly NewRecord[] => Array.from(texts, note)
    const textsOf = (records: readonly StoredRecord[]): string =>
      records.map(({ data: { text } }) => (typeof text === 'string' ? text : '?')).join('')
    const texts = async (of = stream) => textsOf(await store.read(of))

    type Steps = AsyncIterator<Followed>
    const stepsOf = (
      log: EventStore,
      prefixes: readonly string[],
      signal = new AbortController().signal,
    ): Steps => log.follow(null, prefixes, signal)[Symbol.asyncIterator]()

    const next = async (steps: Steps): Promise<Followed> => {
      const step = await steps.next()
      if (step.done === true) throw new Error('the iteration ended')
      return step.value
    }
    /** Steps until one is as wanted. */
    const until = async (steps: Steps, wanted: (step: Followed) => boolean): Promise<void> => {
      while (!wanted(await next(steps)));
    }
    const untilLive = (steps: Steps) => until(steps, step => step.live)

    const unavailable = { name: 'StoreUnavailable' }

    /** A stream that holds what the expectation wants to see there. */
    const prepare = async (expected: Expected): Promise<string> => {
      if (expected === 'absent') return ''
      await store.append(stream, notes('pq'), 'absent')
      return 'pq'
    }
    const KINDS: readonly Expected[] = ['absent', 1, 'any']

    describe('an append whose acknowledgement is lost', () => {
      const cases = KINDS.flatMap(kind => [[kind, 'connection'] as const, [kind, 'timeout'] as const])

      it.each(cases)('at %s by a lost %s is there once, and the answer is right', async (expected, as) => {
        const before = await prepare(expected)
        await node.control.loseAcknowledgements(2, as)
        const appended = await store.append(stream, notes('abc'), expected)
        expect(await texts()).toBe(`${before}abc`)
        const last = (await store.read(stream)).at(-1)
        expect(appended).toEqual({ revision: last?.revision, position: last?.position })
        expect(warnings.length).toBeGreaterThan(0)
      })

      it.each(['absent', 1] as const)(
        'at %s again and again is unknown to the caller, who may ask again',
        async expected => {
          const before = await prepare(expected)
          const records = notes('abc')
          const hasty = await open(node.url, { deadlineMs: 300 })
          await node.control.loseAcknowledgements(1_000)
          await expect(hasty.append(stream, records, expected)).rejects.toMatchObject(unavailable)
          await node.control.clear()
          await hasty.close()

          expect((await store.append(stream, records, expected)).revision).toBe(before.length + 2)
          expect(await texts()).toBe(`${before}abc`)
        },
      )

      it('at any again and again is found in the stream', async () => {
        await prepare('any')
        await node.control.loseAcknowledgements(1_000)
        expect((await store.append(stream, notes('abc'), 'any')).revision).toBe(4)
        expect(await texts()).toBe('pqabc')
      })

      it.each(KINDS)('at %s is there once, though the node has forgotten the ids', async expected => {
        const before = await prepare(expected)
        const records = notes('abc')
        await store.append(stream, records, expected)
        await node.restart()
        await store.append(stream, records, expected)
        expect(await texts()).toBe(`${before}abc`)
      })

      it('on a stream that starts anew after its deletion', async () => {
        await store.append(stream, notes('pqr'), 'absent')
        await store.deleteStream(stream)
        await node.control.loseAcknowledgements(1)
        const records = notes('ab')
        const first = await store.append(stream, records, 'absent')
        expect(await texts()).toBe('ab')
        expect(await store.append(stream, records, 'absent')).toEqual(first)
        await expect(store.append(stream, notes('x'), 'absent')).rejects.toMatchObject({
          name: 'RevisionConflict',
        })
        expect(await texts()).toBe('ab')
      })

      it('beside appends of others to the same stream', async () => {
        const other = await open(node.url)
        await prepare('any')
        await node.control.loseAcknowledgements(3)
        await Promise.all([
          ...Array.from('abc', text => store.append(stream, [note(text)], 'any')),
          ...Array.from('xyz', text => other.append(stream, [note(text)], 'any')),
        ])
        expect(
          Array.from(await texts())
            .sort()
            .join(''),
        ).toBe('abcpqxyz')
        await other.close()
      })
    })

    describe('many appends under way', () => {
      it('while acknowledgements are lost and the node restarts: each is there once, the process lives', async () => {
        const streams = Array.from({ length: 200 }, (_, n) => `${prefix}many-${n}`)
        await node.control.loseAcknowledgements(20)
        const appending = Promise.all(streams.map(to => store.append(to, notes('ab'), 'absent')))
        await store.append(`${prefix}first`, notes('a'), 'any')
        await node.restart()
        expect((await appending).map(({ revision }) => revision)).toEqual(streams.map(() => 1))
        for (const to of streams) expect(await texts(to)).toBe('ab')
      })

      it('go on while the connection of another log in this process breaks', async () => {
        const own = await startDouble({ dialect })
        const other = await open(own.url)
        await other.append(stream, notes('a'), 'absent')
        await own.control.slow(300)
        const appending = other.append(stream, notes('b'), 0)
        await node.control.loseAcknowledgements(1)
        await store.append(stream, notes('x'), 'absent')
        expect((await appending).revision).toBe(1)
        // the driver's own way of sending appends together would have thrown where nobody catches
        expect((await own.control.state()).calls).toMatchObject({ append: 0, batchAppend: 2 })
        await other.close()
        await own.kill()
      })

      it('while no node of a cluster can be found fail as an outage', async () => {
        const lost =
          'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=2&discoveryInterval=20&gossipTimeout=1'
        const nowhere = await open(lost, { deadlineMs: 1_500 })
        const outcomes = await Promise.allSettled([
          ...Array.from({ length: 5 }, (_, n) => nowhere.append(`${prefix}${n}`, notes('a'), 'any')),
          ...Array.from({ length: 5 }, () => nowhere.head()),
          stepsOf(nowhere, [prefix]).next(),
        ])
        for (const outcome of outcomes)
          expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
        await nowhere.close()
      })
    })

    describe('an append that is refused before it had any effect', () => {
      it.each(['connection', 'timeout', 'too-busy'] as const)('as %s is made again', async as => {
        for (const expected of KINDS) {
          stream = `${prefix}${String(expected)}`
          const before = await prepare(expected)
          await node.control.refuseAppends(2, as)
          await store.append(stream, notes('ab'), expected)
          expect(await texts()).toBe(`${before}ab`)
        }
      })

      it('goes to the node that leads', async () => {
        await node.control.notLeader(2)
        await store.append(stream, notes('ab'), 'absent')
        await node.control.notLeader(1)
        expect(await texts()).toBe('ab')
      })

      it('says what the node said when that does not end', async () => {
        const hasty = await open(node.url, { deadlineMs: 300 })
        await node.control.notReady()
        await expect(hasty.append(stream, notes('a'), 'any')).rejects.toThrow(
          new RegExp(`appending to ${stream}, .*Server Is Not Ready`),
        )
        await expect(hasty.read(stream)).rejects.toThrow(/reading .*Server Is Not Ready/)
        await expect(hasty.head()).rejects.toMatchObject(unavailable)
        await expect(hasty.deleteStream(stream)).rejects.toMatchObject(unavailable)
        await expect(hasty.expireAfter(stream, 5)).rejects.toMatchObject(unavailable)
        await node.control.clear()
        expect(await hasty.read(stream)).toEqual([])
        await hasty.close()
      })

      it('is too large for this server: nothing is written', async () => {
        const small = await startDouble({ dialect, maxAppendBytes: 10_000 })
        const log = await open(small.url)
        const large = { ...note('large'), data: { text: 'x'.repeat(20_000) } }
        await expect(log.append(stream, [note('a'), large], 'absent')).rejects.toMatchObject({
          name: 'RecordTooLarge',
        })
        expect(await log.read(stream)).toEqual([])
        await log.close()
        await small.kill()
      })
    })

    describe('a node that does not answer', () => {
      it('keeps nobody waiting for those who asked before', async () => {
        const hasty = await open(node.url, { deadlineMs: 1_000 })
        await hasty.append(stream, notes('a'), 'absent')
        await node.control.notReady()
        const asked = Array.from({ length: 60 }, () => hasty.append(stream, notes('x'), 'any'))
        const outcomes = await Promise.allSettled(asked)
        expect(outcomes.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'))
        await node.control.clear()
        await hasty.append(stream, notes('b'), 'any')
        expect(await texts()).toBe('ab')
        await hasty.close()
      })

      it('slower than the deadline, fails what it was asked; it goes on once it answers', async () => {
        const hasty = await open(node.url, { deadlineMs: 400, attemptMs: 200 })
        await node.control.slow(5_000)
        await expect(hasty.append(stream, notes('a'), 'absent')).rejects.toMatchObject(unavailable)
        await expect(hasty.read(stream)).rejects.toThrow('no answer within')
        await node.control.slow(0)
        await hasty.append(`${prefix}2`, notes('b'), 'absent')
        await hasty.close()
      })

      it('frozen, fails what it was asked and who follows; everything goes on when it thaws', async () => {
        const hasty = await open(node.url, { deadlineMs: 400, attemptMs: 200, silenceMs: 100 })
        await hasty.append(stream, notes('a'), 'absent')
        const steps = stepsOf(hasty, [prefix])
        await untilLive(steps)
        await node.control.freeze()
        await expect(hasty.append(stream, notes('b'), 0)).rejects.toMatchObject(unavailable)
        await expect(steps.next()).rejects.toMatchObject(unavailable)
        await node.control.release()
        await expect
          .poll(
            () =>
              hasty.read(stream).then(
                records => records.length > 0,
                () => false,
              ),
            { timeout: 25_000 },
          )
          .toBe(true)
        await hasty.close()
      })

      it('killed, is found again when it has restarted, without opening the log anew', async () => {
        const hasty = await open(node.url, { deadlineMs: 400 })
        await hasty.append(stream, notes('a'), 'absent')
        await node.kill()
        await expect(hasty.append(stream, notes('x'), 'any')).rejects.toMatchObject(unavailable)
        await expect(hasty.head()).rejects.toMatchObject(unavailable)
        await expect(stepsOf(hasty, [prefix]).next()).rejects.toMatchObject(unavailable)
        await node.restart()
        await expect
          .poll(
            () =>
              hasty.append(stream, notes('b'), 0).then(
                ({ revision }) => revision,
                () => null,
              ),
            { timeout: 15_000 },
          )
          .toBe(1)
        await hasty.close()
      })
    })

    describe('following through faults', () => {
      /** As the runner does: follows again from how far it came whenever the log drops it. */
      const persist = async (
        from: EventStore,
        count: number,
        after: Position | null = null,
      ): Promise<{ records: readonly StoredRecord[]; drops: number }> => {
        const records: StoredRecord[] = []
        const stop = new AbortController()
        let reached = after
        let drops = 0
        // a case may be left out in the middle of it
        while (!stop.signal.aborted && !isOver) {
          try {
            for await (const step of from.follow(reached, [prefix], stop.signal)) {
              records.push(...step.records)
              reached = step.reached
              if (records.length >= count) stop.abort()
            }
          } catch (error) {
            expect(error).toMatchObject(unavailable)
            drops++
          }
        }
        return { records, drops }
      }

      it.each(['unavailable', 'too-slow', 'end'] as const)(
        'dropped ten times (%s) while others append, loses and repeats nothing',
        async as => {
          const writer = await open(node.url)
          const seen = persist(store, 2_000)
          for (let round = 0; round < 10; round++) {
            await node.control.dropSubscriptionsAfter(100, as)
            for (let i = 0; i < 10; i++)
              await writer.append(
                stream,
                Array.from({ length: 20 }, (_, n) => note(`${round} ${i} ${n}`)),
                'any',
              )
          }
          const { records } = await seen
          expect(records).toEqual(await writer.read(stream))
          expect(records).toHaveLength(2_000)
          await writer.close()
        },
      )

      it('falls behind and catches up without a gap or a repeat', async () => {
        const seen = persist(store, 600)
        for (let i = 0; i < 60; i++) {
          await store.append(stream, notes('abcdefghij'), 'any')
          if (i % 10 === 9) await node.control.fallBehind()
        }
        const { records, drops } = await seen
        expect(records).toEqual(await store.read(stream))
        // 23.10 drops who is too slow, which is mended inside where anything was seen since the last time
        if (dialect !== '23.10') expect(drops).toBe(0)
      })

      it('over a restart of the node', async () => {
        const seen = persist(store, 40)
        await store.append(stream, notes('abcdefghijklmnopqrst'), 'absent')
        await node.restart()
        await store.append(stream, notes('abcdefghijklmnopqrst'), 19)
        const { records, drops } = await seen
        expect(records).toEqual(await store.read(stream))
        expect(drops).toBeGreaterThan(0)
      })

      it('ends when aborted although the node is frozen', async () => {
        const stop = new AbortController()
        const steps = stepsOf(store, [prefix], stop.signal)
        await untilLive(steps)
        await node.control.freeze()
        const waiting = steps.next()
        stop.abort()
        expect((await waiting).done).toBe(true)
      })
    })

    describe('how far a follower has come, in a log of its own', () => {
      let own: Double
      let log: EventStore
      beforeAll(async () => {
        own = await startDouble({ dialect })
        log = await open(own.url)
      })
      afterAll(async () => {
        await log.close()
        await own.kill()
      })

      it('is the head of the log once it is live, whatever the prefixes hide', async () => {
        for (const hidden of [0, 1, 31, 32, 33, 64]) {
          for (let n = 0; n < hidden; n++) await log.append(`${prefix}hidden`, notes('h'), 'any')
          const head = (await log.head()) ?? -1
          const stop = new AbortController()
          let reached: Position | null = null
          for await (const step of log.follow(null, [`${prefix}wanted-`], stop.signal)) {
            reached = step.reached
            if (step.live) stop.abort()
          }
          expect(reached ?? -1).toBeGreaterThanOrEqual(head)
        }
      })

      it('moves with every single event, hidden ones, deletions and lifetimes too', async () => {
        const stop = new AbortController()
        const steps = stepsOf(log, [`${prefix}wanted-`], stop.signal)
        const reaches = (least: Position | null) =>
          until(steps, ({ reached }) => (reached ?? -1) >= (least ?? -1))
        await reaches(await log.head())
        for (let n = 0; n < 5; n++) {
          await reaches((await log.append(`${prefix}hidden`, notes('h'), 'any')).position)
          await log.expireAfter(`${prefix}hidden`, 1_000)
          await reaches(await log.head())
          await log.deleteStream(`${prefix}hidden`)
          await reaches(await log.head())
        }
        stop.abort()
        await steps.return?.()
      })
    })

    describe('what was removed', () => {
      const followed = async (after: Position | null = null): Promise<string> => {
        const stop = new AbortController()
        const seen: StoredRecord[] = []
        for await (const step of store.follow(after, [prefix], stop.signal)) {
          seen.push(...step.records)
          if (step.live) stop.abort()
        }
        return textsOf(seen)
      }

      it('stays removed when the stream starts anew and gets a lifetime', async () => {
        await store.append(stream, notes('abc'), 'absent')
        await store.deleteStream(stream)
        await store.append(stream, notes('de'), 'absent')
        await store.expireAfter(stream, 1_000)
        expect(await texts()).toBe('de')
        expect(await followed()).toBe('de')
      })

      it('stays removed when the deleted stream gets a lifetime before it starts anew', async () => {
        await store.append(stream, notes('abc'), 'absent')
        await store.deleteStream(stream)
        await store.expireAfter(stream, 1_000)
        expect(await texts()).toBe('')
        await store.append(stream, notes('de'), 'any')
        expect(await texts()).toBe('de')
        expect(await followed()).toBe('de')
      })

      it('by another process is hidden from who follows afterwards', async () => {
        const other = await open(node.url)
        await store.append(stream, notes('abc'), 'absent')
        await store.append(`${prefix}2`, notes('x'), 'absent')
        await other.deleteStream(stream)
        await other.close()
        expect(await followed()).toBe('x')
      })

      it('reads as empty when an operator has tombstoned it; appends say so', async () => {
        const client = EventStoreDBClient.connectionString(node.url)
        await store.append(stream, notes('abc'), 'absent')
        await client.tombstoneStream(stream)
        expect(await store.read(stream)).toEqual([])
        await expect(store.append(stream, notes('d'), 'any')).rejects.toMatchObject(unavailable)
        await store.deleteStream(stream)
        await client.dispose()
      })
    })

    describe('what others keep in the same log', () => {
      it('is reported in a stream of ours, and passed over elsewhere', async () => {
        const client = EventStoreDBClient.connectionString(node.url)
        await store.append(stream, notes('a'), 'absent')
        await client.appendToStream(stream, binaryEvent({ type: 'Noted', data: Buffer.from('{') }))
        await client.dispose()
        await expect(store.read(stream)).rejects.toThrow(`record 1 of ${stream}`)
        const damaged = stepsOf(store, [prefix])
        await expect(until(damaged, () => false)).rejects.toThrow(`record 1 of ${stream}`)

        const stop = new AbortController()
        for await (const step of store.follow(null, [], stop.signal)) if (step.live) stop.abort()
      })

      it.each(['$settings', '$$notes'])('is not written to: %s', async name => {
        await expect(store.append(name, notes('a'), 'any')).rejects.toBeInstanceOf(RangeError)
        await expect(store.deleteStream(name)).rejects.toBeInstanceOf(RangeError)
        expect(await store.read(name)).toEqual([])
      })
    })

    describe('what an operator has hidden', () => {
      it.each([
        ['$tb', { truncateBefore: 3 }, ''],
        ['$maxCount', { maxCount: 1 }, 'c'],
      ] as const)('by %s is not there for repeats', async (_, metadata, left) => {
        const client = EventStoreDBClient.connectionString(node.url)
        const records = notes('abc')
        await store.append(stream, records, 'absent')
        await client.setStreamMetadata(stream, metadata)
        await client.dispose()
        const conflict = { name: 'RevisionConflict' }
        await expect(store.append(stream, records.slice(1, 2), 0)).rejects.toMatchObject(conflict)
        await expect(store.append(stream, records.slice(1), 0)).rejects.toMatchObject(conflict)
        const again = store.append(stream, records, 'absent')
        if (left === '') expect(await again).toMatchObject({ revision: 5 })
        else await expect(again).rejects.toMatchObject(conflict)
        expect((await store.append(stream, records.slice(0, 1), 'any')).revision).toBe(3)
        expect(warnings).toEqual([])
      })
    })
  })
}
