import { z } from 'zod'
import { OrganizerId, TermId, UtcTime, VenueId, type StreamName } from '../kernel/brands.ts'
import type { Upcast } from './codec.ts'

// Stored for ever. Add a fact or an optional member; never rename, retype or reuse a name.

/** Positive whole number; events, venues, organizers and images share one sequence (spec 00 §8). */
export const Id = z.int().positive()

/** Who caused a fact, as far as later decisions ask (spec 05 §5-6): a person, an import, or the service itself. */
export const By = z.enum(['person', 'import', 'service'])
export type By = z.infer<typeof By>

export const ItemStatus = z.enum(['publish', 'pending', 'draft', 'future', 'private', 'trash'])
export type ItemStatus = z.infer<typeof ItemStatus>

/** What has a page, a history and a stream of its own in the calendar. */
export type ItemKind = 'event' | 'venue' | 'organizer'

const ITEM_STREAM = /^(event|venue|organizer)-(\d+)$/

/** The item whose stream this is, e.g. `event-41`; null: it is a stream of something else. */
export const itemIn = (stream: StreamName): { readonly kind: ItemKind; readonly id: number } | null => {
  const [, kind, number] = ITEM_STREAM.exec(stream) ?? []
  return kind === undefined ? null : { kind: kind as ItemKind, id: Number(number) }
}

/** [before, after] of one member. */
export const pair = <Schema extends z.ZodType>(schema: Schema) => z.tuple([schema, schema])

export const text = pair(z.string())

/** Where an imported item comes from: identity scope (spec 05 §1, §5) and the version last applied. */
export const Origin = z.object({
  importId: z.string(),
  /** Stable text naming the feed. */
  source: z.string(),
  uid: z.string().nullable(),
  /** Original start of a series occurrence (instant, or date for all-day); null for single events. */
  occurrence: z.string().nullable(),
  sequence: z.int(),
  lastModified: z.string().nullable(),
})
export type Origin = z.infer<typeof Origin>

/** Changes of the life of an item: when it moves to the trash and back, too. */
export const lifeChanges = z
  .object({ status: pair(ItemStatus), publishedAt: pair(UtcTime.nullable()), slug: text })
  .partial()

/** What the facts of merging carry: `into` stands from then on for what goes to the trash (spec 07 §7.1). */
export const mergedChanges = { reason: z.literal('merged'), into: Id, changes: lifeChanges } as const

/** How new what a source says of a series is, by what it counts and dates itself (spec 05 §5). */
export const Revision = z.object({
  sequence: z.int(),
  /** `20270301T100000Z`; null: the source does not say. */
  lastModified: z.string().nullable(),
  stamp: z.string().nullable(),
})
export type Revision = z.infer<typeof Revision>

/**
 * Why an item went to the trash: a user deleted it, its source cancelled it or no longer has it (spec 05 §5), or it is
 * one with another (spec 07 §7.1).
 */
export const TrashReason = z.enum(['deleted', 'cancelled', 'withdrawn', 'merged'])
export type TrashReason = z.infer<typeof TrashReason>

/** Of what was made in another service and brought here (spec 00 §6.5): since when it is there, and when it changed last. */
export const Carried = z.object({ created: UtcTime, modified: UtcTime })
export type Carried = z.infer<typeof Carried>

/** The same of a category or tag; `into`: it was merged into this one. */
export const CarriedTerm = Carried.extend({ into: TermId.optional() })
export type CarriedTerm = z.infer<typeof CarriedTerm>

/** Ids of everything that an event ever named: whoever waits for an event to name it must not wait for this one. */
export const Named = z.object({
  venues: z.array(VenueId),
  organizers: z.array(OrganizerId),
  categories: z.array(TermId),
  tags: z.array(TermId),
})

/** The same of an item, or of one whose past is forgotten, with what later decisions ask about its past. */
export const CarriedItem = Carried.extend({
  /** The import that created it there; null: none did. */
  createdIn: z.string().nullable(),
  writtenBy: By,
  /** Member → who changed it last; members unchanged since creation are absent. */
  changedBy: z.record(z.string(), By),
  /** Terms that an import put there, per member. */
  importedTerms: z.record(z.string(), z.array(TermId)),
  /** It is in the trash: why, what it was before, and which one it was merged into. */
  trashed: z.object({ reason: TrashReason, was: ItemStatus, into: Id.optional() }).nullable(),
  /** It was here all the time: its stream begins with this fact since what was before it is forgotten (spec 00 §6.7). */
  restated: z.literal(true).optional(),
  /** Then: members that were emptied for it. */
  emptied: z.array(z.string()).optional(),
  /** Then: ids of everything that an event ever named, as its purge would tell them. */
  named: Named.optional(),
})
export type CarriedItem = z.infer<typeof CarriedItem>

/**
 * Prepared together with an event whose append decides (spec 02 §5 create): readers show the item once an event
 * links it, and never if none does.
 */
export const HiddenUntilLinked = z.boolean()

/** Upcasts a creation of the time when only `hiddenUntilLinked: true` was written: without it, shown at once. */
export const withVisibility =
  (created: string): Upcast =>
  (type, data) =>
    type === created ? { hiddenUntilLinked: false, ...data } : data
