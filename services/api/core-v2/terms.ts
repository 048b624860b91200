import { endOfTime, termId } from '../../../shared/kernel/brands.ts'
import type { TermQueries, TermQuery } from '../../../projections/terms/queries.ts'
import type { Taxonomy } from '../../../shared/facts/term.ts'
import { isObject, defined, listed } from '../../../shared/kernel/json.ts'
import { headersOf, linked, pagingArguments, skipped } from '../calx-v1/paging.ts'
import { jsonText } from '../platform/answers/answer.ts'
import { defaulted, type Input, list, optional } from '../platform/arguments/arguments.ts'
import { boolean, idOf, oneLine, oneOf } from '../platform/arguments/kinds.ts'
import { search } from '../platform/arguments/search-kind.ts'
import { nonEmpty } from '../platform/non-empty.ts'
import { endpoint, type Endpoint } from '../platform/route.ts'

/** What the lists of terms ask of the read model. */
export type TermLists = Pick<TermQueries, 'list' | 'cal'>

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

const queryOf = (taxonomy: Taxonomy, input: Input<typeof args>): TermQuery => ({
  taxonomy,
  hideEmpty: input.hide_empty,
  orderBy: input.orderby,
  descending: input.order === 'desc',
  skip: skipped(input),
  limit: input.per_page,
  ...defined({ search: input.search, slugs: nonEmpty(input.slug), include: nonEmpty(input.include) }),
})

/** Members that programs read, of the object of the first generation (spec 02 §1.4); `url` is called `link`. */
const shown = (object: string): string => {
  const read: unknown = JSON.parse(object)
  if (!isObject(read)) return object
  const { id, count, description, url, name, slug, taxonomy, parent } = read
  return JSON.stringify({ id, count, description, link: url, name, slug, taxonomy, parent })
}

/** `GET /core/v2/tags`, `/core/v2/cal_events_cat`: a bare array; a page past the end is empty (spec 01 §7.1). */
export const coreTerms = (terms: TermLists, taxonomy: Taxonomy, path: string): Endpoint =>
  endpoint({
    methods: ['GET'],
    args,
    handle: async (input, { at, sent }) => {
      const { rows, total } = await terms.list(queryOf(taxonomy, input))
      const texts = (await terms.cal(rows, { links: false })).map(shown)
      const { page, per_page } = input
      const headers = headersOf({
        path,
        baseUrl: at.site.baseUrl,
        page,
        per_page,
        total,
        links: linked(sent),
      })
      return { ...jsonText(200, `[${listed(texts)}]`, headers), until: endOfTime }
    },
  })
