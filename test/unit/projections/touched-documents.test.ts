import { termId, eventId, venueId } from '../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { collections } from '../../support/collections.ts'
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
    record({ type: 'VenueCreated', venueId: 1, by, values: venueValues(), hiddenUntilLinked: false }),
    record({ type: 'TermCreated', termId: 1, by, values: fairs, hiddenUntilLinked: false }),
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
  expect(written).toEqual({ [collections.venues]: 1 })
})

it('renaming a category writes that category', async () => {
  const { models, record, written } = await watching()
  await models.apply([record({ type: 'TermRenamed', termId: 1, by, changes: { name: ['Fairs', 'Sales'] } })])
  expect(written).toEqual({ [collections.terms]: 1 })
})

it('retitling an event writes that event', async () => {
  const { models, record, written } = await watching()
  await models.apply([
    record({ type: 'EventRetitled', eventId: 10, by, changes: { title: ['Fair', 'Feast'] } }),
  ])
  expect(written).toEqual({ [collections.events]: 1 })
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
    [collections.events]: 1,
    [collections.venueLinks]: 1,
    [collections.organizerLinks]: 1,
    [collections.termLinks]: 1,
    [collections.terms]: 1,
  })
})

it('a write that fails anywhere is made good when the batch comes again', async () => {
  const record = recorder()
  const created = [
    record({ type: 'VenueCreated', venueId: 1, by, values: venueValues(), hiddenUntilLinked: false }),
    record({
      type: 'VenueCreated',
      venueId: 2,
      by,
      values: venueValues({ name: 'Gym' }),
      hiddenUntilLinked: false,
    }),
    record({ type: 'TermCreated', termId: 1, by, values: fairs, hiddenUntilLinked: false }),
    record({
      type: 'TermCreated',
      termId: 2,
      by,
      values: { ...fairs, name: 'Sales', slug: 'sales' },
      hiddenUntilLinked: false,
    }),
    record({ type: 'EventCreated', eventId: 10, by, values: eventValues({ venues: [1], categories: [1] }) }),
  ]
  const moved = [
    record({ type: 'EventRelocated', eventId: 10, by, changes: { venues: [[1], [2]] } }),
    record({ type: 'EventTermsAssigned', eventId: 10, by, changes: { categories: [[1], [2]] } }),
  ]
  const end = '2027-05-08 18:00:00'
  const failures = new Set<number>()
  for (let n = 1; n === failures.size + 1; n++) {
    let writes = 0
    const documents = watchedDocuments(memoryDocuments({ strict: true }), () => {
      if (++writes !== n) return
      failures.add(n)
      throw new Error(`write ${n}`)
    })
    const models = await readModels(documents)
    for (const batch of [created, moved]) {
      await models.apply(batch).catch(() => undefined)
      await models.apply(batch)
    }
    expect((await models.terms.byIds([termId(1), termId(2)])).map(term => term.count)).toEqual([0, 1])
    const venues = await Promise.all([venueId(1), venueId(2)].map(models.venues.byId))
    expect(venues.map(venue => venue?.lastEnd)).toEqual(['', end])
    expect(await models.events.byId(eventId(10))).toMatchObject({ values: { venues: [2], categories: [2] } })
  }
  expect(failures.size).toBeGreaterThan(10)
})
