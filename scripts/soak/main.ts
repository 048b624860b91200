// Loads a service for an hour with everything at once, and says whether what it holds stays the same.
import { mkdirSync, writeFileSync, appendFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionsOf } from '../options.ts'
import { chartOf } from './chart.ts'
import { documentsCsv, tableHead, tableRow, type Row } from './minute.ts'
import { soak } from './run.ts'
import { judgeFlat } from './slope.ts'

const USAGE =
  'usage: node scripts/soak/main.ts [--minutes NUMBER (2 or more)] [--seed NUMBER] [--report FOLDER]'

const { values } = optionsOf(USAGE, {
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    report: { type: 'string', default: join(tmpdir(), 'belltower-soak') },
  },
})
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
const minutes = Number(values.minutes)
if (![seed, minutes].every(Number.isSafeInteger) || minutes < 2) {
  console.error(USAGE)
  process.exit(2)
}

const MINUTE_MS = 60_000
const MIB = 1_048_576
/** In less time what a process gains by chance is large for an hour. */
const JUDGED_MINUTES = 30

mkdirSync(values.report, { recursive: true })
const file = join(values.report, 'soak.txt')
const tell = (line: string): void => {
  console.log(line)
  appendFileSync(file, `${line}\n`)
}
writeFileSync(file, '')
tell(`seed ${seed}, ${minutes} minutes, report in ${values.report}`)
tell(tableHead)
const { rows, faults } = await soak({
  ...{ looks: minutes, everyMs: MINUTE_MS, seed },
  tell: row => tell(tableRow(row)),
})

const inMib = (value: (row: Row) => number) => rows.map(row => ({ x: row.at, y: value(row) / MIB }))
const rss = inMib(({ held }) => held.rss)
const heap = inMib(({ held }) => held.heap)
const memory = [
  { name: 'RSS', color: '#c0392b', points: rss },
  { name: 'heap', color: '#2471a3', points: heap },
  { name: 'external', color: '#7d3c98', points: inMib(({ held }) => held.buffers) },
  { name: 'log', color: '#7f8c8d', points: inMib(({ held }) => held.logBytes) },
]
const latency = [
  { name: 'p50', color: '#2471a3', points: rows.map(({ at, p50 }) => ({ x: at, y: p50 })) },
  { name: 'p99', color: '#c0392b', points: rows.map(({ at, p99 }) => ({ x: at, y: p99 })) },
]
writeFileSync(join(values.report, 'memory.svg'), chartOf('Memory', 'MiB', memory))
writeFileSync(join(values.report, 'documents.csv'), documentsCsv(rows))
writeFileSync(join(values.report, 'latency.svg'), chartOf('Latency', 'ms', latency))

for (const { fault, doing } of faults) tell(`\n${doing.slice(0, 1_000)}\n→ ${fault.kind}: ${fault.what}`)
const isJudged = minutes >= JUDGED_MINUTES
const judged = { RSS: judgeFlat(rss), heap: judgeFlat(heap) }
for (const [name, { perHour, part }] of Object.entries(judged)) {
  const told = `${perHour.toFixed(1)} MiB an hour over the last half, ${(part * 100).toFixed(1)} % of the mean`
  tell(`\n${name}: ${told}${isJudged ? '' : ' (too short to judge)'}`)
}
tell(`\n${faults.length} faults`)
// the engine may give back at any time what the service no longer holds
const isSteady = judged.heap.isFlat && !judged.RSS.grows
process.exitCode = faults.length === 0 && rows.length === minutes && (isSteady || !isJudged) ? 0 : 1
