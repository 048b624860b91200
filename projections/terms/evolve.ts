import { type Position, type TermId, termId } from '../../shared/kernel/brands.ts'
import type { TermFact, TermValues } from '../../shared/facts/term.ts'
import { plainText } from '../../shared/kernel/html/text.ts'
import { fold } from '../../shared/kernel/text/spelling.ts'
import { termNameKey } from '../../shared/kernel/text/term-name.ts'
import { type Fold, termFact } from '../engine/fold.ts'
import type { Fenced } from '../engine/guarded-write.ts'
import { evolveItem, type Item } from '../items/item.ts'
import type { Site } from '../items/post.ts'
import { embeddedTexts, objectTexts, type CountedTexts, type ObjectTexts } from './cal-text.ts'

/** `shown`: false for what was made for an event until one names it (spec 02 §5 create). */
export type TermItem = Item<TermValues> & {
  readonly shown: boolean
  /** What is left of a deleted term, so that a late write cannot bring it back. Never shown. */
  readonly deleted: boolean
  /** It is one with this one, which stands for it (spec 07 §7.1): never shown; absent or null: it is not. */
  readonly into?: TermId | null
}

/** A term as lists find, sort and show it. */
export type TermRow = TermItem &
  Fenced & {
    readonly taxonomy: TermValues['taxonomy']
    readonly slug: string
    /** Folded for comparing (spec 02 §9). */
    readonly nameKey: string
    /** Plain text, folded for sorting and searching. */
    readonly sortName: string
    readonly description: string
    readonly parent: TermId | null
    /** Number of published events without a password that have it. */
    readonly count: number
    readonly embedded: CountedTexts
    readonly object: ObjectTexts
  }

/** A term without what events that are added change. */
export type NamedRow = Omit<TermRow, 'count'>

const intoAfter = (term: TermItem | null, fact: TermFact): TermId | null => {
  if (fact.type === 'TermMerged') return fact.into
  if (fact.type === 'TermCreated') return fact.carried?.into ?? null
  return fact.type === 'TermUnmerged' ? null : (term?.into ?? null)
}

/** Deletions take the whole row and are not folded. */
export const termFold: Fold<TermItem, TermFact, TermId> = {
  decode: termFact,
  idOf: fact => fact.termId,
  evolve: (term, fact, record) => {
    if (fact.type === 'TermDeleted' || term?.deleted === true) return term
    const item = evolveItem(term, fact.termId, fact, record)
    const hidden = fact.type === 'TermCreated' && fact.hiddenUntilLinked
    const first = fact.type === 'TermCreated' || fact.type === 'TermAdopted'
    if (item === null) return null
    const into = intoAfter(term, fact)
    const wasShown = fact.type === 'TermUnmerged' || term?.shown === true
    return { ...item, shown: into === null && (first ? !hidden : wasShown), deleted: false, into }
  },
}

export const rowOf = (
  { _id, rev, created, modified, values, was, shown, deleted, into = null }: TermItem,
  count: number,
  site: Site,
  epoch = 0,
): TermRow => ({
  _id,
  rev,
  created,
  modified,
  values,
  was,
  shown,
  deleted,
  into,
  epoch,
  taxonomy: values.taxonomy,
  slug: values.slug,
  nameKey: termNameKey(values.name),
  sortName: fold(plainText(values.name)),
  description: values.description,
  parent: values.parent,
  count,
  embedded: embeddedTexts(_id, values, site),
  object: objectTexts(_id, values, site),
})

/** What stays of a term that was deleted at this position: nothing of what it said. */
export const tombstoneOf = (
  { _id, created, modified, values: { taxonomy } }: TermItem,
  rev: Position,
  epoch: number,
): TermRow => {
  const values: TermValues = { taxonomy, name: '', slug: '', description: '', parent: null }
  return {
    ...{ _id, rev, created, modified, values, taxonomy, epoch },
    ...{ was: null, shown: false, deleted: true, count: 0, parent: NOBODYS_CHILD },
    ...{ slug: '', nameKey: '', sortName: '', description: '', embedded: ['', ''], object: ['', '', ''] },
  }
}

/** Ids count from 1, and the top level is null. */
const NOBODYS_CHILD = termId(0)
