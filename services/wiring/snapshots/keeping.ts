import type { ProgressBoard } from '../../../projections/engine/progress.ts'
import type { Documents, DocumentsState } from '../../../shared/documents/port.ts'
import type { Fingerprinted } from '../../../shared/event-store/port.ts'

/** What is true for a snapshot to be worth its cost, and when it is looked at. */
export type Pace = {
  /** Documents that were changed since the last one: what fewer stand for is soon folded again. */
  readonly dueChanges: number
  /** The same when the process stops. */
  readonly dueAtStop: number
  readonly firstLookMs: number
  readonly lookMs: number
  /** After something was deleted from the log: read models hold nothing of it any more (ADR 15). */
  readonly quietMs: number
}

export const PACE: Pace = {
  dueChanges: 20_000,
  dueAtStop: 1_000,
  firstLookMs: 5_000,
  lookMs: 300_000,
  quietMs: 1_200_000,
}

export type SnapshotNeeds = {
  readonly file: string
  readonly documents: Documents & { readonly state: DocumentsState }
  readonly log: Pick<Fingerprinted, 'fingerprint'>
  readonly pace: Pace
  /** Writing at a stop takes no longer. */
  readonly stopMs: number
  readonly monotonicMs: () => number
  readonly tell: (message: string, error?: unknown) => void
}

/** Whose read models they are. */
export type Of = {
  readonly board: ProgressBoard
  /** What texts are made with besides the release: settings of the site, as they stand in the log now. */
  readonly settings: () => Promise<string>
}

/** What is known of the snapshot, and of what is to be in it. */
export type Keeping = {
  readonly needs: SnapshotNeeds
  /** Collections of read models that a snapshot holds, as the first generation calls them → the read model. */
  readonly names: Map<string, string>
  readonly models: Set<string>
  /** The mark of the release; made when it is first asked for, since few starts need it. */
  readonly build: () => Promise<string>
  readonly stopping: AbortController
  of: Of | null
  /** The settings that texts of the read models were made with. */
  settings: string | null
  /** Changes of documents that are in the last snapshot. */
  known: number
  /** The file may be there. */
  isThere: boolean
  quietUntil: number
  /** Grows with each deletion, and when a read model is to be made anew: what was begun before is called off. */
  discarded: number
  writing: Promise<void> | null
}

/** What texts would be made with now, besides the release. */
export const settingsNow = async ({ of }: Keeping): Promise<string> => (await of?.settings()) ?? ''

/** Another text for everything that would stand otherwise in texts. */
export const madeWith = async ({ build, settings }: Keeping): Promise<string> =>
  `${await build()} ${settings ?? ''}`
