import { endOfTime } from '../../../../shared/kernel/brands.ts'
import type { DirectorySought } from '../../../../projections/items/directory-queries.ts'
import type { Answer } from '../../platform/answers/answer.ts'
import { type Given, optional, type Problems } from '../../platform/arguments/arguments.ts'
import type { Call } from '../../platform/call.ts'
import { defined } from '../../../../shared/kernel/json.ts'
import { viewerFor } from '../../../../shared/rights.ts'
import { boolean } from '../../platform/arguments/kinds.ts'
import { byPages, type Paging, type Understood } from '../../platform/by-pages.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../../platform/route.ts'
import { mayOpen } from '../../items/access.ts'
import type { DirectoryDeps } from '../../items/directory-deps.ts'
import { choosing, chosen, soughtIn } from '../../items/directory-filters.ts'
import { isKnown, searchProblems, statusesOf, statusFilter } from '../item-filters.ts'
import { inEffect, itemsPage, type Links, linksTo, pagingArguments, pagingOf } from '../paging.ts'
import { unknownId } from '../../items/answer.ts'

/** Declared arguments of `GET /cal/events/v1/venues` and `/organizers` (spec 02 §3.2). */
const filterArguments = (noun: 'venue' | 'organizer') => ({
  ...pagingArguments,
  ...soughtIn,
  only_with_upcoming: optional(boolean(), {
    description: 'Only those that published events name which have not ended.',
    showDefault: false,
  }),
  status: statusFilter,
  ...choosing(noun),
})
type FilterArguments = ReturnType<typeof filterArguments>

type Filters = Given<FilterArguments>
/** What is asked for, also as the links say it. */
type FoundPages<Values> = Understood & {
  readonly pageOf: ReturnType<DirectoryDeps<Values>['reads']['pagesOf']>
  readonly links: Links
}
type Listed = { readonly noun: 'venue' | 'organizer'; readonly plural: 'venues' | 'organizers' }

const resolve =
  <Values>({ plural }: Listed, { eventById, reads }: DirectoryDeps<Values>, path: string) =>
  async (filters: Filters, { caller, at }: Call): Promise<Resolved<FoundPages<Values>>> => {
    const { idOf: ofThese } = reads
    const { search, event: eventId } = filters
    const status = statusesOf(filters.status, caller)
    const event = eventId === undefined ? null : await eventById(eventId)
    const problems: Problems = {
      ...searchProblems(search),
      ...(eventId === undefined || isKnown(event, caller) ? {} : { event: unknownId('event') }),
      ...('problem' in status ? { status: status.problem } : {}),
    }
    if (Object.keys(problems).length > 0 || 'problem' in status) return { ok: false, problems }
    const query: DirectorySought<Values> = {
      viewer: viewerFor(caller),
      statuses: status.statuses,
      ...chosen(filters, ofThese),
      ...defined({
        search,
        ids: event === null ? undefined : mayOpen(caller, event) ? event.values[plural].map(ofThese) : [],
        hasEvents: filters.has_events,
        upcomingAt: filters.only_with_upcoming === true ? at.nowUtc : undefined,
      }),
    }
    const links = linksTo(at.site.baseUrl, path, inEffect(filters))
    const until = query.upcomingAt === undefined ? endOfTime : null
    return { ok: true, value: { pageOf: reads.pagesOf(query), links, until } }
  }

const answer =
  <Values>({ noun, plural }: Listed, { reads }: DirectoryDeps<Values>) =>
  async (asked: Paging, { pageOf, links, until }: FoundPages<Values>): Promise<Answer> => {
    const paging = pagingOf(asked)
    const { rows, total } = await pageOf({ skip: paging.skip, limit: paging.perPage })
    const texts = await reads.calList(rows)
    const body = itemsPage({ links, member: plural, texts, total, paging }, `${noun}-archive-page-not-found`)
    return { ...body, until }
  }

/** `GET /cal/events/v1/venues`, `/organizers`. */
export const listDirectory = <Values>(kind: Listed, deps: DirectoryDeps<Values>, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args: filterArguments(kind.noun),
    resolve: resolve(kind, deps, path),
    ...byPages(answer(kind, deps)),
  })
