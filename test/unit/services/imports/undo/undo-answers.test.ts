import { imageId } from '../../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { ImageOf } from '../../../../../services/imports/apply/images.ts'
import type { EventStore } from '../../../../../shared/event-store/port.ts'
import { apiWorld } from '../../../../support/api-world.ts'
import { fairItem } from '../../../../support/import-world.ts'
import { undoWorld } from '../../../../support/undo-world.ts'
import { plusMs } from '../../../../../shared/kernel/time/calculate.ts'

const WHERE = { venue: { venue: 'Gym', city: 'Troy' }, organizer: [{ organizer: 'PTA', phone: '555' }] }
const FIRST = [
  fairItem({
    ...WHERE,
    description: 'old',
    categories: ['A'],
    tags: 'x',
    image: 'https://pictures.example/1.jpg',
  }),
  fairItem({ uid: 'off', title: 'Off' }),
  fairItem({ uid: 'b', title: 'Second' }),
]
const SECOND = [
  fairItem({
    ...{ title: 'Book market', description: 'new', categories: ['B'], tags: ['x', 'y'], cost: '5' },
    ...{ venue: { venue: 'Hall' }, organizer: [{ organizer: 'Choir' }], start_date: '2027-05-08 09:00:00' },
    ...{ image: 'https://pictures.example/2.jpg', website: 'https://school.example/', featured: true },
  }),
  fairItem({ uid: 'off', title: 'Off', status: 'cancelled' }),
  fairItem({ uid: 'b', title: 'Second', image: '' }),
  fairItem({ uid: 'c', title: 'Third', venue: { venue: 'Hall' }, categories: ['A'] }),
]

const lists = [
  'events&start_date=2000-01-01&per_page=50',
  'venues&per_page=50',
  'organizers&per_page=50',
  'tags&per_page=50&hide_empty=true',
  'categories&per_page=50&hide_empty=true',
] as const

/** What changes with every write says nothing. */
const withoutModified = (text: string): string => text.replace(/"modified(_utc)?":"[^"]*"/g, '"modified":""')

const worlds = async () => {
  const held: { store?: EventStore } = {}
  const api = await apiWorld(log => {
    held.store = log
    return log
  })
  if (held.store === undefined) throw new Error('no log')
  const imageOf: ImageOf = async sent => ({
    id: sent.includes('1.jpg') ? api.imageId : imageId(900_041),
    added: true,
  })
  const world = undoWorld(held.store, api.clock, imageOf)
  const answers = async (ids: readonly (number | null)[]) => {
    await api.catchUp()
    const asked = [...lists, ...ids.map(id => `events/${id ?? 0}`)]
    const told: string[] = []
    for (const path of asked) {
      const { status, text } = await api.ask(`GET ${path}`, { as: 'editor' })
      told.push(`${path} ${status} ${withoutModified(text)}`)
    }
    return told
  }
  return { api, world, answers }
}

describe('05 §12 undo: answers of the REST interface', () => {
  it('are those from before the import, and after the undo of the undo those from before the undo', async () => {
    const { api, world, answers } = await worlds()
    const first = await world.whole('one', FIRST)
    const ids = first.map(({ id }) => id)
    const before = await answers(ids)
    api.clock.ms = plusMs(api.clock.ms, 60_000)
    const second = await world.whole('two', SECOND)
    const after = await answers(second.map(({ id }) => id))
    expect(after.slice(0, lists.length)).not.toEqual(before.slice(0, lists.length))
    api.clock.ms = plusMs(api.clock.ms, 60_000)
    await world.undo('two')
    expect(await answers(ids)).toEqual(before)
    api.clock.ms = plusMs(api.clock.ms, 60_000)
    await world.undo('two.1')
    expect(await answers(second.map(({ id }) => id))).toEqual(after)
    expect(api.reported).toEqual([])
    await api.close()
  })
})
