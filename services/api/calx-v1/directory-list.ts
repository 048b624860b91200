import { endOfTime } from '../../../shared/kernel/brands.ts'
import type { DirectorySought } from '../../../projections/items/directory-queries.ts'
import { mayOpen } from '../items/access.ts'
import type { DirectoryDeps } from '../items/directory-deps.ts'
import { choosing, chosen, soughtIn } from '../items/directory-filters.ts'
import { canRead } from '../../../shared/rights.ts'
import type { Answer } from '../platform/answers/answer.ts'
import { type Given, type Input, optional } from '../platform/arguments/arguments.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { refused } from '../platform/answers/errors.ts'
import { boolean } from '../platform/arguments/kinds.ts'
import { type Endpoint, resolvingEndpoint } from '../platform/route.ts'
import { statusFilter } from './event-filters.ts'
import { listForm } from './item-context.ts'
import { linked, listAnswer, pagingArguments, skipped } from './paging.ts'

/** Declared arguments of `GET /calx/v1/organizers` and `/venues` (spec 03 §2.2). */
const filterArguments = (noun: 'venue' | 'organizer') => ({
  ...pagingArguments,
  ...soughtIn,
  only_with_upcoming: optional(boolean(), {
    description: 'Only those that published events name which have not ended.',
  }),
  status: statusFilter,
  ...choosing(noun),
})
type FilterArguments = ReturnType<typeof filterArguments>

type Listed = { readonly noun: 'venue' | 'organizer'; readonly plural: 'venues' | 'organizers' }

const queryOf = async <Values>(
  { plural }: Listed,
  { eventById, reads: { idOf: ofThese } }: DirectoryDeps<Values>,
  filters: Given<FilterArguments>,
  { caller, at }: Call,
): Promise<DirectorySought<Values>> => {
  const event = filters.event === undefined ? null : await eventById(filters.event)
  // an event that is not there, or not for this caller, names none
  const told = event !== null && canRead(caller, event.values) && mayOpen(caller, event)
  const named = told ? event.values[plural].map(ofThese) : []
  return {
    viewer: caller,
    statuses: filters.status ?? [],
    ...chosen(filters, ofThese),
    ...defined({
      search: filters.search?.trim() === '' ? undefined : filters.search,
      ids: filters.event === undefined ? undefined : named,
      hasEvents: filters.has_events,
      upcomingAt: filters.only_with_upcoming === true ? at.nowUtc : undefined,
    }),
  }
}

/** `GET /calx/v1/organizers`, `/venues`. */
export const listDirectory = <Values>(kind: Listed, deps: DirectoryDeps<Values>, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args: filterArguments(kind.noun),
    resolve: async (filters, call) => ({ ok: true, value: await queryOf(kind, deps, filters, call) }),
    handle: async (input: Input<FilterArguments>, call, query): Promise<Answer> => {
      const { at, caller, sent } = call
      const form = listForm(call)
      if (form === null) return refused('rest_forbidden_context', {}, { caller })
      const { page, per_page } = input
      const { rows, total } = await deps.reads.list({ ...query, skip: skipped(input), limit: per_page })
      const elements = await deps.reads.calxList(rows, form)
      const listed = listAnswer(
        { path, baseUrl: at.site.baseUrl, page, per_page, elements, total, links: linked(sent) },
        `${kind.noun}-archive-page-not-found`,
      )
      // what is upcoming changes with the clock alone
      return query.upcomingAt === undefined ? { ...listed, until: endOfTime } : listed
    },
  })
