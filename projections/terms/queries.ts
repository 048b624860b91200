import { literal, type Collection, type Filter, type Sort } from '../../shared/documents/port.ts'
import type { Taxonomy, TermValues } from '../../shared/facts/term.ts'
import { fold, foldName } from '../../shared/kernel/text/fold.ts'
import type { Item } from '../item.ts'
import type { TermLookup } from '../related.ts'
import type { Site } from '../site.ts'
import { slugForms } from '../slugs.ts'
import { linksMember, objectTexts, type CountedTexts } from './cal-text.ts'
import type { TermRow } from './evolve.ts'

export type { TermRow } from './evolve.ts'

export type TermOrder = 'id' | 'include' | 'name' | 'slug' | 'term_group' | 'description' | 'count'

/** What a list of categories or tags asks (spec 02 §3.3). */
export type TermQuery = {
  readonly taxonomy: Taxonomy
  /** As sent; substring of name or slug. */
  readonly search?: string
  /** Term ids; their order counts with `orderBy` `include`. */
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  /** Direct children of this term; 0 = top level. */
  readonly parent?: number
  readonly slug?: string
  readonly hideEmpty: boolean
  readonly orderBy: TermOrder
  readonly descending: boolean
  readonly skip: number
  readonly limit: number
}

export type TermQueries = {
  readonly byId: (id: number) => Promise<TermRow | null>
  /** In the order of `ids`; unknown ones are left out. */
  readonly byIds: (ids: readonly number[]) => Promise<readonly TermRow[]>
  readonly bySlug: (taxonomy: Taxonomy, slug: string) => Promise<TermRow | null>
  /** Of that name, trimmed and case-folded, by id; categories may share a name under different parents. */
  readonly byName: (taxonomy: Taxonomy, name: string) => Promise<readonly TermRow[]>
  /** Slugs first, then ids (spec 02 §3.1); what is neither stands in `unknown`. Both without duplicates. */
  readonly resolve: (
    taxonomy: Taxonomy,
    texts: readonly string[],
  ) => Promise<{ readonly ids: readonly number[]; readonly unknown: readonly string[] }>
  /** The terms themselves and everything below them. */
  readonly withDescendants: (ids: readonly number[]) => Promise<readonly number[]>
  readonly list: (query: TermQuery) => Promise<{ readonly rows: readonly TermRow[]; readonly total: number }>
  /** First-generation object, JSON; `links`: with `_links`. Also of a term folded from its stream, with count 0. */
  readonly cal: (term: TermRow | Item<TermValues>, options: { readonly links: boolean }) => string
  readonly embedded: TermLookup
}

const counted = ([before, after]: CountedTexts, count: number): string => `${before}${count}${after}`

/** Index `slug`. */
const bySlug =
  (rows: Collection<TermRow>): TermQueries['bySlug'] =>
  async (taxonomy, slug) => {
    const forms = slugForms(slug)
    if (forms.length === 0) return null
    const [found] = await rows.find({ slug: { $in: forms }, taxonomy }, { sort: { _id: 1 }, limit: 1 })
    return found ?? null
  }

const resolve =
  (rows: Collection<TermRow>): TermQueries['resolve'] =>
  async (taxonomy, texts) => {
    const wanted = [...new Set(texts.map(text => text.trim()))].filter(text => text !== '')
    const found = await Promise.all(
      wanted.map(async text => {
        const term = await bySlug(rows)(taxonomy, text)
        if (term !== null || !/^\d{1,15}$/.test(text)) return term
        const numbered = await rows.get(Number(text))
        return numbered?.taxonomy === taxonomy ? numbered : null
      }),
    )
    return {
      ids: [...new Set(found.flatMap(term => term?._id ?? []))],
      unknown: wanted.filter((_, n) => found[n] === null),
    }
  }

/** Index `parent`, one question per level. */
const withDescendants =
  (rows: Collection<TermRow>): TermQueries['withDescendants'] =>
  async ids => {
    const all = new Set(ids)
    let level: readonly number[] = [...all]
    while (level.length > 0) {
      const children = await rows.find({ parent: { $in: level } })
      level = children.map(child => child._id).filter(id => !all.has(id))
      for (const id of level) all.add(id)
    }
    return [...all]
  }

const sortOf = (orderBy: TermOrder, descending: boolean): Sort => {
  const order = descending ? -1 : 1
  switch (orderBy) {
    case 'name':
      return { sortName: order, _id: 1 }
    case 'slug':
      return { slug: order, _id: 1 }
    case 'description':
      return { description: order, _id: 1 }
    case 'count':
      return { count: order, _id: 1 }
    case 'id':
      return { _id: order }
    case 'include':
    case 'term_group':
      return { _id: 1 }
  }
}

const filterOf = (query: TermQuery): Filter => {
  const word = literal(fold(query.search ?? ''))
  const filters: readonly Filter[] = [
    { taxonomy: query.taxonomy },
    ...(word === '' ? [] : [{ $or: [{ sortName: { $regex: word } }, { slug: { $regex: word } }] }]),
    ...(query.include === undefined ? [] : [{ _id: { $in: query.include } }]),
    ...(query.exclude === undefined ? [] : [{ _id: { $nin: query.exclude } }]),
    ...(query.parent === undefined ? [] : [{ parent: query.parent === 0 ? null : query.parent }]),
    ...(query.slug === undefined ? [] : [{ slug: query.slug }]),
    ...(query.hideEmpty ? [{ count: { $gt: 0 } }] : []),
  ]
  return { $and: filters }
}

/** Index `name`. */
const list =
  (rows: Collection<TermRow>): TermQueries['list'] =>
  async query => {
    const { include, orderBy, descending, skip, limit } = query
    const filter = filterOf(query)
    if (orderBy === 'include' && include !== undefined) {
      const place = new Map(include.map((id, n) => [id, n]))
      const found = [...(await rows.find(filter))].sort(
        (a, b) => (place.get(a._id) ?? 0) - (place.get(b._id) ?? 0),
      )
      const ordered = descending ? found.reverse() : found
      return { rows: ordered.slice(skip, skip + limit), total: ordered.length }
    }
    const [total, page] = await Promise.all([
      rows.count(filter),
      rows.find(filter, { sort: sortOf(orderBy, descending), skip, limit }),
    ])
    return { rows: page, total }
  }

export const termQueries = (rows: Collection<TermRow>, site: Site): TermQueries => ({
  byId: id => rows.get(id),
  byIds: ids => rows.getMany(ids),
  bySlug: bySlug(rows),
  byName: (taxonomy, name) => rows.find({ nameKey: foldName(name), taxonomy }, { sort: { _id: 1 } }),
  resolve: resolve(rows),
  withDescendants: withDescendants(rows),
  list: list(rows),
  cal: (term, { links }) =>
    ('object' in term
      ? counted(term.object, term.count)
      : counted(objectTexts(term._id, term.values, site), 0)) +
    `${links ? linksMember(term._id, term.values, site) : ''}}`,
  embedded: async ids => {
    const found = ids.length === 0 ? [] : await rows.getMany(ids)
    return new Map(found.map(row => [row._id, counted(row.embedded, row.count)]))
  },
})
