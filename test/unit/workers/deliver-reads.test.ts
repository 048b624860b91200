import { expect, it } from 'vitest'
import { userId } from '../../../shared/kernel/brands.ts'
import { newVenueValues } from '../../../services/calendar/values.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { delivering } from '../../support/delivering.ts'
import { memoryLog } from '../../support/memory-log.ts'

/** A log that counts the records that are read of each stream. */
const countingRecords = () => {
  const log = memoryLog()
  const counts = new Map<string, number>()
  const store: EventStore = {
    ...log,
    read: async (stream, options) => {
      const records = await log.read(stream, options)
      counts.set(stream, (counts.get(stream) ?? 0) + records.length)
      return records
    },
  }
  return { store, counts }
}

/** How many records of an event with so many changes, and of its venue, are read while all of them are told. */
const readFor = async (changes: number) => {
  const { store, counts } = countingRecords()
  const { calendar, retitled, round, told } = await delivering({ store })
  const sent = { name: 'Hall 0', status: 'publish', author: userId(2) } as const
  const venue = await calendar.venue.create({ values: newVenueValues(sent) }, personAt())
  const venueId = venue.ok ? venue.id : 0
  for (let n = 1; n <= changes; n++)
    await calendar.venue.change(
      venueId,
      () => ({ ok: true, patch: { name: `Hall ${n}` } }) as const,
      personAt(),
    )
  const event = await calendar.event.create({ values: fair({ venues: [venueId] }) }, personAt())
  const id = event.ok ? event.id : 0
  for (let n = 1; n <= changes; n++) await retitled(id, `Title ${n}`)
  counts.clear()
  while (told.length <= changes) await round(10)
  expect(told.map(({ data }) => data.values?.title)).toEqual([
    'Fair',
    ...Array.from({ length: changes }, (_, n) => `Title ${n + 1}`),
  ])
  return { event: counts.get(`event-${id}`) ?? 0, venue: counts.get(`venue-${venueId}`) ?? 0 }
}

// more than a round takes
it.each([50, 450])(
  '08 §3: records of an item with %i changes are read a bounded number of times each',
  async n => {
    const read = await readFor(n)
    expect(read.event).toBeGreaterThan(n)
    // the fact itself and the one before it
    expect(read.event).toBeLessThanOrEqual(2 * (n + 1))
    // all of it once, and its last one for each message
    expect(read.venue).toBeLessThanOrEqual(2 * (n + 2))
  },
)
