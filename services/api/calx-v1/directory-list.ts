import { endOfTime } from '../../../shared/kernel/brands.ts'
import type { CalxForm } from '../../../projections/event-listing/queries.ts'
import type { DirectorySought } from '../../../projections/items/directory-queries.ts'
import { mayOpen } from '../items/access.ts'
import type { DirectoryDeps } from '../items/directory-deps.ts'
import { choosing, chosen, soughtIn } from '../items/directory-filters.ts'
import { canRead, type Principal, viewerFor } from '../../../shared/rights.ts'
import type { Answer } from '../platform/answers/answer.ts'
import { type Given, optional } from '../platform/arguments/arguments.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { refused } from '../platform/answers/errors.ts'
import { boolean } from '../platform/arguments/kinds.ts'
import { byPages, type PageCall, type Paging, type Understood } from '../platform/by-pages.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../platform/route.ts'
import { statusFilter } from './event-filters.ts'
import { listForm } from './item-context.ts'
import { listAnswer, pagingArguments, skipped } from './paging.ts'

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

/** What is asked for. `form`: how it is shown; null: its context needs a right that the caller lacks. */
type FoundPages<Values> = Understood & {
  readonly pageOf: ReturnType<DirectoryDeps<Values>['reads']['pagesOf']>
  readonly viewer: Principal
  readonly form: CalxForm | null
}

const resolve =
  <Values>({ plural }: Listed, { eventById, reads }: DirectoryDeps<Values>) =>
  async (filters: Given<FilterArguments>, call: Call): Promise<Resolved<FoundPages<Values>>> => {
    const { caller, at } = call
    const { idOf: ofThese } = reads
    const event = filters.event === undefined ? null : await eventById(filters.event)
    // an event that is not there, or not for this caller, names none
    const told = event !== null && canRead(caller, event.values) && mayOpen(caller, event)
    const named = told ? event.values[plural].map(ofThese) : []
    const viewer = viewerFor(caller)
    const query: DirectorySought<Values> = {
      viewer,
      statuses: filters.status ?? [],
      ...chosen(filters, ofThese),
      ...defined({
        search: filters.search?.trim() === '' ? undefined : filters.search,
        ids: filters.event === undefined ? undefined : named,
        hasEvents: filters.has_events,
        upcomingAt: filters.only_with_upcoming === true ? at.nowUtc : undefined,
      }),
    }
    const until = query.upcomingAt === undefined ? endOfTime : null
    return { ok: true, value: { pageOf: reads.pagesOf(query), viewer, form: listForm(call), until } }
  }

const answer =
  <Values>({ noun }: Listed, { reads }: DirectoryDeps<Values>, path: string) =>
  async (
    paging: Paging,
    { pageOf, viewer, form, until }: FoundPages<Values>,
    { at, linked }: PageCall,
  ): Promise<Answer> => {
    if (form === null) return refused('rest_forbidden_context', {}, { caller: viewer })
    const { rows, total } = await pageOf({ skip: skipped(paging), limit: paging.per_page })
    const elements = await reads.calxList(rows, form)
    const page = { ...paging, path, baseUrl: at.site.baseUrl, elements, total, links: linked() }
    const listed = listAnswer(page, `${noun}-archive-page-not-found`)
    return { ...listed, until }
  }

/** `GET /calx/v1/organizers`, `/venues`. */
export const listDirectory = <Values>(kind: Listed, deps: DirectoryDeps<Values>, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args: filterArguments(kind.noun),
    resolve: resolve(kind, deps),
    ...byPages(answer(kind, deps, path)),
  })
