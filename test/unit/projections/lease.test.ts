import { afterEach, expect, it } from 'vitest'
import { logPosition } from '../../../shared/kernel/brands.ts'
import { LeaseLost, underLease, type Held } from '../../../projections/engine/lease.ts'
import { boardIn, noMark } from '../../../projections/engine/board.ts'
import { sharedBoard } from '../../../projections/engine/shared-board.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import {
  DocumentsUnavailable,
  type Doc,
  type Documents,
  type WriteOp,
} from '../../../shared/documents/port.ts'
import { eventually } from '../../support/eventually.ts'

const NAME = 'event-listing@1'
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A process: runs nothing but holds the lease while it can. Its clock stands still unless it is moved. */
const candidate = async (documents: Documents, holder: string, { ttlMs = 60, real = true } = {}) => {
  const clock = { ms: 0 }
  const stopping = new AbortController()
  const turns: Held[] = []
  const warnings: string[] = []
  const board = await boardIn(documents)
  const running = underLease(
    {
      shared: sharedBoard(board),
      awaited: true,
      holder,
      ttlMs,
      monotonicMs: () => (real ? performance.now() : clock.ms),
      warn: message => warnings.push(message),
    },
    NAME,
    async held => {
      turns.push(held)
      await new Promise<void>(resolve => held.signal.addEventListener('abort', () => resolve()))
    },
    stopping.signal,
  )
  const stop = async () => {
    stopping.abort()
    await running
  }
  stops.push(stop)
  return { turns, stop, clock, warnings }
}

/** The same documents behind a connection that can break for one process. */
const through = (documents: Documents) => {
  const cut = { now: false }
  const written: unknown[] = []
  const gone = async (): Promise<never> => {
    throw new DocumentsUnavailable('cut off')
  }
  const connected: Documents = {
    ...documents,
    collection: async <D extends Doc>(spec: Parameters<Documents['collection']>[0]) => {
      const inner = await documents.collection<D>(spec)
      return {
        ...inner,
        find: (...asked: Parameters<typeof inner.find>) => (cut.now ? gone() : inner.find(...asked)),
        bulkWrite: (operations: readonly WriteOp<D>[]) => {
          if (cut.now) return gone()
          written.push(...operations)
          return inner.bulkWrite(operations)
        },
      }
    },
  }
  return { cut, connected, written }
}

it('one holds it at a time; whoever stops gives it back at once', async () => {
  const documents = memoryDocuments()
  const ttlMs = 3_600_000
  const one = await candidate(documents, 'one', { ttlMs })
  await eventually(() => expect(one.turns).toHaveLength(1))
  const other = await candidate(documents, 'other', { ttlMs })
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(other.turns).toHaveLength(0)
  await one.stop()
  await eventually(() => expect(other.turns).toHaveLength(1))
  expect(other.turns[0]?.epoch).toBe(2)
})

it('a holder that is not heard of for the TTL is taken over, and notices before it does anything', async () => {
  const documents = memoryDocuments()
  const { cut, connected } = through(documents)
  const paused = await candidate(connected, 'paused', { ttlMs: 200, real: false })
  await eventually(() => expect(paused.turns).toHaveLength(1))
  await paused.turns[0]?.write({ ...noMark, reached: logPosition(10) })
  cut.now = true
  const successor = await candidate(documents, 'successor', { ttlMs: 200 })
  await eventually(() => expect(successor.turns).toHaveLength(1))
  expect(successor.turns[0]?.mark.reached).toBe(10)
  cut.now = false

  const [late] = paused.turns
  await late?.write({ ...noMark, reached: logPosition(99) })
  const board = await boardIn(documents)
  expect(await board.get(NAME)).toMatchObject({ reached: 10, holder: 'successor' })
  paused.clock.ms += 10_000
  await expect(late?.assure()).rejects.toThrow(LeaseLost)
  expect(late?.signal.aborted).toBe(true)
})

it('what a holder has written is where its successor begins', async () => {
  const documents = memoryDocuments()
  const one = await candidate(documents, 'one')
  await eventually(() => expect(one.turns).toHaveLength(1))
  const mark = {
    ...noMark,
    reached: logPosition(41),
    changedAt: logPosition(40),
    live: true,
    caughtUp: true,
    parked: 2,
  }
  await one.turns[0]?.write(mark)
  await one.stop()
  const other = await candidate(documents, 'other')
  await eventually(() => expect(other.turns).toHaveLength(1))
  expect(other.turns[0]?.mark).toEqual(mark)
})

it('of a mark only what is new is written, and all of it where it is not known what is there', async () => {
  const { cut, connected, written } = through(memoryDocuments())
  const one = await candidate(connected, 'one', { ttlMs: 3_600_000 })
  await eventually(() => expect(one.turns).toHaveLength(1))
  const [held] = one.turns
  const mark = { ...noMark, reached: logPosition(41), changedAt: logPosition(40), live: true }
  const sets = (set: object) => ({
    updateOne: { filter: { _id: NAME, epoch: 1 }, update: { $set: set, $inc: { beat: 1 } } },
  })
  await held?.write(mark)
  expect(written.at(-1)).toEqual(sets(mark))
  await held?.write({ ...mark, reached: logPosition(42) })
  expect(written.at(-1)).toEqual(sets({ reached: 42 }))
  cut.now = true
  const changed = { ...mark, reached: logPosition(43), changedAt: logPosition(43) }
  await expect(held?.write(changed)).rejects.toThrow(DocumentsUnavailable)
  cut.now = false
  await held?.write({ ...changed, reached: logPosition(44) })
  expect(written.at(-1)).toEqual(sets({ ...changed, reached: 44 }))
  // the second of two at once does not know what becomes of the first
  await Promise.all([held?.write({ ...changed, parked: 1 }), held?.write({ ...changed, parked: 2 })])
  expect(written.at(-1)).toEqual(sets({ ...changed, parked: 2 }))
})

it('what a holder has noted is written with its next beat', async () => {
  const documents = memoryDocuments()
  const one = await candidate(documents, 'one')
  await eventually(() => expect(one.turns).toHaveLength(1))
  one.turns[0]?.note({ ...noMark, reached: logPosition(41) })
  const board = await boardIn(documents)
  await eventually(async () => expect(await board.get(NAME)).toMatchObject({ reached: 41 }))
})

it('and when it gives the lease back', async () => {
  const documents = memoryDocuments()
  const one = await candidate(documents, 'one', { ttlMs: 3_600_000 })
  await eventually(() => expect(one.turns).toHaveLength(1))
  one.turns[0]?.note({ ...noMark, reached: logPosition(41) })
  const board = await boardIn(documents)
  expect(await board.get(NAME)).toMatchObject({ reached: null, holder: 'one' })
  await one.stop()
  expect(await board.get(NAME)).toMatchObject({ reached: 41, holder: null })
})

it('documents that are out are waited for', async () => {
  const { cut, connected } = through(memoryDocuments())
  cut.now = true
  const early = await candidate(connected, 'early')
  await eventually(() => expect(early.warnings).toContain(`${NAME}: the documents are out; trying again`))
  cut.now = false
  await eventually(() => expect(early.turns).toHaveLength(1))
})
