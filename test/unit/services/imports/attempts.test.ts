import { eventId, imageId } from '../../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { itemsAhead } from '../../../../services/imports/apply/items-ahead.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { cleanNow } from '../../../../shared/cleaning/texts.ts'
import { eventStream } from '../../../../shared/facts/event.ts'
import { calendarApplier } from '../../../../workers/import-batch/apply-chunk.ts'
import { personAt } from '../../../support/calendar.ts'
import { cleanHere } from '../../../support/clean-here.ts'
import { eventIds, fairItem, HOST, importWorld, NOW } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

/** An import whose items are applied by attempts that end before anything is recorded. */
const stopped = async (importId: string, items: readonly RawItem[], world = importWorld(memoryLog())) => {
  await world.receive(importId, await world.register(importId), items)
  /** `picture`: what the picture of the items is found to be by this attempt. */
  const attempt = async (picture: number | null) => {
    const chunks = calendarApplier(
      world.writing,
      async () => (picture === null ? null : { id: imageId(picture), added: false }),
      () => ({ zone: 'UTC', host: HOST }),
      () => NOW,
      itemsAhead({ store: world.store, clean: cleanHere }),
    )
    const { apply } = await chunks(importId, await world.run(importId), 0)
    const outcomes = await Promise.all(items.map((item, n) => apply(n + 1, item, cleanNow)))
    return outcomes.map(({ outcome }) => outcome)
  }
  const factsOf = async (id: number | null | undefined) =>
    (await world.store.read(eventStream(eventId(id ?? 0)))).map(({ type }) => type)
  return { ...world, attempt, factsOf }
}

const illustrated = fairItem({ image: 'https://feed.example/a.png' })

it('05 §10 attempts are one act: whatever links an attempt finds, what the import created stays as it was', async () => {
  const w = await stopped('one', [illustrated])
  expect([await w.attempt(null), await w.attempt(7), await w.attempt(8)]).toEqual([
    ['created'],
    ['created'],
    ['created'],
  ])
  await w.process('one')
  const [told] = await w.outcomes('one')
  expect(told).toMatchObject({ outcome: 'created' })
  expect(await w.factsOf(told?.id)).toEqual(['EventCreated'])
  expect((await w.values(told?.id)).image).toBeNull()
})

it('05 §10 attempts are one act: an event that was there before is updated by whichever attempt', async () => {
  const world = importWorld(memoryLog())
  const [made] = await world.whole('first', [fairItem()])
  const w = await stopped('one', [{ ...illustrated, title: 'Fair of the year' }], world)
  expect([await w.attempt(7), await w.attempt(7), await w.attempt(8)]).toEqual([
    ['updated'],
    ['updated'],
    ['updated'],
  ])
  await w.process('one')
  expect(await w.outcomes('one')).toMatchObject([{ outcome: 'updated', id: made?.id }])
})

it('05 §10 attempts are one act: a person who changes the event between two of them keeps the change', async () => {
  const w = await stopped('one', [fairItem()])
  await w.attempt(null)
  const [id = 0] = await eventIds(w.store)
  await calendarOn(w.writing).event.change(id, { title: 'Better' }, personAt())
  expect(await w.attempt(null)).toEqual(['created'])
  expect((await w.values(id)).title).toBe('Better')
})

it('05 §10 attempts are one act: of two items of one event it is always the same one that created it', async () => {
  const w = await stopped('one', [
    fairItem({ uid: 'a', global_id_lineage: ['o?id=1', 'o?id=2'] }),
    fairItem({ uid: 'b', title: 'Second', global_id: 'o?id=3', global_id_lineage: ['o?id=2'] }),
  ])
  const first = await w.attempt(null)
  expect(first).toEqual(['duplicate', 'created'])
  expect(await w.attempt(null)).toEqual(first)
})
