import { describe, expect, it } from 'vitest'
import type { Position, StoredRecord } from '../../../shared/event-store/port.ts'
import { streamName } from '../../../shared/kernel/brands.ts'
import { note } from '../../support/note.ts'
import { notes, ownNode, stepsOf, until, untilLive, type World } from './world.ts'

export const sharedEnd = (world: World): void => {
  describe('several who follow through one process, in a log of its own', () => {
    const own = ownNode(world)

    it('share one subscription of the records and one of what is hidden, whatever each wants', async () => {
      const { log } = own
      const stop = new AbortController()
      const followers = [1, 2, 3, 4, 5].map(n => stepsOf(log, [`${world.prefix}${n}-`], stop.signal))
      await Promise.all(followers.map(untilLive))
      await expect.poll(async () => (await own.node.control.state()).subscriptions).toBe(2)
      const { position } = await log.append(streamName(`${world.prefix}3-1`), notes('a'), 'absent')
      const told: number[] = []
      await Promise.all(
        followers.map((steps, n) =>
          until(steps, ({ records, reached }) => {
            if (records.length > 0) told.push(n + 1)
            return (reached ?? -1) >= position
          }),
        ),
      )
      expect(told).toEqual([3])
      stop.abort()
      for (const steps of followers) await steps.return?.()
      await expect.poll(async () => (await own.node.control.state()).subscriptions).toBe(0)
    })

    it('one that takes nothing for long holds up nobody, and misses nothing', async () => {
      const { log } = own
      const stop = new AbortController()
      const names = [`${world.prefix}long-`]
      const [slow, quick] = [stepsOf(log, names, stop.signal), stepsOf(log, names, stop.signal)]
      await Promise.all([slow, quick].map(untilLive))
      const seen = { slow: [] as StoredRecord[], quick: [] as StoredRecord[] }
      const all = (of: StoredRecord[]) => (step: { readonly records: readonly StoredRecord[] }) =>
        of.push(...step.records) >= 3_000
      const quickly = until(quick, all(seen.quick))
      for (let n = 0; n < 30; n++)
        await log.append(
          streamName(`${world.prefix}long-1`),
          Array.from({ length: 100 }, (_, m) => note(`${n} ${m}`)),
          'any',
        )
      await quickly
      await until(slow, all(seen.slow))
      const stored = await log.read(streamName(`${world.prefix}long-1`))
      expect(seen.quick).toEqual(stored)
      expect(seen.slow).toEqual(stored)
      // it is where the others are again
      await until(slow, step => step.live)
      await expect.poll(async () => (await own.node.control.state()).subscriptions).toBe(2)
      stop.abort()
      for (const steps of [slow, quick]) await steps.return?.()
    })

    it('come and go while others append, and each sees what it wants once and in order', async () => {
      const { log } = own
      const kinds = ['a', 'b', 'c']
      const follow = async (kind: string, after: Position | null, steps: number | null) => {
        const stop = new AbortController()
        const seen: StoredRecord[] = []
        let reached = after
        let taken = 0
        for await (const step of log.follow(after, [`${world.prefix}${kind}-`], stop.signal)) {
          seen.push(...step.records)
          reached = step.reached
          taken++
          if (steps === null ? step.live : taken >= steps) stop.abort()
        }
        return { seen, reached }
      }
      const over = new AbortController()
      const writing = (async () => {
        for (let n = 0; !over.signal.aborted; n++)
          await log.append(
            streamName(`${world.prefix}${kinds[n % 3] ?? ''}-${n % 7}`),
            [note(String(n))],
            'any',
          )
      })()
      const inTurns = async (kind: string, many: number) => {
        const seen: StoredRecord[] = []
        let after: Position | null = null
        for (let turn = 1; turn <= many; turn++) {
          const found = await follow(kind, after, 2 * turn)
          seen.push(...found.seen)
          after = found.reached
        }
        return { kind, seen, after }
      }
      const followed = await Promise.all([
        inTurns('a', 8),
        inTurns('b', 5),
        inTurns('c', 11),
        inTurns('a', 3),
      ])
      over.abort()
      await writing
      for (const { kind, seen, after } of followed) {
        const rest = await follow(kind, after, null)
        const whole = await follow(kind, null, null)
        expect(whole.seen.length).toBeGreaterThan(0)
        expect([...seen, ...rest.seen].map(({ id }) => id)).toEqual(whole.seen.map(({ id }) => id))
      }
    })
  })
}
