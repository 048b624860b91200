import { userId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { reusable } from '../../../services/calendar/directory/reusable.ts'
import { newVenueValues } from '../../../services/calendar/values.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn, type Writing } from '../../../services/calendar/writing.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

const context = personAt()
type Sent = Partial<VenueValues> & { readonly name: string }

const hall = (more: Partial<VenueValues> = {}) =>
  newVenueValues({ name: 'Main Hall', status: 'publish', author: userId(2), ...more })

const find = (writing: Writing, sent: Sent, author = 2) =>
  calendarOn(writing).venue.findOrCreate(
    { sent, values: newVenueValues({ status: 'publish', author: userId(author), ...sent }) },
    context,
  )

describe('02 §6 reuse: which stored venue is the sent one', () => {
  const stored = hall({ slug: 'main-hall', city: 'Troy' })
  const locked = hall({ city: 'Troy', password: 'owl' })
  it.each<[string, Sent, VenueValues, object | null, boolean?]>([
    ['same name alone', { name: ' main  HALL' }, stored, { missing: {} }],
    ['equal member', { name: 'Main Hall', city: 'Troy' }, stored, { missing: {} }],
    ['other member', { name: 'Main Hall', city: 'Albany' }, stored, null],
    ['member absent there', { name: 'Main Hall', zip: '12180' }, stored, { missing: { zip: '12180' } }],
    ['other name', { name: 'Hall' }, stored, null],
    ['not published', { name: 'Main Hall' }, { ...stored, status: 'draft' }, null],
    ['flags count', { name: 'Main Hall', showMap: false }, stored, null],
    ['protected: by its name alone', { name: 'Main Hall' }, locked, { missing: {} }],
    [
      'protected: hidden members do not answer a right guess',
      { name: 'Main Hall', city: 'Troy' },
      locked,
      null,
    ],
    ['nor one that is wrong', { name: 'Main Hall', city: 'Albany' }, locked, null],
    ['nor one that is absent there', { name: 'Main Hall', zip: '12180' }, locked, null],
    ['nor an empty one', { name: 'Main Hall', zip: '' }, locked, null],
    ['protected, opened', { name: 'Main Hall', city: 'Troy' }, locked, { missing: {} }, true],
    [
      'author and status do not',
      { name: 'Main Hall', author: userId(9), status: 'draft' },
      stored,
      { missing: {} },
    ],
  ])('%s', (_, sent, kept, expected, open = false) => {
    expect(reusable(sent, kept, open)).toEqual(expected)
  })
})

describe('finding or creating a venue', () => {
  it('reuses the published one that fits, and never changes it', async () => {
    const writing = writingOn(memoryLog())
    await calendarOn(writing).venue.create({ values: hall({ city: 'Troy' }) }, context)
    const found = await find(writing, { name: 'main hall', zip: '12180' })
    expect(found).toMatchObject({ id: 1, created: false, missing: { zip: '12180' }, values: { zip: '' } })
    const other = await find(writing, { name: 'Main Hall', city: 'Albany' })
    expect(other).toMatchObject({ created: true, values: { slug: 'main-hall-2' } })
  })

  it('create always makes a new one', async () => {
    const writing = writingOn(memoryLog())
    await calendarOn(writing).venue.create({ values: hall() }, context)
    expect(await calendarOn(writing).venue.create({ values: hall() }, context)).toMatchObject({
      id: 2,
      values: { slug: 'main-hall-2' },
    })
  })

  it('does not reuse what is in the trash or has another name by now', async () => {
    const writing = writingOn(memoryLog())
    await calendarOn(writing).venue.create({ values: hall() }, context)
    await calendarOn(writing).venue.trash(1, 'deleted', context)
    expect(await find(writing, { name: 'Main Hall' })).toMatchObject({ id: 2, created: true })
    await calendarOn(writing).venue.change(2, { name: 'Gym' }, context)
    expect(await find(writing, { name: 'Main Hall' })).toMatchObject({ id: 3, created: true })
    expect(await find(writing, { name: 'Gym' })).toMatchObject({ id: 2, created: false })
  })

  it('ends with one venue for equal requests at once, whoever asks, in several processes', async () => {
    const store = memoryLog()
    const processes = [writingOn(store), writingOn(store)]
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        processes.map(writing => find(writing, { name: 'Main Hall', city: 'Troy' }, n)),
      ).flat(),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
  })

  it('keeps different ones apart when they are asked for at once', async () => {
    const store = memoryLog()
    const processes = [writingOn(store), writingOn(store)]
    const found = await Promise.all(
      processes.flatMap(writing =>
        ['Troy', 'Albany'].map(city => find(writing, { name: 'Main Hall', city })),
      ),
    )
    const cities = new Map(found.map(({ id, values }) => [id, values.city]))
    expect([...cities.values()].sort()).toEqual(['Albany', 'Troy'])
  })
})
