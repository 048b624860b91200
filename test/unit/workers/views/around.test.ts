import { describe, expect, it } from 'vitest'
import type { EventListingQueries, ListQuery } from '../../../../projections/event-listing/queries.ts'
import { findEvents } from '../../../../services/views/content/find.ts'
import { utcTime } from '../../../../shared/kernel/brands.ts'
import { viewQuery, viewSite } from '../../../support/view-content.ts'

type Dates = Pick<ListQuery, 'start' | 'end'>
type Any = EventListingQueries['anyEvent']

/** A month without events, where `isThere` says which others there are; what was asked for that. */
const monthWhere = async (isThere: (dates: Dates) => boolean) => {
  const asked: Dates[] = []
  const anyEvent: Any = async ({ start, end }) => {
    asked.push({ start, end })
    return isThere({ start, end })
  }
  const unasked = async () => {
    throw new Error('nobody asks for this')
  }
  const reads = {
    listEvents: async () => ({ rows: [], total: 0 }),
    anyEvent,
    jsonLd: unasked,
    terms: { byPath: unasked, paths: unasked, withDescendants: unasked, namesByIds: unasked },
    venues: unasked,
    pageUrl: () => '',
    currency: () => ({ symbol: '', code: '', position: 'prefix' }) as const,
  }
  const query = { ...viewQuery, view: 'month' } as const
  const nowUtc = utcTime('2027-05-10 12:00:00')
  const limits = { category: null, tag: null }
  const found = await findEvents({ reads, query, site: viewSite, nowUtc }, limits, '2027-05')
  return { asked, earlier: found.earlier?.date, later: found.later?.date }
}

const before = { start: { lt: '2027-05-01 00:00:00' }, end: {} }
const startsLater = { start: { gte: '2027-06-01 00:00:00' }, end: {} }
const endsLater = { start: {}, end: { gt: '2027-06-01 00:00:00' } }

describe('where other events are than those of a month', () => {
  it('is asked once each way where something begins later', async () => {
    expect(await monthWhere(({ start }) => start.lt !== undefined || start.gte !== undefined)).toEqual({
      ...{ asked: [before, startsLater], earlier: '2027-04', later: '2027-06' },
    })
  })
  it('is what goes on beyond the month where nothing begins later', async () => {
    expect(await monthWhere(({ end }) => end.gt !== undefined)).toEqual({
      ...{ asked: [before, startsLater, endsLater], earlier: undefined, later: '2027-06' },
    })
  })
  it('is nowhere where nothing is', async () => {
    expect(await monthWhere(() => false)).toEqual({
      ...{ asked: [before, startsLater, endsLater], earlier: undefined, later: undefined },
    })
  })
})
