import { z } from 'zod'
import { UserId, streamName, TermId } from '../kernel/brands.ts'
import type { JsonObject } from '../kernel/json.ts'
import { codecOf } from './codec.ts'
import { Id, pair, Revision } from './common.ts'

export const ImportId = z.string().regex(/^\w{1,64}$/)
export const UpdateAuthority = z.enum(['overwrite', 'preserve_changes', 'retain'])
export type UpdateAuthority = z.infer<typeof UpdateAuthority>

/** Spec 05 §1 `items[].outcome`. */
export const Outcome = z.enum([
  'created',
  'updated',
  'unchanged',
  'skipped',
  'failed',
  'duplicate',
  'withdrawn',
])
export type Outcome = z.infer<typeof Outcome>

/** The six types of spec 05 §3 `activity`. */
export const ActivityType = z.enum([
  'cal_events',
  'cal_organizer',
  'cal_venue',
  'cal_events_cat',
  'post_tag',
  'attachment',
])
export type ActivityType = z.infer<typeof ActivityType>
/** Those whose ids are of the one sequence of events, venues, organizers and images (spec 00 §8 ids). */
export type ItemType = Extract<ActivityType, 'cal_events' | 'cal_organizer' | 'cal_venue'>
export const isItemType = (type: ActivityType): type is ItemType =>
  type === 'cal_events' || type === 'cal_organizer' || type === 'cal_venue'
export const ActivityList = z.enum(['created', 'updated', 'skipped', 'scheduled'])
export type ActivityList = z.infer<typeof ActivityList>

/** Which items of which type were created, updated, skipped or scheduled, by id (spec 05 §3). */
export type Activity = Record<ActivityType, Record<ActivityList, number[]>>

/** Always the six types, each with the four lists. */
export const noActivity = (): Activity => {
  const lists = () => ({ created: [], updated: [], skipped: [], scheduled: [] })
  return {
    cal_events: lists(),
    cal_organizer: lists(),
    cal_venue: lists(),
    cal_events_cat: lists(),
    post_tag: lists(),
    attachment: lists(),
  }
}

/** What became of one item. No title: texts stay in the payload stream, which expires. */
export const ItemOutcome = z.object({
  /** 1 = first item received by the import. */
  position: z.int().positive(),
  outcome: Outcome,
  /** Code of spec 05 (`missing_title`, `invalid_date`, …) or null. */
  reason: z.string().nullable(),
  warnings: z.array(z.string()),
  /** Event id, or null. */
  id: Id.nullable(),
  uid: z.string().nullable(),
  /** What it did to other items, and to itself, for `activity`. */
  touched: z.array(z.tuple([ActivityType, ActivityList, Id])),
})
export type ItemOutcome = z.infer<typeof ItemOutcome>

const who = { importId: ImportId } as const

const LocalDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** What an import covers of a series, some of whose earlier occurrences it may not bring (spec 05 §5). */
export const SeriesSpan = z.object({
  uid: z.string(),
  /** Local days of original starts, both inclusive. */
  from: LocalDate,
  to: LocalDate,
  revision: Revision,
})
export type SeriesSpan = z.infer<typeof SeriesSpan>

/** How an import works; a schedule hands its own on to every import that it opens. */
export const importSettings = {
  origin: z.string(),
  source: z.string(),
  postStatus: z.enum(['publish', 'pending', 'draft', 'private']),
  /** User id of created items. */
  author: UserId,
  /** Category added at creation, or null. */
  category: TermId.nullable(),
  updateAuthority: UpdateAuthority,
  /** Seconds, 10..600. */
  interval: z.int(),
  stallMinutes: z.int().positive(),
} as const

/** Instead of a user who was erased. */
export const authorChange = z.object({ author: pair(UserId) })

/** Whether what waits for an import is called off by its end: later items are told what became of it. */
export const endsWaiting = (reason: string | null): boolean => reason === 'deleted' || reason === 'cancelled'

export const ImportFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ImportRegistered'),
    ...who,
    ...importSettings,
    /** First expected batch hash, 32 hex; null: takes no callbacks (a file import). */
    hash: z.string().nullable(),
  }),
  z.object({
    type: z.literal('ImportBatchReceived'),
    ...who,
    /** 0-based, in order of acceptance. */
    batch: z.int().nonnegative(),
    /** The hash this batch consumed and the digest of its canonical parameters: together they make a replay. */
    hash: z.string(),
    digest: z.string(),
    /** Items of this batch; their texts are in `importPayloadStream(importId, digest)` when there are any. */
    count: z.int().nonnegative(),
    /** Position of the first item (1 = first of the import). */
    firstPosition: z.int().positive(),
    percentage: z.int(),
    /** `status.data.total`. */
    total: z.int().nonnegative(),
    /** Whether the callback carried `events` at all (spec 05 §1 count_mismatch). */
    carriedEvents: z.boolean(),
    /** null on the last batch. */
    nextHash: z.string().nullable(),
    /** How many outcomes were recorded when this batch was answered: the answer is rebuilt from that. */
    outcomesKnown: z.int().nonnegative(),
  }),
  /** A batch was not taken, for the first time: the import would have had more items than it may (spec 05 §1). */
  z.object({
    type: z.literal('ImportBatchRefused'),
    ...who,
    /** `too_many_items` */
    reason: z.string(),
    message: z.string(),
  }),
  z.object({
    type: z.literal('ImportStateReported'),
    ...who,
    hash: z.string(),
    digest: z.string(),
    status: z.enum(['success', 'failed', 'pending']),
    percentage: z.int(),
    message: z.string(),
    messageSlug: z.string(),
  }),
  z.object({
    type: z.literal('ImportOutcomesRecorded'),
    ...who,
    batch: z.int().nonnegative(),
    /** Contiguous positions; a repeat of already recorded ones is refused by the decider. */
    outcomes: z.array(ItemOutcome),
    /** Of items among these; absent: none. */
    series: z.array(SeriesSpan).optional(),
  }),
  /** Events of series whose source no longer has them; each is an outcome behind those of the received items. */
  z.object({ type: z.literal('ImportOccurrencesWithdrawn'), ...who, outcomes: z.array(ItemOutcome) }),
  /** By an operator: what waits is left alone until it is resumed; callbacks are still accepted. */
  z.object({ type: z.literal('ImportPaused'), ...who }),
  z.object({ type: z.literal('ImportResumed'), ...who }),
  /** What it creates from now on is another user's. */
  z.object({ type: z.literal('ImportReattributed'), ...who, changes: authorChange }),
  z.object({
    type: z.literal('ImportClosed'),
    ...who,
    status: z.enum(['success', 'failed']),
    /** `count_mismatch`, `stalled`, `not_a_calendar`, `all_failed`, `reported`, `deleted`, `cancelled`, … or null. */
    reason: z.string().nullable(),
    message: z.string(),
  }),
])
export type ImportFact = z.infer<typeof ImportFact>

export const importCodec = codecOf(ImportFact)
export const IMPORTS = 'import-'
export const importStream = (importId: string) => streamName(`${IMPORTS}${importId}`)

/** As it came. Records are JSON texts, so what is in it needs no second look. */
const RawItem = z.custom<JsonObject>(
  value => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** Raw items as received, in chunks far below the store's record limit. Expires after the import has closed. */
export const ImportPayloadFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ImportItemsReceived'),
    ...who,
    firstPosition: z.int().positive(),
    items: z.array(RawItem),
  }),
])
export type ImportPayloadFact = z.infer<typeof ImportPayloadFact>
export const importPayloadCodec = codecOf(ImportPayloadFact)
export const PAYLOAD = 'importpayload-'
/** Items of one record of a payload, at most; mostly it holds as many. */
export const CHUNK_ITEMS = 50
export const importPayloadStream = (importId: string, digest: string) =>
  streamName(`${PAYLOAD}${importId}/${digest}`)
