import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'
import type { Looked } from './verify-process.ts'

/** Four facts each. */
const SMALL = 25_000
const LARGE = 250_000
const MEBIBYTE = 1_048_576

/** In a process of its own, whose memory is that of looking alone. */
const lookThrough = async (events: number): Promise<Looked> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    await fillCalendar(store, events, '2026-06-01')
    await store.close()
    const child = fork(join(import.meta.dirname, 'verify-process.ts'), [dataDir], { stdio: 'inherit' })
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`looking through the log ended with ${String(code)}`)
    })
    const [looked] = (await Promise.race([once(child, 'message'), died])) as [Looked]
    died.catch(() => undefined)
    if (looked.wrong > 0) throw new Error(`${looked.wrong} things are wrong with the log that was made`)
    return looked
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const rowsOf = ({ records, ms, cpuSeconds, peakBytes }: Looked, before: Looked | null): readonly Row[] => {
  const name = `${records} facts`
  const cpu = (cpuSeconds * 1_000_000) / records
  const ratio = (value: number, of: (looked: Looked) => number) =>
    before === null ? null : value / of(before)
  return [
    { name: `${name}, looked through`, value: ms / 1_000, unit: 's', ratio: null, aim: null },
    {
      name: `${name}, the same`,
      ...{ value: cpu, unit: 'CPU µs/fact', atMost: true },
      ratio: ratio(cpu, one => (one.cpuSeconds * 1_000_000) / one.records),
      aim: before === null ? null : 1.5,
    },
    {
      name: `${name}, memory (RSS) at most`,
      ...{ value: peakBytes / MEBIBYTE, unit: 'MiB', atMost: true },
      ratio: ratio(peakBytes, one => one.peakBytes),
      aim: before === null ? null : 1.5,
    },
  ]
}

/** `verify` of a log and of one that is ten times as long: time and memory. */
export const benchVerify = async (): Promise<readonly Row[]> => {
  const small = await lookThrough(SMALL)
  const large = await lookThrough(LARGE)
  return [...rowsOf(small, null), ...rowsOf(large, small)]
}
