import { forEverybody, type Sought } from '../../../../projections/event-listing/queries.ts'
import type { Answer, Found } from '../../platform/answers/answer.ts'
import type { Given, Problems } from '../../platform/arguments/arguments.ts'
import type { Call, Caller, Moment } from '../../platform/call.ts'
import { defined } from '../../../../shared/kernel/json.ts'
import { nonEmpty } from '../../platform/non-empty.ts'
import { canRead, type Principal, viewerFor } from '../../../../shared/rights.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../../platform/route.ts'
import { byPages, type Paging, type Understood } from '../../platform/by-pages.ts'
import { nextMidnight, onceASecond } from '../../platform/site-clock.ts'
import type { EventReads, FindPlaces } from '../../items/event-deps.ts'
import { dateWindow, filterArguments, windowOf } from './event-filters.ts'
import { isKnown, searchProblems, statusesOf } from '../item-filters.ts'
import { problem, unknownId } from '../../items/answer.ts'
import { inEffect, itemsPage, type Links, linksTo, pagingOf } from '../paging.ts'

type Filters = Given<typeof filterArguments>

/** What is asked for, also as the links say it. */
type FoundEvents = Understood & {
  readonly pageOf: ReturnType<EventReads['pagesOfEvents']>
  readonly viewer: Principal
  readonly links: Links
}

/** Rules on single values that need no lookup. */
const plainProblems = ({ search, ticketed }: Filters): Problems => ({
  ...searchProblems(search),
  ...(ticketed === true
    ? {
        ticketed: problem(
          'event-tickets-not-active',
          'ticketed must be false: tickets are not offered here.',
        ),
      }
    : {}),
})

const termIds = async (
  reads: EventReads,
  kind: 'categories' | 'tags',
  refs: readonly string[] | undefined,
) => {
  if (refs === undefined) return undefined
  const { ids, unknown } = await reads.terms.resolve(
    kind === 'tags' ? 'post_tag' : 'cal_events_cat',
    refs,
    'slug',
  )
  if (unknown.length > 0) return null
  return kind === 'tags' ? ids : reads.terms.withDescendants(ids)
}

const allReadable = async <Id extends number>(
  find: FindPlaces<Id>,
  ids: readonly Id[] | undefined,
  caller: Caller,
): Promise<boolean> => {
  if (ids === undefined) return true
  const found = await find(ids)
  return ids.every(id => found.some(one => one._id === id && canRead(caller, one)))
}

/** What the day at the site says of lists: the dates of those that name none, and until when they are the same. */
const dayOf = (at: Moment) => ({ unsent: windowOf(at), until: nextMidnight(at) })
type DayAt = (at: Moment) => ReturnType<typeof dayOf>

const BY_START: Sought['sort'] = { member: 'start', descending: false }

/** What the list of a guest asks who sends nothing (spec 02 §3.1). */
export const guestsQuestion = (at: Moment): Sought => {
  const { start, end } = dateWindow({}, at, () => windowOf(at))
  return { ...forEverybody, start, end, sort: BY_START }
}

const resolve =
  (reads: EventReads, path: string, dayAt: DayAt) =>
  async (filters: Filters, { caller, at }: Call): Promise<Resolved<FoundEvents>> => {
    const window = dateWindow(filters, at, () => dayAt(at).unsent)
    const status = statusesOf(filters.status, caller)
    const [venues, organizers, include] = [
      nonEmpty(filters.venue),
      nonEmpty(filters.organizer),
      nonEmpty(filters.include),
    ]
    const parent = filters.post_parent
    const [categories, tags, venuesKnown, organizersKnown, parentEvent] = await Promise.all([
      termIds(reads, 'categories', nonEmpty(filters.categories)),
      termIds(reads, 'tags', nonEmpty(filters.tags)),
      allReadable(reads.venuesByIds, venues, caller),
      allReadable(reads.organizersByIds, organizers, caller),
      parent === undefined ? null : reads.eventById(parent),
    ])
    const problems: Problems = {
      ...window.problems,
      ...plainProblems(filters),
      ...(categories === null ? { categories: unknownId('categories') } : {}),
      ...(tags === null ? { tags: unknownId('tags') } : {}),
      ...(venuesKnown ? {} : { venue: unknownId('venue') }),
      ...(organizersKnown ? {} : { organizer: unknownId('organizer') }),
      ...('problem' in status ? { status: status.problem } : {}),
      ...(parent === undefined || isKnown(parentEvent, caller)
        ? {}
        : { post_parent: unknownId('post_parent') }),
    }
    if (Object.keys(problems).length > 0 || 'problem' in status) return { ok: false, problems }
    const viewer = viewerFor(caller)
    const query: Sought = {
      viewer,
      statuses: status.statuses,
      includeHidden: false,
      start: window.start,
      end: window.end,
      sort: include === undefined ? BY_START : { member: 'published', descending: false },
      ...defined({ search: filters.search, venues, organizers, include, parent, featured: filters.featured }),
      ...(categories === undefined || categories === null ? {} : { categories }),
      ...(tags === undefined || tags === null ? {} : { tags }),
    }
    const links = linksTo(at.site.baseUrl, path, inEffect(filters, window.texts))
    const until = window.moves ? null : dayAt(at).until
    return { ok: true, value: { pageOf: reads.pagesOfEvents(query), viewer, links, until } }
  }

const answer =
  (reads: EventReads) =>
  async (asked: Paging, { pageOf, viewer, links, until }: FoundEvents): Promise<Found> => {
    const paging = pagingOf(asked)
    const { rows, total } = await pageOf({ skip: paging.skip, limit: paging.perPage })
    const show = async (): Promise<Answer> => {
      const texts = await reads.calEvents(rows, viewer)
      const page = { links, member: 'events', texts, total, paging }
      const shown = itemsPage(page, 'event-archive-page-not-found')
      return { ...shown, until }
    }
    return { show }
  }

/** `GET /cal/events/v1/events`. */
export const listEvents = (reads: EventReads, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args: filterArguments,
    resolve: resolve(reads, path, onceASecond(dayOf)),
    ...byPages(answer(reads)),
  })
