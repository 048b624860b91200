import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type Serving } from './child.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'
import { fillSealed } from './sealed-log.ts'

const EVENTS = 50_000
const ROUNDS = 5
const REST_MS = 10_000
const MEBIBYTE = 1_048_576
const SAMPLE = '/index.php?rest_route=/cal/events/v1/events&start_date=2027-01-01'

export type Start = Pick<Serving, 'refill' | 'firstListMs'> & { readonly bytes: number }

/** A start, and the memory so long after it. */
export const started = async (dataDir: string, snapshots: 'on' | 'off', restMs: number): Promise<Start> => {
  const child = await startServer({ dataDir, samplePath: SAMPLE, snapshots })
  await sleep(restMs)
  const bytes = await child.rssBytes()
  await child.stop()
  return { ...child.serving, bytes }
}

/** Starts of a calendar of 50,000 events by folding its log and by its snapshot, in turn. */
export const benchSnapshotStarts = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  const [file, aside] = [join(dataDir, 'read-models.snapshot'), join(dataDir, 'aside')]
  try {
    const facts = await fillSealed(dataDir, EVENTS)
    // written at its stop
    await started(dataDir, 'on', 0)
    await copyFile(file, aside)
    const [folded, taken]: [Start[], Start[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const isLast = round === ROUNDS
      const fold = await started(dataDir, 'off', isLast ? REST_MS : 0)
      await copyFile(aside, file)
      const take = await started(dataDir, 'on', isLast ? REST_MS : 0)
      // the first warms up
      if (round === 0) continue
      folded.push(fold)
      taken.push(take)
    }
    return rowsOf(facts, folded, taken)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const rowsOf = (facts: number, folded: readonly Start[], taken: readonly Start[]): readonly Row[] => {
  const of = (starts: readonly Start[], value: (start: Start) => number) => median(starts.map(value))
  const row = (
    name: string,
    value: (start: Start) => number,
    unit: string,
    aim: number | null = null,
  ): Row[] => [
    { name: `${name}, folded`, value: of(folded, value), unit, ratio: null, aim: null },
    {
      ...{ name: `${name}, with a snapshot`, value: of(taken, value), unit, aim: null },
      ratio: median(taken.map((start, n) => value(start) / value(folded[n] ?? start))),
    },
    ...(aim === null
      ? []
      : [{ name: `${name}, with a snapshot`, value: of(taken, value), unit, ratio: null, aim }]),
  ]
  const last = (starts: readonly Start[]) => (starts.at(-1)?.bytes ?? 0) / MEBIBYTE
  return [
    ...row(`start with ${facts} facts`, ({ refill }) => (facts * 1_000) / refill.ms, 'facts/s', 150_000),
    ...row('the same', ({ refill }) => facts / refill.cpuSeconds, 'facts/CPU s'),
    ...row('first list after it', ({ firstListMs }) => firstListMs, 'ms'),
    { name: 'memory ten seconds later, folded', value: last(folded), unit: 'MiB', ratio: null, aim: null },
    {
      ...{ name: 'memory ten seconds later, with a snapshot', value: last(taken), unit: 'MiB' },
      ...{ ratio: null, aim: 350, atMost: true },
    },
  ]
}
