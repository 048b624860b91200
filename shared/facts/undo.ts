import { z } from 'zod'
import { StoredIsoTime, UserId, EventId, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { Id } from './common.ts'
import { ImportId } from './import.ts'
import { Source } from './meta.ts'

/** `X.1`, `X.2` undo the import `X`; `X.1.1` undoes `X.1` (spec 05 §12). */
export const UndoId = z.string().regex(/^\w{1,64}(?:\.[1-9]\d{0,5}){1,8}$/)

/** Undos of undos of undos, at most: the import can always be undone once more instead. */
export const DEEPEST_UNDO = 8

/** In the place of an import stand entries of the history that were chosen: then it is called so. */
const CHOSEN = /^put_back_[0-9a-f]{16}$/
export const chosenId = (hash: string): string => `put_back_${hash.slice(0, 16)}`
export const isChosenId = (id: string): boolean => CHOSEN.test(id)

/** The import that everything of this correlation is about; an import is about itself. */
export const importOf = (id: string): string => id.split('.', 1)[0] ?? id

/** Also of undos that are deeper than there may be. */
const OF_UNDO = /^\w{1,64}(?:\.[1-9]\d{0,5})+$/

/**
 * How many undos stand behind each other: 0 of an import, 1 of its undo, 2 of the undo of that; 0 of any other
 * correlation, such as that of what the service does by itself (`item.publish-event-41`).
 */
export const undoDepth = (id: string): number => (OF_UNDO.test(id) ? id.split('.').length - 1 : 0)

/** Whether a correlation is that of an import or undo, or of an undo of it. */
export const isPartOf = (id: string, correlation: string): boolean =>
  correlation === id || correlation.startsWith(`${id}.`)

/** What became of one item. */
export const Undone = z.enum(['trashed', 'restored', 'changed', 'kept', 'purged', 'unchanged'])
export type Undone = z.infer<typeof Undone>

export const UndoCounts = z.record(Undone, z.int().nonnegative())
export type UndoCounts = z.infer<typeof UndoCounts>

/** Why an item, or members of it, stay as they are. */
const KeptReason = z.enum([
  ...['changed', 'edited', 'in_trash', 'in_use', 'purged', 'forgotten', 'internal_error'],
  ...['taken', 'passed'],
] as const)

const Kind = z.enum(['event', 'venue', 'organizer'])

export const KeptItem = z.object({
  kind: Kind,
  id: Id,
  reason: KeptReason,
  /** An event that names the venue or organizer; null: that is not why it stays. */
  usedBy: EventId.nullable(),
  /** Who changed what last: numbers and ways, never a text. */
  members: z.array(
    z.object({
      member: z.string(),
      at: StoredIsoTime,
      actor: UserId.nullable(),
      source: Source,
      correlation: z.string(),
      /** Why this one stays; absent: as the item. */
      reason: KeptReason.optional(),
    }),
  ),
})
export type KeptItem = z.infer<typeof KeptItem>

/** Which entries of the history are taken back together; null asks nothing (spec 00 §6.8). */
export const Chosen = z.object({
  actor: UserId.nullable(),
  source: Source.nullable(),
  correlation: z.string().nullable(),
  kind: Kind.nullable(),
  /** Only what they did to this member. */
  member: z.string().nullable(),
  /** From this instant on, and before that one: ISO 8601 UTC. */
  since: StoredIsoTime.nullable(),
  until: StoredIsoTime.nullable(),
})
export type Chosen = z.infer<typeof Chosen>

const who = { importId: ImportId, undoId: UndoId } as const

/** Undos of one import, and of each other. What they did to items is told by the items' own streams. */
export const UndoFact = z.discriminatedUnion('type', [
  /** In the place of an import: what was recorded before this, and is chosen by this. */
  z.object({
    type: z.literal('UndoChosen'),
    importId: ImportId,
    chosen: Chosen,
    /** What whoever asked says about it. */
    why: z.string(),
  }),
  /** Items that such entries are about. */
  z.object({
    type: z.literal('UndoItemsChosen'),
    importId: ImportId,
    kind: Kind,
    ids: z.array(Id),
  }),
  z.object({
    type: z.literal('UndoBegun'),
    ...who,
    /** Import or undo that is undone. */
    of: z.string(),
    /** Also what others have edited since goes to the trash. */
    edited: z.boolean(),
    /** User; null: an operator without an account. What is done is recorded as theirs. */
    askedBy: UserId.nullable(),
    /** Items that the import created or changed. */
    total: z.int().nonnegative(),
  }),
  z.object({
    type: z.literal('UndoItemsDone'),
    ...who,
    /** Items that are done now, of `total`. */
    done: z.int().nonnegative(),
    /** Of all that are done. */
    counts: UndoCounts,
    /** Those of these items that stay, wholly or in part. */
    kept: z.array(KeptItem),
  }),
  z.object({ type: z.literal('UndoEnded'), ...who }),
])
export type UndoFact = z.infer<typeof UndoFact>

export const undoCodec = codecOf(UndoFact)
export const UNDO = 'undo-'
export const undoStream = (importId: string) => streamName(`${UNDO}${importId}`)
