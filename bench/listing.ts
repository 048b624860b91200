import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OTHER_SAMPLE, startServer, type Child, type Serving } from './child.ts'
import { asAdministrator } from './credentials.ts'
import { CALX_LIST, LIST } from './lists.ts'
import { load } from './load.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'
import { fillSealed } from './sealed-log.ts'

const EVENTS = 50_000
const ROUNDS = 7
const AMOUNT = 4_000
const CONNECTIONS = 10
/** Memory is looked at when the process has come to rest. */
const REST_MS = 10_000
const REPEATED = `${LIST}&start_date=2027-01-01`
const CALX_REPEATED = `${CALX_LIST}&start_date=2027-01-01`

const MEBIBYTE = 1_048_576

/** `count` addresses of a kind that no answer has been kept for: each names somebody new. */
const unseen = (
  kind: string,
  round: number,
  windowOf: (n: number) => string,
  list = LIST,
): readonly string[] =>
  Array.from({ length: AMOUNT }, (_, n) => `${list}&${windowOf(n)}&nobody=${kind}-${round}-${n}`)

/** Ten pages in turn: their events are in the processor's reach. */
const near = (n: number): string => `start_date=2027-01-01&page=${1 + (n % 10)}`

/** Windows that start on another day, on another page: each list shows events that were not looked at for long. */
const far = (n: number): string => {
  const day = String((n % 28) + 1).padStart(2, '0')
  const month = String((n % 12) + 1).padStart(2, '0')
  return `start_date=2027-${month}-${day}&page=${1 + (n % 100)}`
}

type Measured = { readonly perSecond: number; readonly perCpuSecond: number }
type RoundOf<Kinds extends string> = { readonly [Kind in Kinds | 'plain']: Measured }
type Round = RoundOf<'again' | 'near' | 'basic' | 'far'>
/** Of the second generation. */
type CalxRound = RoundOf<'again' | 'near' | 'far'>

const measure = async (
  child: Child,
  url: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Measured> => {
  const before = await child.cpuSeconds()
  const { perSecond, failures } = await load(url, paths, AMOUNT, CONNECTIONS, headers)
  if (failures > 0) throw new Error(`${failures} of ${AMOUNT} requests failed at ${paths[0] ?? ''}`)
  return { perSecond, perCpuSecond: AMOUNT / ((await child.cpuSeconds()) - before) }
}

const measureRound = async (child: Child, round: number): Promise<Round> => {
  const { plain, service } = child.serving
  return {
    plain: await measure(child, plain, ['/']),
    again: await measure(child, service, [REPEATED]),
    near: await measure(child, service, unseen('near', round, near)),
    basic: await measure(child, service, unseen('basic', round, near), asAdministrator()),
    far: await measure(child, service, unseen('far', round, far)),
  }
}

const measureCalxRound = async (child: Child, round: number): Promise<CalxRound> => {
  const { plain, service } = child.serving
  return {
    plain: await measure(child, plain, [OTHER_SAMPLE]),
    again: await measure(child, service, [CALX_REPEATED]),
    near: await measure(child, service, unseen('near', round, near, CALX_LIST)),
    far: await measure(child, service, unseen('far', round, far, CALX_LIST)),
  }
}

/** One round after another, without the first, which warms up. */
const measured = async <Measures>(
  child: Child,
  one: (child: Child, round: number) => Promise<Measures>,
): Promise<readonly Measures[]> => {
  const rounds: Measures[] = []
  for (let round = 0; round <= ROUNDS; round++) rounds.push(await one(child, round))
  return rounds.slice(1)
}

/** Lists of ten events from 50,000 against a bare fastify route of the same bytes, refill and memory of the same process. */
export const benchListing = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const facts = await fillSealed(dataDir, EVENTS)
    const child = await startServer({ dataDir, samplePath: REPEATED, otherSamplePath: CALX_REPEATED })
    await sleep(REST_MS)
    const started = await child.rssBytes()
    const rounds = await measured(child, measureRound)
    const loaded = await child.rssBytes()
    await sleep(REST_MS)
    const rested = await child.rssBytes()
    // memory is told of the first generation alone, as ever
    const calxRounds = await measured(child, measureCalxRound)
    await child.stop()
    return [
      ...listRows(rounds, 'perCpuSecond', 'requests/CPU s'),
      ...listRows(rounds, 'perSecond', 'requests/s'),
      ...calxRows(calxRounds),
      ...startRows(child.serving, facts),
      memoryRow('memory ten seconds after the start', started, 350),
      memoryRow('memory after the load', loaded, 600),
      memoryRow('memory ten seconds after the load', rested, 350),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Medians; ratios are taken round by round, so that what slows the machine slows both sides. */
const rowOf =
  <Kinds extends string>(rounds: readonly RoundOf<Kinds>[], by: keyof Measured, unit: string) =>
  (name: string, kind: Kinds | 'plain', aim: number | null): Row => ({
    name,
    value: median(rounds.map(round => round[kind][by])),
    unit,
    ratio: median(rounds.map(round => round[kind][by] / round.plain[by])),
    aim: by === 'perCpuSecond' ? aim : null,
  })

const calxRows = (rounds: readonly CalxRound[]): readonly Row[] => {
  const row = rowOf(rounds, 'perCpuSecond', 'requests/CPU s')
  return [
    row('bare fastify route, same bytes as a list of the second generation', 'plain', null),
    row('list of the second generation, repeated', 'again', 0.8),
    row('list of the second generation made anew, ten pages in turn', 'near', 0.4),
    row('list of the second generation made anew, other events each time', 'far', 0.4),
  ]
}

const listRows = (rounds: readonly Round[], by: keyof Measured, unit: string): readonly Row[] => {
  const row = rowOf(rounds, by, unit)
  return [
    row('bare fastify route, same bytes', 'plain', null),
    row('list, repeated', 'again', 0.8),
    row('list made anew, ten pages in turn', 'near', 0.4),
    row('list made anew, other events each time', 'far', 0.4),
    {
      name: 'the cost of one with an application password, against one without',
      value: median(rounds.map(({ basic }) => 1_000_000 / basic[by])),
      unit: by === 'perCpuSecond' ? 'CPU µs' : 'µs',
      ratio: median(rounds.map(({ near, basic }) => near[by] / basic[by])),
      aim: by === 'perCpuSecond' ? 1.2 : null,
      atMost: true,
    },
  ]
}

const startRows = ({ refill, firstListMs }: Serving, facts: number): readonly Row[] => {
  const row = (name: string, value: number, unit: string, aim: number | null = null): Row => ({
    name,
    value,
    unit,
    ratio: null,
    aim,
  })
  return [
    row(`start with ${facts} facts`, (facts * 1_000) / refill.ms, 'facts/s', 60_000),
    row('the same', facts / refill.cpuSeconds, 'facts/CPU s'),
    row(`the same, ${EVENTS} events`, (EVENTS * 1_000) / refill.ms, 'events/s'),
    row('first list after it', firstListMs, 'ms'),
  ]
}

const memoryRow = (name: string, bytes: number, aim: number): Row => ({
  name,
  value: bytes / MEBIBYTE,
  unit: 'MiB',
  ratio: null,
  aim,
  atMost: true,
})
