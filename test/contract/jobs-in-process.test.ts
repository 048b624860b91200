import { describe, expect, it, vi } from 'vitest'
import type { JobFailure } from '../../shared/jobs/attempts.ts'
import { inProcessJobs } from '../../shared/jobs/in-process/in-process.ts'
import type { QueueClock } from '../../shared/jobs/in-process/clock.ts'
import { withLane } from '../../shared/jobs/lanes.ts'
import { Hopeless, JobsUnavailable, type JobQueue } from '../../shared/jobs/port.ts'
import { jobsContract } from './jobs.contract.ts'

jobsContract('in process', async () =>
  inProcessJobs({ concurrency: 3, backoff: () => 1, onFailure: () => undefined }),
)

jobsContract('in process, with a lane', async () => {
  const queue = () => inProcessJobs({ concurrency: 3, backoff: () => 1, onFailure: () => undefined })
  return withLane(queue(), { lane: queue(), names: ['import.work', 'import.stall-check', 'event.publish'] })
})

it('jobs with a lane are run while all other places are taken, and take none of these', async () => {
  const only = () => inProcessJobs({ concurrency: 1, onFailure: () => undefined })
  const queue = withLane(only(), { lane: only(), names: ['subscription.deliver'] })
  const [ran, ends] = [[] as string[], Promise.withResolvers<undefined>()]
  await queue.work({
    'subscription.deliver': async () => {
      ran.push('delivered')
      await ends.promise
    },
    'log.seal': async () => {
      ran.push('sealed')
      await ends.promise
    },
  })
  await queue.enqueue('log.seal', {})
  await queue.enqueue('subscription.deliver', { subscriptionId: 's1' })
  await waitFor(() => expect(ran.sort()).toEqual(['delivered', 'sealed']))
  expect(await queue.pending()).toBe(2)
  ends.resolve(undefined)
  await queue.close()
})

it('jobs that were asked for before they had a lane are run', async () => {
  const main = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
  await main.enqueue('views.render', {})
  const lane = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
  const queue = withLane(main, { lane, names: ['views.render'] })
  let runs = 0
  await queue.work({
    'views.render': async () => {
      runs++
    },
  })
  await idle(queue)
  expect(runs).toBe(1)
  await queue.enqueue('views.render', {})
  expect([await main.pending(), await lane.pending()]).toEqual([0, 1])
  await idle(queue)
  expect(runs).toBe(2)
  await queue.close()
})

/** A clock that stands still until it is moved; `asked` are the waits it was asked for. */
const handClock = () => {
  const timers = new Set<{ readonly at: number; readonly wake: () => void }>()
  const asked: number[] = []
  let time = 1_000_000
  const clock: QueueClock = {
    now: () => time,
    after: (ms, wake) => {
      const timer = { at: time + ms, wake }
      asked.push(ms)
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  const advance = (ms: number) => {
    const until = time + ms
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      timers.delete(next)
      time = next.at
      next.wake()
    }
    time = until
  }
  return { clock, advance, asked, timers }
}
/** Patient, for a busy machine. */
const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 5 })
const turn = () => new Promise(resolve => setImmediate(resolve))
const idle = (queue: JobQueue) => waitFor(async () => expect(await queue.pending()).toBe(0))
const DAY_MS = 86_400_000

describe('in-process jobs', () => {
  it('report every failure, and when they try again', async () => {
    const failures: JobFailure[] = []
    const queue = inProcessJobs({
      concurrency: 1,
      backoff: attempt => attempt,
      onFailure: failure => failures.push(failure),
    })
    await queue.work({
      'event.publish': async (_, { attempt }) => {
        throw attempt < 3 ? new Error(`attempt ${attempt}`) : new Hopeless('no')
      },
    })
    await queue.enqueue('event.publish', { eventId: 7 })
    await idle(queue)
    expect(failures).toEqual([
      {
        name: 'event.publish',
        id: 'event.publish-7',
        attempt: 1,
        error: new Error('attempt 1'),
        retryInMs: 1,
      },
      {
        name: 'event.publish',
        id: 'event.publish-7',
        attempt: 2,
        error: new Error('attempt 2'),
        retryInMs: 2,
      },
      {
        name: 'event.publish',
        id: 'event.publish-7',
        attempt: 3,
        error: new Hopeless('no'),
        retryInMs: null,
      },
    ])
  })
  it('wait longer from attempt to attempt, up to a minute, and not all the same time', async () => {
    const waits: (number | null)[] = []
    const { clock, advance } = handClock()
    const queue = inProcessJobs({
      concurrency: 1,
      clock,
      onFailure: ({ retryInMs }) => waits.push(retryInMs),
    })
    await queue.work({
      'event.publish': async () => {
        throw new Error('never')
      },
    })
    await queue.enqueue('event.publish', { eventId: 7 })
    for (let attempt = 1; attempt <= 8; attempt++) {
      await waitFor(() => expect(waits).toHaveLength(attempt))
      advance(60_000)
    }
    expect(waits.pop()).toBeNull()
    waits.forEach((wait, i) => {
      expect(wait).toBeGreaterThan(125 * 2 ** i - 1)
      expect(wait).toBeLessThanOrEqual(250 * 2 ** i)
    })
    expect(new Set(waits.map((wait, i) => Number(wait) / 2 ** i)).size).toBeGreaterThan(1)
  })
  it('are due to the millisecond, weeks ahead, without a timer longer than a minute', async () => {
    const { clock, advance, asked } = handClock()
    const ran: number[] = []
    const queue = inProcessJobs({ concurrency: 1, clock, onFailure: () => undefined })
    await queue.work({ 'event.publish': async ({ eventId }) => void ran.push(eventId) })
    await queue.enqueue('event.publish', { eventId: 1 }, { delayMs: 40 * DAY_MS })
    await queue.enqueue('event.publish', { eventId: 2 }, { delayMs: 40 * DAY_MS - 1 })
    advance(40 * DAY_MS - 2)
    await turn()
    expect(ran).toEqual([])
    advance(1)
    await turn()
    expect(ran).toEqual([2])
    advance(1)
    await turn()
    await idle(queue)
    expect(ran).toEqual([2, 1])
    expect(Math.max(...asked)).toBe(60_000)
  })
  it('keep the wait between attempts when asked again meanwhile', async () => {
    const { clock, advance } = handClock()
    const attempts: number[] = []
    const queue = inProcessJobs({ concurrency: 1, clock, backoff: () => 5_000, onFailure: () => undefined })
    await queue.work({
      'event.publish': async (_, { attempt }) => {
        attempts.push(attempt)
        if (attempt === 1) throw new Error('not yet')
      },
    })
    await queue.enqueue('event.publish', { eventId: 7 })
    await waitFor(() => expect(attempts).toEqual([1]))
    await turn()
    await queue.enqueue('event.publish', { eventId: 7 })
    advance(4_999)
    await turn()
    expect(attempts).toEqual([1])
    advance(1)
    await idle(queue)
    expect(attempts).toEqual([1, 2])
  })
  it('take turns between groups, one job each', async () => {
    const ran: string[] = []
    const queue = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
    for (const importId of ['a', 'b', 'c'])
      for (const batch of [1, 2, 3]) await queue.enqueue('import.work', { importId, batch })
    await queue.work({ 'import.work': async ({ importId, batch }) => void ran.push(`${importId}${batch}`) })
    await idle(queue)
    expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
  })
  it('run no more than their number at once', async () => {
    let inside = 0
    let most = 0
    const queue = inProcessJobs({ concurrency: 4, onFailure: () => undefined })
    await queue.work({
      'event.publish': async () => {
        most = Math.max(most, ++inside)
        await turn()
        inside--
      },
    })
    for (let eventId = 1; eventId <= 50; eventId++) await queue.enqueue('event.publish', { eventId })
    await idle(queue)
    expect(most).toBe(4)
  })
  it('leave a job without a handler waiting, and the group goes on', async () => {
    const ran: string[] = []
    const queue = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
    await queue.enqueue('import.stall-check', { importId: 'abc' })
    await queue.work({ 'import.work': async ({ batch }) => void ran.push(`batch ${batch}`) })
    await queue.enqueue('import.work', { importId: 'abc', batch: 1 })
    await waitFor(() => expect(ran).toEqual(['batch 1']))
    expect(await queue.pending()).toBe(1)
  })
  it('call a job that stops when told to neither failed nor unfinished', async () => {
    const failures: JobFailure[] = []
    const started = Promise.withResolvers<undefined>()
    const { clock, timers } = handClock()
    const queue = inProcessJobs({ concurrency: 1, clock, onFailure: failure => failures.push(failure) })
    await queue.work({
      'event.publish': async (_, { signal }) => {
        started.resolve(undefined)
        await new Promise(resolve => signal.addEventListener('abort', resolve))
        signal.throwIfAborted()
      },
    })
    await queue.enqueue('event.publish', { eventId: 7 })
    await queue.enqueue('event.publish', { eventId: 8 }, { delayMs: DAY_MS })
    await started.promise
    await queue.close()
    expect(failures).toEqual([])
    expect(timers.size).toBe(0)
    await expect(queue.enqueue('event.publish', { eventId: 9 })).rejects.toBeInstanceOf(JobsUnavailable)
  })
  it('call a job that asks for the next one at its end, when the queue is closed, not failed', async () => {
    const failures: JobFailure[] = []
    const started = Promise.withResolvers<undefined>()
    const queue = inProcessJobs({ concurrency: 1, onFailure: failure => failures.push(failure) })
    await queue.work({
      'event.publish': async (_, { signal }) => {
        started.resolve(undefined)
        await new Promise(resolve => signal.addEventListener('abort', resolve))
        await queue.enqueue('event.publish', { eventId: 8 })
      },
    })
    await queue.enqueue('event.publish', { eventId: 7 })
    await started.promise
    await queue.close()
    expect(failures).toEqual([])
  })
  it('are worked on by one set of handlers', async () => {
    const queue = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
    await queue.work({})
    await expect(queue.work({})).rejects.toThrow(/handlers/)
  })
  it.each([0, 1.5, NaN])('a concurrency of %d is refused', concurrency => {
    expect(() => inProcessJobs({ concurrency, onFailure: () => undefined })).toThrow(/concurrency/)
  })
})
