import { getEventListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { type Position, type StoredRecord } from '../../../shared/event-store/port.ts'
import { several, fresh, followUntil, recordsOf, isLive, atLeast, type World } from './world.ts'

export const following = (world: World): void => {
  describe('following', () => {
    it('from the first record, in log order, then is live', async () => {
      await world.append('ab', 'absent')
      await world.append('c', 'absent', streamName(`${world.prefix}2`))
      await world.append('d', streamRevision(1))
      const steps = await followUntil(world.store, null, [world.prefix], isLive)
      expect(recordsOf(steps)).toEqual(
        [
          ...(await world.store.read(world.stream)),
          ...(await world.store.read(streamName(`${world.prefix}2`))),
        ].sort((a, b) => a.position - b.position),
      )
      expect(steps.filter(s => s.live)).toHaveLength(1)
    })

    it('starts behind the given position', async () => {
      await world.append('abcd', 'absent')
      const [, second] = await world.store.read(world.stream)
      const steps = await followUntil(world.store, second?.position ?? null, [world.prefix], isLive)
      expect(recordsOf(steps).map(r => r.data['letter'])).toEqual(['c', 'd'])
    })

    it('with nothing to tell, is live where it started', async () => {
      const { position } = await world.append('a', 'absent')
      const steps = await followUntil(world.store, position, [world.prefix], isLive)
      expect(recordsOf(steps)).toEqual([])
      expect(steps.at(-1)?.reached).toBeGreaterThanOrEqual(position)
    })

    it('shows streams of any of the prefixes and no other, by exact comparison', async () => {
      for (const tail of ['event-1', 'event_1', 'Event-1', 'venue-1', 'even', 'organizer-1'])
        await world.append('a', 'absent', streamName(world.prefix + tail))
      const steps = await followUntil(
        world.store,
        null,
        [`${world.prefix}event-`, `${world.prefix}venue-`],
        isLive,
      )
      expect(recordsOf(steps).map(r => r.stream)).toEqual([
        `${world.prefix}event-1`,
        `${world.prefix}venue-1`,
      ])
    })

    it('shows everything without prefixes', async () => {
      await world.append('a', 'absent')
      await world.append('b', 'absent', streamName(`other-${world.salt}`))
      const mine = recordsOf(await followUntil(world.store, null, [], isLive)).filter(r =>
        [world.stream, `other-${world.salt}`].includes(r.stream),
      )
      expect(mine.map(r => r.data['letter'])).toEqual(['a', 'b'])
    })

    it('goes from old records to live ones without a gap or a repeat, while others append', async () => {
      const writer = async (n: number) => {
        for (let i = 0; i < 60; i++)
          await world.store.append(streamName(`${world.prefix}${n}`), several(3), 'any')
      }
      const writing = Promise.all([0, 1, 2, 3].map(writer))
      const steps = await followUntil(world.store, null, [world.prefix], atLeast(4 * 180))
      await writing
      const seen = recordsOf(steps)
      const positions = seen.map(r => r.position)
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
      for (const n of [0, 1, 2, 3])
        expect(seen.filter(r => r.stream === `${world.prefix}${n}`)).toEqual(
          await world.store.read(streamName(`${world.prefix}${n}`)),
        )
    })

    it('is pushed what is appended later, and told when nothing is left waiting', async () => {
      const stop = new AbortController()
      const steps = world.store.follow(null, [world.prefix], stop.signal)[Symbol.asyncIterator]()
      let step = await steps.next()
      while (step.done !== true && !step.value.live) step = await steps.next()
      for (const letter of 'abc') {
        await world.append(letter, 'any')
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
        await world.append('abc', 'any', streamName(`${world.prefix}wanted-${i}`))
        await world.append('xyz', 'any', streamName(`${world.prefix}hidden-${i}`))
      }
      const wanted = [`${world.prefix}wanted-`]
      const steps = await followUntil(world.store, null, wanted, isLive)
      const all = recordsOf(steps)
      expect(all).toHaveLength(90)
      const starts = [...steps.map(s => s.reached), ...all.map(r => r.position)]
      for (const start of starts) {
        const again = recordsOf(await followUntil(world.store, start, wanted, isLive))
        expect(again).toEqual(all.filter(r => r.position > (start ?? -1)))
      }
    })

    it('moves on through what the prefixes hide, old and new', async () => {
      const { position } = await world.store.append(
        streamName(`${world.prefix}hidden-1`),
        several(200),
        'absent',
      )
      const stop = new AbortController()
      const steps = world.store.follow(null, [`${world.prefix}wanted-`], stop.signal)[Symbol.asyncIterator]()
      const until = async (least: Position) => {
        for (let reached: Position | null = null; (reached ?? -1) < least;) {
          const step = await steps.next()
          if (step.done === true) throw new Error('the iteration ended')
          expect(step.value.records).toEqual([])
          reached = step.value.reached
        }
      }
      await until(position)
      const later = await world.store.append(streamName(`${world.prefix}hidden-2`), [fresh()], 'absent')
      await world.store.append(streamName(`${world.prefix}hidden-2`), several(200), streamRevision(0))
      await until(later.position)
      stop.abort()
      await steps.return?.()
    })

    it('serves several followers, each at its own pace', async () => {
      const seen = [1, 2, 3].map(() => followUntil(world.store, null, [world.prefix], atLeast(400)))
      const stop = new AbortController()
      const slow = (async () => {
        const records: StoredRecord[] = []
        for await (const step of world.store.follow(null, [world.prefix], stop.signal)) {
          await delay(1)
          records.push(...step.records)
          if (records.length >= 400) stop.abort()
        }
        return records
      })()
      for (let i = 0; i < 40; i++) await world.store.append(world.stream, several(10), 'any')
      const stored = await world.store.read(world.stream)
      expect(stored).toHaveLength(400)
      for (const steps of await Promise.all(seen)) expect(recordsOf(steps)).toEqual(stored)
      expect(await slow).toEqual(stored)
    })

    it('a follower that dozes off misses nothing', async () => {
      const stop = new AbortController()
      const seen: StoredRecord[] = []
      let dozed = false
      for await (const step of world.store.follow(null, [world.prefix], stop.signal)) {
        seen.push(...step.records)
        if (step.live && !dozed) {
          dozed = true
          for (let i = 0; i < 30; i++) await world.store.append(world.stream, several(200), 'any')
        }
        if (seen.length === 6_000) stop.abort()
      }
      expect(seen.map(r => r.revision)).toEqual([...Array(6_000).keys()])
    })

    it('ends quietly when aborted: before, while waiting, in between', async () => {
      const aborted = AbortSignal.abort()
      for await (const step of world.store.follow(null, [world.prefix], aborted))
        throw new Error(JSON.stringify(step))

      await world.append('a', 'absent')
      const waiting = new AbortController()
      const steps = world.store.follow(null, [world.prefix], waiting.signal)[Symbol.asyncIterator]()
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
      for await (const step of world.store.follow(null, [world.prefix], broken.signal)) if (step.live) break
      expect(getEventListeners(broken.signal, 'abort')).toEqual([])
    })
  })
}
