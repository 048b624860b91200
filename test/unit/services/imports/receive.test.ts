import { expect, it, vi } from 'vitest'
import { epochMs } from '../../../../shared/kernel/brands.ts'
import { importContext } from '../../../../services/imports/apply/context.ts'
import { payloadWriter } from '../../../../services/imports/run/payload.ts'
import { StoreUnavailable, type EventStore } from '../../../../shared/event-store/port.ts'
import { IMPORT_ITEM_BYTES } from '../../../../shared/limits/imports.ts'
import { fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

/** Notes which streams, without what is behind the first slash, become durable together. */
const noted = () => {
  const log = memoryLog()
  const commits: string[][] = []
  const family = (stream: string) => stream.split(/[-/]/, 1)[0] ?? ''
  const store: EventStore = {
    ...log,
    append: (stream, ...rest) => {
      commits.push([family(stream)])
      return log.append(stream, ...rest)
    },
    appendAll: (before, last) => {
      commits.push([...before, last].map(({ stream }) => family(stream)))
      return log.appendAll(before, last)
    },
  }
  return { store, commits }
}

it('a callback is one commit: its items and the fact that accepts them', async () => {
  const { store, commits } = noted()
  const w = importWorld(store)
  const hash = await w.register('abc')
  commits.length = 0
  const answer = await w.receive('abc', hash, [fairItem(), fairItem({ uid: 'two' })])
  expect(answer.ok).toBe(true)
  expect(commits).toEqual([['importpayload', 'import']])
  expect((await w.run('abc')).received).toBe(2)
})

it('a callback without items stores none', async () => {
  const { store, commits } = noted()
  const w = importWorld(store)
  const hash = await w.register('abc')
  commits.length = 0
  await w.receive('abc', hash, [])
  expect(commits).toEqual([['import']])
})

it('of many items the last are committed with the acceptance, and only when all others are durable', async () => {
  const { store, commits } = noted()
  const w = importWorld(store)
  const hash = await w.register('abc')
  commits.length = 0
  const items = Array.from({ length: 300 }, (_, n) =>
    fairItem({ uid: String(n), description: 'x'.repeat(8_000) }),
  )
  await w.receive('abc', hash, items)
  expect(commits.slice(0, -1).every(streams => streams.join() === 'importpayload')).toBe(true)
  expect(commits.length).toBeGreaterThan(2)
  expect(commits.at(-1)).toEqual(['importpayload', 'import'])
  await w.process('abc')
  expect(await w.outcomes('abc')).toHaveLength(300)
})

it('where items became durable and their acceptance did not, the same callback again is accepted with them', async () => {
  const log = memoryLog()
  let fails = true
  const w = importWorld({
    ...log,
    appendAll: async (before, last) => {
      if (!fails) return log.appendAll(before, last)
      for (const { stream, records, expected } of before) await log.append(stream, records, expected)
      throw new StoreUnavailable('the log is away')
    },
  })
  const hash = await w.register('abc')
  await expect(w.receive('abc', hash, [fairItem()])).rejects.toBeInstanceOf(StoreUnavailable)
  expect((await w.run('abc')).received).toBe(0)
  fails = false
  expect((await w.receive('abc', hash, [fairItem()])).ok).toBe(true)
  await w.process('abc')
  expect((await w.outcomes('abc')).map(({ outcome }) => outcome)).toEqual(['created'])
})

it('of two callbacks with one hash only one is accepted, and what the other brought is nobody’s', async () => {
  const w = importWorld(memoryLog())
  const hash = await w.register('abc')
  const answers = await Promise.all([
    w.receive('abc', hash, [fairItem({ uid: 'one' })]),
    w.receive('abc', hash, [fairItem({ uid: 'two' })]),
  ])
  expect(answers.map(({ ok }) => ok)).toEqual([true, false])
  expect((await w.run('abc')).received).toBe(1)
})

it('an item with too much text in it is never written out as a whole to be weighed', async () => {
  const store = memoryLog()
  const lengths: number[] = []
  const stringify = JSON.stringify
  const spy = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
    const text = stringify(value)
    lengths.push(text.length)
    return text
  })
  const parts = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000))
  try {
    const batch = { importId: 'abc', digest: '0', firstPosition: 0 }
    await payloadWriter(store, batch, importContext('abc', epochMs(0))).add([
      fairItem({ uid: 'x'.repeat(1_000_000) }),
      fairItem({ title: parts.join('') }),
      fairItem({ venue: { venue: { parts } } }),
      fairItem({ tags: Array.from({ length: IMPORT_ITEM_BYTES / 2 }, () => '') }),
    ])
  } finally {
    spy.mockRestore()
  }
  expect(lengths.length).toBeGreaterThan(0)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(IMPORT_ITEM_BYTES)
})
