import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { logPosition } from '../../../shared/kernel/brands.ts'
import { underLease } from '../../../projections/engine/lease.ts'
import { type Board, boardIn, type MarkDoc, noMark } from '../../../projections/engine/board.ts'
import { sharedBoard } from '../../../projections/engine/shared-board.ts'
import { sharedProgress } from '../../../projections/engine/shared-progress.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { DocumentsUnavailable } from '../../../shared/documents/port.ts'

const NAME = 'lists@1'
/** Longer than any test. */
const FOR_EVER_MS = 3_600_000

const markDoc = (mark: Partial<MarkDoc>): MarkDoc => ({
  ...{ _id: NAME, kind: 'mark', ...noMark, awaited: true, epoch: 1, holder: 'here', beat: 0 },
  ...mark,
})

/**
 * A process that waits for what it feeds itself. Its clock moves only while it waits for its own marks: by what `waiting`
 * answers, all that it may wait unless another is given.
 */
const feeding = async (waiting: (ms: number) => Promise<number> = async ms => ms) => {
  const inner = await boardIn(memoryDocuments())
  const clock = { ms: 0 }
  const counts = { looks: 0 }
  const waits: number[] = []
  const shared = sharedBoard({
    ...inner,
    find: (...asked) => {
      counts.looks++
      return inner.find(...asked)
    },
  })
  const untilChanged = async (ms: number) => {
    waits.push(ms)
    clock.ms += await waiting(ms)
  }
  const progress = sharedProgress({
    shared: { ...shared, own: { ...shared.own, untilChanged } },
    names: [NAME],
    monotonicMs: () => clock.ms,
    sleep,
    ttlMs: FOR_EVER_MS,
  })
  /** As somebody has it on the board. */
  const put = async (mark: Partial<MarkDoc>) => {
    const replacement = markDoc(mark)
    await inner.bulkWrite([{ replaceOne: { filter: { _id: NAME }, replacement, upsert: true } }])
  }
  /** As this process writes it while it holds the lease. */
  const write = (reached: number, epoch = 1) =>
    shared.board.bulkWrite([{ updateOne: { filter: { _id: NAME, epoch }, update: { $set: { reached } } } }])
  const look = () => shared.board.find({})
  await put({})
  await look()
  await write(10)
  counts.looks = 0
  return { shared, progress, put, write, look, counts, waits }
}

it('whoever feeds a read model looks only when it has written that it is there', async () => {
  const { progress, write, counts, waits } = await feeding(async () => {
    expect(counts.looks).toBe(0)
    await write(waits.length === 1 ? 49 : 50)
    return 1
  })
  expect(await progress.waitUntilVisible([NAME], logPosition(50), 30)).toBe('visible')
  expect([waits, counts.looks]).toEqual([[30, 29], 1])
})

it('whoever waits for what others feed looks when it took about as long as the last time', async () => {
  const inner = await boardIn(memoryDocuments())
  const clock = { ms: 0 }
  let asked = 0
  let [looked, others]: [number[], { readonly atMs: number; readonly reached: number } | null] = [[], null]
  const sleep = async (ms: number) => {
    clock.ms += ms
    if (others !== null && others.atMs <= clock.ms) await putOn(inner, others.reached)
  }
  const shared = sharedBoard({
    ...inner,
    find: (...question) => {
      looked.push(clock.ms - asked)
      return inner.find(...question)
    },
  })
  const progress = sharedProgress({
    ...{ shared, names: [NAME], sleep },
    ...{ monotonicMs: () => clock.ms, ttlMs: FOR_EVER_MS },
  })
  /** How long after somebody asks for it each look is, where others write it so long after that. */
  const looks = async (reached: number, takesMs: number) => {
    asked = clock.ms
    looked = []
    others = { atMs: asked + takesMs, reached }
    expect(await progress.waitUntilVisible([NAME], logPosition(reached), FOR_EVER_MS)).toBe('visible')
    return looked
  }
  await putOn(inner, 10)
  expect(await looks(50, 60)).toEqual([0, 4, 12, 28, 60])
  // there before three quarters of that are over
  expect(await looks(60, 40)).toEqual([45])
  // or within the next quarter
  expect(await looks(70, 40)).toEqual([33.75, 45])
  // what is known to be there is looked for at once
  expect(await looks(70, 0)).toEqual([0])
})

it('after the lease has moved, no wait for visibility waits for a mark of its own but the one before the first look', async () => {
  const { progress, put, counts, waits } = await feeding()
  await put({ epoch: 2, holder: 'other', reached: logPosition(100) })
  // no longer than it may wait at all
  expect(await progress.waitUntilVisible([NAME], logPosition(50), 30)).toBe('visible')
  expect([waits, counts.looks]).toEqual([[30], 1])
  for (const written of [60, 100])
    expect(await progress.waitUntilVisible([NAME], logPosition(written), 30)).toBe('visible')
  expect([waits, counts.looks]).toEqual([[30], 3])
})

it.each([
  ['moved', { epoch: 2, holder: 'other' }],
  ['was given back', { holder: null }],
  ['was made anew with the board', { epoch: 0, holder: 'other' }],
])(
  'once a look tells that a lease %s, nobody waits for marks of before, and late ones count as little',
  async (_what, mark) => {
    const { shared, put, look, write } = await feeding()
    expect(shared.own.reached(NAME)).toBe(10)
    await put(mark)
    const woken = shared.own.untilChanged(FOR_EVER_MS)
    await look()
    await woken
    expect(shared.own.reached(NAME)).toBeNull()
    await write(11)
    expect(shared.own.reached(NAME)).toBeNull()
  },
)

it('what is written under a lease counts until it is given back, and again under the next', async () => {
  const shared = sharedBoard(await boardIn(memoryDocuments()))
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const seen: (number | null)[] = []
  const deps = { shared, awaited: true, holder: 'here', ttlMs: FOR_EVER_MS, warn: () => undefined }
  await underLease(
    { ...deps, monotonicMs: () => 0 },
    NAME,
    async ({ epoch, write }) => {
      seen.push(shared.own.reached(NAME))
      await write({ ...noMark, reached: logPosition(epoch + 40) })
      seen.push(shared.own.reached(NAME))
      if (epoch === 2) stopping.abort()
    },
    stopping.signal,
  )
  expect(seen).toEqual([null, 41, null, 42])
})

const inProcess = (inner: Board, monotonicMs: () => number) =>
  sharedProgress({ shared: sharedBoard(inner), names: [NAME], monotonicMs, sleep, ttlMs: FOR_EVER_MS })

const now = () => performance.now()

const putOn = (inner: Board, reached: number) => {
  const replacement = markDoc({ holder: 'other', reached: logPosition(reached) })
  return inner.bulkWrite([{ replaceOne: { filter: { _id: NAME }, replacement, upsert: true } }])
}

it('a look of less than 10 ms ago is not done again, unless the board could not be read', async () => {
  const inner = await boardIn(memoryDocuments())
  const clock = { ms: 0 }
  let isOut = false
  const reader = inProcess(
    {
      ...inner,
      find: (...asked) => (isOut ? Promise.reject(new DocumentsUnavailable('out')) : inner.find(...asked)),
    },
    () => clock.ms,
  )
  const seenAt = async (ms: number) => {
    clock.ms = ms
    await reader.refresh?.()
    return reader.reached(NAME)
  }
  await putOn(inner, 10)
  expect(await seenAt(0)).toBe(10)
  await putOn(inner, 20)
  expect([await seenAt(9), await seenAt(10)]).toEqual([10, 20])
  isOut = true
  expect([await seenAt(19), await seenAt(20)]).toEqual([20, null])
  isOut = false
  expect(await seenAt(21)).toBe(20)
})

it('no write is answered before each look that does not show it is too old', async () => {
  const inner = await boardIn(memoryDocuments())
  const [writer, reader] = [inProcess(inner, now), inProcess(inner, now)]
  await putOn(inner, 10)
  await reader.refresh?.()
  await putOn(inner, 20)
  expect(await writer.waitUntilVisible([NAME], logPosition(20), FOR_EVER_MS)).toBe('visible')
  await reader.refresh?.()
  expect(reader.reached(NAME)).toBe(20)
  // nor one of which it is only noted that the read models lack it
  await writer.owe(logPosition(30))
  await reader.refresh?.()
  expect(reader.hasAnswered(NAME)).toBe(false)
})
