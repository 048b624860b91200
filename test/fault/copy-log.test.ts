import { join } from 'node:path'
import { expect, it } from 'vitest'
import { streamName, logPosition, systemClock } from '../../shared/kernel/brands.ts'
import { copyLog, type CopyReport } from '../../services/copy/copy-log.ts'
import type { CopySource, CopyTarget } from '../../shared/event-store/copying.ts'
import { openEnd } from '../../shared/event-store/eventstoredb/copy-end.ts'
import { sourceOn } from '../../shared/event-store/eventstoredb/copy-source.ts'
import { targetOn } from '../../shared/event-store/eventstoredb/copy-target.ts'
import { StoreUnavailable, type StoredRecord } from '../../shared/event-store/port.ts'
import { copyIndex } from '../../shared/event-store/sqlite/outside/copy-index.ts'
import { openSqliteSource } from '../../shared/event-store/sqlite/outside/copy-source.ts'
import { openSqliteTarget } from '../../shared/event-store/sqlite/outside/copy-target.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { factsTo } from '../support/copied-facts.ts'
import { borrowedDouble } from '../support/eventstoredb-double/lent.ts'
import { startSharedWriter } from '../support/shared-writer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const FACTS = 2_000

const copy = async (source: CopySource, target: CopyTarget): Promise<CopyReport> => {
  const index = copyIndex()
  try {
    return await copyLog({
      source,
      target,
      index,
      tell: () => undefined,
      signal: new AbortController().signal,
    })
  } finally {
    index.close()
    await target.close()
    await source.close()
  }
}

/** A target whose n-th change fails, before or after it took effect. */
const failing = (target: CopyTarget, n: number, when: 'before' | 'after'): CopyTarget => {
  let calls = 0
  const counted =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const mine = ++calls === n
      if (mine && when === 'before') throw new StoreUnavailable('cut off')
      const result = await call(...args)
      if (mine) throw new StoreUnavailable('cut off')
      return result
    }
  return {
    ...target,
    begin: counted(target.begin),
    append: counted(target.append),
    room: counted(target.room),
    remove: counted(target.remove),
    limit: counted(target.limit),
  }
}

const seeded = async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'log.sqlite')
  const store = await openSqliteLog({ file, start: startSharedWriter })
  await factsTo(store, 0, FACTS)
  await store.expireAfter(streamName('note-1'), 1_000_000)
  await store.deleteStream(streamName('note-2'))
  return { file, store }
}

const serverOf = async () => {
  const double = await borrowedDouble()
  const options = { url: double.url, warn: () => undefined }
  return {
    source: async () => sourceOn(await openEnd(options)),
    target: async () => targetOn(await openEnd(options)),
  }
}

const all = async (source: CopySource): Promise<readonly StoredRecord[]> => {
  const found: StoredRecord[] = []
  for await (const records of source.records(new AbortController().signal)) found.push(...records)
  await source.close()
  return found
}

const places = (records: readonly StoredRecord[]) =>
  records.map(({ stream, revision, id }) => `${stream} ${revision} ${id}`)

it('a copy that is cut off again and again goes on, and is what it would have been', async () => {
  const { file, store } = await seeded()
  const server = await serverOf()
  const source = () => openSqliteSource(file, systemClock)
  let cuts = 0
  for (const n of [1, 2, 3, 60, 150])
    for (const when of ['before', 'after'] as const) {
      const cut = copy(source(), failing(await server.target(), n, when))
      await expect(cut).rejects.toThrow('cut off')
      cuts++
    }
  expect(cuts).toBe(10)
  const report = await copy(source(), await server.target())
  expect(report).toMatchObject({ differing: [], renumbered: 0 })
  expect(report.digests.target).toBe(report.digests.source)
  const original = await all(source())
  expect(report.records).toBe(original.length)
  expect(original.length).toBeGreaterThan(FACTS - 100)
  const there = await all(await server.source())
  // one after the other in the order of the source, each once
  expect(places(there)).toEqual(places(original))

  const again = await copy(source(), await server.target())
  expect(again).toMatchObject({ written: 0, removed: 0, differing: [], digests: report.digests })
  await store.close()
}, 400_000)

it('there and back again the digests are the same; what a purge names lies before it, and is no record', async () => {
  const { file, store } = await seeded()
  const server = await serverOf()
  const there = await copy(openSqliteSource(file, systemClock), await server.target())
  const back = join(temporaryFolder(), 'log.sqlite')
  const target = openSqliteTarget(back, 'a test')
  const again = await copy(await server.source(), { ...target, close: async () => target.finish() })
  expect(again.digests).toEqual(there.digests)
  for (const source of [await server.source(), openSqliteSource(back, systemClock)]) {
    const records = await all(source)
    const positions = new Set(records.map(({ position }) => position))
    const purges = records.filter(({ type }) => type === 'ItemPurged')
    expect(purges).toHaveLength(2)
    for (const { data, position } of purges) {
      const past = (data['past'] as readonly { readonly position: number }[]).map(one => one.position)
      expect(past).toHaveLength(2)
      expect(past.toSorted((a, b) => a - b)).toEqual(past)
      expect(past.every(one => one < position && !positions.has(logPosition(one)))).toBe(true)
    }
  }
  await store.close()
})

it('what came, went and began anew at the source since is so at the copy; another log is refused', async () => {
  const { file, store } = await seeded()
  const server = await serverOf()
  const source = () => openSqliteSource(file, systemClock)
  await copy(source(), await server.target())
  await factsTo(store, FACTS, FACTS + 50)
  await store.deleteStream(streamName('note-3'))
  await store.deleteStream(streamName('note-9'))
  const [first] = await store.read(streamName('note-6'))
  if (first === undefined) throw new Error('there is no such stream')
  await store.append(streamName('note-9'), [{ ...first, id: crypto.randomUUID() }], 'absent')
  const report = await copy(source(), await server.target())
  expect(report).toMatchObject({ differing: [], removed: 2, renumbered: 1 })
  expect(report.digests.target).toBe(report.digests.source)
  const streams = new Set((await all(await server.source())).map(({ stream }) => stream))
  expect(streams.has(streamName('note-3'))).toBe(false)
  expect(streams.has(streamName('note-9'))).toBe(true)

  const other = join(temporaryFolder(), 'log.sqlite')
  const another = await openSqliteLog({ file: other, start: startSharedWriter })
  await another.append(streamName('note-0'), [{ ...first, id: crypto.randomUUID() }], 'absent')
  const before = places(await all(await server.source()))
  await expect(copy(openSqliteSource(other, systemClock), await server.target())).rejects.toThrow(
    'the target holds a part of another log',
  )
  expect(places(await all(await server.source()))).toEqual(before)
  await another.close()
  await store.close()
})
