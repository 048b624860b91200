import type { By, Carried, CarriedItem, ItemStatus, TrashReason } from '../../../shared/facts/common.ts'
import { termId, type TermId, type UserId, type UtcTime } from '../../../shared/kernel/brands.ts'
import { numbersIn } from '../../../shared/kernel/json.ts'

/** [before, after] per changed member, as every fact but the first carries them. */
export type Changes = { readonly [member: string]: readonly [unknown, unknown] | undefined }

/** What events, venues and organizers have in common for deciding. */
export type SharedValues = {
  readonly status: ItemStatus
  readonly slug: string
  readonly publishedAt: UtcTime | null
  readonly author: UserId
  readonly origin?: { readonly importId: string } | null
}

/** The shape every fact of an item has; a new kind of fact has to fit one of these to be folded. */
export type ItemFact<Values> =
  | {
      readonly type: string
      readonly by: By
      readonly values: Values
      readonly carried?: CarriedItem | undefined
    }
  | {
      readonly type: string
      readonly by: By
      readonly changes: Changes
      readonly reason?: TrashReason
      /** It was merged into this one. */
      readonly into?: number
    }

/** What names a thing that was merged is moved to the one that stands for it; that was taken back, and it is moved back. */
export type Moving = 'there' | 'back'

/** What later decisions ask about an item. */
export type Item<Values> = {
  readonly values: Values
  readonly createdBy: By
  /** The import that created it; null: none did. */
  readonly createdIn: string | null
  /** Who wrote it last; what the service does by itself does not count. */
  readonly writtenBy: By
  /** Member → who changed it last; members unchanged since creation are absent (spec 05 §6 `preserve_changes`). */
  readonly changedBy: Readonly<Record<string, By>>
  /** Terms that an import put there, per member: a re-import may take away only these (spec 05 §6). */
  readonly importedTerms: Readonly<Record<string, readonly TermId[]>>
  /** While in the trash: why, what it was before, and which one stands for it. */
  readonly trashed: {
    readonly reason: TrashReason
    readonly was: ItemStatus
    readonly into?: number | undefined
  } | null
  /** It was merged, or is itself again, and what names it is not yet moved. */
  readonly moving?: Moving
}

/** null: never created, or purged. */
export type ItemState<Values> = Item<Values> | null

export type TermMembers = readonly string[]

const created = <Values extends SharedValues>(
  values: Values,
  by: By,
  termMembers: TermMembers,
  carried: CarriedItem | undefined,
): Item<Values> => {
  if (carried !== undefined) {
    const { createdIn, writtenBy, changedBy, importedTerms, trashed } = carried
    return { values, createdBy: by, createdIn, writtenBy, changedBy, importedTerms, trashed }
  }
  const imported = by === 'import' ? termMembers.filter(member => Object.hasOwn(values, member)) : []
  return {
    values,
    createdBy: by,
    createdIn: by === 'import' ? (values.origin?.importId ?? null) : null,
    writtenBy: by,
    changedBy: {},
    importedTerms: Object.fromEntries(
      imported.map(member => [member, numbersIn(Reflect.get(values, member)).map(termId)]),
    ),
    trashed: null,
  }
}

/** What a creation carries so that an item stands as this one does: the other way round than `created`. */
export const carriedOf = <Values>(
  { createdIn, writtenBy, changedBy, importedTerms, trashed }: Item<Values>,
  dates: Carried,
): CarriedItem => ({
  ...{ ...dates, createdIn, writtenBy, changedBy: { ...changedBy }, trashed },
  importedTerms: Object.fromEntries(Object.entries(importedTerms).map(([member, ids]) => [member, [...ids]])),
})

/** Terms that came by this change belong to whoever made it; those that went belong to nobody. */
const importedAfter = (
  imported: readonly TermId[],
  by: By,
  [before, after]: readonly [unknown, unknown],
): readonly TermId[] => {
  const earlier = numbersIn(before)
  const now = numbersIn(after).map(termId)
  const added = now.filter(id => !earlier.includes(id))
  const kept = imported.filter(id => now.includes(id) && !added.includes(id))
  // what the service puts in the place of an imported one is the source's, too (spec 07 §7.1)
  const isInPlace = by === 'service' && imported.some(id => !now.includes(id))
  return by === 'import' || isInPlace ? [...kept, ...added] : kept
}

/** What any fact of an item or term says of what names it: it is to be moved, or was; null: nothing. */
export const movingIn = ({ type }: { readonly type: string }): Moving | 'done' | null => {
  if (type.endsWith('Unmerged')) return 'back'
  if (type.endsWith('Merged')) return 'there'
  return type.endsWith('MergeSettled') ? 'done' : null
}

/** `before`: what was still to be moved. */
export const movingAfter = (
  fact: { readonly type: string },
  before: Moving | undefined,
): Moving | undefined => {
  const now = movingIn(fact)
  return now === 'done' ? undefined : (now ?? before)
}

/** Folds any fact of an item; `termMembers` names the members that list terms. Never throws on old facts. */
export const evolveItem =
  <Values extends SharedValues>(termMembers: TermMembers) =>
  (state: ItemState<Values>, fact: ItemFact<Values>): ItemState<Values> => {
    if ('values' in fact) return created(fact.values, fact.by, termMembers, fact.carried)
    if (state === null) return state
    const after: Record<string, unknown> = {}
    const changedBy = { ...state.changedBy }
    const importedTerms = { ...state.importedTerms }
    for (const [member, change] of Object.entries(fact.changes)) {
      if (change === undefined) continue
      after[member] = change[1]
      changedBy[member] = fact.by
      if (termMembers.includes(member))
        importedTerms[member] = importedAfter(importedTerms[member] ?? [], fact.by, change)
    }
    const values = { ...state.values, ...after }
    const trashed =
      fact.reason !== undefined
        ? {
            reason: fact.reason,
            was: state.values.status,
            ...(fact.into === undefined ? {} : { into: fact.into }),
          }
        : values.status === 'trash'
          ? state.trashed
          : null
    const { createdBy, createdIn } = state
    const writtenBy = fact.by === 'service' ? state.writtenBy : fact.by
    const moving = movingAfter(fact, state.moving)
    const rest = { writtenBy, changedBy, importedTerms, trashed, ...(moving && { moving }) }
    return { values, createdBy, createdIn, ...rest }
  }

const TRASHED = '__trashed'

/** What a status and a publication date mean at the instant `at` (spec 01 §9, 02 §5 Draft/pending). */
export const settle = <Values extends SharedValues>(values: Values, at: UtcTime): Values => {
  const { status, publishedAt } = values
  if (status === 'draft' || status === 'pending' || status === 'trash') return values
  const scheduled = publishedAt !== null && publishedAt > at
  const settled = status === 'private' ? status : scheduled ? 'future' : 'publish'
  return { ...values, status: settled, publishedAt: publishedAt ?? at }
}

/** A slug is given when an item first becomes public, scheduled or private, and kept from then on (spec 02 §1.1). */
export const needsSlug = ({ status, slug }: SharedValues): boolean =>
  slug === '' && (status === 'publish' || status === 'future' || status === 'private')

export const trashedSlug = (slug: string): string => `${slug}${TRASHED}`

/** The slug an item had before it was trashed. */
export const untrashedSlug = (slug: string): string =>
  slug.endsWith(TRASHED) ? slug.slice(0, -TRASHED.length) : slug
