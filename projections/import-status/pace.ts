import type { EpochMs, IsoTime } from '../../shared/kernel/brands.ts'
import type { ImportDoc, Pace } from './collections.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** A rate is that of so many milliseconds, or a little more. */
const WINDOW_MS = 10_000
const STEP_MS = 2_000
/** A silence that is longer lowers the rate. */
const SILENCE_MS = 5_000

/** Work begins, or goes on after a rest that says nothing about its speed. */
export const paceFrom = ({ processed }: ImportDoc, { at }: { readonly at: IsoTime }): readonly Pace[] => [
  { at, processed },
]

/** After so many more outcomes. */
export const paced = (
  { pace, processed }: ImportDoc,
  more: number,
  { at }: { readonly at: IsoTime },
): readonly Pace[] => {
  const nowMs = msOfIso(at)
  const last = pace.at(-1)
  const isStep = last === undefined || nowMs - msOfIso(last.at) >= STEP_MS
  const all = isStep ? [...pace, { at, processed: processed + more }] : pace
  // the newest of those that lie before the window is where the window begins
  const begin = all.findLastIndex(mark => msOfIso(mark.at) <= nowMs - WINDOW_MS)
  return begin <= 0 ? all : all.slice(begin)
}

/** Nothing of it will change any more. */
export const isOver = ({ status, processed, received }: ImportDoc): boolean =>
  status !== 'pending' && processed >= received

const rate = (items: number, ms: number): number => (ms > 0 ? (items / ms) * 1_000 : 0)

const perSecond = (doc: ImportDoc, nowMs: EpochMs): number => {
  const { pace, processed, received, firstBatchAt, lastOutcomeAt } = doc
  if (lastOutcomeAt === null) return 0
  const lastMs = msOfIso(lastOutcomeAt)
  if (isOver(doc)) return rate(processed, lastMs - msOfIso(firstBatchAt ?? lastOutcomeAt))
  const [begin] = pace
  if (doc.paused || begin === undefined) return 0
  const isSilent = processed < received && nowMs - lastMs > SILENCE_MS
  return rate(processed - begin.processed, (isSilent ? nowMs : lastMs) - msOfIso(begin.at))
}

export type Speed = {
  /** Of the items that are expected, those with an outcome: 0 to 100; 100 only when nothing more comes. */
  readonly percentage: number
  /** Items a second lately, one decimal; of an import that is over, on the whole. */
  readonly per_second: number
  /** Until the items that are expected have an outcome; null: it cannot be told. */
  readonly remaining_seconds: number | null
}

/** What a progress display says besides the counts. */
export const speedOf = (doc: ImportDoc, nowMs: EpochMs): Speed => {
  const { status, total, received, processed } = doc
  const expected = Math.max(total, received)
  const share = expected === 0 ? 0 : Math.floor((100 * processed) / expected)
  const speed = perSecond(doc, nowMs)
  const per_second = Math.round(speed * 10) / 10
  if (isOver(doc)) return { percentage: status === 'success' ? 100 : share, per_second, remaining_seconds: 0 }
  const left = speed > 0 ? Math.ceil((expected - processed) / speed) : null
  return { percentage: Math.min(share, 99), per_second, remaining_seconds: left }
}
