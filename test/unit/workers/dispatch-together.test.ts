import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { checkpointsIn } from '../../../projections/engine/checkpoints.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { inProcessJobs } from '../../../shared/jobs/in-process/in-process.ts'
import { epochMs, streamName } from '../../../shared/kernel/brands.ts'
import { runDispatch, type DispatchDeps } from '../../../workers/dispatch.ts'
import { keeper } from '../../../workers/reactions/keeper.ts'
import { eventually } from '../../support/eventually.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { note } from '../../support/note.ts'

const NOTES = streamName('note-1')

/** A dispatcher of one reaction that every record calls for, and how many of them it has been told. */
const reacting = async (togetherMs: number, queue: DispatchDeps['queue']) => {
  const log = memoryLog()
  const told = { isLive: false, records: 0 }
  const documents = memoryDocuments()
  const views = keeper<Record<string, never>>({
    ...{ name: 'notes', prefixes: ['note-'], togetherMs },
    evolve: () => {
      told.records++
      return { once: [{}] }
    },
    enqueue: async (asked, works) => {
      // everything is offered when the end of the log is reached: nothing is kept
      if (works.length === 0) told.isLive = true
      else await asked.enqueue('views.render', {})
    },
  })
  const stop = new AbortController()
  const warnings: string[] = []
  const running = runDispatch(
    {
      ...{ store: log, documents, checkpoints: await checkpointsIn(documents), queue, reactions: [views] },
      ...{ nowMs: () => epochMs(0), warn: message => warnings.push(message) },
    },
    stop.signal,
  )
  const finish = async () => {
    stop.abort()
    await running
  }
  onTestFinished(finish)
  const append = () => log.append(NOTES, [note('a')], 'any')
  await eventually(() => expect(told.isLive).toBe(true))
  return { append, told, warnings, finish }
}

/** A queue that takes nothing while it is down, and what it took. */
const askedQueue = () => {
  const asked: unknown[] = []
  const down = { now: false }
  const queue: DispatchDeps['queue'] = {
    enqueue: async (...given) => {
      if (down.now) throw new Error('down')
      asked.push(given)
    },
    generation: async () => 'first',
  }
  return { asked, down, queue }
}

it('after the last fact of a burst, whenever it comes, a job begins', async () => {
  const jobs = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
  onTestFinished(jobs.close)
  let runs = 0
  let saw = 0
  const { append, told } = await reacting(20, jobs)
  await jobs.work({
    'views.render': async () => {
      runs++
      saw = told.records
    },
  })
  const appendAndWait = async () => {
    await append()
    await sleep(0)
  }
  for (let burst = 0; burst < 20; burst++) {
    const until = runs + 2
    while (runs < until) await appendAndWait()
    // some that come soon after a job began, more each time
    for (let n = 0; n < burst; n++) await appendAndWait()
    await eventually(() => expect(saw).toBe(told.records))
  }
})

it('what waits for more and the queue did not take is asked for again, without waiting', async () => {
  const { asked, down, queue } = askedQueue()
  const { append, warnings } = await reacting(1, queue)
  down.now = true
  for (let n = 0; n < 3; n++) await append()
  await eventually(() => expect(warnings).toEqual(['the queue does not take what is to be done: notes']))
  const before = asked.length
  down.now = false
  await eventually(() => expect(asked.length).toBeGreaterThan(before))
})

it('what waits for more is asked for once, and at a stop before it', async () => {
  const { asked, queue } = askedQueue()
  const { append, told, finish } = await reacting(60_000, queue)
  for (let n = 0; n < 10; n++) await append()
  await eventually(() => expect(told.records).toBe(10))
  await sleep(0)
  expect(asked).toEqual([])
  await finish()
  expect(asked).toEqual([['views.render', {}]])
})
