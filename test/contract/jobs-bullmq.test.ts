import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import type { JobFailure } from '../../shared/jobs/attempts.ts'
import { bullmqJobs, type BullmqOptions } from '../../shared/jobs/bullmq/bullmq.ts'
import { connectionsTo } from '../../shared/jobs/bullmq/connections.ts'
import { openJobs } from '../../services/wiring/drivers.ts'
import { withLane } from '../../shared/jobs/lanes.ts'
import { Hopeless, type JobQueue } from '../../shared/jobs/port.ts'
import { jobsContract } from './jobs.contract.ts'
import { eventually } from '../support/eventually.ts'

const url = inject('redisUrl') ?? ''

const queueOn = (prefix: string, options: Partial<BullmqOptions> = {}): JobQueue =>
  bullmqJobs({
    url,
    prefix,
    concurrency: 3,
    backoff: () => 1,
    onFailure: () => undefined,
    warn: (message, error) => {
      throw new Error(`${message}: ${String(error)}`, { cause: error })
    },
    ...options,
  })
const newPrefix = () => `{test-${randomUUID()}}`
const idle = (queue: JobQueue) =>
  vi.waitFor(async () => expect(await queue.pending()).toBe(0), { timeout: 30_000, interval: 5 })

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const queueFor = (...given: Parameters<typeof queueOn>) => {
  const queue = queueOn(...given)
  closing.push(() => queue.close())
  return queue
}

describe.skipIf(url === '')('on Redis', () => {
  jobsContract('BullMQ', async () => queueOn(newPrefix()))
  jobsContract('BullMQ, with a lane', async () => {
    const prefix = newPrefix()
    const lane = queueOn(`${prefix}:deliveries`)
    return withLane(queueOn(prefix), { lane, names: ['import.work', 'import.stall-check', 'event.publish'] })
  })

  it('jobs of a group run one after the other, in order, whichever process runs them; groups share all', async () => {
    const prefix = newPrefix()
    const queues = [queueFor(prefix), queueFor(prefix), queueFor(prefix)] as const
    const inside = new Set<string>()
    const ran = new Map<string, number[]>()
    const doers = new Set<number>()
    for (const importId of ['a', 'b', 'c', 'd'])
      for (const batch of [1, 2, 3, 4, 5, 6, 7, 8])
        await queues[0].enqueue('import.work', { importId, batch })
    await Promise.all(
      queues.map((queue, doer) =>
        queue.work({
          'import.work': async ({ importId, batch }) => {
            expect(inside).not.toContain(importId)
            inside.add(importId)
            doers.add(doer)
            // there are more groups than one of them works on at once: another begins, however late it is connected
            await vi.waitFor(() => expect(doers.size).toBeGreaterThan(1), { timeout: 30_000, interval: 5 })
            ran.set(importId, [...(ran.get(importId) ?? []), batch])
            inside.delete(importId)
          },
        }),
      ),
    )
    await idle(queues[0])
    const all = [1, 2, 3, 4, 5, 6, 7, 8]
    expect(Object.fromEntries(ran)).toEqual({ a: all, b: all, c: all, d: all })
    expect(doers.size).toBeGreaterThan(1)
  })

  it('groups take turns, one job each', async () => {
    const queue = queueFor(newPrefix(), { concurrency: 1 })
    const ran: string[] = []
    for (const importId of ['a', 'b', 'c'])
      for (const batch of [1, 2, 3]) await queue.enqueue('import.work', { importId, batch })
    await queue.work({ 'import.work': async ({ importId, batch }) => void ran.push(`${importId}${batch}`) })
    await idle(queue)
    expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
  })

  it('a job without a handler waits while its group goes on; the next version of the service does it', async () => {
    const prefix = newPrefix()
    const [old, young] = [queueFor(prefix), queueFor(prefix)]
    const ran: string[] = []
    await old.enqueue('import.stall-check', { importId: 'abc' })
    await old.work({ 'import.work': async ({ batch }) => void ran.push(`batch ${batch}`) })
    await old.enqueue('import.work', { importId: 'abc', batch: 1 })
    await eventually(() => expect(ran).toEqual(['batch 1']))
    expect(await old.pending()).toBe(1)
    await old.close()
    await young.work({ 'import.stall-check': async () => void ran.push('stall') })
    await idle(young)
    expect(ran).toEqual(['batch 1', 'stall'])
  })

  it('views are rendered by the process that asks for it, and by no other', async () => {
    const opened = async () => {
      const settings = { REDIS_URL: new URL('/11', url).href }
      const queue = await openJobs(settings, () => undefined, { jobFailed: () => undefined })
      closing.push(() => queue.close())
      return queue
    }
    const [asking, other] = [await opened(), await opened()]
    const ran: string[] = []
    await other.work({ 'views.render': async () => void ran.push('other') })
    await asking.enqueue('views.render', {})
    expect([await asking.pending(), await other.pending()]).toEqual([1, 0])
    await asking.work({ 'views.render': async () => void ran.push('asking') })
    await idle(asking)
    expect(ran).toEqual(['asking'])
  })

  it('a job that was given up is told, kept to be looked at, and taken anew when asked for again', async () => {
    const prefix = newPrefix()
    const failures: JobFailure[] = []
    const queue = queueFor(prefix, { onFailure: failure => failures.push(failure) })
    let hopeless = true
    await queue.work({
      'event.publish': async () => {
        if (hopeless) throw new Hopeless('the rule says no')
      },
    })
    await queue.enqueue('event.publish', { eventId: 7 })
    await idle(queue)
    await eventually(() => expect(failures).toHaveLength(1))
    expect(failures).toEqual([
      {
        name: 'event.publish',
        id: 'event.publish-7',
        attempt: 1,
        error: new Hopeless('the rule says no'),
        retryInMs: null,
      },
    ])
    const redis = new Redis(url)
    closing.push(() => redis.disconnect())
    await eventually(async () => expect(await redis.zcard(`${prefix}:turns:failed`)).toBe(1))
    const [kept = ''] = await redis.zrange(`${prefix}:turns:failed`, '0', '-1')
    expect(JSON.parse((await redis.hget(`${prefix}:turns:${kept}`, 'data')) ?? '')).toMatchObject({
      group: 'event-7',
      job: { id: 'event.publish-7', payload: '{"eventId":7}', attempt: 1 },
    })
    hopeless = false
    await queue.enqueue('event.publish', { eventId: 7 })
    await idle(queue)
    expect(failures).toHaveLength(1)
  })

  it('what is stored is read as the catalogue has it before a handler sees it', async () => {
    const prefix = newPrefix()
    const failures: JobFailure[] = []
    const queue = queueFor(prefix, { onFailure: failure => failures.push(failure) })
    await queue.enqueue('event.publish', { eventId: 7 })
    const redis = new Redis(url)
    closing.push(() => redis.disconnect())
    const stored = JSON.parse((await redis.hget(`${prefix}:jobs`, 'event.publish-7')) ?? '') as object
    const older = JSON.stringify({ ...stored, payload: '{"id":7}' })
    await redis.hset(`${prefix}:jobs`, 'event.publish-7', older)
    const handler = vi.fn(async () => undefined)
    await queue.work({ 'event.publish': handler })
    await idle(queue)
    expect(handler).not.toHaveBeenCalled()
    await eventually(() => expect(failures).toMatchObject([{ error: { name: 'Hopeless' }, retryInMs: null }]))
  })

  it('leaves nothing behind when all is done', async () => {
    const prefix = newPrefix()
    const queue = queueFor(prefix)
    await queue.work({ 'import.work': async () => undefined, 'event.publish': async () => undefined })
    for (let n = 1; n <= 20; n++) {
      await queue.enqueue('import.work', { importId: `i${n % 3}`, batch: n })
      await queue.enqueue('event.publish', { eventId: n })
    }
    await idle(queue)
    const redis = new Redis(url)
    closing.push(() => redis.disconnect())
    const own = async () =>
      (await redis.keys(`${prefix}:*`)).filter(key => /:(turn-|ready|jobs|due|turns$)/.test(key))
    await eventually(async () => expect(await own()).toEqual([]))
  })

  it('are worked on by one set of handlers', async () => {
    const queue = queueFor(newPrefix())
    await queue.work({})
    await expect(queue.work({})).rejects.toThrow(/handlers/)
  })
  it.each([0, 1.5, NaN])('a concurrency of %d is refused', concurrency => {
    expect(() => queueOn('{none}', { concurrency })).toThrow(/concurrency/)
  })

  it('connections that are ended while they are made tell of no outage', async () => {
    const warned: string[] = []
    const { hasty, end } = connectionsTo(url, message => void warned.push(message))
    const ended = once(hasty, 'end')
    // before whoever asks as soon as there is a connection
    hasty.prependOnceListener('ready', end)
    await ended
    await sleep(0)
    expect(warned).toEqual([])
  })
})
