import { expect, it, onTestFinished, vi } from 'vitest'
import { streamName, type Position, systemClock } from '../../../shared/kernel/brands.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'
import { onListingFailure } from '../../../projections/engine/failure-policy.ts'
import { putIfNewer } from '../../../projections/engine/guarded-write.ts'
import { boardIn } from '../../../projections/engine/board.ts'
import { progressBoard } from '../../../projections/engine/progress.ts'
import { ownHost } from '../../../projections/engine/own-host.ts'
import { rebuildOf, runModels, type Model } from '../../../projections/engine/run-models.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { eventually } from '../../support/eventually.ts'

type Row = { readonly _id: string; readonly rev: number }
const spec = (name: string) => ({ name, indexes: [] })

/** Keeps a row per stream. */
const rows = (name: string): Model => ({
  name,
  make: async documents => {
    const kept = await documents.collection<Row>(spec(name))
    return {
      name,
      prefixes: ['thing-'],
      apply: records =>
        kept.bulkWrite(records.map(({ stream, position }) => putIfNewer({ _id: stream, rev: position }))),
      onFailure: onListingFailure,
    }
  },
})

const write = async (store: EventStore, thing: string): Promise<Position> => {
  const id = crypto.randomUUID()
  const at = isoOfMs(systemClock())
  const meta = { actor: null, at, source: 'cal', route: null, correlation: id, causation: null } as const
  const { position } = await store.append(
    streamName(`thing-${thing}`),
    [{ id, type: 'Made', data: {}, meta }],
    'any',
  )
  return position
}

const count = async (documents: Documents, name: string): Promise<number> =>
  (await documents.collection<Row>(spec(name))).count({})

const process = async (models: readonly Model[], graceMs = 0) => {
  const store = memoryLog()
  const follow = vi.spyOn(store, 'follow')
  const documents = memoryDocuments()
  const progress = progressBoard()
  const failures: string[] = []
  const failed = (follower: string, error: unknown) => failures.push(`${follower}: ${String(error)}`)
  const names = models.map(({ name }) => name)
  const board = await boardIn(memoryDocuments())
  const from = new Map()
  const host = ownHost({
    ...{ store, documents, board, progress, from, names, graceMs, failed },
    warn: () => undefined,
  })
  const stopping = new AbortController()
  const start = () => {
    const running = runModels(host, models, stopping.signal)
    onTestFinished(async () => {
      stopping.abort()
      await running
    })
  }
  return {
    store,
    follow,
    documents,
    progress,
    failures,
    start,
    rebuild: rebuildOf(models, host.generationsOf),
  }
}

const answers = (progress: ReturnType<typeof progressBoard>, name: string, generation: number) =>
  eventually(() => expect(progress.generation(name)).toBe(generation))

it('reads the log once for all read models, and once more for each that is built anew', async () => {
  const { store, follow, documents, progress, start, rebuild } = await process([
    rows('one@1'),
    rows('other@1'),
  ])
  const first = await write(store, 'a')
  start()
  expect(await progress.waitUntilVisible(['one@1', 'other@1'], first, 30_000)).toBe('visible')
  expect(follow).toHaveBeenCalledTimes(1)

  const trailNow = async () => (await documents.trails.noting(async () => 'made')).trail
  const before = await trailNow()
  expect(await rebuild('one')).toBe(2)
  expect(await rebuild('one@1')).toBe(2)
  const trails = [before, await trailNow()]
  await answers(progress, 'one@1', 2)
  // what was made of the documents of the one before counts no more
  expect(trails.map(trail => trail.isCurrent())).toEqual([false, false])
  expect((await trailNow()).isCurrent()).toBe(true)
  expect(follow).toHaveBeenCalledTimes(2)
  expect(await count(documents, 'one@1~2')).toBe(1)
  await eventually(async () => expect(await count(documents, 'one@1')).toBe(0))

  // who took over is fed on, and so are those that nothing happened to
  const second = await write(store, 'b')
  expect(await progress.waitUntilVisible(['one@1', 'other@1'], second, 30_000)).toBe('visible')
  expect(await count(documents, 'one@1~2')).toBe(2)
  expect(await count(documents, 'other@1')).toBe(2)
  expect(await count(documents, 'one@1')).toBe(0)
})

it('one that is superseded while it is built never answers, and leaves nothing', async () => {
  const held: (() => void)[] = []
  let holds = false
  const slow: Model = {
    name: 'slow@1',
    make: async documents => {
      const made = await rows('slow@1').make(documents)
      const isHeld = holds
      return {
        ...made,
        apply: async (...given) => {
          if (isHeld) await new Promise<void>(done => held.push(done))
          await made.apply(...given)
        },
      }
    },
  }
  const { store, documents, progress, start, rebuild } = await process([slow])
  const written = await write(store, 'a')
  start()
  expect(await progress.waitUntilVisible(['slow@1'], written, 30_000)).toBe('visible')
  holds = true
  expect(await rebuild('slow')).toBe(2)
  await eventually(() => expect(held).toHaveLength(1))
  holds = false
  expect(await rebuild('slow', true)).toBe(3)
  await answers(progress, 'slow@1', 3)
  expect(progress.building('slow@1')).toBeNull()
  for (const done of held) done()
  await eventually(async () => expect(await count(documents, 'slow@1~2')).toBe(0))
  expect(await count(documents, 'slow@1~3')).toBe(1)
})

it('one that cannot be made is told of and tried again; the others begin when all are there', async () => {
  let isBroken = true
  const broken: Model = {
    name: 'broken@1',
    make: async documents => {
      if (isBroken) throw new Error('not yet')
      return rows('broken@1').make(documents)
    },
  }
  const { store, follow, progress, failures, start } = await process([rows('whole@1'), broken])
  const written = await write(store, 'a')
  start()
  await eventually(() => expect(failures).toEqual(['broken@1: Error: not yet']))
  expect(follow).not.toHaveBeenCalled()
  isBroken = false
  expect(await progress.waitUntilVisible(['whole@1', 'broken@1'], written, 30_000)).toBe('visible')
  expect(follow).toHaveBeenCalledTimes(1)
})

it('one that has to set aside more records than the one before it does not take over', async () => {
  let isBroken = false
  const model: Model = {
    name: 'rows@1',
    make: async documents => {
      const made = await rows('rows@1').make(documents)
      const fails = isBroken
      return { ...made, apply: given => (fails ? Promise.reject(new Error('cannot')) : made.apply(given)) }
    },
  }
  const { store, documents, progress, start, rebuild } = await process([model])
  const first = await write(store, 'a')
  start()
  expect(await progress.waitUntilVisible(['rows@1'], first, 30_000)).toBe('visible')
  isBroken = true
  expect(await rebuild('rows')).toBe(2)
  await eventually(() => expect(progress.markOf('rows@1~2')).toMatchObject({ parked: 1, caughtUp: true }))
  const second = await write(store, 'b')
  expect(await progress.waitUntilVisible(['rows@1'], second, 30_000)).toBe('visible')
  await eventually(() => expect(progress.markOf('rows@1~2')).toMatchObject({ parked: 2, reached: second }))
  expect([progress.generation('rows@1'), progress.building('rows@1')]).toEqual([1, 2])
  expect(await count(documents, 'rows@1')).toBe(2)

  // another one that has everything takes over
  isBroken = false
  expect(await rebuild('rows', true)).toBe(3)
  await answers(progress, 'rows@1', 3)
})

it('nobody can ask for what there is not', async () => {
  const { rebuild } = await process([rows('one@1')])
  expect(await rebuild('two')).toBeNull()
})
