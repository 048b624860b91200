import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JobFailure } from '../../shared/jobs/attempts.ts'
import { bullmqJobs, type BullmqOptions } from '../../shared/jobs/bullmq/bullmq.ts'
import { JobsUnavailable, type JobQueue } from '../../shared/jobs/port.ts'
import { redisProcess, redisProgram } from '../support/redis-process.ts'
import { startProgram } from '../support/service-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { eventually } from '../support/eventually.ts'

const HOUR_MS = 3_600_000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const redisFor = async (...given: Parameters<typeof redisProcess>) => {
  const redis = await redisProcess(...given)
  cleanups.push(redis.kill)
  return redis
}

const queueOn = (url: string, options: Partial<BullmqOptions> = {}) => {
  const warnings: string[] = []
  const failures: JobFailure[] = []
  const queue = bullmqJobs({
    url,
    concurrency: 3,
    lockMs: 1_000,
    backoff: () => 1,
    onFailure: failure => failures.push(failure),
    warn: message => warnings.push(message),
    ...options,
  })
  cleanups.push(() => queue.close())
  return { queue, warnings, failures }
}

const publish = (queue: JobQueue, eventId: number, delayMs = 0) =>
  queue.enqueue('event.publish', { eventId }, { delayMs })
const batch = (queue: JobQueue, importId: string, number: number) =>
  queue.enqueue('import.work', { importId, batch: number })
const idle = (queue: JobQueue) => eventually(async () => expect(await queue.pending()).toBe(0))

/** Notes what ran; the first run of event 1 is held until told. */
const holding = () => {
  const ran: number[] = []
  const entered = Promise.withResolvers<undefined>()
  const held = Promise.withResolvers<undefined>()
  return {
    ran,
    entered: entered.promise,
    letGo: () => held.resolve(undefined),
    handlers: {
      'event.publish': async ({ eventId }: { eventId: number }) => {
        ran.push(eventId)
        if (eventId !== 1 || ran.filter(id => id === 1).length > 1) return
        entered.resolve(undefined)
        await held.promise
      },
    },
  }
}

describe.skipIf(redisProgram === null)('BullMQ jobs', () => {
  it('are refused while Redis is away, and taken again when it is back, without a restart', async () => {
    const leaks: Error[] = []
    const note = (warning: Error) => leaks.push(warning)
    process.on('warning', note)
    cleanups.push(() => process.off('warning', note))
    const redis = await redisFor()
    await redis.start()
    const { queue, warnings } = queueOn(redis.url)
    const { ran, handlers } = holding()
    await queue.work(handlers)
    await publish(queue, 2)
    await idle(queue)
    const before = await queue.generation()
    await redis.kill()
    const many = await Promise.allSettled(Array.from({ length: 50 }, () => publish(queue, 3)))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(leaks).toEqual([])
    await expect(publish(queue, 3)).rejects.toBeInstanceOf(JobsUnavailable)
    await expect(queue.pending()).rejects.toBeInstanceOf(JobsUnavailable)
    await expect(queue.generation()).rejects.toBeInstanceOf(JobsUnavailable)
    await redis.start()
    await eventually(() => publish(queue, 4))
    await idle(queue)
    expect(ran).toEqual([2, 4])
    expect(await queue.generation()).not.toBe(before)
    expect(warnings).toEqual(['Redis is out of reach; jobs wait until it is back'])
  })

  it('begin to run when Redis comes up after the service', async () => {
    const redis = await redisFor()
    const { queue } = queueOn(redis.url)
    const { ran, handlers } = holding()
    await queue.work(handlers)
    await expect(publish(queue, 2)).rejects.toBeInstanceOf(JobsUnavailable)
    await redis.start()
    await eventually(() => publish(queue, 3))
    await idle(queue)
    expect(ran).toEqual([3])
  })

  it('outlive a Redis that keeps them: what ran is over, what waited runs, once each', async () => {
    const folder = temporaryFolder()
    const redis = await redisFor(folder)
    await redis.start()
    const { queue } = queueOn(redis.url, { concurrency: 1 })
    const { ran, entered, letGo, handlers } = holding()
    await queue.work(handlers)
    await publish(queue, 1)
    await entered
    await publish(queue, 2)
    await publish(queue, 3, 500)
    const before = await queue.generation()
    await redis.kill()
    letGo()
    await redis.start()
    await idle(queue)
    expect(ran.toSorted()).toEqual([1, 2, 3])
    expect(await queue.generation()).not.toBe(before)
  })

  it('are forgotten by a Redis that is emptied, which says so, and the same workers go on', async () => {
    const redis = await redisFor()
    await redis.start()
    const { queue, failures } = queueOn(redis.url, { concurrency: 1 })
    const { ran, entered, letGo, handlers } = holding()
    await queue.work(handlers)
    await publish(queue, 1)
    await entered
    await publish(queue, 2)
    await publish(queue, 3, HOUR_MS)
    const before = await queue.generation()
    const operator = new Redis(redis.url)
    cleanups.push(() => operator.disconnect())
    await operator.flushall()
    expect(await queue.pending()).toBe(0)
    const after = await queue.generation()
    expect(after).not.toBe(before)
    // offered again while it still runs here
    await publish(queue, 1)
    await publish(queue, 2)
    letGo()
    await idle(queue)
    expect(ran).toEqual([1, 1, 2])
    await operator.flushall()
    await publish(queue, 4)
    await idle(queue)
    expect(ran).toEqual([1, 1, 2, 4])
    expect(failures).toEqual([])
  })

  it('are refused by a Redis that does not answer, and taken when it does', async () => {
    const redis = await redisFor()
    await redis.start()
    const { queue } = queueOn(redis.url)
    const { ran, handlers } = holding()
    await queue.work(handlers)
    await publish(queue, 2)
    await idle(queue)
    redis.freeze()
    await expect(publish(queue, 3)).rejects.toBeInstanceOf(JobsUnavailable)
    await expect(queue.generation()).rejects.toBeInstanceOf(JobsUnavailable)
    redis.thaw()
    await eventually(() => publish(queue, 4))
    await eventually(() => expect(ran).toContain(4))
    await idle(queue)
  })

  it('of a worker that was killed are taken up by another one, and their group goes on in order', async () => {
    const redis = await redisFor()
    await redis.start()
    const { queue } = queueOn(redis.url)
    await batch(queue, 'abc', 1)
    await batch(queue, 'abc', 2)
    const script = join(import.meta.dirname, '..', 'support', 'jobs-worker.ts')
    const worker = startProgram(script, [redis.url, '1000'], {})
    cleanups.push(worker.kill)
    await eventually(() => expect(worker.stdout()).toBe('taken abc 1 1\n'))
    const ran: string[] = []
    await queue.work({
      'import.work': async ({ importId, batch: number }, { attempt }) =>
        void ran.push(`${importId} ${number} attempt ${attempt}`),
    })
    await batch(queue, 'xyz', 1)
    await eventually(() => expect(ran).toEqual(['xyz 1 attempt 1']))
    await worker.kill()
    await idle(queue)
    expect(ran).toEqual(['xyz 1 attempt 1', 'abc 1 attempt 2', 'abc 2 attempt 1'])
  })

  it('are not lost, nor two of a group run at once, while connections are cut again and again', async () => {
    const redis = await redisFor()
    await redis.start()
    const operator = new Redis(redis.url)
    cleanups.push(() => operator.disconnect())
    const queues = [queueOn(redis.url, { lockMs: 5_000 }), queueOn(redis.url, { lockMs: 5_000 })] as const
    const asked = new Map<string, number>()
    const seen = new Map<string, number>()
    const inside = new Set<string>()
    const overlaps: string[] = []
    const work = async ({ importId, batch: number }: { importId: string; batch: number }) => {
      if (inside.has(importId)) overlaps.push(importId)
      inside.add(importId)
      const id = `${importId} ${number}`
      const version = asked.get(id) ?? -1
      await new Promise(resolve => setTimeout(resolve, 2))
      seen.set(id, version)
      inside.delete(importId)
    }
    for (const { queue } of queues) await queue.work({ 'import.work': work })
    let isOver = false
    const cutting = async () => {
      while (!isOver) {
        await operator.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
        await new Promise(resolve => setTimeout(resolve, 60))
      }
    }
    const cut = cutting()
    for (let n = 0; n < 120; n++) {
      const [importId, number] = [`i${n % 7}`, n % 11]
      asked.set(`${importId} ${number}`, n)
      await eventually(() => batch(queues[n % 2 === 0 ? 0 : 1].queue, importId, number))
    }
    isOver = true
    await cut
    await eventually(async () => expect(await queues[0].queue.pending()).toBe(0))
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(asked))
    expect(overlaps).toEqual([])
  })

  it('that kill whoever works on them are given up after their attempts', async () => {
    const redis = await redisFor()
    await redis.start()
    const { queue, failures } = queueOn(redis.url)
    await batch(queue, 'abc', 1)
    const operator = new Redis(redis.url)
    cleanups.push(() => operator.disconnect())
    const stored = JSON.parse((await operator.hget('{belltower}:jobs', 'import.work-abc-1')) ?? '') as object
    await operator.hset('{belltower}:jobs', 'import.work-abc-1', JSON.stringify({ ...stored, attempt: 8 }))
    const handler = vi.fn(async () => undefined)
    await queue.work({ 'import.work': handler })
    await idle(queue)
    expect(handler).not.toHaveBeenCalled()
    await eventually(() =>
      expect(failures).toMatchObject([{ id: 'import.work-abc-1', attempt: 8, retryInMs: null }]),
    )
  })

  describe('close', () => {
    it('hands a job that stops to another worker, at no cost', async () => {
      const redis = await redisFor()
      await redis.start()
      const { queue: first, failures } = queueOn(redis.url)
      const { queue: second } = queueOn(redis.url)
      const entered = Promise.withResolvers<undefined>()
      await first.work({
        'import.work': async (_, { signal }) => {
          entered.resolve(undefined)
          await new Promise(resolve => signal.addEventListener('abort', resolve))
          signal.throwIfAborted()
        },
      })
      await batch(first, 'abc', 1)
      await entered.promise
      await first.close()
      expect(await second.pending()).toBe(1)
      const attempts: number[] = []
      await second.work({ 'import.work': async (_, { attempt }) => void attempts.push(attempt) })
      await idle(second)
      expect(attempts).toEqual([1])
      expect(failures).toEqual([])
    })

    it.each(['killed', 'frozen', 'never there'])('ends while Redis is %s', async state => {
      const redis = await redisFor()
      if (state !== 'never there') await redis.start()
      const { queue } = queueOn(redis.url)
      const { entered, letGo, handlers } = holding()
      await queue.work(handlers)
      if (state !== 'never there') {
        await publish(queue, 1)
        await entered
      }
      if (state === 'killed') await redis.kill()
      if (state === 'frozen') redis.freeze()
      letGo()
      await queue.close()
      await expect(publish(queue, 2)).rejects.toThrow('the queue is closed; event.publish was not taken')
    })
  })

  it('say once that a Redis may drop them when it is full', async () => {
    const redis = await redisFor(undefined, ['--maxmemory-policy', 'allkeys-lru'])
    await redis.start()
    const { queue, warnings } = queueOn(redis.url)
    await publish(queue, 2)
    await eventually(() =>
      expect(warnings).toEqual([
        'Redis may drop jobs: its maxmemory-policy is allkeys-lru; set it to noeviction',
      ]),
    )
  })
})
