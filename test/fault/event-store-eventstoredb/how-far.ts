import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import { notes, ownNode, stepsOf, until, type World } from './world.ts'

export const howFar = (world: World): void => {
  describe('how far a follower has come, in a log of its own', () => {
    const own = ownNode(world)

    it('is the head of the log once it is live, whatever the prefixes hide', async () => {
      const { log } = own
      for (const hidden of [0, 1, 31, 32, 33, 64]) {
        for (let n = 0; n < hidden; n++)
          await log.append(streamName(`${world.prefix}hidden`), notes('h'), 'any')
        const head = (await log.head()) ?? -1
        const stop = new AbortController()
        let reached: Position | null = null
        for await (const step of log.follow(null, [`${world.prefix}wanted-`], stop.signal)) {
          reached = step.reached
          if (step.live) stop.abort()
        }
        expect(reached ?? -1).toBeGreaterThanOrEqual(head)
      }
    })

    it('is that as well for who is in no hurry, beside others who have been live for long', async () => {
      const { log } = own
      const follow = async (after: Position | null, wanted: string, isLast: () => boolean) => {
        const stop = new AbortController()
        let reached: Position | null = null
        const steps = log.follow(after, [`${world.prefix}${wanted}-`], stop.signal, { unhurried: true })
        for await (const step of steps) {
          reached = step.reached
          if (step.live && isLast()) stop.abort()
        }
        return reached ?? -1
      }
      const over = new AbortController()
      const others = follow(null, 'late', () => over.signal.aborted)
      for (let n = 0; n < 5; n++) {
        const before = await log.head()
        const { position } = await log.append(streamName(`${world.prefix}hidden`), notes('h'), 'any')
        for (const after of [null, before])
          expect(await follow(after, 'late', () => true)).toBeGreaterThanOrEqual(position)
      }
      over.abort()
      await log.append(streamName(`${world.prefix}late-1`), notes('l'), 'any')
      await others
    })

    it('moves with every single event, hidden ones, deletions and lifetimes too', async () => {
      const { log } = own
      const stop = new AbortController()
      const steps = stepsOf(log, [`${world.prefix}wanted-`], stop.signal)
      const reaches = (least: Position | null) =>
        until(steps, ({ reached }) => (reached ?? -1) >= (least ?? -1))
      await reaches(await log.head())
      for (let n = 0; n < 5; n++) {
        await reaches((await log.append(streamName(`${world.prefix}hidden`), notes('h'), 'any')).position)
        await log.expireAfter(streamName(`${world.prefix}hidden`), 1_000)
        await reaches(await log.head())
        await log.deleteStream(streamName(`${world.prefix}hidden`))
        await reaches(await log.head())
      }
      stop.abort()
      await steps.return?.()
    })
  })
}
