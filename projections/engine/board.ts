import { epochMs, type EpochMs, logPosition } from '../../shared/kernel/brands.ts'
import type { Collection, Documents } from '../../shared/documents/port.ts'
import type { Position } from '../../shared/event-store/port.ts'

// What processes tell each other about read models: how far each follower has come, and which generations there are.

/** How far a follower of the log has come, and how it is. */
export type Mark = {
  readonly reached: Position | null
  /** Position of the last record that could have changed it. */
  readonly changedAt: Position
  /** Of the last of these that somebody waited for: no work in the background. Marks of before do not tell. */
  readonly askedAt?: Position
  /** Nothing was waiting when it last looked. */
  readonly live: boolean
  /** It was live at least once. */
  readonly caughtUp: boolean
  /** Instant of the last record it applied, epoch milliseconds. */
  readonly lastAtMs: EpochMs
  /** Instant of the first record that it is at work on; null: it is at work on none. */
  readonly workingOnMs: EpochMs | null
  /** Records set aside because they cannot be applied. */
  readonly parked: number
  readonly stopped: string | null
}

export const noMark: Mark = {
  reached: null,
  changedAt: logPosition(0),
  askedAt: logPosition(0),
  live: false,
  caughtUp: false,
  lastAtMs: epochMs(0),
  workingOnMs: null,
  parked: 0,
  stopped: null,
}

/** The mark of a follower that any of several processes may run, and who runs it. */
export type MarkDoc = Mark & {
  readonly _id: string
  readonly kind: 'mark'
  /** Writers wait for it before they answer: readers may be answered by it. */
  readonly awaited: boolean
  /** Grows with every change of hands: whoever knows an older one has lost it. */
  readonly epoch: number
  /** null: given back. */
  readonly holder: string | null
  /** Changes as long as the holder lives. */
  readonly beat: number
}

/** Which generation of a read model answers; a new one is built beside it, old ones are fed until nobody asks them. */
export type GenerationsDoc = {
  readonly _id: string
  readonly kind: 'generations'
  readonly model: string
  readonly serving: number
  readonly building: number | null
  /** Answered before, and may be answering requests that are under way. */
  readonly leaving?: readonly number[]
  /** Never answered, and never will: a newer one was asked for while they were being built. */
  readonly superseded?: readonly number[]
}

/** A write up to this position was answered before the read models had it. */
type OwedDoc = { readonly _id: 'owed'; readonly kind: 'owed'; readonly position: Position }

/** Small, and read as a whole. */
export type BoardDoc = MarkDoc | GenerationsDoc | OwedDoc
export type Board = Collection<BoardDoc>

export const boardIn = (documents: Documents): Promise<Board> =>
  documents.collection<BoardDoc>({ name: 'board', indexes: [], reread: true })
