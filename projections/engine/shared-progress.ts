import { logPosition, noPosition } from '../../shared/kernel/brands.ts'
import { coalesced } from '../../shared/coalesced.ts'
import { DocumentsUnavailable } from '../../shared/documents/port.ts'
import type { Position } from '../../shared/event-store/port.ts'
import { type Board, type BoardDoc, type GenerationsDoc, type MarkDoc, noMark } from './board.ts'
import { generationName, lagOf, type Progress } from './progress.ts'
import type { SharedBoard } from './shared-board.ts'

/** Pauses between two looks at the board while somebody waits for a read model: the first, and the longest. */
const LOOK_MS = { first: 4, most: 64 } as const
/**
 * What others feed is not looked for before three quarters of the time that it took the last time, but after this; then after
 * another quarter.
 */
const FORETOLD = { part: 0.75, pause: 0.25, mostMs: 250 } as const
/** Where this process feeds what is waited for, it need not look before it has written so; it does after this, all the same. */
const OWN_MS = 250
/** While the board cannot be read, a request waits so long for its return. */
const OUTAGE_MS = 50
/**
 * A look that began no longer ago is as good as one of now, because every write is answered so much later than it was seen on
 * the board (ADR 37). `answerMs` is longer: timers may come early, and clocks differ a little in speed.
 */
const LATELY = { lookMs: 10, answerMs: 12 } as const

type Needs = {
  readonly shared: Pick<SharedBoard, 'board' | 'own'>
  /** The read models that this process asks. */
  readonly names: readonly string[]
  /** Never goes back; this process's own. */
  readonly monotonicMs: () => number
  /** On the same clock. */
  readonly sleep: (ms: number) => Promise<unknown>
  /** Whoever has not been heard of for so long runs nothing any more. */
  readonly ttlMs: number
}

type Heard = { readonly epoch: number; readonly beat: number; readonly sinceMs: number }

/** What the board said when it was last read; null: it could not be read. `sinceMs`: when that look began. */
type Seen = {
  readonly sinceMs: number
  readonly marks: ReadonlyMap<string, MarkDoc>
  readonly generations: ReadonlyMap<string, GenerationsDoc>
  readonly owed: Position
}

/** Marks of before tell only that something changed. */
const askedAtOf = (mark: MarkDoc | null): Position => mark?.askedAt ?? mark?.changedAt ?? logPosition(0)

const seenIn = (documents: readonly BoardDoc[], sinceMs: number): Seen => {
  const marks = new Map<string, MarkDoc>()
  const generations = new Map<string, GenerationsDoc>()
  let owed: Position = noPosition
  for (const document of documents) {
    if (document.kind === 'mark') marks.set(document._id, document)
    else if (document.kind === 'generations') generations.set(document.model, document)
    else owed = document.position
  }
  return { sinceMs, marks, generations, owed }
}

type Known = {
  readonly needs: Needs
  /** Of each follower, when its mark was last seen to change. */
  readonly heard: Map<string, Heard>
  seen: Seen | null
  isOut: boolean
  /** How long it took the last time until what others feed had what was waited for. */
  tookMs: number
}

/**
 * The progress of read models that other processes keep, as they tell it on the board. What is answered is what the
 * last look found, and `refresh` looks where that may lack a write that was answered; a board that cannot be read knows
 * nothing, so that single items come from the log and no kept answer counts.
 */
export const sharedProgress = (needs: Needs): Progress => {
  const { sleep } = needs
  const known: Known = { needs, heard: new Map(), seen: null, isOut: false, tookMs: 0 }
  const look = coalesced(() => lookAtBoard(known))
  // an outage is not waited for by each request anew: what a board that cannot be read knows is safe
  const lookNow = async (): Promise<void> => {
    if (known.isOut) await Promise.race([look(), sleep(OUTAGE_MS)])
    else await look()
  }
  return {
    refresh: async () => {
      if (known.seen === null || needs.monotonicMs() - known.seen.sinceMs >= LATELY.lookMs) await lookNow()
    },
    waitUntilVisible: async (projections, written, timeoutMs) => {
      if (written === null) return 'visible'
      const asked = needs.monotonicMs()
      const until = asked + timeoutMs
      const isOfOthers = isAwaitedFromOthers(known, projections, written)
      const { tookMs } = known
      if (isOfOthers) await sleep(Math.min(tookMs * FORETOLD.part, FORETOLD.mostMs, timeoutMs))
      const firstMs = isOfOthers ? Math.max(tookMs * FORETOLD.pause, LOOK_MS.first) : LOOK_MS.first
      for (let pauseMs = firstMs; ; pauseMs *= 2) {
        await untilForetold(known, projections, written, until)
        await lookNow()
        if (isVisible(known, projections, written)) {
          if (isOfOthers) known.tookMs = needs.monotonicMs() - asked
          await sleep(LATELY.answerMs)
          return 'visible'
        }
        if (needs.monotonicMs() >= until) return 'lagging'
        await sleep(Math.min(pauseMs, LOOK_MS.most))
      }
    },
    owe: async written => {
      if (known.seen === null) return
      await tellOwed(needs.shared.board, written)
      await lookNow()
      await sleep(LATELY.answerMs)
    },
    ...answersOf(known),
  }
}

const lookAtBoard = async (known: Known): Promise<void> => {
  const begunMs = known.needs.monotonicMs()
  try {
    known.seen = seenIn(await known.needs.shared.board.find({}), begunMs)
    known.isOut = false
    listen(known, known.seen)
  } catch (error) {
    if (!(error instanceof DocumentsUnavailable)) throw error
    known.seen = null
    known.isOut = true
  }
}

const listen = ({ needs, heard }: Known, { marks }: Seen): void => {
  for (const { _id, epoch, beat } of marks.values()) {
    const last = heard.get(_id)
    if (last?.epoch !== epoch || last.beat !== beat)
      heard.set(_id, { epoch, beat, sinceMs: needs.monotonicMs() })
  }
}

const tellOwed = async (board: Board, written: Position): Promise<void> => {
  const filter = { _id: 'owed', position: { $lt: written } }
  const replacement = { _id: 'owed', kind: 'owed', position: written } as const
  try {
    await board.bulkWrite([{ replaceOne: { filter, replacement, upsert: true } }])
  } catch (error) {
    // without the board nobody has a kept answer that counts
    if (!(error instanceof DocumentsUnavailable)) throw error
  }
}

const generationOf = ({ seen }: Known, name: string): number => seen?.generations.get(name)?.serving ?? 1
const followerOf = (known: Known, name: string): string => generationName(name, generationOf(known, name))
const markOf = (known: Known, name: string): MarkDoc | null =>
  known.seen?.marks.get(followerOf(known, name)) ?? null

const isAlive = ({ needs, heard }: Known, { _id, holder }: MarkDoc): boolean =>
  holder !== null && needs.monotonicMs() - (heard.get(_id)?.sinceMs ?? -Infinity) < needs.ttlMs

/** Other generations and versions that readers may be answered by, now or soon: of a newer release, for one. */
const isAwaited = (known: Known, mark: MarkDoc): boolean =>
  mark.awaited && mark.caughtUp && mark.stopped === null && isAlive(known, mark)

const isVisible = (known: Known, projections: readonly string[], written: Position): boolean => {
  const { seen, needs } = known
  if (seen === null) return false
  const own = new Set(needs.names.map(name => followerOf(known, name)))
  const others = [...seen.marks.values()].filter(mark => !own.has(mark._id) && isAwaited(known, mark))
  const asked = projections.map(name => markOf(known, name))
  return [...asked, ...others].every(mark => (mark?.reached ?? noPosition) >= written)
}

/** Whether it is not there by the last look, and this process feeds none of them itself. */
const isAwaitedFromOthers = (known: Known, projections: readonly string[], written: Position): boolean => {
  const { own } = known.needs.shared
  return (
    projections.every(name => own.reached(followerOf(known, name)) === null) &&
    !isVisible(known, projections, written)
  )
}

/** While this process itself has still to write that one of them has come so far, the board cannot say it. */
const untilForetold = async (
  known: Known,
  projections: readonly string[],
  written: Position,
  until: number,
): Promise<void> => {
  const { monotonicMs } = known.needs
  const { own } = known.needs.shared
  const followers = projections.map(name => followerOf(known, name))
  const isBehind = (follower: string) => (own.reached(follower) ?? written) < written
  const lookMs = Math.min(until, monotonicMs() + OWN_MS)
  while (followers.some(isBehind)) {
    const left = lookMs - monotonicMs()
    if (left <= 0) return
    await own.untilChanged(left)
  }
}

const answersOf = (known: Known): Omit<Progress, 'refresh' | 'waitUntilVisible' | 'owe'> => ({
  reached: name => markOf(known, name)?.reached ?? null,
  changedAt: name => markOf(known, name)?.changedAt ?? logPosition(0),
  lagMs: (name, nowMs) => lagOf(markOf(known, name) ?? noMark, nowMs),
  parked: name => markOf(known, name)?.parked ?? 0,
  stopped: name => markOf(known, name)?.stopped ?? null,
  isUnattended: name => {
    const mark = markOf(known, name)
    return mark === null || !isAlive(known, mark)
  },
  names: () => known.needs.names,
  generation: name => generationOf(known, name),
  building: name => known.seen?.generations.get(name)?.building ?? null,
  version: asked =>
    known.seen === null
      ? null
      : asked.map(name => `${generationOf(known, name)}:${markOf(known, name)?.changedAt ?? 0}`).join(),
  askedVersion: asked =>
    known.seen === null
      ? null
      : asked.map(name => `${generationOf(known, name)}:${askedAtOf(markOf(known, name))}`).join(),
  hasAnswered: name => known.seen !== null && (markOf(known, name)?.reached ?? noPosition) >= known.seen.owed,
})
