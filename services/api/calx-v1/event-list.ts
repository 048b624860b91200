import { endOfTime, eventId, type EventId } from '../../../shared/kernel/brands.ts'
import type { CalxForm, Sought } from '../../../projections/event-listing/queries.ts'
import { byPages, type PageCall, type Paging, type Understood } from '../platform/by-pages.ts'
import { nonEmpty } from '../platform/non-empty.ts'
import { dateRanges } from '../items/date-ranges.ts'
import type { EventReads, FindPlaces } from '../items/event-deps.ts'
import { canRead, type Principal, viewerFor } from '../../../shared/rights.ts'
import type { Answer } from '../platform/answers/answer.ts'
import type { Given } from '../platform/arguments/arguments.ts'
import type { Call, Caller } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { refused } from '../platform/answers/errors.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../platform/route.ts'
import { filterArguments, saysWords, sortOf } from './event-filters.ts'
import { untilOf } from './event-moments.ts'
import { listForm } from './item-context.ts'
import { listAnswer, skipped } from './paging.ts'

type Filters = Given<typeof filterArguments>

/** What is asked for. `form`: how it is shown; null: its context needs a right that the caller lacks. */
type FoundEvents = Understood & {
  readonly pageOf: ReturnType<EventReads['pagesOfEvents']>
  readonly viewer: Principal
  readonly form: CalxForm | null
}

/**
 * Those that are there for this caller: events may still hold the id of what was purged, and do not tell who names
 * what nobody else may read (spec 01 §9.1).
 */
const readable = async <Id extends number>(
  find: FindPlaces<Id>,
  ids: readonly Id[] | undefined,
  caller: Caller,
): Promise<readonly Id[] | undefined> => {
  if (ids === undefined) return undefined
  const seen = new Set((await find(ids)).filter(one => canRead(caller, one)).map(one => one._id))
  return ids.filter(id => seen.has(id))
}

/** Ids count from 1. */
const NOBODYS = eventId(0)

const readableParent = async (
  { eventById }: EventReads,
  id: EventId | undefined,
  caller: Caller,
): Promise<EventId | undefined> => {
  if (id === undefined) return undefined
  const parent = await eventById(id)
  return parent !== null && canRead(caller, parent.values) ? id : NOBODYS
}

/** Unknown ids match nothing; what the caller may not read is left out (spec 03 §2.1). */
const resolve =
  (reads: EventReads) =>
  async (filters: Filters, call: Call): Promise<Resolved<FoundEvents>> => {
    const { caller, at } = call
    const { start, end, problems } = dateRanges(filters, true, at)
    if (Object.keys(problems).length > 0) return { ok: false, problems }
    const categories = nonEmpty(filters.categories)
    const viewer = viewerFor(caller)
    const query: Sought = {
      viewer,
      statuses: filters.ticketed === true ? [] : (filters.status ?? []),
      includeHidden: true,
      start,
      end,
      sort: sortOf(filters.orderby ?? 'event_date', filters.order ?? 'ASC'),
      ...defined({
        search: filters.search?.trim() === '' ? undefined : filters.search,
        categories: categories && (await reads.terms.withDescendants(categories)),
        tags: nonEmpty(filters.tags),
        include: nonEmpty(filters.include),
        exclude: nonEmpty(filters.exclude),
        venues: await readable(reads.venuesByIds, nonEmpty(filters.venue), caller),
        organizers: await readable(reads.organizersByIds, nonEmpty(filters.organizer), caller),
        featured: filters.featured,
        parent: await readableParent(reads, filters.post_parent, caller),
      }),
    }
    const until = saysWords(filters) ? null : endOfTime
    return { ok: true, value: { pageOf: reads.pagesOfEvents(query), viewer, form: listForm(call), until } }
  }

const answer =
  (reads: EventReads, path: string) =>
  async (
    paging: Paging,
    { pageOf, viewer, form, until }: FoundEvents,
    { at, linked }: PageCall,
  ): Promise<Answer> => {
    if (form === null) return refused('rest_forbidden_context', {}, { caller: viewer })
    const { rows, total } = await pageOf({ skip: skipped(paging), limit: paging.per_page })
    const elements = await reads.calxEvents(rows, viewer, { form, nowUtc: at.nowUtc })
    const page = { ...paging, path, baseUrl: at.site.baseUrl, elements, total, links: linked() }
    const listed = listAnswer(page, 'event-archive-page-not-found')
    return { ...listed, until: until === null ? null : untilOf(elements) }
  }

/** `GET /calx/v1/events`. */
export const listEvents = (reads: EventReads, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args: filterArguments,
    resolve: resolve(reads),
    ...byPages(answer(reads, path)),
  })
