import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { isPeoples } from '../../../services/calendar/item/peoples.ts'
import { showPutBack } from '../../../services/calendar/put-back/put-back.ts'
import type { Wanted } from '../../../services/calendar/put-back/plan.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { storyOf } from '../../../services/imports/undo/story.ts'
import { logPosition, streamName } from '../../../shared/kernel/brands.ts'
import { COORDINATES } from '../../../shared/members/one-thing.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { venueValues } from '../../support/recorded.ts'

/** A venue at no place, then at 10, 20, then at 10, 30. */
const moved = async () => {
  const store = memoryLog()
  const writing = writingOn(store)
  const { venue } = calendarOn(writing)
  const made = await venue.create(
    { values: venueValues({ latitude: null, longitude: null }) },
    { ...personAt(), correlation: 'made' },
  )
  const id = made.ok ? made.id : 0
  await venue.change(id, { latitude: 10, longitude: 20 }, { ...personAt(1), correlation: 'placed' })
  await venue.change(id, { longitude: 30 }, { ...personAt(2), correlation: 'mended' })
  const records = await store.read(streamName(`venue-${id}`))
  const [created, placed] = records.map(({ position }) => ({ position }))
  const show = (wanted: Pick<Wanted, 'only' | 'members'>, moment = created) =>
    showPutBack(
      { writing, there: async () => true },
      { kind: 'venue', id },
      { moment: moment ?? { position: logPosition(0) }, ...wanted },
    )
  return { records, placed, show }
}

describe('latitude and longitude are one thing', () => {
  it('are those two', () => {
    expect(COORDINATES).toEqual(['latitude', 'longitude'])
  })

  it('00 §6.4 whoever asks for one of them to be put back asks for both', async () => {
    const { show } = await moved()
    expect(await show({ only: 'since', members: ['latitude'] })).toMatchObject({
      changes: { latitude: [10, null], longitude: [30, null] },
      stays: {},
    })
  })

  it('00 §6.4 an entry that set both is not taken back by half', async () => {
    const { show, placed } = await moved()
    expect(await show({ only: 'entry', members: null }, placed)).toMatchObject({
      changes: {},
      stays: { latitude: 'set_since', longitude: 'set_since' },
    })
    expect(await show({ only: 'entry', members: ['longitude'] }, placed)).toMatchObject({
      changes: { latitude: [10, null], longitude: [30, null] },
    })
  })

  it('05 §12 what an undo notes of one of them it notes of both', async () => {
    const { records } = await moved()
    const story = storyOf('venue', records, ({ meta }) => meta.correlation === 'mended')
    expect(Object.fromEntries(story?.before ?? [])).toEqual({ latitude: 10, longitude: 20 })
  })

  it('05 §15 who wrote one of them wrote both', () => {
    const isTheirs = isPeoples({ changedBy: { longitude: 'person', name: 'import' } })
    expect(['latitude', 'longitude', 'name'].map(isTheirs)).toEqual([true, true, false])
  })
})
