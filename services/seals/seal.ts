import { setImmediate as nextTurn } from 'node:timers/promises'
import { logPosition, streamRevision, type EpochMs, epochMs } from '../../shared/kernel/brands.ts'
import { unlessConflict, type EventStore, type Position } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import { sealCodec, SEALS } from '../../shared/facts/seal.ts'
import { recordOf, serviceContext } from '../handle.ts'
import { leafOf, sealOf, sealTree, type SealTree } from './leaves.ts'
import { lastSeal, placeOf } from './place.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** When a seal is due: so many records, or so many milliseconds behind the last one. */
export type Due = { readonly records: number; readonly ms: number }

export type SealDeps = {
  readonly store: Pick<EventStore, 'read' | 'follow' | 'append'>
  readonly nowMs: () => EpochMs
}

/** Of one seal: 200 kilobytes of digests, far below what one append takes. */
export const MOST_SEALED = 5_000
/**
 * Younger records wait for the next seal. Whoever deletes a stream for good has looked a moment before what it holds, and
 * has told its digests: what was written since is not sealed yet.
 */
const YOUNG_MS = 60_000

/** Records that are digested in one turn of the event loop: some milliseconds of work. */
const SLICE = 200

/** The last seal, and where in the log the last record stands that is sealed. */
type End = {
  readonly number: number
  readonly root: string | null
  readonly atMs: EpochMs
  readonly place: Position | null
}

const NO_SEAL: End = { number: 0, root: null, atMs: epochMs(Number.NEGATIVE_INFINITY), place: null }

const caughtUp = async ({ store }: SealDeps, known: End, signal: AbortSignal): Promise<End> => {
  const last = await lastSeal(store, known.number)
  if (last === null) return known
  const { number, root } = last.seal
  return { number, root, atMs: last.atMs, place: await placeOf(store, last, signal) }
}

/** Records that wait for a seal. `others`: how many are no seals themselves; a log in which nothing else happens gets none. */
type Waiting = { readonly tree: SealTree; others: number; reached: Position }

const noneWaiting = (): Waiting => ({ tree: sealTree(), others: 0, reached: logPosition(0) })

/** The new end of the chain; null: somebody else was first. */
const append = async (
  { store, nowMs }: SealDeps,
  end: End,
  { tree, reached }: Waiting,
): Promise<End | null> => {
  const fact = sealOf(tree, { number: end.number + 1, previous: end.root, reached })
  const now = nowMs()
  const record = recordOf(sealCodec, fact, serviceContext('log.seal', now))
  const expected = end.number === 0 ? 'absent' : streamRevision(end.number - 1)
  if ((await store.append(SEALS, [record], expected).catch(unlessConflict)) === null) return null
  return { number: fact.number, root: fact.root, atMs: now, place: reached }
}

/**
 * Seals what is old enough and stands behind the last seal, when that is due (spec 00 §6.2); answers how many seals were
 * made. Whoever meets a seal that another process made leaves the rest to it.
 */
export const sealerOn = (deps: SealDeps) => {
  let known = NO_SEAL

  return async (due: Due, signal: AbortSignal): Promise<number> => {
    const begun = (known = await caughtUp(deps, known, signal))
    const now = deps.nowMs()
    const isDue = ({ others }: Waiting) => others > 0 && (others >= due.records || now - begun.atMs >= due.ms)
    // what says that it is from the future waits for nothing: a clock was wrong
    const isYoung = (atMs: EpochMs) => atMs > now - YOUNG_MS && atMs <= now
    const seal = async (waiting: Waiting): Promise<boolean> => {
      const end = await append(deps, known, waiting)
      known = end ?? NO_SEAL
      return end !== null
    }

    let waiting = noneWaiting()
    reading: for await (const { records } of untilLive(deps.store, [], signal, begun.place))
      for (const [n, record] of records.entries()) {
        if (n % SLICE === 0) await nextTurn()
        if (isYoung(msOfIso(record.meta.at))) break reading
        waiting.tree.add(leafOf(record))
        waiting.others += record.stream === SEALS ? 0 : 1
        waiting.reached = record.position
        if (waiting.tree.leaves.length < MOST_SEALED) continue
        if (!(await seal(waiting))) return known.number - begun.number
        waiting = noneWaiting()
      }
    signal.throwIfAborted()
    if (isDue(waiting)) await seal(waiting)
    return known.number - begun.number
  }
}
