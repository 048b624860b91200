import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Doc, Documents, WriteOp } from '../../../shared/documents/port.ts'
import { collections } from '../../support/collections.ts'
import { eventValues, recorder, venueValues } from '../../support/recorded.ts'
import { readModels } from '../../support/read-models.ts'

/** Writes to this collection fail while `fails` says so. */
const failing = (documents: Documents, name: string, fails: () => boolean): Documents => ({
  ...documents,
  collection: async <D extends Doc>(spec: Parameters<Documents['collection']>[0]) => {
    const inner = await documents.collection<D>(spec)
    if (spec.name !== name) return inner
    return {
      ...inner,
      bulkWrite: async (operations: readonly WriteOp<D>[]) => {
        if (fails()) throw new Error('the connection is gone')
        await inner.bulkWrite(operations)
      },
    }
  },
})

it.each([
  [collections.terms, { _id: 1, count: 0 }],
  [collections.venues, { _id: 7, lastEnd: '' }],
])(
  'what %s count is right after a batch that got as far as the links, and comes again with what takes them away',
  async (name, expected) => {
    let away = false
    const record = recorder()
    const documents = memoryDocuments({ strict: true })
    const models = await readModels(failing(documents, name, () => away))
    const by = 'person' as const
    const values = { taxonomy: 'cal_events_cat', name: 'Sport', slug: 'sport', description: '' } as const
    const fair = eventValues({ venues: [7], categories: [1] })
    await models.apply([
      record({
        type: 'TermCreated',
        termId: 1,
        by,
        values: { ...values, parent: null },
        hiddenUntilLinked: false,
      }),
      record({
        type: 'VenueCreated',
        venueId: 7,
        by,
        values: venueValues({ name: 'Aula' }),
        hiddenUntilLinked: false,
      }),
      record({ type: 'EventCreated', eventId: 3, by, values: fair }),
    ])
    const trashed = record({
      type: 'EventStatusChanged',
      eventId: 3,
      by,
      changes: { status: ['publish', 'trash'] },
    })
    const cleared = [
      record({ type: 'EventTermsAssigned', eventId: 3, by, changes: { categories: [[1], []] } }),
      record({ type: 'EventRelocated', eventId: 3, by, changes: { venues: [[7], []] } }),
    ]
    away = true
    await expect(models.apply([trashed])).rejects.toThrow('the connection is gone')
    away = false
    await models.apply([trashed, ...cleared])
    const rows = await documents.collection<{ readonly _id: number }>({ name, indexes: [] })
    expect(await rows.get(expected._id)).toMatchObject(expected)
  },
)
