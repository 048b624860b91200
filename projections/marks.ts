import type { Collection, Documents } from '../shared/documents/port.ts'
import type { Position } from '../shared/event-store/port.ts'

/** How far a follower of the log has come, and how it is. */
export type Mark = {
  readonly reached: Position | null
  /** Position of the last record that could have changed it. */
  readonly changedAt: Position
  /** Nothing was waiting when it last looked. */
  readonly live: boolean
  /** It was live at least once. */
  readonly caughtUp: boolean
  /** Instant of the last record it applied, epoch milliseconds. */
  readonly lastAtMs: number
  /** Instant of the first record that it is at work on; null: it is at work on none. */
  readonly workingOnMs: number | null
  /** Records set aside because they cannot be applied. */
  readonly parked: number
  readonly stopped: string | null
}

export const noMark: Mark = {
  reached: null,
  changedAt: 0,
  live: false,
  caughtUp: false,
  lastAtMs: 0,
  workingOnMs: null,
  parked: 0,
  stopped: null,
}

/** The mark of a follower that any of several processes may run, and who runs it. */
export type MarkDoc = Mark & {
  readonly _id: string
  /** Grows with every change of hands: whoever knows an older one has lost it. */
  readonly epoch: number
  /** null: given back. */
  readonly holder: string | null
  /** Changes as long as the holder lives. */
  readonly beat: number
}

export const marksIn = (documents: Documents): Promise<Collection<MarkDoc>> =>
  documents.collection<MarkDoc>({ name: 'marks', indexes: [] })
