import type { TermId } from '../../shared/kernel/brands.ts'
import type { Collection } from '../../shared/documents/port.ts'
import { categoryPath, DEEPEST_CATEGORY } from '../../shared/calendar-path.ts'
import type { NamedRow, TermRow } from './evolve.ts'

/** Terms by their ids, with everything above them; one question per level. */
const withAncestors = async (
  rows: Collection<TermRow>,
  terms: readonly NamedRow[],
): Promise<ReadonlyMap<TermId, NamedRow>> => {
  const known = new Map(terms.map((term): [TermId, NamedRow] => [term._id, term]))
  for (let level = 0; level < DEEPEST_CATEGORY; level++) {
    const above = [...known.values()].flatMap(({ parent }) =>
      parent === null || known.has(parent) ? [] : [parent],
    )
    const found = above.length === 0 ? [] : await rows.getMany([...new Set(above)], 'not-aside')
    const live = found.filter(row => !row.deleted)
    if (live.length === 0) break
    for (const row of live) known.set(row._id, row)
  }
  return known
}

/** What names each term in the address of its page (spec 02 §1.4). */
export const pathsOf = async (
  rows: Collection<TermRow>,
  terms: readonly NamedRow[],
): Promise<readonly string[]> => {
  const known = await withAncestors(rows, terms)
  return terms.map(term => {
    const slugs: string[] = []
    let at: NamedRow | undefined = term
    while (at !== undefined && slugs.length < DEEPEST_CATEGORY) {
      slugs.unshift(at.slug)
      at = at.parent === null ? undefined : known.get(at.parent)
    }
    return categoryPath(slugs)
  })
}

/** The term of the last slug of such a part of an address, if each of them is that of a term. */
export const byPath = async <Row extends NamedRow>(
  bySlug: (slug: string) => Promise<Row | null>,
  path: string,
): Promise<Row | null> => {
  const slugs = path.split('/').filter(slug => slug !== '')
  if (slugs.length > DEEPEST_CATEGORY) return null
  let found: Row | null = null
  for (const slug of slugs) {
    found = await bySlug(slug)
    if (found === null) return null
  }
  return found
}
