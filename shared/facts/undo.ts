import { z } from 'zod'
import { codecOf } from './codec.ts'
import { Id } from './common.ts'
import { ImportId } from './import.ts'
import { Source } from './meta.ts'

/** `X.1`, `X.2` undo the import `X`; `X.1.1` undoes `X.1` (spec 05 §12). */
export const UndoId = z.string().regex(/^\w{1,64}(?:\.[1-9]\d{0,5}){1,8}$/)

/** Undos of undos of undos, at most: the import can always be undone once more instead. */
export const DEEPEST_UNDO = 8

/** The import that everything of this correlation is about; an import is about itself. */
export const importOf = (id: string): string => id.split('.', 1)[0] ?? id

/** How many undos stand behind each other: 0 of an import, 1 of its undo, 2 of the undo of that. */
export const undoDepth = (id: string): number => id.split('.').length - 1

/** Whether a correlation is that of an import or undo, or of an undo of it. */
export const isPartOf = (id: string, correlation: string): boolean =>
  correlation === id || correlation.startsWith(`${id}.`)

/** What became of one item. */
export const Undone = z.enum(['trashed', 'restored', 'changed', 'kept', 'purged', 'unchanged'])
export type Undone = z.infer<typeof Undone>

export const UndoCounts = z.record(Undone, z.int().nonnegative())
export type UndoCounts = z.infer<typeof UndoCounts>

/** Why an item, or members of it, stay as they are. */
const KeptReason = z.enum(['changed', 'edited', 'in_trash', 'in_use', 'purged', 'internal_error'])

export const KeptItem = z.object({
  kind: z.enum(['event', 'venue', 'organizer']),
  id: Id,
  reason: KeptReason,
  /** An event that names the venue or organizer; null: that is not why it stays. */
  usedBy: Id.nullable(),
  /** Who changed what last: numbers and ways, never a text. */
  members: z.array(
    z.object({
      member: z.string(),
      at: z.string(),
      actor: Id.nullable(),
      source: Source,
      correlation: z.string(),
    }),
  ),
})
export type KeptItem = z.infer<typeof KeptItem>

const who = { importId: ImportId, undoId: UndoId } as const

/** Undos of one import, and of each other. What they did to items is told by the items' own streams. */
export const UndoFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('UndoBegun'),
    ...who,
    /** Import or undo that is undone. */
    of: z.string(),
    /** Also what others have edited since goes to the trash. */
    edited: z.boolean(),
    /** User; null: an operator without an account. What is done is recorded as theirs. */
    askedBy: Id.nullable(),
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
export const undoStream = (importId: string) => `${UNDO}${importId}` as const
