import { imageId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { pictures } from '../../../projections/pictures/store.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Doc, Documents, WriteOp } from '../../../shared/documents/port.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { collections } from '../../support/collections.ts'
import { eventValues, imageValues, organizerValues, recorder, venueValues } from '../../support/recorded.ts'

const by = 'person' as const
const sized = imageValues('fair.jpg', {
  type: 'image/jpeg',
  sizes: [{ name: 'medium', file: 'fair-300x200.jpg', width: 300, height: 200, bytes: 5 }],
})

const world = async (documents: Documents = memoryDocuments({ strict: true })) => {
  const record = recorder()
  const { queries, apply, fence } = await pictures(documents)
  const event = (eventId: number, values: Parameters<typeof eventValues>[0]) =>
    record({ type: 'EventCreated', eventId, by, values: eventValues(values) })
  const uses = async (id: number) => {
    const picture = await queries.byId(imageId(id))
    return picture === null
      ? null
      : [picture.uses, (await queries.usesOf(picture, { skip: 0, limit: 50 })).map(({ _id }) => _id)]
  }
  return {
    ...{ record, queries, apply, fence, event, uses },
    fair: record({ type: 'ImageAdded', imageId: 5, by, values: sized }),
    illustrated: (eventId: number, before: number | null, after: number | null) =>
      record({ type: 'EventIllustrated', eventId, by, changes: { image: [before, after] } }),
  }
}

describe('07 §8 what uses a picture', () => {
  it('events, venues and organizers that have it, until they have another or are deleted for good', async () => {
    const { record, apply, event, uses, fair, illustrated } = await world()
    await apply([
      fair,
      event(10, { image: 5 }),
      event(11, { image: 5, status: 'trash' }),
      event(12, { image: null }),
      record({
        type: 'VenueCreated',
        venueId: 13,
        by,
        values: venueValues({ image: imageId(5) }),
        hiddenUntilLinked: false,
      }),
      record({
        type: 'OrganizerCreated',
        organizerId: 14,
        by,
        values: organizerValues({ image: imageId(5) }),
        hiddenUntilLinked: false,
      }),
    ])
    expect(await uses(5)).toEqual([4, [10, 11, 13, 14]])
    await apply([illustrated(10, 5, null), illustrated(12, null, 5)])
    expect(await uses(5)).toEqual([4, [11, 12, 13, 14]])
    const named = { venues: [], organizers: [], categories: [], tags: [] }
    await apply([record({ type: 'ItemPurged', kind: 'event', itemId: 11, named, past: [] })])
    expect(await uses(5)).toEqual([3, [12, 13, 14]])
  })

  it('texts that show one of its files, also when the picture comes later', async () => {
    const { record, apply, event, uses, fair } = await world()
    const shows = (file: string) => `<p>Look</p><img src="https://school.example/media/${file}" alt="">`
    await apply([
      event(10, { description: shows('fair-300x200.jpg') }),
      event(11, { excerpt: shows('other.png') }),
    ])
    await apply([fair])
    expect(await uses(5)).toEqual([1, [10]])
    const described = (eventId: number, before: string, after: string) =>
      record({ type: 'EventDescribed', eventId, by, changes: { description: [before, after] } })
    await apply([described(11, '', shows('fair.jpg'))])
    expect(await uses(5)).toEqual([2, [10, 11]])
    await apply([described(10, shows('fair-300x200.jpg'), '')])
    expect(await uses(5)).toEqual([1, [11]])
  })

  it('is counted once where an event has it in both ways', async () => {
    const { apply, event, uses, fair } = await world()
    await apply([fair, event(10, { image: 5, description: '<img src="/media/fair.jpg" alt="">' })])
    expect(await uses(5)).toEqual([1, [10]])
  })

  it('is right after a batch that stopped before the counts and comes again, and under another holder', async () => {
    let away = false
    const inner = memoryDocuments({ strict: true })
    const documents: Documents = {
      ...inner,
      collection: async <D extends Doc>(spec: Parameters<Documents['collection']>[0]) => {
        const collection = await inner.collection<D>(spec)
        if (spec.name !== collections.pictures) return collection
        return {
          ...collection,
          bulkWrite: async (operations: readonly WriteOp<D>[]) => {
            if (away) throw new Error('the connection is gone')
            await collection.bulkWrite(operations)
          },
        }
      },
    }
    const { apply, fence, event, uses, fair, illustrated } = await world(documents)
    await apply([fair, event(10, { image: 5 })])
    const batch: readonly StoredRecord[] = [
      illustrated(10, 5, null),
      event(11, { image: 5 }),
      event(12, { image: 5 }),
    ]
    away = true
    await expect(apply(batch)).rejects.toThrow('gone')
    away = false
    await fence?.(2)
    await apply(batch, 2)
    expect(await uses(5)).toEqual([2, [11, 12]])
    await apply([illustrated(11, 5, null)], 1)
    await apply([illustrated(12, 5, null)], 2)
    expect(await uses(5)).toEqual([0, []])
  })
})

describe('07 §8 the list of pictures', () => {
  it('finds words of name and alternative text, and those without use, the newest first', async () => {
    const { record, apply, event, queries, fair } = await world()
    const choir = record({
      type: 'ImageAdded',
      imageId: 6,
      by,
      values: imageValues('p1.png', { alt: 'The Chœur' }),
    })
    const gym = record({ type: 'ImageAdded', imageId: 7, by, values: imageValues('gym.png') })
    await apply([fair, choir, gym, event(10, { image: 6 })])
    const found = async (search: string, unused = false) =>
      (await queries.list({ search, unused, skip: 0, limit: 9 })).rows.map(({ _id }) => _id)
    expect(await found('')).toEqual([7, 6, 5])
    expect(await found('chœur')).toEqual([6])
    expect(await found('FAIR')).toEqual([5])
    expect(await found('', true)).toEqual([7, 5])
    const changes = { alt: ['', 'Gym by night'] as [string, string] }
    await apply([record({ type: 'ImageAltTextChanged', imageId: 7, by, changes })])
    expect(await found('night')).toEqual([7])
    expect(await queries.list({ search: '', unused: false, skip: 1, limit: 1 })).toMatchObject({
      ...{ rows: [{ _id: 6, uses: 1, addedBy: 2, added: '2026-11-27T21:33:24.000Z' }], total: 3 },
    })
  })

  it('has no more what was removed, whatever still comes', async () => {
    const { record, apply, event, queries, fair } = await world()
    const gone = record({ type: 'ImageRemoved', imageId: 5, by })
    await apply([fair, gone])
    await apply([fair, event(10, { image: 5 })])
    expect(await queries.byId(imageId(5))).toBeNull()
    expect(await queries.list({ search: '', unused: false, skip: 0, limit: 9 })).toEqual({
      rows: [],
      total: 0,
    })
  })
})
