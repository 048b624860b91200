import { endOfTime, eventId, termId, type TermId, type EventId } from '../../../../shared/kernel/brands.ts'
import type { TermOrder, TermsSought } from '../../../../projections/terms/queries.ts'
import { mayOpen } from '../../items/access.ts'
import type { Answer } from '../../platform/answers/answer.ts'
import { type Given, optional, type Problems } from '../../platform/arguments/arguments.ts'
import type { Call } from '../../platform/call.ts'
import { defined } from '../../../../shared/kernel/json.ts'
import { boolean, idOf, text } from '../../platform/arguments/kinds.ts'
import { search } from '../../platform/arguments/search-kind.ts'
import { byPages, type Paging, type Understood } from '../../platform/by-pages.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../../platform/route.ts'
import { isKnown, searchProblems, termRefs } from '../item-filters.ts'
import { inEffect, type Links, linksTo, pagingArguments, pagingOf, termsPage } from '../paging.ts'
import { unknownId } from '../../items/answer.ts'
import { parentOf } from './term-arguments.ts'
import type { TermReads } from './term-deps.ts'
import type { TermKind } from './term-kinds.ts'

const eventNamed = () => optional(idOf(eventId), { description: 'Id of an event that has them.' })

/** Declared arguments of the lists (spec 02 §3.3), in the order of the index. */
const filterArguments = (kind: TermKind) => ({
  ...pagingArguments,
  search: optional(search(), { description: 'Part of the name or the slug.' }),
  include: optional(termRefs(), { description: 'Only these ids or slugs.' }),
  exclude: optional(termRefs(), { description: 'All but these ids or slugs.' }),
  order: optional(text(), {
    description: 'asc: ascending; everything else: descending.',
    showDefault: 'asc',
  }),
  orderby: optional(text(), {
    description: 'One of id, include, name, slug, term_group, description, count.',
    showDefault: 'name',
  }),
  hide_empty: optional(boolean(), { description: 'Only those with published events.', showDefault: 1 }),
  ...parentOf(kind, {
    parent: optional(idOf(termId), { description: 'Id of the category they are below; 0: the top level.' }),
  }),
  post: eventNamed(),
  event: eventNamed(),
  slug: optional(text(), { description: 'Slug.' }),
})

type Declared = ReturnType<typeof filterArguments>
type Filters = Given<Declared>
type FoundPages = Understood & {
  readonly pageOf: ReturnType<TermReads['pagesOf']>
  readonly links: Links
}

const ORDERS: readonly TermOrder[] = ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count']
const orderOf = (sent: string | undefined) => ORDERS.find(order => order === sent)

/** Ids in their order; null: some of them name nothing. */
const refs = async ({ resolve }: TermReads, { taxonomy }: TermKind, sent: readonly string[] | undefined) => {
  if (sent === undefined || sent.length === 0) return undefined
  const { ids, unknown } = await resolve(taxonomy, sent, 'id')
  return unknown.length > 0 ? null : ids
}

/** Terms of an event; null: there is no such event. A protected one shows them to those who edit it. */
const termsOf = async (
  { eventById }: TermReads,
  { collection }: TermKind,
  id: EventId | undefined,
  { caller }: Call,
) => {
  if (id === undefined) return undefined
  const event = await eventById(id)
  if (event === null || !isKnown(event, caller)) return null
  return mayOpen(caller, event) ? event.values[collection] : []
}

const parentKnown = async ({ termById }: TermReads, { taxonomy }: TermKind, id: TermId | undefined) =>
  id === undefined || id === 0 || (await termById(id))?.taxonomy === taxonomy

/** Those of `ids` that every other list has. */
const among = (ids: readonly TermId[] | undefined, others: readonly (readonly TermId[] | undefined)[]) => {
  const given = others.filter(other => other !== undefined)
  const all = ids ?? given[0]
  return all?.filter(id => given.every(other => other.includes(id)))
}

const resolve =
  (reads: TermReads, kind: TermKind, path: string) =>
  async (filters: Filters, call: Call): Promise<Resolved<FoundPages>> => {
    const { search, order, orderby, hide_empty: hideEmpty = true, parent, slug } = filters
    const [include, exclude, post, event, knowsParent] = await Promise.all([
      refs(reads, kind, filters.include),
      refs(reads, kind, filters.exclude),
      termsOf(reads, kind, filters.post, call),
      termsOf(reads, kind, filters.event, call),
      parentKnown(reads, kind, parent),
    ])
    const named = { include, exclude, post, event, parent: knowsParent ? parent : null }
    const unknown = Object.entries(named).filter(([, found]) => found === null)
    const problems: Problems = {
      ...searchProblems(search),
      ...Object.fromEntries(unknown.map(([name]) => [name, unknownId(name)])),
    }
    if (Object.keys(problems).length > 0) return { ok: false, problems }
    const sought: TermsSought = {
      taxonomy: kind.taxonomy,
      hideEmpty,
      orderBy: orderOf(orderby) ?? 'name',
      descending: order !== undefined && order.toLowerCase() !== 'asc',
      ...defined({
        search,
        parent,
        slugs: slug === undefined ? undefined : [slug],
        include: among(include ?? undefined, [post ?? undefined, event ?? undefined]),
        exclude: exclude ?? undefined,
      }),
    }
    const said = inEffect(filters, { orderby: orderOf(orderby) })
    const links = linksTo(call.at.site.baseUrl, path, said)
    return { ok: true, value: { pageOf: reads.pagesOf(sought), links, until: endOfTime } }
  }

const answer =
  (reads: TermReads, kind: TermKind) =>
  async (asked: Paging, { pageOf, links, until }: FoundPages): Promise<Answer> => {
    const paging = pagingOf(asked)
    const { rows, total } = await pageOf({ skip: paging.skip, limit: paging.perPage })
    const texts = (await reads.cal(rows, { links: false })).map(text => ({ text, mark: text }))
    const page = { links, member: kind.collection, texts, total, paging }
    return { ...termsPage(page), until }
  }

/** `GET /cal/events/v1/categories`, `/tags`. */
export const listTerms = (reads: TermReads, kind: TermKind, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args: filterArguments(kind),
    resolve: resolve(reads, kind, path),
    ...byPages(answer(reads, kind)),
  })
