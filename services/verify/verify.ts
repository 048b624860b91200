import type { LogScan, StreamTally, Tallied } from '../../shared/event-store/scan.ts'
import { highestOf, idsCodec, idsStream, type Sequence } from '../../shared/facts/claim.ts'
import { checkStream } from './stream.ts'
import type { WrittenSeal } from '../seals/written.ts'
import { checkSeals, type Sealed } from './seals.ts'
import { idIn, type Found, type Reads } from './found.ts'
import { kindOf } from './kinds.ts'

/** What a log holds, and what is wrong with it. */
export type Report = {
  readonly records: number
  readonly streams: number
  /** By the beginning of their names. */
  readonly kinds: Readonly<Record<string, number>>
  /** Claims that nobody needs. */
  readonly unused: number
  readonly sealed: Sealed
  readonly wrong: number
  /** The first ones. */
  readonly problems: readonly string[]
}

export type Looking = {
  readonly scan: LogScan
  readonly tally: StreamTally
  /** Seals that were written down before; none: the log is compared with its own alone. */
  readonly against: readonly WrittenSeal[]
  /** How far it is. */
  readonly tell: (done: string) => void
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
}

const TOGETHER = 64
const SHOWN = 20
const TELL_EVERY = 100_000
/** A write that is under way is over by then. */
const SECOND_LOOK_MS = 500

type Sum = {
  records: number
  streams: number
  unused: number
  wrong: number
  readonly kinds: Record<string, number>
  readonly problems: string[]
  readonly highest: Map<Sequence, number>
}

const note = (sum: Sum, problems: readonly string[]): void => {
  sum.wrong += problems.length
  sum.problems.push(...problems.slice(0, SHOWN - sum.problems.length))
}

const countRecords = async ({ scan, tally, against, tell, signal }: Looking, sum: Sum): Promise<Sealed> => {
  const seals = checkSeals(scan.read, against)
  for await (const { records, damaged } of scan.everything(signal)) {
    const before = sum.records
    sum.records += records.length
    tally.add(records)
    note(sum, damaged)
    for (const record of records) note(sum, await seals.met(record))
    if (Math.floor(before / TELL_EVERY) < Math.floor(sum.records / TELL_EVERY))
      tell(`${sum.records} records read`)
  }
  const { problems, sealed } = await seals.end()
  note(sum, problems)
  return sealed
}

/** Looked at again before it is told: others may write between two reads. */
const surely = async (looking: Looking, tallied: Tallied): Promise<Found> => {
  const first = await checkStream(looking.scan, tallied)
  if (first.problems.length === 0) return first
  await looking.pause(SECOND_LOOK_MS)
  const second = await checkStream(looking.scan, tallied)
  return { ...second, problems: second.problems.filter(problem => first.problems.includes(problem)) }
}

const countStream = (sum: Sum, { stream }: Tallied, { problems, unused }: Found): void => {
  const kind = kindOf(stream)
  const name = kind?.prefix.replace(/[-/]$/, '') ?? 'unknown'
  sum.streams += 1
  sum.unused += unused
  sum.kinds[name] = (sum.kinds[name] ?? 0) + 1
  if (kind?.sequence !== undefined)
    sum.highest.set(kind.sequence, Math.max(sum.highest.get(kind.sequence) ?? 0, idIn(stream)))
  note(sum, problems)
}

/** An id that was never reserved will be given to another item. */
const idProblems = async (store: Reads, highest: Sum['highest']): Promise<readonly string[]> => {
  const problems: string[] = []
  for (const [sequence, id] of highest) {
    const records = await store.read(idsStream(sequence)).catch(() => [])
    const reserved = records.reduce(
      (most, { type, data }) => Math.max(most, highestOf(idsCodec.decode(type, data))),
      0,
    )
    if (id > reserved)
      problems.push(`${idsStream(sequence)} has reserved ids up to ${reserved}, and ${id} is used`)
  }
  return problems
}

/**
 * Reads everything, twice: once in log order, for checksums, and once stream by stream, for all the rest. Memory does not
 * grow with the log, but by digests of what was purged.
 */
export const verifyLog = async (looking: Looking): Promise<Report> => {
  const { scan, tally } = looking
  const empty = { records: 0, streams: 0, unused: 0, wrong: 0 }
  const sum: Sum = { ...empty, kinds: {}, problems: [], highest: new Map() }
  const sealed = await countRecords(looking, sum)
  for (let some = tally.after('', TOGETHER); some.length > 0;) {
    const found = await Promise.all(some.map(one => surely(looking, one)))
    for (const [index, each] of found.entries()) {
      const one = some[index]
      if (one !== undefined) countStream(sum, one, each)
    }
    some = tally.after(some.at(-1)?.stream ?? '', TOGETHER)
  }
  note(sum, await idProblems(scan, sum.highest))
  const { records, streams, kinds, unused, wrong, problems } = sum
  return { records, streams, kinds, unused, sealed, wrong, problems }
}
