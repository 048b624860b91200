import type { Collection, Documents, IndexSpec, Key, Value } from '../../../shared/documents/port.ts'

/** A document as the cases make them. */
export type Row = { readonly _id: Key; readonly [field: string]: Value }

/** What the cases of one document engine share. */
export type World = {
  readonly documents: () => Documents
  /** A new collection with these documents. */
  readonly holding: (rows: readonly Row[], ...indexes: readonly IndexSpec[]) => Promise<Collection<Row>>
  readonly idsOf: (found: Promise<readonly Row[]>) => Promise<Key[]>
  /** `it`, or that the case of this title fails with this engine. */
  readonly may: (title: string) => (title: string, run: () => Promise<void>) => void
}

export const put = (replacement: Row) => ({
  replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
})
export const guarded = (replacement: Row & { readonly rev: number }) => ({
  replaceOne: {
    filter: { _id: replacement._id, rev: { $lt: replacement.rev } },
    replacement,
    upsert: true,
  },
})
