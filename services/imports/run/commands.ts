import type { UserId } from '../../../shared/kernel/brands.ts'
import type { ItemOutcome, SeriesSpan } from '../../../shared/facts/import.ts'
import type { RunSettings } from './state.ts'

/** User ids: whoever creates in the name of `from`, creates in that of `to` from now on. */
export type Reattribution = { readonly from: UserId; readonly to: UserId }

export type RunCommand =
  | {
      readonly type: 'Register'
      readonly importId: string
      readonly hash: string | null
      readonly settings: RunSettings
    }
  | {
      readonly type: 'ReceiveBatch'
      readonly importId: string
      readonly hash: string
      readonly digest: string
      readonly count: number
      readonly percentage: number
      readonly total: number
      readonly carriedEvents: boolean
      readonly last: boolean
      /** 32 hex, random: the hash of the batch after this one. */
      readonly nextHash: string
    }
  /** A batch of `items` that the import cannot take, because it may have `most` altogether. */
  | {
      readonly type: 'RefuseItems'
      readonly importId: string
      readonly items: number
      readonly most: number
    }
  | {
      readonly type: 'ReceiveFile'
      readonly importId: string
      readonly digest: string
      readonly count: number
    }
  | {
      readonly type: 'ReportState'
      readonly importId: string
      readonly hash: string
      readonly digest: string
      readonly status: 'success' | 'failed' | 'pending'
      readonly percentage: number
      readonly message: string
      readonly messageSlug: string
    }
  | {
      readonly type: 'RecordOutcomes'
      readonly importId: string
      readonly batch: number
      /** Of contiguous positions. */
      readonly outcomes: readonly ItemOutcome[]
      /** Of items among these. */
      readonly series?: readonly SeriesSpan[]
    }
  /** Events of series whose source no longer has them; those that were recorded change nothing. */
  | {
      readonly type: 'RecordWithdrawn'
      readonly importId: string
      readonly withdrawn: readonly { readonly id: number; readonly uid: string }[]
    }
  /** `callbacks`: how many were accepted when the import was found silent; one more and it is not. */
  | { readonly type: 'CloseStalled'; readonly importId: string; readonly callbacks: number }
  | {
      readonly type: 'CloseUnreadable'
      readonly importId: string
      readonly reason: string
      readonly message: string
    }
  | { readonly type: 'Delete'; readonly importId: string }
  | { readonly type: 'Cancel'; readonly importId: string }
  | { readonly type: 'Pause'; readonly importId: string }
  | { readonly type: 'Resume'; readonly importId: string }
  | ({ readonly type: 'Reattribute'; readonly importId: string } & Reattribution)

export type RunRefusal = {
  readonly code:
    | 'import_exists'
    | 'import_unknown'
    /** The import takes no callback at all: unknown or closed. */
    | 'import_not_pending'
    /** It does, but not with this hash. */
    | 'hash_refused'
    | 'not_a_file_import'
    /** Outcomes must follow the recorded ones without a gap, and only for received items. */
    | 'outcomes_out_of_order'
    | 'not_stalled'
    /** Closed, and nothing of it waits: there is nothing to pause, to resume or to cancel. */
    | 'import_over'
}
