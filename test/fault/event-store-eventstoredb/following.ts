import { describe, expect, it } from 'vitest'
import { streamRevision } from '../../../shared/kernel/brands.ts'
import type { EventStore, Followed, Position, StoredRecord } from '../../../shared/event-store/port.ts'
import { note } from '../../support/note.ts'
import { notes, stepsOf, unavailable, untilLive, type World } from './world.ts'

export const following = (world: World): void => {
  describe('following through faults', () => {
    /** As the runner does: follows again from how far it came whenever the log drops it. */
    const persist = async (
      from: EventStore,
      count: number,
      seen: (step: Followed) => void = () => undefined,
    ): Promise<{ records: readonly StoredRecord[]; drops: number }> => {
      const records: StoredRecord[] = []
      const stop = new AbortController()
      let reached: Position | null = null
      let drops = 0
      // a case may be left out in the middle of it
      while (!stop.signal.aborted && !world.isOver) {
        try {
          for await (const step of from.follow(reached, [world.prefix], stop.signal)) {
            records.push(...step.records)
            reached = step.reached
            seen(step)
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
        const writer = await world.open(world.node.url)
        const seen = persist(world.store, 1_000)
        for (let round = 0; round < 10; round++) {
          await world.node.control.dropSubscriptionsAfter(50, as)
          for (let i = 0; i < 10; i++)
            await writer.append(
              world.stream,
              Array.from({ length: 10 }, (_, n) => note(`${round} ${i} ${n}`)),
              'any',
            )
        }
        const { records } = await seen
        expect(records).toEqual(await writer.read(world.stream))
        expect(records).toHaveLength(1_000)
        await writer.close()
      },
    )

    it('falls behind and catches up without a gap or a repeat', async () => {
      const seen = persist(world.store, 600)
      for (let i = 0; i < 60; i++) {
        await world.store.append(world.stream, notes('abcdefghij'), 'any')
        if (i % 10 === 9) await world.node.control.fallBehind()
      }
      const { records, drops } = await seen
      expect(records).toEqual(await world.store.read(world.stream))
      // 23.10 drops who is too slow, which is mended inside where anything was seen since the last time
      if (world.dialect !== '23.10') expect(drops).toBe(0)
    })

    it('over a restart of the node', async () => {
      // the node may count a subscription of the case before a while longer: one that was told of these stands
      const standing = Promise.withResolvers<undefined>()
      let shown = 0
      const seen = persist(world.store, 40, ({ records, live }) => {
        shown += records.length
        if (live && shown === 20) standing.resolve(undefined)
      })
      await world.store.append(world.stream, notes('abcdefghijklmnopqrst'), 'absent')
      await standing.promise
      await world.node.restart()
      await world.store.append(world.stream, notes('abcdefghijklmnopqrst'), streamRevision(19))
      const { records, drops } = await seen
      expect(records).toEqual(await world.store.read(world.stream))
      expect(drops).toBeGreaterThan(0)
    })

    it('ends when aborted although the node is frozen', async () => {
      const stop = new AbortController()
      const steps = stepsOf(world.store, [world.prefix], stop.signal)
      await untilLive(steps)
      await world.node.control.freeze()
      const waiting = steps.next()
      stop.abort()
      expect((await waiting).done).toBe(true)
    })
  })
}
