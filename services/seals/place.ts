import { logPosition, streamRevision, type EpochMs } from '../../shared/kernel/brands.ts'
import { recordDigest } from '../../shared/event-store/digest.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import { sealCodec, SEALS, type SealFact } from '../../shared/facts/seal.ts'
import { keyOf, leavesIn } from './leaves.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

type Reads = Pick<EventStore, 'read' | 'follow'>

/** A seal, when it was made (epoch milliseconds), and where it stands itself. */
type Placed = { readonly seal: SealFact; readonly atMs: EpochMs; readonly position: Position }

const placed = ({ type, data, meta, position }: StoredRecord): Placed => ({
  seal: sealCodec.decode(type, data),
  atMs: msOfIso(meta.at),
  position,
})

/** Seals of the log, from a revision on. */
const sealsFrom = async (store: Reads, from: number, limit: number): Promise<readonly Placed[]> =>
  (await store.read(SEALS, { from: streamRevision(from), limit })).map(placed)

/** The last seal behind so many of them; null: there is none. One at a time: each may be of hundreds of kilobytes. */
export const lastSeal = async (store: Reads, known: number): Promise<Placed | null> => {
  for (let last: Placed | null = null, from = known; ; from++) {
    const [next] = await sealsFrom(store, from, 1)
    if (next === undefined) return last
    last = next
  }
}

const firstBehind = async (
  store: Reads,
  after: Position,
  signal: AbortSignal,
): Promise<StoredRecord | null> => {
  for await (const { records } of untilLive(store, [], signal, after)) {
    const [first] = records
    if (first !== undefined) return first
  }
  return null
}

/** Where the last record stands that one of the seals holds; null: none of them is in the log, or not behind `after`. */
const lastOf = async (
  store: Reads,
  seals: readonly Placed[],
  after: Position | null,
  signal: AbortSignal,
): Promise<Position | null> => {
  const sealed = new Set(seals.flatMap(({ seal }) => leavesIn(seal).map(({ digest }) => keyOf(digest))))
  let last: Position | null = null
  for await (const { records } of untilLive(store, [], signal, after))
    for (const record of records) if (sealed.has(keyOf(recordDigest(record)))) last = record.position
  return last
}

/**
 * Where the last sealed record stands in this log; null: none of them is left. The seal says where it stood; where the log
 * was copied, or the record is gone, it is looked for, further and further back.
 */
export const placeOf = async (store: Reads, last: Placed, signal: AbortSignal): Promise<Position | null> => {
  const { reached, number } = last.seal
  const end = leavesIn(last.seal).at(-1)?.digest
  const there = await firstBehind(store, logPosition(reached - 1), signal)
  if (there?.position === reached && end !== undefined && recordDigest(there).equals(end)) return reached
  for (let back = 1; ; back *= 2) {
    const seals = await sealsFrom(store, Math.max(number - back, 0), back)
    const [before] = number > 2 * back ? await sealsFrom(store, number - 2 * back - 1, 1) : []
    const found = await lastOf(store, seals, before?.position ?? null, signal)
    if (found !== null || back >= number) return found
    signal.throwIfAborted()
  }
}
