import { utcTime, termId } from '../../../shared/kernel/brands.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ListQuery } from '../../../projections/event-listing/conditions.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { plusSeconds } from '../../../shared/kernel/time/calculate.ts'
import { toLocal } from '../../../shared/kernel/time/zone.ts'
import { eventValues, recorder } from '../../support/recorded.ts'
import { editor, guest, readModels } from '../../support/read-models.ts'

const HOUR = 3_600
const now = utcTime('2027-03-14 07:30:00')
const zones = ['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Tokyo', 'UTC', 'UTC-12']

const event: fc.Arbitrary<EventValues> = fc
  .record({
    // around now, most of them so near that zones decide
    from: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -40, max: 40 }) },
      { weight: 1, arbitrary: fc.integer({ min: -3_000, max: 3_000 }) },
    ),
    hours: fc.constantFrom(0, 0, 1, 5, 24, 200, 2_000),
    timezone: fc.constantFrom(...zones),
    status: fc.constantFrom<EventValues['status']>('publish', 'publish', 'publish', 'draft'),
    categories: fc.uniqueArray(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
  })
  .map(({ from, hours, timezone, ...rest }) => {
    const startUtc = plusSeconds(now, from * HOUR)
    const endUtc = plusSeconds(startUtc, hours * HOUR)
    const local = { start: toLocal(startUtc, timezone), end: toLocal(endUtc, timezone) }
    return eventValues({ ...rest, ...local, startUtc, endUtc, timezone })
  })

const asked = fc.record(
  {
    viewer: fc.constantFrom(guest, editor),
    is: fc.boolean(),
    categories: fc.constant([termId(1)]),
    skip: fc.nat(12),
    limit: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: ['viewer', 'is', 'skip', 'limit'] },
)

it('06 §1.2 list: ended and not ended are told by instants, paged and counted exactly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), asked, async (events, { is, ...given }) => {
      const models = await readModels()
      const record = recorder()
      await models.apply(
        events.map((values, n) => record({ type: 'EventCreated', eventId: n + 1, by: 'person', values })),
      )
      const query: ListQuery = {
        ...given,
        statuses: ['publish', 'draft'],
        includeHidden: true,
        start: {},
        end: {},
        ended: { at: now, is },
        sort: { member: 'start', descending: is },
      }
      const expected = events
        .map((values, n) => ({ id: n + 1, values }))
        .filter(({ values }) => values.status === 'publish' || given.viewer === editor)
        .filter(({ values }) => values.endUtc < now === is)
        .filter(({ values }) => given.categories === undefined || values.categories.includes(termId(1)))
        .toSorted((a, b) => {
          const [one, other] = [a.values.start, b.values.start]
          return one === other ? a.id - b.id : one < other === is ? 1 : -1
        })
      const { rows, total, sameUntil = '' } = await models.events.listEvents(query)
      expect(rows.map(row => row._id)).toEqual(
        expected.slice(given.skip, given.skip + given.limit).map(({ id }) => id),
      )
      expect(total).toBe(expected.length)
      const ends = events
        .map(({ endUtc }) => endUtc)
        .filter(end => end >= now)
        .toSorted()
      // none of them ends before it is said that one may
      if (given.viewer === editor && given.categories === undefined)
        expect(ends[0] === undefined || sameUntil <= ends[0]).toBe(true)
      expect(sameUntil >= now).toBe(true)
    }),
    { numRuns: 150 },
  )
})
