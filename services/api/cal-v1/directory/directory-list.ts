import { endOfTime } from '../../../../shared/kernel/brands.ts'
import type { DirectoryQuery } from '../../../../projections/items/directory-queries.ts'
import type { Answer } from '../../platform/answers/answer.ts'
import { type Given, type Input, optional, type Problems } from '../../platform/arguments/arguments.ts'
import type { Call } from '../../platform/call.ts'
import { defined } from '../../../../shared/kernel/json.ts'
import { boolean } from '../../platform/arguments/kinds.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../../platform/route.ts'
import { mayOpen } from '../../items/access.ts'
import type { DirectoryDeps } from '../../items/directory-deps.ts'
import { choosing, chosen, soughtIn } from '../../items/directory-filters.ts'
import { isKnown, searchProblems, statusesOf, statusFilter } from '../item-filters.ts'
import { inEffect, itemsPage, linksTo, pagingArguments, pagingOf } from '../paging.ts'
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
type Sought<Values> = Omit<DirectoryQuery<Values>, 'skip' | 'limit'>
type Listed = { readonly noun: 'venue' | 'organizer'; readonly plural: 'venues' | 'organizers' }

const resolve =
  <Values>({ plural }: Listed, { eventById, reads: { idOf: ofThese } }: DirectoryDeps<Values>) =>
  async (filters: Filters, { caller, at }: Call): Promise<Resolved<Sought<Values>>> => {
    const { search, event: eventId } = filters
    const status = statusesOf(filters.status, caller)
    const event = eventId === undefined ? null : await eventById(eventId)
    const problems: Problems = {
      ...searchProblems(search),
      ...(eventId === undefined || isKnown(event, caller) ? {} : { event: unknownId('event') }),
      ...('problem' in status ? { status: status.problem } : {}),
    }
    if (Object.keys(problems).length > 0 || 'problem' in status) return { ok: false, problems }
    const query = {
      viewer: caller,
      statuses: status.statuses,
      ...chosen(filters, ofThese),
      ...defined({
        search,
        ids: event === null ? undefined : mayOpen(caller, event) ? event.values[plural].map(ofThese) : [],
        hasEvents: filters.has_events,
        upcomingAt: filters.only_with_upcoming === true ? at.nowUtc : undefined,
      }),
    }
    return { ok: true, value: query }
  }

const answer =
  <Values>({ noun, plural }: Listed, { reads }: DirectoryDeps<Values>, path: string) =>
  async (input: Input<FilterArguments>, { at }: Call, query: Sought<Values>): Promise<Answer> => {
    const paging = pagingOf(input)
    const { rows, total } = await reads.list({ ...query, skip: paging.skip, limit: paging.perPage })
    const texts = await reads.calList(rows)
    const links = linksTo(at.site.baseUrl, path, inEffect(input))
    const page = { links, member: plural, texts, total, paging }
    const body = itemsPage(page, `${noun}-archive-page-not-found`)
    // what is upcoming changes with the clock alone
    return query.upcomingAt === undefined ? { ...body, until: endOfTime } : body
  }

/** `GET /cal/events/v1/venues`, `/organizers`. */
export const listDirectory = <Values>(kind: Listed, deps: DirectoryDeps<Values>, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args: filterArguments(kind.noun),
    resolve: resolve(kind, deps),
    handle: answer(kind, deps, path),
  })
