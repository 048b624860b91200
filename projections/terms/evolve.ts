import type { TermFact, TermValues } from '../../shared/facts/term.ts'
import { fold, foldName } from '../../shared/kernel/text/fold.ts'
import type { Fold } from '../batch.ts'
import { termFact } from '../decode.ts'
import { evolveItem, type Item } from '../item.ts'
import type { Site } from '../site.ts'
import { embeddedTexts, objectTexts, type CountedTexts } from './cal-text.ts'

/** A term as lists find, sort and show it. */
export type TermRow = Item<TermValues> & {
  readonly taxonomy: TermValues['taxonomy']
  readonly slug: string
  /** Folded for comparing (spec 02 §9). */
  readonly nameKey: string
  /** Folded for sorting and searching. */
  readonly sortName: string
  readonly description: string
  readonly parent: number | null
  /** Number of published events that have it. */
  readonly count: number
  readonly embedded: CountedTexts
  readonly object: CountedTexts
}

/** Deletions take the whole row away and are not folded. */
export const termFold: Fold<Item<TermValues>, TermFact> = {
  decode: termFact,
  idOf: fact => fact.termId,
  evolve: (term, fact, record) =>
    fact.type === 'TermDeleted' ? term : evolveItem(term, fact.termId, fact, record),
}

export const rowOf = (
  { _id, rev, created, modified, values }: Item<TermValues>,
  count: number,
  site: Site,
): TermRow => ({
  _id,
  rev,
  created,
  modified,
  values,
  taxonomy: values.taxonomy,
  slug: values.slug,
  nameKey: foldName(values.name),
  sortName: fold(values.name),
  description: values.description,
  parent: values.parent,
  count,
  embedded: embeddedTexts(_id, values, site),
  object: objectTexts(_id, values, site),
})
