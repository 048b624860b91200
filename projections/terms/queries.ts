import type { TermId } from '../../shared/kernel/brands.ts'
import {
  literal,
  type Collection,
  type Filter,
  type FindOptions,
  type Page,
  type Sort,
} from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { Taxonomy } from '../../shared/facts/term.ts'
import { decodeReferences } from '../../shared/kernel/html/text.ts'
import { fold } from '../../shared/kernel/text/spelling.ts'
import { type Marked, withMark } from '../../shared/kernel/json.ts'
import { termNameKey } from '../../shared/kernel/text/term-name.ts'
import { wholeNumberIn } from '../../shared/kernel/whole-number.ts'
import { madeOnce } from '../../shared/remembered.ts'
import { standingRow } from '../../shared/standing.ts'
import { foldRecords, termFact } from '../engine/fold.ts'
import { inOnePiece, type Site } from '../items/post.ts'
import type { SlugLookup, TermLookup } from '../items/related.ts'
import { slugForms } from '../items/slugs.ts'
import { linksMember, urlMember, type CountedTexts } from './cal-text.ts'
import { rowOf, termFold, type NamedRow, type TermRow } from './evolve.ts'
import { byPath, pathsOf } from './paths.ts'

export type { TermRow } from './evolve.ts'

export type TermOrder = 'id' | 'include' | 'name' | 'slug' | 'term_group' | 'description' | 'count'

/** What a list of categories or tags asks (spec 02 §3.3). */
export type TermQuery = {
  readonly taxonomy: Taxonomy
  /** As sent; substring of name or slug. */
  readonly search?: string
  /** Term ids; their order counts with `orderBy` `include`. */
  readonly include?: readonly TermId[]
  readonly exclude?: readonly TermId[]
  /** Direct children of this term; 0 = top level. */
  readonly parent?: TermId
  /** One of these, whole, raw or percent-encoded, any case. */
  readonly slugs?: readonly string[]
  readonly hideEmpty: boolean
  readonly orderBy: TermOrder
  readonly descending: boolean
  readonly skip: number
  readonly limit: number
}

type Paging = Pick<TermQuery, 'skip' | 'limit'>
/** What is asked for, on whichever page. */
export type TermsSought = Omit<TermQuery, keyof Paging>

/** What was made for an event is unknown to all of them until an event names it. */
export type TermQueries = {
  readonly byId: (id: TermId) => Promise<TermRow | null>
  /** In the order of `ids`; unknown ones are left out. */
  readonly byIds: (ids: readonly TermId[]) => Promise<readonly TermRow[]>
  /** The same for who tells nothing of how many events they have. */
  readonly namesByIds: (ids: readonly TermId[]) => Promise<readonly NamedRow[]>
  /** By the records of its stream, for when the read model lags (spec 00 §8); its count may be older. */
  readonly fromRecords: (id: TermId, records: readonly StoredRecord[]) => Promise<TermRow | null>
  readonly bySlug: (taxonomy: Taxonomy, slug: string) => Promise<TermRow | null>
  /** Of that name, trimmed and case-folded, by id; categories may share a name under different parents. */
  readonly byName: (taxonomy: Taxonomy, name: string) => Promise<readonly TermRow[]>
  /** Slugs and ids, by `first` and then by the other; what is neither stands in `unknown`. Both without duplicates. */
  readonly resolve: (
    taxonomy: Taxonomy,
    texts: readonly string[],
    first: 'slug' | 'id',
  ) => Promise<{ readonly ids: readonly TermId[]; readonly unknown: readonly string[] }>
  /** The terms themselves and everything below them. */
  readonly withDescendants: (ids: readonly TermId[]) => Promise<readonly TermId[]>
  /** Direct children. */
  readonly childrenOf: (id: TermId) => Promise<readonly TermId[]>
  readonly list: (query: TermQuery) => Promise<Page<TermRow>>
  /** The same by its pages, for who asks for several. */
  readonly pagesOf: (query: TermsSought) => (paging: Paging) => Promise<Page<TermRow>>
  /** First-generation objects, JSON; `links`: with `_links`. */
  readonly cal: (
    terms: readonly TermRow[],
    options: { readonly links: boolean },
  ) => Promise<readonly string[]>
  /** What names each in the address of its page (spec 02 §1.4). */
  readonly paths: (terms: readonly NamedRow[]) => Promise<readonly string[]>
  /** What such a part of an address names: the last of its slugs, if there are terms of all of them. */
  readonly byPath: (taxonomy: Taxonomy, path: string) => Promise<NamedRow | null>
  /** The same, also of terms that were merged: the one that stands for the last (spec 07 §7.1). */
  readonly standingByPath: (taxonomy: Taxonomy, path: string) => Promise<TermRow | null>
  readonly embedded: TermLookup
  readonly slugs: SlugLookup
}

const counted = ([before, after]: CountedTexts, count: number): string => `${before}${count}${after}`

/** Those that are there, as lists order them. */
const byName = <Row extends NamedRow>(found: readonly Row[]): readonly Row[] =>
  found
    .filter(row => !row.deleted)
    .toSorted((a, b) => (a.sortName === b.sortName ? a._id - b._id : a.sortName < b.sortName ? -1 : 1))

const countedByName = async (
  rows: Collection<TermRow>,
  ids: readonly TermId[],
): Promise<readonly TermRow[]> => (ids.length === 0 ? [] : byName(await rows.getMany(ids)))

const namedByName = async (
  rows: Collection<TermRow>,
  ids: readonly TermId[],
): Promise<readonly NamedRow[]> => (ids.length === 0 ? [] : byName(await rows.getMany(ids, 'not-aside')))

const byId =
  (rows: Collection<TermRow>): TermQueries['byId'] =>
  async id => {
    const row = await rows.get(id)
    return row?.shown === true ? row : null
  }

const fromRecords =
  (rows: Collection<TermRow>, site: Site): TermQueries['fromRecords'] =>
  async (id, records) => {
    if (records.some(record => termFact(record).type === 'TermDeleted')) return null
    const [item, known] = [foldRecords(records, termFold), await rows.get(id)]
    if (item === null) return null
    const isMerged = typeof item.into === 'number'
    const shown = !isMerged && (item.shown || known?.shown === true)
    return shown ? rowOf({ ...item, shown }, known?.count ?? 0, site) : null
  }

/** Index `slug`. */
const bySlug =
  (rows: Collection<TermRow>, looking: Pick<FindOptions, 'looking'> = {}): TermQueries['bySlug'] =>
  async (taxonomy, slug) => {
    const forms = slugForms(slug)
    if (forms.length === 0) return null
    const [found] = await rows.find(
      { slug: { $in: forms }, taxonomy, shown: true },
      { sort: { _id: 1 }, limit: 1, ...looking },
    )
    return found ?? null
  }

const NOT_ASIDE = { looking: 'not-aside' } as const

/** The same of which nobody is told how many events it has. */
const namedBySlug = (
  rows: Collection<TermRow>,
): ((taxonomy: Taxonomy, slug: string) => Promise<NamedRow | null>) => bySlug(rows, NOT_ASIDE)

/** The one that stands for what had this slug and was merged. Index `slug`. */
const mergedBySlug =
  (rows: Collection<TermRow>): TermQueries['bySlug'] =>
  async (taxonomy, slug) => {
    const forms = slugForms(slug)
    const found =
      forms.length === 0
        ? []
        : await rows.find({ slug: { $in: forms }, taxonomy, shown: false }, { limit: 1 })
    const [merged] = found
    const standing = merged === undefined ? null : await standingRow(merged, rows.get)
    return standing?.shown === true ? standing : null
  }

const resolve =
  (rows: Collection<TermRow>): TermQueries['resolve'] =>
  async (taxonomy, texts, first) => {
    const wanted = [...new Set(texts.map(text => text.trim()))].filter(text => text !== '')
    const slugged = (text: string) => namedBySlug(rows)(taxonomy, text)
    const numbered = async (text: string) => {
      const id = wholeNumberIn(text)
      const [term] = id === null ? [] : await rows.getMany([id], 'not-aside')
      return term?.shown === true && term.taxonomy === taxonomy ? term : null
    }
    const [one, other] = first === 'slug' ? [slugged, numbered] : [numbered, slugged]
    const found = await Promise.all(wanted.map(async text => (await one(text)) ?? other(text)))
    return {
      ids: [...new Set(found.flatMap(term => (term === null ? [] : term._id)))],
      unknown: wanted.filter((_, n) => found[n] === null),
    }
  }

/** Index `parent`, one question per level. */
const withDescendants =
  (rows: Collection<TermRow>): TermQueries['withDescendants'] =>
  async ids => {
    const all = new Set(ids)
    let level: readonly TermId[] = [...all]
    while (level.length > 0) {
      const children = await rows.find({ parent: { $in: level } }, NOT_ASIDE)
      level = children.map(child => child._id).filter(id => !all.has(id))
      for (const id of level) all.add(id)
    }
    return [...all]
  }

const cal =
  (rows: Collection<TermRow>, site: Site): TermQueries['cal'] =>
  async (terms, { links }) => {
    const named = await pathsOf(rows, terms)
    return terms.map(({ _id, values, object: [before, between, after], count, slug }, n) => {
      const url = urlMember(values, named[n] ?? slug, site)
      return `${before}${count}${between}${url}${after}${links ? linksMember(_id, values, site) : ''}}`
    })
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

const filterOf = (query: TermsSought): Filter => {
  const word = literal(fold(decodeReferences(query.search ?? '')))
  const filters: readonly Filter[] = [
    { taxonomy: query.taxonomy, shown: true },
    ...(word === '' ? [] : [{ $or: [{ sortName: { $regex: word } }, { slug: { $regex: word } }] }]),
    ...(query.include === undefined ? [] : [{ _id: { $in: query.include } }]),
    ...(query.exclude === undefined ? [] : [{ _id: { $nin: query.exclude } }]),
    ...(query.parent === undefined ? [] : [{ parent: query.parent === 0 ? null : query.parent }]),
    ...(query.slugs === undefined ? [] : [{ slug: { $in: query.slugs.flatMap(slugForms) } }]),
    ...(query.hideEmpty ? [{ count: { $gt: 0 } }] : []),
  ]
  return { $and: filters }
}

/** Index `name`. */
const pagesOf =
  (rows: Collection<TermRow>): TermQueries['pagesOf'] =>
  query => {
    const { include, orderBy, descending } = query
    const [filter, sort] = [filterOf(query), sortOf(orderBy, descending)]
    if (orderBy !== 'include' || include === undefined)
      return ({ skip, limit }) => rows.page(filter, { sort, skip, limit })
    const place = new Map(include.map((id, n) => [id, n]))
    return async ({ skip, limit }) => {
      const found = [...(await rows.find(filter))].sort(
        (a, b) => (place.get(a._id) ?? 0) - (place.get(b._id) ?? 0),
      )
      const ordered = descending ? found.reverse() : found
      return { rows: ordered.slice(skip, skip + limit), total: ordered.length }
    }
  }

/** Many events show the same few terms. */
const inEvents = madeOnce(({ embedded, count }: TermRow): Marked =>
  withMark(inOnePiece(counted(embedded, count))),
)

export const termQueries = (rows: Collection<TermRow>, site: Site): TermQueries => ({
  list: ({ skip, limit, ...query }) => pagesOf(rows)(query)({ skip, limit }),
  pagesOf: pagesOf(rows),
  byId: byId(rows),
  byIds: async ids => (await rows.getMany(ids)).filter(row => row.shown),
  namesByIds: async ids => (await rows.getMany(ids, 'not-aside')).filter(row => row.shown),
  fromRecords: fromRecords(rows, site),
  bySlug: bySlug(rows),
  byName: (taxonomy, name) =>
    rows.find({ nameKey: termNameKey(name), taxonomy, shown: true }, { sort: { _id: 1 } }),
  resolve: resolve(rows),
  withDescendants: withDescendants(rows),
  childrenOf: async id => (await rows.find({ parent: id })).map(child => child._id),
  cal: cal(rows, site),
  paths: terms => pathsOf(rows, terms),
  byPath: (taxonomy, path) => byPath(slug => namedBySlug(rows)(taxonomy, slug), path),
  standingByPath: (taxonomy, path) =>
    byPath(async slug => (await bySlug(rows)(taxonomy, slug)) ?? mergedBySlug(rows)(taxonomy, slug), path),
  slugs: async ids => {
    const found = await namedByName(rows, ids)
    return new Map(found.map(row => [row._id, row.slug]))
  },
  embedded: async ids => {
    const found = await countedByName(rows, ids)
    return new Map(found.map(row => [row._id, inEvents(row)]))
  },
})
