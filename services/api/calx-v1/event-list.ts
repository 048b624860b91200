import { eventId, type EventId } from '../../../shared/kernel/brands.ts'
import type { ListQuery } from '../../../projections/event-listing/queries.ts'
import { nonEmpty } from '../platform/non-empty.ts'
import { dateRanges } from '../items/date-ranges.ts'
import type { EventReads, FindPlaces } from '../items/event-deps.ts'
import { canRead } from '../../../shared/rights.ts'
import type { Answer } from '../platform/answers/answer.ts'
import type { Given, Input } from '../platform/arguments/arguments.ts'
import type { Call, Caller } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { refused } from '../platform/answers/errors.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../platform/route.ts'
import { filterArguments, saysWords, sortOf } from './event-filters.ts'
import { nextTurn } from './event-moments.ts'
import { listForm } from './item-context.ts'
import { listAnswer, skipped } from './paging.ts'

type Filters = Given<typeof filterArguments>
type Sought = Omit<ListQuery, 'skip' | 'limit'>

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
  async (filters: Filters, { caller, at }: Call): Promise<Resolved<Sought>> => {
    const { start, end, problems } = dateRanges(filters, true, at)
    if (Object.keys(problems).length > 0) return { ok: false, problems }
    const categories = nonEmpty(filters.categories)
    const query: Sought = {
      viewer: caller,
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
    return { ok: true, value: query }
  }

const answer =
  (reads: EventReads, path: string) =>
  async (input: Input<typeof filterArguments>, call: Call, query: Sought): Promise<Answer> => {
    const { at, caller, sent } = call
    const form = listForm(call)
    if (form === null) return refused('rest_forbidden_context', {}, { caller })
    const { rows, total } = await reads.listEvents({ ...query, skip: skipped(input), limit: input.per_page })
    const texts = await reads.calxEvents(rows, query.viewer, { form, nowUtc: at.nowUtc })
    const { page, per_page } = input
    const listed = listAnswer(
      { path, baseUrl: at.site.baseUrl, page, per_page, texts, total, sent },
      'event-archive-page-not-found',
    )
    return saysWords(input) ? listed : { ...listed, until: nextTurn(rows, at) }
  }

/** `GET /calx/v1/events`. */
export const listEvents = (reads: EventReads, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['GET'],
    args: filterArguments,
    resolve: resolve(reads),
    handle: answer(reads, path),
  })
