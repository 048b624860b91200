import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { eventually } from '../../support/eventually.ts'
import { liveSteps, notes, stepsOf, unavailable, type World } from './world.ts'

export const silent = (world: World): void => {
  describe('a node that does not answer', () => {
    it('keeps nobody waiting for those who asked before', async () => {
      const hasty = await world.open(world.node.url, { deadlineMs: 1_000 })
      // a busy machine may need longer: the same records are there once, however often they are appended
      const [first, last] = [notes('a'), notes('b')]
      await eventually(() => hasty.append(world.stream, first, 'absent'))
      await world.node.control.notReady()
      const asked = Array.from({ length: 60 }, () => hasty.append(world.stream, notes('x'), 'any'))
      const outcomes = await Promise.allSettled(asked)
      expect(outcomes.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'))
      await world.node.control.clear()
      await eventually(() => hasty.append(world.stream, last, streamRevision(0)))
      expect(await world.texts()).toBe('ab')
      await hasty.close()
    })

    it('slower than the deadline, fails what it was asked; it goes on once it answers', async () => {
      const hasty = await world.open(world.node.url, { deadlineMs: 400, attemptMs: 200 })
      await world.node.control.slow(5_000)
      await expect(hasty.append(world.stream, notes('a'), 'absent')).rejects.toMatchObject(unavailable)
      await expect(hasty.read(world.stream)).rejects.toThrow('no answer within')
      await world.node.control.slow(0)
      const records = notes('b')
      await eventually(() => hasty.append(streamName(`${world.prefix}2`), records, 'absent'))
      await hasty.close()
    })

    it('frozen, fails what it was asked and who follows; everything goes on when it thaws', async () => {
      const hasty = await world.open(world.node.url, { deadlineMs: 2_000, attemptMs: 1_000, silenceMs: 100 })
      const records = notes('a')
      await eventually(() => hasty.append(world.stream, records, 'absent'))
      const steps = await liveSteps(hasty, [world.prefix])
      await world.node.control.freeze()
      await expect(hasty.append(world.stream, notes('b'), streamRevision(0))).rejects.toMatchObject(
        unavailable,
      )
      await expect(steps.next()).rejects.toMatchObject(unavailable)
      await world.node.control.release()
      await expect
        .poll(() =>
          hasty.read(world.stream).then(
            records => records.length > 0,
            () => false,
          ),
        )
        .toBe(true)
      await hasty.close()
    })

    it('killed, is found again when it has restarted, without opening the log anew', async () => {
      const hasty = await world.open(world.node.url, { deadlineMs: 400 })
      const [first, last] = [notes('a'), notes('b')]
      await eventually(() => hasty.append(world.stream, first, 'absent'))
      await world.node.kill()
      await expect(hasty.append(world.stream, notes('x'), 'any')).rejects.toMatchObject(unavailable)
      await expect(hasty.head()).rejects.toMatchObject(unavailable)
      await expect(stepsOf(hasty, [world.prefix]).next()).rejects.toMatchObject(unavailable)
      await world.node.restart()
      await expect
        .poll(() =>
          hasty.append(world.stream, last, streamRevision(0)).then(
            ({ revision }) => revision,
            () => null,
          ),
        )
        .toBe(1)
      await hasty.close()
    })
  })
}
