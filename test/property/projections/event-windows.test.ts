import { eventId, localTime, venueId, termId } from '../../../shared/kernel/brands.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListQuery, ListSort, SortMember } from '../../../projections/event-listing/conditions.ts'
import type { Range } from '../../../projections/event-listing/window.ts'
import type { Principal } from '../../../shared/rights.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { plusSeconds } from '../../../shared/kernel/time/calculate.ts'
import { eventValues, recorder } from '../../support/recorded.ts'
import { authorNamed, editor, guest, readModels } from '../../support/read-models.ts'

const DAY = 86_400
const origin = '2027-03-01 00:00:00'

/** Lengths on both sides of every class limit. */
const QUARTER = DAY / 4
const length = fc.oneof(
  { weight: 3, arbitrary: fc.nat(6).map(n => n * QUARTER) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      3600,
      DAY - 1,
      DAY + 1,
      8 * DAY,
      8 * DAY + 1,
      64 * DAY,
      64 * DAY + 1,
      400 * DAY,
    ),
  },
)
/** Few different starts, so that ties and touching ends are common. */
const near = fc.integer({ min: -6, max: 6 }).map(n => plusSeconds(origin, n * QUARTER))
const far = fc.integer({ min: -300, max: 300 }).map(n => plusSeconds(origin, n * QUARTER))
const moment = fc.oneof({ weight: 4, arbitrary: near }, { weight: 1, arbitrary: far }).map(localTime)
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 3 }).map(termId), { maxLength: 2 })

const event: fc.Arbitrary<EventValues> = fc
  .record({
    start: moment,
    length,
    status: fc.constantFrom<EventValues['status']>(
      'publish',
      'publish',
      'publish',
      'draft',
      'private',
      'trash',
    ),
    hidden: fc.constantFrom(false, false, false, true),
    featured: fc.boolean(),
    password: fc.constantFrom('', '', 'secret'),
    author: fc.constantFrom(2, 3),
    title: fc.constantFrom('Fair', 'Fête de l’été', 'Choir'),
    sticky: fc.boolean(),
    categories: ids,
    venues: ids,
  })
  .map(({ length, ...given }) => eventValues({ ...given, end: plusSeconds(given.start, length) }))

const range: fc.Arbitrary<Range> = fc.oneof(
  fc.record({ gte: moment }),
  fc.record({ gt: moment }),
  fc.record({ lt: moment }),
  fc.record({ lte: moment }),
  fc.record({ gte: moment, gt: moment, lt: moment, lte: moment }, { requiredKeys: [] }),
)

type Asked = Omit<ListQuery, 'skip' | 'limit' | 'sort'>
const everything: EventValues['status'][] = ['publish', 'pending', 'draft', 'future', 'private']
const audience = {
  viewer: fc.constantFrom<Principal>(guest, editor, authorNamed(3)),
  statuses: fc.oneof(
    { weight: 2, arbitrary: fc.constant<EventValues['status'][]>(['publish']) },
    { weight: 4, arbitrary: fc.constant(everything) },
    { weight: 1, arbitrary: fc.constantFrom<EventValues['status'][]>(['draft', 'trash'], []) },
  ),
}
/** Dates alone, as most lists ask. */
const window: fc.Arbitrary<Asked> = fc.record({
  ...audience,
  includeHidden: fc.constant(false),
  start: fc.oneof(fc.constant({}), range),
  end: fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: range }),
})
const filtered: fc.Arbitrary<Asked> = fc.record(
  {
    ...audience,
    includeHidden: fc.boolean(),
    start: fc.constant({}),
    end: fc.oneof(fc.constant({}), range),
    search: fc.constantFrom('fete', '-fair', 'Choir "de l\'ete"'),
    categories: ids,
    venues: ids.map(some => some.map(venueId)),
    featured: fc.boolean(),
    include: fc.uniqueArray(fc.integer({ min: 1, max: 40 }).map(eventId)),
  },
  { requiredKeys: ['viewer', 'statuses', 'includeHidden', 'start', 'end'] },
)
const query = fc.oneof({ weight: 3, arbitrary: window }, { weight: 1, arbitrary: filtered })

const inside = (at: string, { gte, gt, lt, lte }: Range) =>
  (gte === undefined || at >= gte) &&
  (gt === undefined || at > gt) &&
  (lt === undefined || at < lt) &&
  (lte === undefined || at <= lte)

/** The editor alone reads what others wrote and have not published. */
const readable = ({ status, author }: EventValues, viewer: Principal) =>
  status === 'publish' || viewer === editor || author === viewer?.id

const found: Readonly<Record<string, (values: EventValues) => boolean>> = {
  fete: ({ title }) => title.startsWith('Fête'),
  '-fair': ({ title }) => title !== 'Fair',
  'Choir "de l\'ete"': () => false,
}

/** Viewers here edit what they own. */
const open = ({ password, author }: EventValues, viewer: Principal) =>
  password === '' || viewer === editor || author === viewer?.id

/** The spec's words, one event after the other. */
const matches = (id: number, values: EventValues, asked: Asked): boolean =>
  asked.statuses.includes(values.status) &&
  readable(values, asked.viewer) &&
  (asked.includeHidden || !values.hidden) &&
  inside(values.start, asked.start) &&
  inside(values.end, asked.end) &&
  (open(values, asked.viewer) ||
    [asked.search, asked.categories, asked.venues, asked.featured].every(one => one === undefined)) &&
  (asked.search === undefined || found[asked.search]?.(values) === true) &&
  (asked.categories === undefined || values.categories.some(c => asked.categories?.includes(c))) &&
  (asked.venues === undefined || values.venues.some(v => asked.venues?.includes(v))) &&
  (asked.featured === undefined || values.featured === asked.featured) &&
  (asked.include === undefined || asked.include.includes(eventId(id)))

/** All were published and changed at one instant. */
const keyOf = (member: SortMember, { start, title, sticky, password }: EventValues) =>
  ({
    start,
    title: title.replace('ê', 'e'),
    menu: sticky && password === '' ? 0 : 1,
    published: '',
    modified: '',
  })[member]

const inOrder = ({ member, descending }: ListSort, a: EventValues, b: EventValues): number => {
  const [one, other] = [keyOf(member, a), keyOf(member, b)]
  if (one === other) return 0
  return one < other === descending ? 1 : -1
}

describe('a list of events', () => {
  it('is the filtered set in order, and its pages put together are the list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 15, maxLength: 40 }),
        fc.array(query, { minLength: 6, maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        fc.record({
          member: fc.constantFrom('start', 'published', 'title', 'menu', 'modified'),
          descending: fc.boolean(),
        }),
        async (values, queries, perPage, sort) => {
          const record = recorder()
          const models = await readModels()
          await models.apply(
            values.map((one, n) =>
              record({ type: 'EventCreated', eventId: n + 1, by: 'person', values: one }),
            ),
          )
          for (const asked of queries) {
            const expected = values
              .map((one, n) => ({ id: n + 1, one }))
              .filter(({ id, one }) => matches(id, one, asked))
              .sort((a, b) => inOrder(sort, a.one, b.one) || a.id - b.id)
              .map(({ id }) => id)
            const pages: number[] = []
            for (let skip = 0; skip < expected.length + perPage; skip += perPage) {
              const page = await models.events.listEvents({ ...asked, sort, skip, limit: perPage })
              expect(page.total).toBe(expected.length)
              expect(page.rows.length).toBeLessThanOrEqual(perPage)
              pages.push(...page.rows.map(row => row._id))
            }
            expect(pages).toEqual(expected)
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})
