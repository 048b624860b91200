import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { eventValues, recorder, venueValues } from '../../support/recorded.ts'
import { readModels } from '../../support/read-models.ts'
import { watchedDocuments } from '../../support/watched-documents.ts'

const by = 'person' as const
const fairs = {
  taxonomy: 'cal_events_cat',
  name: 'Fairs',
  slug: 'fairs',
  description: '',
  parent: null,
} as const

/** A hundred events in one hall and one category. */
const world = async (onWrite: (collection: string, count: number) => void) => {
  const record = recorder()
  const watched = watchedDocuments(memoryDocuments({ strict: true }), (collection, operations) => {
    onWrite(collection, operations.length)
  })
  const models = await readModels(watched)
  const facts: StoredRecord[] = [
    record({ type: 'VenueCreated', venueId: 1, by, values: venueValues() }),
    record({ type: 'TermCreated', termId: 1, by, values: fairs }),
    ...Array.from({ length: 100 }, (_, n) =>
      record({
        type: 'EventCreated',
        eventId: n + 10,
        by,
        values: eventValues({ venues: [1], categories: [1] }),
      }),
    ),
  ]
  await models.apply(facts)
  return { models, record }
}

const watching = async () => {
  const written: Record<string, number> = {}
  let on = false
  const { models, record } = await world((collection, count) => {
    if (on) written[collection] = (written[collection] ?? 0) + count
  })
  on = true
  return { models, record, written }
}

it('renaming a venue writes that venue', async () => {
  const { models, record, written } = await watching()
  await models.apply([
    record({ type: 'VenueRenamed', venueId: 1, by, changes: { name: ['Main Hall', 'Aula'] } }),
  ])
  expect(written).toEqual({ 'venues@1': 1 })
})

it('renaming a category writes that category', async () => {
  const { models, record, written } = await watching()
  await models.apply([record({ type: 'TermRenamed', termId: 1, by, changes: { name: ['Fairs', 'Sales'] } })])
  expect(written).toEqual({ 'terms@1': 1 })
})

it('retitling an event writes that event', async () => {
  const { models, record, written } = await watching()
  await models.apply([
    record({ type: 'EventRetitled', eventId: 10, by, changes: { title: ['Fair', 'Feast'] } }),
  ])
  expect(written).toEqual({ 'event-listing@1': 1, 'event-detail@1': 1 })
})

it('trashing an event writes the event, its links, and what counts it', async () => {
  const { models, record, written } = await watching()
  await models.apply([
    record({
      type: 'EventTrashed',
      eventId: 10,
      by,
      reason: 'deleted',
      changes: { status: ['publish', 'trash'] },
    }),
  ])
  expect(written).toEqual({
    'event-listing@1': 1,
    'event-detail@1': 1,
    'venues-links@1': 1,
    'organizers-links@1': 1,
    'terms-links@1': 1,
    'terms@1': 1,
  })
})

it('a write that fails anywhere is made good when the batch comes again', async () => {
  const batch = () => {
    const record = recorder()
    return [
      record({ type: 'VenueCreated', venueId: 1, by, values: venueValues() }),
      record({ type: 'TermCreated', termId: 1, by, values: fairs }),
      record({
        type: 'EventCreated',
        eventId: 10,
        by,
        values: eventValues({ venues: [1], categories: [1] }),
      }),
    ]
  }
  let tried = 0
  for (let failing = 1; ; failing++) {
    let writes = 0
    const documents = watchedDocuments(memoryDocuments({ strict: true }), () => {
      if (++writes === failing) throw new Error(`write ${failing}`)
    })
    const models = await readModels(documents)
    const first = models.apply(batch())
    if (writes >= failing || (await first.then(() => false).catch(() => true))) {
      await first.catch(() => undefined)
      tried++
    } else break
    await models.apply(batch())
    expect(await models.terms.byId(1)).toMatchObject({ count: 1 })
    expect(await models.venues.byId(1)).toMatchObject({ lastEnd: '2027-05-08 18:00:00' })
    expect(await models.details.byId(10)).toMatchObject({ values: { title: 'Fair' } })
  }
  expect(tried).toBeGreaterThan(6)
})
