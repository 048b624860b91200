import { Query } from 'mingo'
import { memoryDocuments } from '../shared/documents/memory/memory.ts'
import type { Collection, Filter, Sort } from '../shared/documents/port.ts'
import { median } from './quantile.ts'

type Item = { readonly _id: number; readonly status: string; readonly start: string; readonly rev: number }

const SIZE = 50_000
const PER_PAGE = 10
const ROUNDS = 21
const EACH = 500
const asked: Filter = { status: 'publish', start: { $gte: '2020-03' } }
const byStart: Sort = { start: 1, _id: 1 }
const newestFirst: Sort = { start: -1, _id: 1 }

const items = (): readonly Item[] =>
  Array.from({ length: SIZE }, (_, n) => ({
    _id: n + 1,
    status: n % 10 === 0 ? 'draft' : 'publish',
    start: new Date(Date.UTC(2020, 0, 1) + ((n * 7_919) % SIZE) * 3_600_000).toISOString().slice(0, 19),
    rev: 1,
  }))

const filled = async (rows: readonly Item[]): Promise<Collection<Item>> => {
  const collection = await memoryDocuments().collection<Item>({
    name: 'items',
    indexes: [{ name: 'status-start', keys: ['status', 'start'] }],
  })
  await collection.bulkWrite(
    rows.map(row => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
  )
  return collection
}

/** Microseconds per call of each, medians of rounds in which all take turns. */
const microseconds = async <Name extends string>(
  calls: Readonly<Record<Name, () => Promise<unknown>>>,
): Promise<Readonly<Record<Name, number>>> => {
  const names = Object.keys(calls) as Name[]
  const rounds = names.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, name] of names.entries()) {
      const from = performance.now()
      for (let n = 0; n < EACH; n++) await calls[name]()
      rounds[i]?.push(((performance.now() - from) * 1_000) / EACH)
    }
  return Object.fromEntries(names.map((name, i) => [name, median(rounds[i] ?? [])])) as Record<Name, number>
}

/** Microseconds mingo takes for ten documents in order and their count. */
const byMingo = (rows: readonly Item[]): number => {
  const query = new Query({ ...asked }, {})
  const times = Array.from({ length: 3 }, () => {
    const from = performance.now()
    query
      .find<Item>([...rows])
      .sort({ start: 1, _id: 1 })
      .limit(PER_PAGE)
      .all()
    query.find([...rows]).all()
    return (performance.now() - from) * 1_000
  })
  return median(times)
}

/** The in-memory engine with 50,000 documents: against mingo over an array, and a late page against the first. */
export const benchDocuments = async () => {
  const rows = items()
  const collection = await filled(rows)
  const page = (sort: Sort, number: number) =>
    collection.find(asked, { sort, skip: (number - 1) * PER_PAGE, limit: PER_PAGE })
  const times = await microseconds({
    first: () => page(byStart, 1),
    late: () => page(byStart, 4_000),
    newest: () => page(newestFirst, 1),
    oldest: () => page(newestFirst, 4_000),
    count: () => collection.count(asked),
    without: () => collection.count({ ...asked, _id: { $nin: [1, 2_000, 30_000] } }),
  })
  const mingo = byMingo(rows)
  const both = times.first + times.count
  const row = (name: string, value: number, against: number | null, aim: number | null) => ({
    name,
    value,
    unit: 'µs',
    ratio: against === null ? null : value / against,
    aim,
    atMost: true,
  })
  return [
    row('10 of 50,000 documents and their count, mingo', mingo, null, null),
    row('the same by index, against mingo', both, mingo, 0.001),
    row('first page of 10', times.first, null, 20),
    row('count', times.count, null, 20),
    row('page 4,000, against the first', times.late, times.first, 1.5),
    row('page 4,000 descending, against the first', times.oldest, times.newest, 1.5),
    row('count without three ids', times.without, null, 40),
  ]
}

if (import.meta.main) console.table(await benchDocuments())
