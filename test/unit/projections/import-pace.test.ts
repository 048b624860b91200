import { describe, expect, it } from 'vitest'
import { userId, logPosition, epochMs } from '../../../shared/kernel/brands.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'
import { evolve } from '../../../projections/import-status/evolve.ts'
import { speedOf } from '../../../projections/import-status/pace.ts'
import type { ImportDoc } from '../../../projections/import-status/collections.ts'
import type { ImportFact } from '../../../shared/facts/import.ts'

const importId = 'abc'
const registered: ImportFact = {
  ...{
    type: 'ImportRegistered',
    importId,
    origin: 'ics',
    source: 'feed',
    postStatus: 'publish',
    author: userId(2),
  },
  ...{ category: null, updateAuthority: 'overwrite', interval: 10, stallMinutes: 60, hash: 'h' },
}
const received = (
  batch: number,
  count: number,
  total: number,
  nextHash: string | null = null,
): ImportFact => ({
  ...{
    type: 'ImportBatchReceived',
    importId,
    batch,
    hash: 'h',
    digest: `d${batch}`,
    count,
    firstPosition: 1,
  },
  ...{ percentage: 100, total, carriedEvents: true, nextHash, outcomesKnown: 0 },
})
const outcomes = (count: number): ImportFact => ({
  ...{ type: 'ImportOutcomesRecorded', importId, batch: 0 },
  outcomes: Array.from({ length: count }, (_, n) => ({
    ...{ position: n + 1, outcome: 'created', reason: null, warnings: [], id: 1, uid: null, touched: [] },
  })),
})
const closed: ImportFact = { type: 'ImportClosed', importId, status: 'success', reason: null, message: '' }

/** Facts with the second at which they were recorded. */
type Recorded = readonly [second: number, fact: ImportFact]
const told = (...facts: readonly Recorded[]): ImportDoc => {
  let doc: ImportDoc | null = null
  for (const [position, [second, fact]] of facts.entries())
    doc = evolve(doc, fact, {
      at: isoOfMs(epochMs(second * 1_000)),
      position: logPosition(position),
    })
  if (doc === null) throw new Error('nothing was told')
  return doc
}
const speed = (second: number, ...facts: readonly Recorded[]) =>
  speedOf(told(...facts), epochMs(second * 1_000))
const steadily = (seconds: number, each: number, from = 0): readonly Recorded[] =>
  Array.from({ length: seconds }, (_, n) => [from + n + 1, outcomes(each)])

describe('the progress of an import', () => {
  it('before anything is worked on, nothing can be said of the rate', () => {
    const nothing = { percentage: 0, per_second: 0, remaining_seconds: null }
    expect(speed(0, [0, registered])).toEqual(nothing)
    expect(speed(0, [0, registered], [0, received(0, 100, 100)])).toEqual(nothing)
  })

  it('has items a second and the seconds that remain', () => {
    const told = speed(4, [0, registered], [0, received(0, 1_000, 1_000)], ...steadily(4, 50))
    expect(told).toEqual({ percentage: 20, per_second: 50, remaining_seconds: 16 })
  })

  it('the rate is that of the last ten seconds', () => {
    const told = speed(
      60,
      [0, registered],
      [0, received(0, 10_000, 10_000)],
      ...steadily(40, 10),
      ...steadily(20, 100, 40),
    )
    expect(told).toMatchObject({ per_second: 100, remaining_seconds: 76 })
  })

  it('a silence lowers it, a pause ends it, and neither a rest nor a pause counts afterwards', () => {
    const first = [[0, registered], [0, received(0, 1_000, 1_000)], ...steadily(2, 50)] as const
    expect(speed(10, ...first)).toMatchObject({ per_second: 10 })
    const paused = [...first, [3, { type: 'ImportPaused', importId }]] as const
    expect(speed(4, ...paused)).toEqual({ percentage: 10, per_second: 0, remaining_seconds: null })
    const resumed = [...paused, [100, { type: 'ImportResumed', importId }], ...steadily(2, 20, 100)] as const
    expect(speed(102, ...resumed)).toMatchObject({ per_second: 20 })
    const rested = [
      [0, registered],
      [0, received(0, 100, 200, 'next')],
      ...steadily(2, 50),
      [60, received(1, 100, 200)],
      ...steadily(1, 40, 60),
    ] as const
    expect(speed(61, ...rested)).toMatchObject({ percentage: 70, per_second: 40 })
  })

  it('is whole when nothing more comes, and tells the rate on the whole', () => {
    const worked = [[0, registered], [0, received(0, 100, 100)], ...steadily(2, 50)] as const
    expect(speed(2, ...worked).percentage).toBe(99)
    const whole = { percentage: 100, per_second: 50, remaining_seconds: 0 }
    expect(speed(9, ...worked, [2, closed])).toEqual(whole)
    const half = { ...closed, status: 'failed', reason: 'stalled' } as const
    const ended = speed(9, [0, registered], [0, received(0, 50, 100, 'n')], ...steadily(1, 50), [9, half])
    expect(ended).toMatchObject({ percentage: 50, remaining_seconds: 0 })
  })
})
