import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beyondLimits } from '../../../projections/event-listing/beyond.ts'
import type { ListQuery } from '../../../projections/event-listing/conditions.ts'
import { type EventPage, pagesOfEvents } from '../../../projections/event-listing/list.ts'
import { rowsSpec, type EventRow } from '../../../projections/event-listing/row.ts'
import { spanOf } from '../../../projections/event-listing/window.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { eventId, localTime, termId, userId } from '../../../shared/kernel/brands.ts'
import { plusSeconds } from '../../../shared/kernel/time/calculate.ts'
import { eventValues, recorder } from '../../support/recorded.ts'
import { guest, readModels } from '../../support/read-models.ts'

const DAY = 86_400
const origin = '2027-01-01 00:00:00'
const MOST = 25

const moment = fc.nat(120).map(n => localTime(plusSeconds(origin, (n * DAY) / 2)))

/** From none to many days: most of them are under way where some list begins or ends. */
const event = fc
  .record({
    id: fc.integer({ min: 1, max: MOST }),
    start: moment,
    days: fc.constantFrom(0, 0, 1, 3, 10, 70, 200),
    isShown: fc.constantFrom(true, true, true, false),
    featured: fc.boolean(),
    categories: fc.uniqueArray(fc.integer({ min: 1, max: 3 }).map(termId), { maxLength: 2 }),
    status: fc.constantFrom('publish', 'publish', 'draft'),
    author: fc.constantFrom(2, 3, 4).map(userId),
  })
  .map(({ id, start, days, isShown, ...rest }) => {
    const end = plusSeconds(start, days * DAY)
    const isPublic = isShown && rest.status === 'publish'
    const dates = { start, end, span: spanOf(start, end) }
    return { ...rest, ...dates, _id: eventId(id), public: isPublic, listed: isShown, hidden: !isShown }
  })

const [editor, author] = [
  { id: userId(2), role: 'editor' },
  { id: userId(3), role: 'author' },
] as const

const question: fc.Arbitrary<Omit<ListQuery, 'skip' | 'limit'>> = fc
  .record({
    start: fc.record({ gte: moment, lt: moment }, { requiredKeys: [] }),
    end: fc.record({ gt: moment, lte: moment }, { requiredKeys: [] }),
    includeHidden: fc.constantFrom(false, false, true),
    sort: fc.record({
      member: fc.constantFrom('start', 'start', 'start', 'title'),
      descending: fc.boolean(),
    }),
    viewer: fc.constantFrom(guest, guest, editor, author),
    statuses: fc.constantFrom<ListQuery['statuses']>(['publish'], ['publish', 'draft']),
    filters: fc.constantFrom(
      {},
      {},
      { featured: true },
      { categories: [termId(2)] },
      { include: [1, 2, 3, 4, 5].map(eventId) },
    ),
  })
  .map(({ filters, ...rest }) => ({ ...rest, ...filters }))

const change = fc.oneof(
  { weight: 4, arbitrary: event },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: MOST }) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
  { weight: 2, arbitrary: fc.constant(null) },
)

/** What an event is besides what lists tell events apart by here. */
const anyRow = async (): Promise<EventRow> => {
  const documents = memoryDocuments()
  const record = recorder()
  const models = await readModels(documents)
  await models.apply([record({ type: 'EventCreated', eventId: 1, by: 'person', values: eventValues() })])
  const [row] = await (await documents.collection<EventRow>(rowsSpec)).find({})
  if (row === undefined) throw new Error('No event is listed.')
  return row
}

const shown = ({ rows, total }: EventPage) => ({ ids: rows.map(row => row._id), total })

it('00 §8 scale: a list of which is kept where its events are shows what it would if nothing were kept', async () => {
  const row = await anyRow()
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 10, maxLength: MOST }),
      fc.array(question, { minLength: 4, maxLength: 8 }),
      fc.array(fc.record({ change, skip: fc.nat(6), limit: fc.integer({ min: 1, max: 6 }) }), {
        minLength: 10,
        maxLength: 25,
      }),
      async (events, questions, steps) => {
        const { collection, trails } = memoryDocuments()
        const rows = await collection<EventRow>(rowsSpec)
        const keeping = pagesOfEvents({ rows, beyond: beyondLimits(rows, trails), trails })
        const anew = pagesOfEvents({ rows, beyond: beyondLimits(rows, undefined), trails: undefined })
        const lists = questions.map(one => ({ kept: keeping(one), anew: anew(one) }))
        const put = (some: readonly (typeof events)[number][]) =>
          rows.bulkWrite(
            some.map(one => ({
              replaceOne: { filter: { _id: one._id }, replacement: { ...row, ...one }, upsert: true },
            })),
          )
        await put(events)
        for (const { change, ...paging } of steps) {
          if (change === 'clear') {
            await rows.clear()
            await put(events.slice(5))
          } else if (typeof change === 'number')
            await rows.bulkWrite([{ deleteOne: { filter: { _id: change } } }])
          else if (change !== null) await put([change])
          for (const { kept, anew } of lists)
            expect(shown(await kept(paging))).toEqual(shown(await anew(paging)))
        }
      },
    ),
    { numRuns: 25 },
  )
})
