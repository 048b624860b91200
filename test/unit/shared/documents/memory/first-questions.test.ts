import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../../../shared/documents/memory/memory.ts'
import { DocumentsUnavailable } from '../../../../../shared/documents/port.ts'

type Row = { readonly _id: number; readonly kinds: readonly number[]; readonly n: number }

/** Many more than are put in order at once. */
const MANY = 20_000

const row = (_id: number, n = (_id * 7_919) % MANY): Row => ({ _id, kinds: [_id % 3, 3 + (_id % 5)], n })
const put = (replacement: Row) => ({
  replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
})

const filled = async () => {
  const documents = memoryDocuments()
  const rows = await documents.collection<Row>({
    name: 'rows',
    indexes: [
      { name: 'kinds', keys: ['kinds', 'n'] },
      { name: 'n', keys: ['n'] },
    ],
  })
  const all = new Map(Array.from({ length: MANY }, (_, n) => [n, row(n)]))
  await rows.bulkWrite([...all.values()].map(put))
  const write = async (one: Row) => {
    all.set(one._id, one)
    await rows.bulkWrite([put(one)])
  }
  const remove = async (_id: number) => {
    all.delete(_id)
    await rows.bulkWrite([{ deleteOne: { filter: { _id } } }])
  }
  const firstOf = (kind: number, count: number) =>
    [...all.values()]
      .filter(({ kinds }) => kinds.includes(kind))
      .toSorted((a, b) => a.n - b.n || a._id - b._id)
      .slice(0, count)
  return { documents, rows, all, write, remove, firstOf }
}

/** What is done in each turn until something has come. */
const meanwhile = async <Made>(made: Promise<Made>, inTurn: (turn: number) => Promise<void>) => {
  const state = { isOver: false }
  const over = made.finally(() => {
    state.isOver = true
  })
  let turns = 0
  for (; !state.isOver; turns++) {
    await inTurn(turns)
    await nextTurn()
  }
  return { made: await over, turns }
}

const OPTIONS = { sort: { n: 1, _id: 1 }, skip: 0, limit: 40 } as const
const nothing = async () => undefined

it('the first question of an index lets others have their turns, the next ones need none', async () => {
  const { rows, firstOf } = await filled()
  const first = await meanwhile(rows.page({ kinds: 4 }, OPTIONS), nothing)
  expect(first.made).toEqual({ rows: firstOf(4, 40), total: MANY / 5 })
  expect(first.turns).toBeGreaterThan(4)
  const next = await meanwhile(rows.page({ kinds: 1 }, OPTIONS), nothing)
  expect(next.made).toEqual({ rows: firstOf(1, 40), total: 6_667 })
  expect(next.turns).toBe(1)
})

it('what is written while an index is put in order stands in the answers', async () => {
  const { rows, all, write, remove, firstOf } = await filled()
  const { made, turns } = await meanwhile(
    Promise.all([rows.find({ kinds: 4 }, OPTIONS), rows.count({ kinds: 4 })]),
    async turn => {
      // first ones and last ones move, change, go, come, and come again
      await write({ ...row(5 * turn + 1), n: -turn })
      await write({ ...row(MANY - 5 * turn - 4), kinds: [0] })
      await remove(5 * turn + 501)
      await remove(5 * turn + 1_001)
      await write(row(5 * turn + 1_001, -1_000 - turn))
      await write(row(MANY + 5 * turn + 1, 0))
      // others ask, and have to be told the same
      const [found] = await rows.find({ _id: 5 * turn + 1 })
      expect(found).toEqual(all.get(5 * turn + 1))
    },
  )
  expect(turns).toBeGreaterThan(4)
  const [found, count] = made
  // those of the last turn may have come behind the answer
  expect(found.length).toBe(40)
  expect(Math.abs(count - firstOf(4, MANY).length)).toBeLessThanOrEqual(5)
  expect(await rows.find({ kinds: 4 }, OPTIONS)).toEqual(firstOf(4, 40))
  expect(await rows.count({ kinds: 4 })).toBe(firstOf(4, MANY).length)
  expect(await rows.count({ kinds: 0 })).toBe(firstOf(0, MANY).length)
})

it('who cannot wait has it put in order at once, and nothing stands in it twice', async () => {
  const { rows, firstOf } = await filled()
  const { made } = await meanwhile(rows.page({ kinds: 4 }, OPTIONS), async turn => {
    if (turn === 2)
      await rows.bulkWrite([{ updateMany: { filter: { kinds: 99 }, update: { $set: { n: 0 } } } }])
  })
  expect(made).toEqual({ rows: firstOf(4, 40), total: MANY / 5 })
  expect(await rows.page({ kinds: 1 }, OPTIONS)).toEqual({ rows: firstOf(1, 40), total: 6_667 })
})

it('documents that are cleared while an index is put in order are in no answer', async () => {
  const { rows } = await filled()
  const { made } = await meanwhile(rows.page({ kinds: 4 }, OPTIONS), async turn => {
    if (turn !== 2) return
    await rows.clear()
    await rows.bulkWrite([put(row(1))])
  })
  expect(made).toEqual({ rows: [row(1)], total: 1 })
  expect(await rows.count({ kinds: 1 })).toBe(1)
})

it('documents that are closed while an index is put in order give no answer', async () => {
  const { documents, rows } = await filled()
  const asked = rows.page({ kinds: 4 }, OPTIONS)
  await nextTurn()
  await documents.close()
  await expect(asked).rejects.toThrow(DocumentsUnavailable)
})
