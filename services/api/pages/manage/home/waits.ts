import { nobody, type EpochMs } from '../../../../../shared/kernel/brands.ts'
import type { EventRow, ListQuery } from '../../../../../projections/event-listing/queries.ts'
import { nowUtc, startOfDay, plusMs } from '../../../../../shared/kernel/time/calculate.ts'
import { can, type Principal } from '../../../../../shared/rights.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Moment } from '../../../platform/call.ts'
import { listingIn, NO_VENUE, type Listing } from '../events/address.ts'

/** Events of a list of the first page; the way behind it shows them all. */
const SHOWN = 5
/** Publishing takes some seconds; who is that late has failed. */
const LATE_MS = 10 * 60_000

/** Events that somebody should look at, for one reason. */
export type Waiting = {
  readonly title: string
  /** What is to be done about them. */
  readonly about: string
  /** The table that shows them all. */
  readonly all: Listing
  readonly rows: readonly EventRow[]
  readonly total: number
}

type Reason = Pick<Waiting, 'title' | 'about' | 'all'> & {
  readonly query: Pick<ListQuery, 'statuses' | 'end' | 'sort'> & Partial<ListQuery>
}

const START = { member: 'start', descending: false } as const
const PUBLISHED = { member: 'published', descending: false } as const

const reasons = (today: string, ms: EpochMs): readonly Reason[] => {
  const table = (query: Readonly<Record<string, string>>) => listingIn(query, today)
  const coming = { end: { gte: startOfDay(today) }, sort: START }
  return [
    {
      ...{
        title: 'Should be published by now',
        about: 'Their time has come and they are not to be seen. Save one to publish it.',
      },
      all: table({ tab: 'future', sort: 'published', from: '' }),
      query: {
        statuses: ['future'],
        end: {},
        sort: PUBLISHED,
        publishedBefore: nowUtc(plusMs(ms, -LATE_MS)),
      },
    },
    {
      ...{ title: 'Waiting for approval', about: 'Somebody wrote them and may not publish.' },
      all: table({ tab: 'pending' }),
      query: { statuses: ['pending'], ...coming },
    },
    {
      ...{ title: 'Drafts that are near', about: 'Nobody else sees them yet.' },
      all: table({ tab: 'draft' }),
      query: { statuses: ['draft'], ...coming },
    },
    {
      ...{ title: 'Without a venue', about: 'They are published, or will be, and nobody knows where.' },
      all: table({ venue: NO_VENUE }),
      query: { statuses: ['publish', 'future'], ...coming, withoutVenue: true },
    },
  ]
}

/** Who edits only their own events is shown these alone (spec 07 §2). */
const ofWhom = (caller: Principal): Pick<ListQuery, 'author'> =>
  can(caller, 'edit-others') ? {} : { author: caller?.id ?? nobody }

type WaitDeps = { readonly events: Pick<EventReads, 'listEvents'> }

/** Lists of events that need a look, in the order of how much; without the empty ones. */
export const waitingFor = async (
  { events }: WaitDeps,
  caller: Principal,
  today: string,
  { ms }: Pick<Moment, 'ms'>,
): Promise<readonly Waiting[]> => {
  const asked = reasons(today, ms).map(async ({ query, ...reason }) => {
    const page = { viewer: caller, includeHidden: true, start: {}, skip: 0, limit: SHOWN }
    return { ...reason, ...(await events.listEvents({ ...page, ...ofWhom(caller), ...query })) }
  })
  return (await Promise.all(asked)).filter(({ total }) => total > 0)
}

/** How many events are published and not over, and to be published later. */
export const standingOf = async (
  { events }: WaitDeps,
  caller: Principal,
  today: string,
): Promise<{ readonly publish: number; readonly future: number }> => {
  const count = async (status: 'publish' | 'future'): Promise<number> => {
    const query = { viewer: caller, statuses: [status], includeHidden: true, start: {}, sort: START, skip: 0 }
    const end = { gte: startOfDay(today) }
    return (await events.listEvents({ ...query, ...ofWhom(caller), end, limit: 0 })).total
  }
  const [publish, future] = await Promise.all([count('publish'), count('future')])
  return { publish, future }
}
