import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fuzz-hostile/judge.ts'
import { publishedHere } from '../fuzz-hostile/published.ts'
import { makeSomebody } from '../fuzz/world-users.ts'
import { startServiceProcess } from '../fuzz-hostile/service.ts'
import { SITTER } from './people.ts'
import { keepAt, workOn, type Seen } from './load.ts'
import type { Row } from './minute.ts'
import { quantileOf } from './slope.ts'

type Told = { readonly fault: Fault; readonly doing: string }

export type Soaked = {
  readonly rows: readonly Row[]
  readonly faults: readonly Told[]
}

export type Wish = {
  readonly looks: number
  /** Milliseconds from one look to the next. */
  readonly everyMs: number
  readonly seed: number
  readonly tell?: (row: Row) => void
}

const MOST_FAULTS = 50

/** What came of the load since the last look. */
const counting = () => {
  const faults: Told[] = []
  let [times, hostile, wrong]: [number[], number, number] = [[], 0, 0]
  const seen: Seen = {
    asked: ms => times.push(ms),
    hostile: () => hostile++,
    fault: (fault, doing) => {
      wrong++
      if (faults.length < MOST_FAULTS) faults.push({ fault, doing })
    },
  }
  const taken = () => {
    const requests = times.length
    const counts = {
      requests,
      hostile,
      faults: wrong,
      p50: quantileOf(times, 0.5),
      p99: quantileOf(times, 0.99),
    }
    times = []
    hostile = 0
    wrong = 0
    return counts
  }
  return { faults, seen, taken }
}

/** Loads a service in a process of its own with everything at once, and looks at it again and again. */
export const soak = async ({ looks, everyMs, seed, tell = () => undefined }: Wish): Promise<Soaked> => {
  const published = await publishedHere()
  const service = await startServiceProcess()
  await makeSomebody((name, body) => service.operate(name, body), SITTER)
  const { faults, seen, taken } = counting()
  const rows: Row[] = []
  const state = { over: false }
  const isOver = () => state.over || service.ended() !== null
  const started = performance.now()
  const lanes = workOn(service, published, seed, seen).flatMap(work =>
    Array.from({ length: work.lanes }, () => keepAt(work, isOver, seen)),
  )
  try {
    for (let look = 0; look < looks; look++) {
      await sleep(everyMs)
      const { longestMs } = await service.reading()
      const held = await service.memory()
      const row: Row = { at: (performance.now() - started) / 60_000, ...taken(), longestMs, held }
      rows.push(row)
      tell(row)
    }
  } catch (error) {
    const ended = service.ended()
    const what = ended ?? String(error)
    faults.push({ fault: { kind: ended === null ? 'silent' : 'died', what }, doing: 'the soak' })
  } finally {
    state.over = true
    await Promise.all(lanes)
    published.close()
    await service.stop()
  }
  return { rows, faults }
}
