import { DocumentsUnavailable, type Update } from '../../shared/documents/port.ts'
import { type Board, type Mark, type MarkDoc, noMark } from './board.ts'
import type { SharedBoard } from './shared-board.ts'

/** Somebody else has it by now: nothing may be done any more in its name. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  constructor(name: string) {
    super(`${name} is run by another process now`)
  }
}

export type LeaseDeps = {
  readonly shared: SharedBoard
  /** Whether readers may be answered by what is written under it. */
  readonly awaited: boolean
  /** Unique among all processes, also those of the past. */
  readonly holder: string
  /** Never goes back; this process's own. Clocks of different machines are never compared. */
  readonly monotonicMs: () => number
  /** A holder that has not been heard of for so long is taken for dead. */
  readonly ttlMs: number
  readonly warn: (message: string, error: unknown) => void
}

export type Held = {
  readonly epoch: number
  /** As it was at the takeover. */
  readonly mark: Mark
  /** Aborts when the lease is lost, and when it is to be given back. */
  readonly signal: AbortSignal
  /** To be awaited before anything is done. Throws LeaseLost, DocumentsUnavailable when it cannot be known. */
  readonly assure: () => Promise<void>
  /** Takes effect only while the lease is held. */
  readonly write: (mark: Mark) => Promise<void>
  /** The same, for what nobody waits for: with the next beat, or when the lease is given back. */
  readonly note: (mark: Mark) => void
}

type Wanted = { readonly deps: LeaseDeps; readonly name: string; readonly signal: AbortSignal }

/** A candidate looks this many times per TTL, and so often at least; a holder is heard of three times. */
const LOOKS = 10
const LOOK_MS = 500
const BEATS = 3

const lookMs = (ttlMs: number): number => Math.min(LOOK_MS, ttlMs / LOOKS)

// a function, because it changes while we await
const isAborted = (signal: AbortSignal): boolean => signal.aborted

const markIn = async (board: Board, name: string): Promise<MarkDoc | null> => {
  const found = await board.get(name)
  return found?.kind === 'mark' ? found : null
}

/** Takes it over, if it still is as `seen`; the guard lets one of several candidates through. */
const takeOver = async ({ deps, name }: Wanted, seen: MarkDoc): Promise<MarkDoc | null> => {
  const { holder } = deps
  const { board } = deps.shared
  const epoch = seen.epoch + 1
  const filter = { _id: name, epoch: seen.epoch, beat: seen.beat }
  await board.bulkWrite([{ updateOne: { filter, update: { $set: { epoch, holder }, $inc: { beat: 1 } } } }])
  const now = await markIn(board, name)
  return now?.holder === holder && now.epoch === epoch ? now : null
}

/** Makes the document when it is missing; one that is there stays as it is. */
const introduce = ({ deps, name }: Wanted): Promise<void> =>
  deps.shared.board.bulkWrite([
    {
      replaceOne: {
        filter: { _id: name, epoch: -1 },
        replacement: {
          _id: name,
          kind: 'mark',
          ...noMark,
          awaited: deps.awaited,
          epoch: 0,
          holder: null,
          beat: 0,
        },
        upsert: true,
      },
    },
  ])

type Taken = { readonly doc: MarkDoc; readonly confirmedMs: number }

/** Waits until the lease is free, given back, or its holder has not been heard of for the TTL; null: aborted. */
const acquired = async (wanted: Wanted): Promise<Taken | null> => {
  const { deps, name, signal } = wanted
  const { holder, monotonicMs, ttlMs } = deps
  const { board } = deps.shared
  let known = { epoch: -1, beat: -1, sinceMs: 0 }
  while (!signal.aborted) {
    const doc = await markIn(board, name)
    if (doc === null) {
      await introduce(wanted)
      continue
    }
    if (known.epoch !== doc.epoch || known.beat !== doc.beat)
      known = { epoch: doc.epoch, beat: doc.beat, sinceMs: monotonicMs() }
    const isFree = doc.holder === null || doc.holder === holder
    if (isFree || monotonicMs() - known.sinceMs >= ttlMs) {
      const confirmedMs = monotonicMs()
      const taken = await takeOver(wanted, doc)
      if (taken !== null) return { doc: taken, confirmedMs }
    }
    await deps.shared.tick(lookMs(ttlMs), signal)
  }
  return null
}

type Holding = { readonly held: Held; readonly giveBack: () => Promise<void> }

/** What a document says of its follower, without who runs it. */
const markOf = (doc: MarkDoc): Mark => {
  const { reached, changedAt, askedAt = changedAt, live, caughtUp, lastAtMs, workingOnMs } = doc
  const { parked, stopped } = doc
  return { reached, changedAt, askedAt, live, caughtUp, lastAtMs, workingOnMs, parked, stopped }
}

type Fields = NonNullable<Update['$set']>

/** Changes the document of a lease that is held; another's stays as it is. */
const changing =
  ({ deps, name }: Wanted, epoch: number) =>
  (change: Fields): Promise<void> =>
    deps.shared.board.bulkWrite([
      { updateOne: { filter: { _id: name, epoch }, update: { $set: change, $inc: { beat: 1 } } } },
    ])

/** What of `next` is not there yet. */
const newIn = (next: Fields, there: Fields): Fields =>
  Object.fromEntries(Object.entries(next).filter(([member, value]) => there[member] !== value))

/** Writes marks of a lease that is held, of each what is new in it: so those of many followers change alike. */
const writingMarks = (change: (change: Fields) => Promise<void>) => {
  /** null: it is not known, since nothing was written so far, or something is being written, or was perhaps not. */
  let there: Mark | null = null
  let last: Mark | null = null
  return async (next: Mark): Promise<void> => {
    const before = there
    there = null
    last = next
    await change(before === null ? next : newIn(next, before))
    if (last === next) there = next
  }
}

const holding = (wanted: Wanted, { doc, confirmedMs }: Taken): Holding => {
  const { deps, name, signal } = wanted
  const { monotonicMs, ttlMs } = deps
  const { board } = deps.shared
  const { epoch } = doc
  const change = changing(wanted, epoch)
  const writeMark = writingMarks(change)
  const lost = new AbortController()
  const given = new AbortController()
  let mark = markOf(doc)
  let confirmed = confirmedMs
  let renewing: Promise<void> | null = null

  const renew = async (): Promise<void> => {
    const askedMs = monotonicMs()
    await writeMark(mark)
    if ((await markIn(board, name))?.epoch !== epoch) lost.abort()
    else confirmed = askedMs
  }
  const held: Held = {
    epoch,
    mark,
    signal: AbortSignal.any([signal, lost.signal, given.signal]),
    assure: async () => {
      if (monotonicMs() - confirmed >= ttlMs / 2)
        await (renewing ??= renew().finally(() => {
          renewing = null
        }))
      if (lost.signal.aborted) throw new LeaseLost(name)
    },
    write: next => {
      mark = next
      return writeMark(next)
    },
    note: next => {
      mark = next
    },
  }
  const beats = beating(wanted, held.signal, renew)
  const giveBack = async (): Promise<void> => {
    given.abort()
    await beats
    await change({ ...mark, holder: null })
  }
  return { held, giveBack }
}

/** Lets others hear of the holder until `signal` aborts. */
const beating = async (
  { deps, name }: Wanted,
  signal: AbortSignal,
  renew: () => Promise<void>,
): Promise<void> => {
  while (!isAborted(signal)) {
    await deps.shared.tick(deps.ttlMs / BEATS, signal)
    if (isAborted(signal)) return
    await renew().catch((error: unknown) => deps.warn(`the lease of ${name} cannot be renewed`, error))
  }
}

/**
 * Runs `work` in one process at a time, here whenever it is this process's turn, until `signal` aborts. When the work
 * ends or fails, the lease is given back at once and asked for again. `work` must end soon after its signal aborts.
 */
export const underLease = async (
  deps: LeaseDeps,
  name: string,
  work: (held: Held) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const wanted: Wanted = { deps, name, signal }
  while (!signal.aborted) {
    try {
      const taken = await acquired(wanted)
      if (taken === null) return
      const { held, giveBack } = holding(wanted, taken)
      await work(held).finally(giveBack)
    } catch (error) {
      if (error instanceof LeaseLost) continue
      const why = error instanceof DocumentsUnavailable ? 'the documents are out' : 'it failed'
      deps.warn(`${name}: ${why}; trying again`, error)
      await deps.shared.tick(lookMs(deps.ttlMs), signal)
    }
  }
}
