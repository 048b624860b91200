import type { TermId } from '../../../../shared/kernel/brands.ts'
import type { TermQueries, TermRow } from '../../../../projections/terms/queries.ts'
import type { Taxonomy } from '../../../../shared/facts/term.ts'
import { MANAGED_TERMS, MANAGED_TERMS_BYTES } from '../../../../shared/limits/desk.ts'
import { nameOf } from '../items/objects.ts'
import { thatFit } from './that-fit.ts'
import { cut } from './words.ts'

/** A term in its tree; `depth` 0: at the top. */
export type Branch = { readonly term: TermRow; readonly depth: number }

/** Terms as a tree, children behind their parents by name; who has no parent here stands at the top. Pure. */
export const treeOf = (terms: readonly TermRow[]): readonly Branch[] => {
  const known = new Set(terms.map(({ _id }) => _id))
  const below = new Map<TermId | null, TermRow[]>()
  for (const term of terms) {
    const parent = term.parent !== null && known.has(term.parent) ? term.parent : null
    below.set(parent, [...(below.get(parent) ?? []), term])
  }
  const from = (parent: TermId | null, depth: number): readonly Branch[] =>
    (below.get(parent) ?? []).flatMap(term => [{ term, depth }, ...from(term._id, depth + 1)])
  return from(null, 0)
}

/** The first terms of a taxonomy by name, as many as a form has room for, and those of `ids` whatever their place. */
export const termsFor = async (
  { list, byIds }: Pick<TermQueries, 'list' | 'byIds'>,
  taxonomy: Taxonomy,
  ids: readonly TermId[] = [],
): Promise<readonly TermRow[]> => {
  const query = { taxonomy, hideEmpty: false, orderBy: 'name', descending: false, skip: 0 } as const
  const first = await list({ ...query, limit: MANAGED_TERMS })
  const rows = thatFit(first.rows, MANAGED_TERMS_BYTES, ({ values }) => cut(nameOf(values.name)))
  const missing = ids.filter(id => !rows.some(({ _id }) => _id === id))
  return [...rows, ...(await byIds(missing)).filter(term => term.taxonomy === taxonomy)]
}
