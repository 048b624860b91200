import { randomUUID } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_APPEND_BYTES, RecordTooLarge, RevisionConflict } from '../../shared/event-store/port.ts'
import type {
  EventStore,
  Expected,
  Followed,
  NewRecord,
  Position,
  StoredRecord,
} from '../../shared/event-store/port.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'

export type Made = {
  readonly store: EventStore
  /** Closes the store and opens the same log again. */
  readonly reopen?: () => Promise<EventStore>
}

const UUIDS = 'abcdefghijklmnopqrstuvwxyz'
/** A record whose id is known by one letter: the cases name records as the semantics table does. */
const known = (letter: string, salt: string, data: JsonObject = { letter }): NewRecord => ({
  id: `${salt.slice(0, 34)}${UUIDS.indexOf(letter).toString(16).padStart(2, '0')}`,
  type: 'Noted',
  data,
  meta: {
    actor: 7,
    at: '2026-03-01T10:00:00.000Z',
    source: 'cal',
    route: 'POST /notes',
    correlation: salt,
    causation: null,
  },
})

const fresh = (data: JsonObject = {}): NewRecord => known('a', randomUUID(), data)
const several = (count: number): NewRecord[] => Array.from({ length: count }, (_, n) => fresh({ n }))

/** Steps of following until `enough`; the iteration then ends by abort. */
const followUntil = async (
  store: EventStore,
  after: Position | null,
  prefixes: readonly string[],
  enough: (steps: readonly Followed[]) => boolean,
): Promise<readonly Followed[]> => {
  const stop = new AbortController()
  const steps: Followed[] = []
  for await (const step of store.follow(after, prefixes, stop.signal)) {
    steps.push(step)
    if (enough(steps)) stop.abort()
  }
  return steps
}

const recordsOf = (steps: readonly Followed[]): readonly StoredRecord[] => steps.flatMap(s => s.records)
const isLive = (steps: readonly Followed[]): boolean => steps.at(-1)?.live === true
const atLeast = (count: number) => (steps: readonly Followed[]) => recordsOf(steps).length >= count
/** Every adapter of the log runs exactly these cases. A difference met anywhere becomes a case here. */
export const eventStoreContract = (
  name: string,
  make: () => Promise<Made>,
  /** `isOneAct`: of appends that are made together, all are written or none. */
  { reopens, isOneAct }: { readonly reopens: boolean; readonly isOneAct: boolean },
): void => {
  describe(`event store contract: ${name}`, () => {
    let made: Made
    let store: EventStore
    let salt: string
    let prefix: string
    let stream: string

    beforeEach(async () => {
      made = await make()
      store = made.store
      salt = randomUUID()
      prefix = `note${salt.slice(0, 8)}-`
      stream = `${prefix}1`
    })
    afterEach(async () => {
      await store.close()
    })

    const append = (letters: string, expected: Expected, to = stream) =>
      store.append(
        to,
        Array.from(letters, letter => known(letter, salt)),
        expected,
      )
    const letters = async (of = stream) =>
      (await store.read(of))
        .map(({ data }) => (typeof data['letter'] === 'string' ? data['letter'] : '?'))
        .join('')

    describe('appending', () => {
      it('numbers revisions from 0 and answers the last of an append', async () => {
        expect((await append('abc', 'absent')).revision).toBe(2)
        expect((await append('de', 2)).revision).toBe(4)
        expect((await store.read(stream)).map(r => r.revision)).toEqual([0, 1, 2, 3, 4])
      })

      it('gives positions that grow and leave gaps', async () => {
        const first = await append('a', 'absent')
        const second = await append('bc', 0)
        const positions = (await store.read(stream)).map(r => r.position)
        expect(positions[0]).toBe(first.position)
        expect(positions[2]).toBe(second.position)
        positions.reduce((before, after) => {
          expect(after - before).toBeGreaterThan(1)
          return after
        })
      })

      it('refuses an append of nothing', async () => {
        await expect(store.append(stream, [], 'any')).rejects.toBeInstanceOf(RangeError)
      })

      it.each([-1, 1.5, Number.NaN])('refuses the expectation %s', async expected => {
        await expect(append('a', expected)).rejects.toBeInstanceOf(RangeError)
      })

      it.each(['', 'a\0b', 'half \ud800 pair'])('refuses the stream name %j', async odd => {
        await expect(append('a', 'any', odd)).rejects.toBeInstanceOf(RangeError)
      })

      it('refuses an id that is no UUID, and a record without type', async () => {
        await expect(store.append(stream, [{ ...fresh(), id: '7' }], 'any')).rejects.toBeInstanceOf(
          RangeError,
        )
        await expect(store.append(stream, [{ ...fresh(), type: '' }], 'any')).rejects.toBeInstanceOf(
          RangeError,
        )
        expect(await store.read(stream)).toEqual([])
      })
    })

    describe('appending to several streams', () => {
      const to = (n: number) => `${prefix}${n}`
      const part = (letters: string, expected: Expected, n: number) => ({
        stream: to(n),
        records: Array.from(letters, letter => known(letter, salt)),
        expected,
      })
      const all = (...streams: readonly number[]) => Promise.all(streams.map(n => letters(to(n))))

      it('writes all of them, the last one last, and answers where that is', async () => {
        const before = [part('ab', 'absent', 1), part('c', 'any', 2), part('d', 'absent', 3)]
        const appended = await store.appendAll(before, part('ef', 'absent', 4))
        expect(appended.revision).toBe(1)
        const told = recordsOf(await followUntil(store, null, [prefix], atLeast(6)))
        expect(told.slice(-2).map(({ data }) => data['letter'])).toEqual(['e', 'f'])
        expect(told.at(-1)?.position).toBe(appended.position)
        expect(await all(1, 2, 3, 4)).toEqual(['ab', 'c', 'd', 'ef'])
      })

      it('of one alone is an append', async () => {
        expect(await store.appendAll([], part('ab', 'absent', 1))).toEqual(await append('ab', 'absent'))
      })

      it('writes nothing of the last when one before it is refused, and says which', async () => {
        await append('a', 'absent', to(2))
        const before = [part('b', 'absent', 1), part('c', 'absent', 2), part('d', 'absent', 3)]
        const both = store.appendAll(before, part('e', 'absent', 4))
        await expect(both).rejects.toMatchObject({ name: 'RevisionConflict', stream: to(2) })
        expect(await all(2, 4)).toEqual(['a', ''])
        if (isOneAct) expect(await all(1, 3)).toEqual(['', ''])
      })

      it('writes nothing of the last when that is refused, and finds those before it again', async () => {
        await append('a', 'absent', to(3))
        const before = [part('bc', 'absent', 1), part('d', 'absent', 2)]
        const refused = store.appendAll(before, part('e', 'absent', 3))
        await expect(refused).rejects.toMatchObject({ name: 'RevisionConflict', stream: to(3) })
        expect(await all(1, 2, 3)).toEqual(isOneAct ? ['', '', 'a'] : ['bc', 'd', 'a'])
        expect((await store.appendAll(before, part('e', 0, 3))).revision).toBe(1)
        expect(await all(1, 2, 3)).toEqual(['bc', 'd', 'ae'])
      })

      it('answers the same again as done', async () => {
        const again = () =>
          store.appendAll([part('ab', 'absent', 1), part('c', 'any', 2)], part('d', 'absent', 3))
        const first = await again()
        expect(await again()).toEqual(first)
        expect(await all(1, 2, 3)).toEqual(['ab', 'c', 'd'])
      })

      it('writes what is left when some of it was written before', async () => {
        await append('a', 'absent', to(1))
        await store.appendAll([part('a', 'absent', 1), part('b', 'absent', 2)], part('c', 'absent', 3))
        expect(await all(1, 2, 3)).toEqual(['a', 'b', 'c'])
      })

      it('writes none when one of them is refused for its content, or a stream comes twice', async () => {
        const good = part('a', 'any', 1)
        const odd = [part('', 'any', 2), part('b', -1, 2), { ...part('b', 'any', 2), stream: '' }]
        for (const one of [...odd, part('b', 'any', 1)]) {
          await expect(store.appendAll([good], one)).rejects.toBeInstanceOf(RangeError)
          await expect(store.appendAll([one], good)).rejects.toBeInstanceOf(RangeError)
          await expect(store.appendAll([one, good], part('c', 'any', 3))).rejects.toBeInstanceOf(RangeError)
        }
        expect(await all(1, 2, 3)).toEqual(['', '', ''])
      })

      it('tells those who append at the same moment apart', async () => {
        await append('z', 'absent', to(3))
        const settled = await Promise.allSettled([
          append('a', 'absent', to(1)),
          store.appendAll([part('b', 'absent', 3)], part('c', 'absent', 2)),
          store.appendAll([part('d', 'absent', 4), part('e', 'absent', 5)], part('f', 'absent', 6)),
          append('g', 'absent', to(7)),
        ])
        expect(settled.map(({ status }) => status)).toEqual([
          'fulfilled',
          'rejected',
          'fulfilled',
          'fulfilled',
        ])
        expect(await all(1, 2, 3, 4, 5, 6, 7)).toEqual(['a', '', 'z', 'd', 'e', 'f', 'g'])
      })

      it('lets one of two win who want the same, and nothing of the other one’s last', async () => {
        const want = (letters: readonly [string, string], n: number) =>
          store.appendAll([part(letters[0], 'absent', 1)], part(letters[1], 'absent', n))
        const race = await Promise.allSettled([want(['a', 'b'], 2), want(['c', 'd'], 3)])
        const [first, second] = race.map(({ status }) => status === 'fulfilled')
        expect([first, second].filter(Boolean)).toHaveLength(1)
        expect(await all(1, 2, 3)).toEqual(first === true ? ['a', 'b', ''] : ['c', '', 'd'])
      })
    })

    // the rows of the decision table: the stream holds a, b, c
    describe('expectations and repeats', () => {
      const conflicts: readonly (readonly [Expected, string])[] = [
        ['absent', 'ax'],
        ['absent', 'abcd'],
        ['absent', 'x'],
        [0, 'c'],
        [0, 'bx'],
        [1, 'cd'],
        [5, 'x'],
        ['any', 'ax'],
      ]
      it.each(conflicts)('at %s, appending %s is a conflict and writes nothing', async (expected, ids) => {
        await append('abc', 'absent')
        await expect(append(ids, expected)).rejects.toBeInstanceOf(RevisionConflict)
        expect(await letters()).toBe('abc')
      })

      const repeats: readonly (readonly [Expected, string, number])[] = [
        ['absent', 'a', 0],
        ['absent', 'abc', 2],
        [0, 'b', 1],
        [0, 'bc', 2],
        ['any', 'bc', 2],
        ['any', 'ca', 0],
      ]
      it.each(repeats)('at %s, %s again is done already, at revision %i', async (expected, ids, revision) => {
        await append('abc', 'absent')
        const done = await append(ids, expected)
        const there = await store.read(stream)
        expect(done).toEqual({ revision, position: there[revision]?.position })
        expect(await letters()).toBe('abc')
      })

      const writes: readonly (readonly [Expected, string, string])[] = [
        [2, 'd', 'abcd'],
        [2, 'a', 'abca'],
        ['any', 'd', 'abcd'],
        ['any', 'xa', 'abcxa'],
      ]
      it.each(writes)('at %s, %s is written', async (expected, ids, whole) => {
        await append('abc', 'absent')
        expect((await append(ids, expected)).revision).toBe(whole.length - 1)
        expect(await letters()).toBe(whole)
      })

      it('knows ids per stream', async () => {
        await append('abc', 'absent')
        expect((await append('a', 'any', `${prefix}2`)).revision).toBe(0)
        expect(await letters(`${prefix}2`)).toBe('a')
      })

      it('a missing stream is at no revision', async () => {
        await expect(append('x', 0)).rejects.toBeInstanceOf(RevisionConflict)
        expect(await store.read(stream)).toEqual([])
      })

      it('the conflict names the stream', async () => {
        await append('a', 'absent')
        await expect(append('x', 'absent')).rejects.toThrow(stream)
      })

      it('lets exactly one of two writers win, 50 times', async () => {
        let expected: Expected = 'absent'
        for (let round = 0; round < 50; round++) {
          const race = await Promise.allSettled([
            store.append(stream, [fresh({ round, by: 0 })], expected),
            store.append(stream, [fresh({ round, by: 1 })], expected),
          ])
          const won = race.flatMap(r => (r.status === 'fulfilled' ? [r.value] : []))
          const lost = race.flatMap(r => (r.status === 'rejected' ? [r.reason as unknown] : []))
          expect(won.map(w => w.revision)).toEqual([round])
          expect(lost).toEqual([expect.any(RevisionConflict)])
          expected = round
        }
        expect((await store.read(stream)).map(r => r.data['round'])).toEqual(
          Array.from({ length: 50 }, (_, n) => n),
        )
      })

      it('a conflict does not spoil the appends beside it', async () => {
        await append('abc', 'absent')
        const streams = Array.from({ length: 10 }, (_, n) => `${prefix}beside-${n}`)
        const outcomes = await Promise.allSettled([
          append('x', 'absent'),
          ...streams.map(to => append('ab', 'absent', to)),
        ])
        expect(outcomes.map(o => o.status)).toEqual(['rejected', ...streams.map(() => 'fulfilled')])
        for (const to of streams) expect(await letters(to)).toBe('ab')
        expect(await letters()).toBe('abc')
      })

      it('takes hundreds of appends and deletions asked for at once, in the order asked', async () => {
        const asked = Array.from({ length: 300 }, (_, n) => n)
        const revisions = asked.map(async n => (await store.append(stream, [fresh({ n })], 'any')).revision)
        const deleting = store.deleteStream(stream)
        const later = asked.map(n => store.append(stream, [fresh({ n: 1000 + n })], 'any'))
        expect(await Promise.all(revisions)).toEqual(asked)
        await deleting
        await Promise.all(later)
        expect((await store.read(stream)).map(r => r.data['n'])).toEqual(asked.map(n => 1000 + n))
      })

      it('a repeat that meets its first copy while that is under way', async () => {
        const [first, second] = await Promise.all([append('ab', 'absent'), append('ab', 'absent')])
        expect(second).toEqual(first)
        expect(await letters()).toBe('ab')
      })
    })

    describe('what is stored', () => {
      it('returns what JSON keeps, not what the caller held', async () => {
        const data: JsonObject = { kept: [1, 'zwei', null, true, { deep: -0.5 }] }
        const given = { ...data, at: new Date(0), gone: undefined } as unknown as JsonObject
        await store.append(stream, [fresh(given)], 'absent')
        const [read] = await store.read(stream)
        expect(read?.data).toEqual({ ...data, at: '1970-01-01T00:00:00.000Z' })
        expect(Object.keys(read?.data ?? {})).not.toContain('gone')
      })

      it('does not notice what happens to the caller’s objects afterwards', async () => {
        const data = { list: [1] }
        const appending = store.append(stream, [fresh(data)], 'absent')
        data.list.push(2)
        await appending
        expect((await store.read(stream))[0]?.data).toEqual({ list: [1] })
      })

      it('returns every member of a record', async () => {
        const given = known('q', salt, { n: 1 })
        const { revision, position } = await store.append(stream, [given], 'absent')
        expect(await store.read(stream)).toEqual([{ ...given, stream, revision, position }])
      })

      it('keeps every character', async () => {
        const odd = '\u0000 \u2028 \\" é e\u0301 日本 🎭 \ud800'
        await store.append(stream, [fresh({ [odd]: odd, ['__proto__']: 1 })], 'absent')
        const data = (await store.read(stream))[0]?.data ?? {}
        expect(Object.entries(data)).toEqual([
          [odd, odd],
          ['__proto__', 1],
        ])
      })

      it.each(['Bühne/Größe %2F 100%', '日本/🎭', 'a b?c#d', 'é', 'e\u0301', 'o\'clock"', 'x_%*[a]'])(
        'tells the stream %s from every other',
        async tail => {
          const odd = `${prefix}${tail}`
          await append('ab', 'absent', odd)
          await append('c', 'absent', `${odd}x`)
          expect(await letters(odd)).toBe('ab')
          expect((await store.read(odd))[0]?.stream).toBe(odd)
          const steps = await followUntil(store, null, [odd], isLive)
          expect(recordsOf(steps).map(r => r.stream)).toEqual([odd, odd, `${odd}x`])
        },
      )

      it('takes 800 kB and refuses what is over the limit, as a whole', async () => {
        await store.append(stream, [fresh({ text: 'x'.repeat(800_000) })], 'absent')
        const half = fresh({ text: 'ü'.repeat(MAX_APPEND_BYTES / 4) })
        const other = `${prefix}2`
        await expect(store.append(other, [half, half, fresh()], 'absent')).rejects.toBeInstanceOf(
          RecordTooLarge,
        )
        expect(await store.read(other)).toEqual([])
        expect((await store.read(stream))[0]?.data['text']).toHaveLength(800_000)
      })
    })

    describe('reading', () => {
      it('reads a missing stream as empty', async () => {
        expect(await store.read(stream)).toEqual([])
      })

      it.each([
        [{}, 'abcde'],
        [{ from: 0 }, 'abcde'],
        [{ from: 2 }, 'cde'],
        [{ from: 4 }, 'e'],
        [{ from: 5 }, ''],
        [{ from: 99 }, ''],
        [{ limit: 1 }, 'a'],
        [{ from: 1, limit: 3 }, 'bcd'],
        [{ from: 3, limit: 50 }, 'de'],
      ])('reads %j', async (options, expected) => {
        await append('abcde', 'absent')
        const read = await store.read(stream, options)
        expect(read.map(r => r.data['letter'])).toEqual(Array.from(expected))
      })

      it('reads the first records of several streams at once, each to whoever asked', async () => {
        await store.append(`${stream}-a`, several(3), 'absent')
        await store.append(`${stream}-b`, several(2), 'absent')
        const names = ['-b', '-none', '-a', '-b'].map(end => `${stream}${end}`)
        const [firsts, whole] = await Promise.all([
          Promise.all(names.map(name => store.read(name, { limit: 1 }))),
          store.read(`${stream}-a`),
        ])
        const told = firsts.map(records =>
          records.map(one => [one.stream.slice(stream.length), one.revision]),
        )
        expect(told).toEqual([[['-b', 0]], [], [['-a', 0]], [['-b', 0]]])
        expect(whole.map(({ revision }) => revision)).toEqual([0, 1, 2])
      })

      it('reads streams longer than any page', async () => {
        await store.append(stream, several(300), 'absent')
        await store.append(stream, several(300), 299)
        expect((await store.read(stream)).map(r => r.revision)).toEqual([...Array(600).keys()])
      })

      it.each([{ from: -1 }, { from: 0.5 }, { limit: -1 }])('refuses %j', async options => {
        await expect(store.read(stream, options)).rejects.toBeInstanceOf(RangeError)
      })

      it('has the newest position at its head', async () => {
        const { position } = await append('ab', 'absent')
        expect(await store.head()).toBeGreaterThanOrEqual(position)
        const later = await append('c', 'absent', `${prefix}2`)
        expect(await store.head()).toBeGreaterThanOrEqual(later.position)
      })
    })

    describe('following', () => {
      it('from the first record, in log order, then is live', async () => {
        await append('ab', 'absent')
        await append('c', 'absent', `${prefix}2`)
        await append('d', 1)
        const steps = await followUntil(store, null, [prefix], isLive)
        expect(recordsOf(steps)).toEqual(
          [...(await store.read(stream)), ...(await store.read(`${prefix}2`))].sort(
            (a, b) => a.position - b.position,
          ),
        )
        expect(steps.filter(s => s.live)).toHaveLength(1)
      })

      it('starts behind the given position', async () => {
        await append('abcd', 'absent')
        const [, second] = await store.read(stream)
        const steps = await followUntil(store, second?.position ?? null, [prefix], isLive)
        expect(recordsOf(steps).map(r => r.data['letter'])).toEqual(['c', 'd'])
      })

      it('with nothing to tell, is live where it started', async () => {
        const { position } = await append('a', 'absent')
        const steps = await followUntil(store, position, [prefix], isLive)
        expect(recordsOf(steps)).toEqual([])
        expect(steps.at(-1)?.reached).toBeGreaterThanOrEqual(position)
      })

      it('shows streams of any of the prefixes and no other, by exact comparison', async () => {
        for (const tail of ['event-1', 'event_1', 'Event-1', 'venue-1', 'even', 'organizer-1'])
          await append('a', 'absent', prefix + tail)
        const steps = await followUntil(store, null, [`${prefix}event-`, `${prefix}venue-`], isLive)
        expect(recordsOf(steps).map(r => r.stream)).toEqual([`${prefix}event-1`, `${prefix}venue-1`])
      })

      it('shows everything without prefixes', async () => {
        await append('a', 'absent')
        await append('b', 'absent', `other-${salt}`)
        const mine = recordsOf(await followUntil(store, null, [], isLive)).filter(r =>
          [stream, `other-${salt}`].includes(r.stream),
        )
        expect(mine.map(r => r.data['letter'])).toEqual(['a', 'b'])
      })

      it('goes from old records to live ones without a gap or a repeat, while others append', async () => {
        const writer = async (n: number) => {
          for (let i = 0; i < 60; i++) await store.append(`${prefix}${n}`, several(3), 'any')
        }
        const writing = Promise.all([0, 1, 2, 3].map(writer))
        const steps = await followUntil(store, null, [prefix], atLeast(4 * 180))
        await writing
        const seen = recordsOf(steps)
        const positions = seen.map(r => r.position)
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
        for (const n of [0, 1, 2, 3])
          expect(seen.filter(r => r.stream === `${prefix}${n}`)).toEqual(await store.read(`${prefix}${n}`))
      })

      it('is pushed what is appended later, and told when nothing is left waiting', async () => {
        const stop = new AbortController()
        const steps = store.follow(null, [prefix], stop.signal)[Symbol.asyncIterator]()
        let step = await steps.next()
        while (step.done !== true && !step.value.live) step = await steps.next()
        for (const letter of 'abc') {
          await append(letter, 'any')
          let got: readonly StoredRecord[] = []
          let live = false
          while (got.length === 0 || !live) {
            step = await steps.next()
            if (step.done === true) throw new Error('the iteration ended')
            got = [...got, ...step.value.records]
            live = step.value.live
          }
          expect(got.map(r => r.data['letter'])).toEqual([letter])
        }
        stop.abort()
        expect((await steps.next()).done).toBe(true)
      })

      it('restarted at any reached position, loses and repeats nothing', async () => {
        for (let i = 0; i < 30; i++) {
          await append('abc', 'any', `${prefix}wanted-${i}`)
          await append('xyz', 'any', `${prefix}hidden-${i}`)
        }
        const wanted = [`${prefix}wanted-`]
        const steps = await followUntil(store, null, wanted, isLive)
        const all = recordsOf(steps)
        expect(all).toHaveLength(90)
        const starts = [...steps.map(s => s.reached), ...all.map(r => r.position)]
        for (const start of starts) {
          const again = recordsOf(await followUntil(store, start, wanted, isLive))
          expect(again).toEqual(all.filter(r => r.position > (start ?? -1)))
        }
      })

      it('moves on through what the prefixes hide, old and new', async () => {
        const { position } = await store.append(`${prefix}hidden-1`, several(200), 'absent')
        const stop = new AbortController()
        const steps = store.follow(null, [`${prefix}wanted-`], stop.signal)[Symbol.asyncIterator]()
        const until = async (least: Position) => {
          for (let reached: Position | null = null; (reached ?? -1) < least;) {
            const step = await steps.next()
            if (step.done === true) throw new Error('the iteration ended')
            expect(step.value.records).toEqual([])
            reached = step.value.reached
          }
        }
        await until(position)
        const later = await store.append(`${prefix}hidden-2`, [fresh()], 'absent')
        await store.append(`${prefix}hidden-2`, several(200), 0)
        await until(later.position)
        stop.abort()
        await steps.return?.()
      })

      it('serves several followers, each at its own pace', async () => {
        const seen = [1, 2, 3].map(() => followUntil(store, null, [prefix], atLeast(400)))
        const stop = new AbortController()
        const slow = (async () => {
          const records: StoredRecord[] = []
          for await (const step of store.follow(null, [prefix], stop.signal)) {
            await delay(1)
            records.push(...step.records)
            if (records.length >= 400) stop.abort()
          }
          return records
        })()
        for (let i = 0; i < 40; i++) await store.append(stream, several(10), 'any')
        const stored = await store.read(stream)
        expect(stored).toHaveLength(400)
        for (const steps of await Promise.all(seen)) expect(recordsOf(steps)).toEqual(stored)
        expect(await slow).toEqual(stored)
      })

      it('a follower that dozes off misses nothing', async () => {
        const stop = new AbortController()
        const seen: StoredRecord[] = []
        let dozed = false
        for await (const step of store.follow(null, [prefix], stop.signal)) {
          seen.push(...step.records)
          if (step.live && !dozed) {
            dozed = true
            for (let i = 0; i < 30; i++) await store.append(stream, several(200), 'any')
          }
          if (seen.length === 6_000) stop.abort()
        }
        expect(seen.map(r => r.revision)).toEqual([...Array(6_000).keys()])
      })

      it('ends quietly when aborted: before, while waiting, in between', async () => {
        const aborted = AbortSignal.abort()
        for await (const step of store.follow(null, [prefix], aborted)) throw new Error(JSON.stringify(step))

        await append('a', 'absent')
        const waiting = new AbortController()
        const steps = store.follow(null, [prefix], waiting.signal)[Symbol.asyncIterator]()
        for (let live = false; !live;) {
          const step = await steps.next()
          live = step.done === true || step.value.live
        }
        const next = steps.next()
        await delay(5)
        waiting.abort()
        expect((await next).done).toBe(true)
        expect(getEventListeners(waiting.signal, 'abort')).toEqual([])

        const broken = new AbortController()
        for await (const step of store.follow(null, [prefix], broken.signal)) if (step.live) break
        expect(getEventListeners(broken.signal, 'abort')).toEqual([])
      })
    })

    describe('deleting and expiring', () => {
      it('a deleted stream is empty for readers and followers', async () => {
        await append('abc', 'absent')
        await append('x', 'absent', `${prefix}2`)
        await store.deleteStream(stream)
        expect(await store.read(stream)).toEqual([])
        const steps = await followUntil(store, null, [prefix], isLive)
        expect(recordsOf(steps).map(r => r.stream)).toEqual([`${prefix}2`])
      })

      it('starts anew with the next append; positions go on', async () => {
        const before = await append('abc', 'absent')
        await store.deleteStream(stream)
        const after = await append('de', 'absent')
        expect(after.position).toBeGreaterThan(before.position)
        expect(await letters()).toBe('de')
        const steps = await followUntil(store, before.position, [prefix], isLive)
        expect(recordsOf(steps).map(r => r.data['letter'])).toEqual(['d', 'e'])
      })

      it.each(['absent', 'any'] as const)('takes the very same records again, at %s', async expected => {
        for (let life = 0; life < 3; life++) {
          const before = (await store.head()) ?? -1
          const done = await append('ab', expected)
          expect(done.position).toBeGreaterThan(before)
          expect(await append('ab', expected)).toEqual(done)
          expect(await letters()).toBe('ab')
          await store.deleteStream(stream)
        }
        await append('x', expected)
        if (expected === 'absent')
          await expect(append('ab', expected)).rejects.toBeInstanceOf(RevisionConflict)
        else await append('ab', expected)
        expect(await letters()).toBe(expected === 'absent' ? 'x' : 'xab')
      })

      const again = ['a', 'ab', 'abc', 'bc', 'ca', 'ax', 'xa', 'abcd']
      it.each(again.flatMap(ids => [['absent', ids] as const, ['any', ids] as const]))(
        'at %s, takes %s after a former life that held a, b and c',
        async (expected, ids) => {
          await append('a', 'absent')
          const { position } = await append('bc', 0)
          await store.deleteStream(stream)
          const done = await append(ids, expected)
          expect(done.position).toBeGreaterThan(position)
          expect(await append(ids, expected)).toEqual(done)
          expect(await letters()).toBe(ids)
          expect((await store.read(stream)).at(-1)).toMatchObject(done)
        },
      )

      it('a former life is nothing to who expects a revision of it', async () => {
        await append('abc', 'absent')
        await store.deleteStream(stream)
        await expect(append('bc', 0)).rejects.toBeInstanceOf(RevisionConflict)
        await expect(append('c', 1)).rejects.toBeInstanceOf(RevisionConflict)
        expect(await store.read(stream)).toEqual([])
      })

      it('a former life is nothing to the present one', async () => {
        await append('ab', 'absent')
        await store.deleteStream(stream)
        await append('x', 'absent')
        for (const ids of ['a', 'ab', 'abx', 'xa'])
          await expect(append(ids, 'absent')).rejects.toBeInstanceOf(RevisionConflict)
        await append('ab', 'any')
        expect(await letters()).toBe('xab')
      })

      it('deleting what is not there, or twice, is no mistake', async () => {
        await store.deleteStream(stream)
        await append('a', 'absent')
        await store.deleteStream(stream)
        await store.deleteStream(stream)
        expect(await store.read(stream)).toEqual([])
      })

      it('leaves streams with similar names alone', async () => {
        await append('a', 'absent')
        await append('b', 'absent', `${stream}0`)
        await store.deleteStream(stream)
        expect(await letters(`${stream}0`)).toBe('b')
      })

      it('does not push what was deleted while it waited', async () => {
        const stop = new AbortController()
        const seen: unknown[] = []
        let done = false
        for await (const step of store.follow(null, [prefix], stop.signal)) {
          seen.push(...step.records.map(r => r.data['letter']))
          if (step.live && !done) {
            done = true
            await append('abc', 'absent')
            await store.deleteStream(stream)
            await append('z', 'absent', `${prefix}2`)
          }
          if (seen.includes('z')) stop.abort()
        }
        expect(seen).toEqual(['z'])
      })

      it('hides records when their time is over, those appended before and after', async () => {
        await append('a', 'absent')
        await append('k', 'absent', `${prefix}kept`)
        await store.expireAfter(stream, 1)
        await append('b', 0)
        expect(await letters()).toBe('ab')
        await delay(2_100)
        expect(await store.read(stream)).toEqual([])
        const steps = await followUntil(store, null, [prefix], isLive)
        expect(recordsOf(steps).map(r => r.data['letter'])).toEqual(['k'])
      })

      const expired: readonly (readonly [Expected, string, string])[] = [
        ['absent', 'a', 'a'],
        ['absent', 'abc', 'abc'],
        ['absent', 'ax', 'ax'],
        ['absent', 'x', 'x'],
        ['any', 'a', 'a'],
        ['any', 'bc', 'bc'],
        ['any', 'ca', 'ca'],
        ['any', 'ax', 'ax'],
        [2, 'a', 'a'],
        [0, 'b', 'conflict'],
        [0, 'bc', 'conflict'],
        [1, 'c', 'conflict'],
      ]
      it('what has expired is there neither for repeats nor for who expects nothing', async () => {
        const life = 3
        const streams = expired.map((_, n) => `${prefix}expired-${n}`)
        for (const to of streams) {
          await append('a', 'absent', to)
          await append('bc', 0, to)
          await store.expireAfter(to, life)
        }
        await delay(1_000 * life + 1_100)
        const outcomes = expired.map(async ([expected, ids], n) => {
          const to = streams[n] ?? ''
          const done = await append(ids, expected, to).catch((error: unknown) => error)
          if (done instanceof RevisionConflict) return 'conflict'
          expect(done).toMatchObject({ revision: 2 + ids.length })
          expect(await append(ids, expected, to)).toEqual(done)
          return letters(to)
        })
        expect(await Promise.all(outcomes)).toEqual(expired.map(([, , then]) => then))
      })

      it('revisions of an expired stream go on', async () => {
        await append('ab', 'absent')
        await store.expireAfter(stream, 1)
        await delay(2_100)
        expect((await append('c', 1)).revision).toBe(2)
      })

      it.each([0, -5, 0.5])('refuses a life of %s seconds', async seconds => {
        await expect(store.expireAfter(stream, seconds)).rejects.toBeInstanceOf(RangeError)
      })
    })

    if (reopens)
      it('holds after reopening what it held before', async () => {
        if (made.reopen === undefined) throw new Error('this log was said to reopen')
        const { position } = await append('abc', 'absent')
        const before = await store.read(stream)
        store = await made.reopen()
        expect(await store.read(stream)).toEqual(before)
        expect(await append('bc', 0)).toEqual({ revision: 2, position })
        expect((await append('d', 2)).position).toBeGreaterThan(position)
      })

    it('answers what was asked before it is closed', async () => {
      await store.append(stream, several(600), 'absent')
      const head = await store.head()
      const reading = [1, 2, 3].map(() => store.read(stream))
      const asking = store.head()
      await store.close()
      expect((await Promise.all(reading)).map(r => r.length)).toEqual([600, 600, 600])
      expect(await asking).toBeGreaterThanOrEqual(head ?? 0)
    })

    it('finishes what waits when closed, then answers nothing any more', async () => {
      const waiting = Array.from({ length: 20 }, (_, n) => append('ab', 'absent', `${prefix}w${n}`))
      const following = followUntil(store, null, [prefix], () => false)
      const dropped = expect(following).rejects.toMatchObject({ name: 'StoreUnavailable' })
      const closing = store.close()
      expect((await Promise.all(waiting)).map(a => a.revision)).toEqual(waiting.map(() => 1))
      await closing
      await dropped
      const gone = { name: 'StoreUnavailable' }
      await expect(append('a', 'any')).rejects.toMatchObject(gone)
      await expect(store.read(stream)).rejects.toMatchObject(gone)
      await expect(store.head()).rejects.toMatchObject(gone)
      await expect(store.deleteStream(stream)).rejects.toMatchObject(gone)
      await expect(store.expireAfter(stream, 1)).rejects.toMatchObject(gone)
      await expect(followUntil(store, null, [], isLive)).rejects.toMatchObject(gone)
      await store.close()
    })
  })
}
