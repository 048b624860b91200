// Follows a log into the history, asks it, and tells what that took.
import '../services/runtime.ts'
import { userId, isoTime } from '../shared/kernel/brands.ts'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RecentPage } from '../projections/history/lately.ts'
import { history } from '../projections/history/store.ts'
import { historyPieces } from '../services/api/admin/history-lines.ts'
import { memoryDocuments } from '../shared/documents/memory/memory.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { cpuSeconds } from './cpu.ts'
import { median } from './quantile.ts'
import { plusMs, msOfIso } from '../shared/kernel/time/calculate.ts'

/** What the history of a log took. */
export type Told = {
  readonly entries: number
  /** Of the index, for an entry, after a collection. */
  readonly bytes: number
  readonly fillCpuSeconds: number
  /** CPU milliseconds of one answer, by what is asked. */
  readonly answers: Readonly<Record<string, number>>
  /** Facts a second of CPU, as CSV. */
  readonly exported: number
}

const ROUNDS = 9
const EXPORTED = 20_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const held = (): number => {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const [DATA_DIR = ''] = process.argv.slice(2)
const store = await openSqliteLog({ file: join(DATA_DIR, 'log.sqlite') })
const { apply, prefixes, queries } = await history({ store, loginOf: id => `user ${id}` })(memoryDocuments())

const before = held()
const begun = cpuSeconds()
let entries = 0
for await (const { records, live } of store.follow(null, prefixes, new AbortController().signal)) {
  await apply(records)
  entries += records.length
  if (live) break
}
const fillCpuSeconds = cpuSeconds() - begun
const bytes = (held() - before) / entries

const milliseconds = async (ask: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = cpuSeconds()
    await ask()
    times.push((cpuSeconds() - from) * 1_000)
  }
  return median(times)
}

const page = (asked: Omit<RecentPage, 'limit'>) => () => queries.recent({ ...asked, limit: 50 })
const middle = Math.floor(entries / 2)
const DAY = 86_400_000
const newest = (await queries.recent({ limit: 1 })).entries[0]
const last = msOfIso(newest?.at ?? isoTime(''))
const days = Array.from({ length: 28 }, (_, n) => ({
  since: plusMs(last, -(n + 1) * DAY),
  until: plusMs(last, -n * DAY),
}))
const questions: Readonly<Record<string, () => Promise<unknown>>> = {
  'the newest 50': page({}),
  'of one person': page({ actor: userId(3) }),
  'of a person who did nothing': page({ actor: userId(99) }),
  'of one kind that there is little of': page({ kind: 'venue' }),
  'through one way': page({ source: 'move-in' }),
  'of one import': page({ correlation: 'import-3' }),
  'that changed one member': page({ member: 'cost' }),
  'of a person and a member that never met': page({ actor: userId(3), member: 'website' }),
  'of days long ago': page({ since: plusMs(last, -400 * DAY), until: plusMs(last, -399 * DAY) }),
  'of a text that is nowhere': page({ text: 'nowhere to be found' }),
  'of a text that is everywhere': page({ text: 'school' }),
  'of one item': () => queries.historyOf('event', middle, { limit: 50 }),
  '28 days by person': () => queries.perPerson({}, days),
  '100 with what they changed': () => queries.full({ limit: 100 }),
}
const answers: Record<string, number> = {}
for (const [name, ask] of Object.entries(questions)) answers[name] = await milliseconds(ask)

const gone = new AbortController()
const from = cpuSeconds()
let lines = 0
for await (const piece of historyPieces(queries, {}, 'csv', gone.signal)) {
  lines += piece.split('\r\n').length - 1
  if (lines > EXPORTED) break
}
const exported = lines / (cpuSeconds() - from)
await store.close()
process.send?.({ entries, bytes, fillCpuSeconds, answers, exported } satisfies Told)
