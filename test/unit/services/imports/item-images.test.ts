import { venueId, imageId } from '../../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { load } from '../../../../services/handle.ts'
import { venue } from '../../../../services/calendar/venue.ts'
import type { ImageOf } from '../../../../services/imports/apply/images.ts'
import { venueStream } from '../../../../shared/facts/venue.ts'
import { fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const PICTURE = 'https://feed.example/fair.jpg'

/** Knows one picture as image 900; the first who asks has added it. */
const world = () => {
  const asked: string[] = []
  const imageOf: ImageOf = async sent => {
    asked.push(sent)
    return sent === PICTURE ? { id: imageId(900), added: asked.length === 1 } : null
  }
  return { asked, ...importWorld(memoryLog(), undefined, imageOf) }
}

it('05 §7 image: an event gets it, and the record says that it was added', async () => {
  const { whole, values, asked } = world()
  const [first, second] = await whole('imp1', [
    fairItem({ image: PICTURE }),
    fairItem({ uid: 'b', title: 'Other', image: PICTURE }),
  ])
  expect(first).toMatchObject({ outcome: 'created', warnings: [] })
  expect(first?.touched).toContainEqual(['attachment', 'created', 900])
  expect((await values(first?.id)).image).toBe(900)
  expect((await values(second?.id)).image).toBe(900)
  expect(asked).toEqual([PICTURE])
})

it('05 §7 image: failure: event without it, warning image_not_fetched', async () => {
  const { whole, values } = world()
  const [outcome] = await whole('imp1', [fairItem({ image: 'http://10.0.0.1/a.png' })])
  expect(outcome).toMatchObject({ outcome: 'created', warnings: ['image_not_fetched'] })
  expect((await values(outcome?.id)).image).toBeNull()
})

it('05 §6: a re-import changes nothing, keeps what it cannot fetch, clears what is sent empty', async () => {
  const { whole, values } = world()
  const [created] = await whole('imp1', [fairItem({ image: PICTURE })])
  const [same] = await whole('imp2', [fairItem({ image: PICTURE })])
  expect(same).toMatchObject({ outcome: 'unchanged', id: created?.id, warnings: [] })
  const [failed] = await whole('imp3', [fairItem({ image: 'https://feed.example/gone.jpg' })])
  expect(failed).toMatchObject({ outcome: 'unchanged', warnings: ['image_not_fetched'] })
  expect((await values(created?.id)).image).toBe(900)
  const [absent] = await whole('imp4', [fairItem()])
  expect(absent).toMatchObject({ outcome: 'unchanged', warnings: [] })
  const [cleared] = await whole('imp5', [fairItem({ image: '' })])
  expect(cleared).toMatchObject({ outcome: 'updated', warnings: [] })
  expect((await values(created?.id)).image).toBeNull()
})

it('05 §7 venue image: the venue gets it; one that is not to be had leaves a warning', async () => {
  const { whole, values, store } = world()
  const [first, second] = await whole('imp1', [
    fairItem({ venue: { venue: 'Main Hall', image: PICTURE } }),
    fairItem({ uid: 'b', title: 'Other', venue: { venue: 'Gym', image: 'https://feed.example/gone.jpg' } }),
  ])
  expect([first?.warnings, second?.warnings]).toEqual([[], ['image_not_fetched']])
  const venueOf = async (id: number | null | undefined) => {
    const [own = venueId(0)] = (await values(id)).venues
    return (await load(store, venue, venueStream(own))).state?.values
  }
  expect(await venueOf(first?.id)).toMatchObject({ name: 'Main Hall', image: 900 })
  expect(await venueOf(second?.id)).toMatchObject({ name: 'Gym', image: null })
})
