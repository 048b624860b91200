import { endOfTime, termId } from '../../../shared/kernel/brands.ts'
import type { TermQueries, TermsSought } from '../../../projections/terms/queries.ts'
import type { Taxonomy } from '../../../shared/facts/term.ts'
import { isObject, defined, listed } from '../../../shared/kernel/json.ts'
import { headersOf, pagingArguments, skipped } from '../calx-v1/paging.ts'
import { type Answer, jsonText } from '../platform/answers/answer.ts'
import { defaulted, type Given, list, optional } from '../platform/arguments/arguments.ts'
import { boolean, idOf, oneLine, oneOf } from '../platform/arguments/kinds.ts'
import { search } from '../platform/arguments/search-kind.ts'
import { byPages, type PageCall, type Paging, type Understood } from '../platform/by-pages.ts'
import { nonEmpty } from '../platform/non-empty.ts'
import { type Endpoint, resolvingEndpoint } from '../platform/route.ts'

/** What the lists of terms ask of the read model. */
export type TermLists = Pick<TermQueries, 'pagesOf' | 'cal'>

const args = {
  ...pagingArguments,
  search: optional(search(), { description: 'Part of the name or the slug.' }),
  slug: optional(list(oneLine()), { description: 'Only those with one of these slugs.' }),
  include: optional(list(idOf(termId)), { description: 'Only these ids.' }),
  hide_empty: defaulted(boolean(), false, { description: 'Only those with published events.' }),
  order: defaulted(oneOf(['asc', 'desc']), 'asc', { description: 'Direction of sorting.' }),
  orderby: defaulted(oneOf(['id', 'include', 'name', 'slug', 'term_group', 'description', 'count']), 'name', {
    description: 'What they are sorted by.',
  }),
}

const soughtIn = (taxonomy: Taxonomy, input: Given<typeof args>): TermsSought => ({
  taxonomy,
  hideEmpty: input.hide_empty ?? false,
  orderBy: input.orderby ?? 'name',
  descending: input.order === 'desc',
  ...defined({ search: input.search, slugs: nonEmpty(input.slug), include: nonEmpty(input.include) }),
})

/** Members that programs read, of the object of the first generation (spec 02 §1.4); `url` is called `link`. */
const shown = (object: string): string => {
  const read: unknown = JSON.parse(object)
  if (!isObject(read)) return object
  const { id, count, description, url, name, slug, taxonomy, parent } = read
  return JSON.stringify({ id, count, description, link: url, name, slug, taxonomy, parent })
}

type FoundPages = Understood & { readonly pageOf: ReturnType<TermLists['pagesOf']> }

const answer =
  (terms: TermLists, path: string) =>
  async (paging: Paging, { pageOf, until }: FoundPages, { at, linked }: PageCall): Promise<Answer> => {
    const { rows, total } = await pageOf({ skip: skipped(paging), limit: paging.per_page })
    const texts = (await terms.cal(rows, { links: false })).map(shown)
    const headers = headersOf({ ...paging, path, baseUrl: at.site.baseUrl, total, links: linked() })
    return { ...jsonText(200, `[${listed(texts)}]`, headers), until }
  }

/** `GET /core/v2/tags`, `/core/v2/cal_events_cat`: a bare array; a page past the end is empty (spec 01 §7.1). */
export const coreTerms = (terms: TermLists, taxonomy: Taxonomy, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args,
    resolve: filters => {
      const pageOf = terms.pagesOf(soughtIn(taxonomy, filters))
      return { ok: true, value: { pageOf, until: endOfTime } }
    },
    ...byPages(answer(terms, path)),
  })
