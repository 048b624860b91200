import { expect, it } from 'vitest'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { notedLog } from '../../support/noted-log.ts'

type Event = {
  readonly venue: { readonly id: number }
  readonly organizer: readonly { readonly id: number }[]
  readonly categories: readonly { readonly id: number }[]
  readonly tags: readonly { readonly id: number }[]
}

/** Events that name a venue, an organizer, a category and a tag, as clients do that know no ids. */
const school = async () => {
  const noted: { taken: () => string[] } = { taken: () => [] }
  const beforeLog = (log: EventStore) => {
    const { store, taken } = notedLog(log)
    noted.taken = taken
    return store
  }
  const { ask } = await embeddedService({}, undefined, undefined, undefined, undefined, { beforeLog })
  const named = async (title: string) => {
    const { status, body } = await ask('POST /cal/events/v1/events', {
      body: {
        ...{ title, start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00' },
        venue: { venue: 'Great Hall' },
        organizer: [{ organizer: 'Music Club' }],
        ...{ categories: ['Concerts'], tags: ['Indoors'] },
      },
    })
    expect(status).toBe(201)
    const { venue, organizer, categories, tags } = body as Event
    return {
      venue: venue.id,
      organizer: organizer[0]?.id,
      category: categories[0]?.id,
      tag: tags[0]?.id,
    }
  }
  const first = await named('First')
  expect(await named('Second')).toEqual(first)
  noted.taken()
  expect(await named('Third')).toEqual(first)
  // found by the second, they are known to the third
  expect(noted.taken().filter(call => /^read (name|venue|organizer)-/.test(call))).toEqual([])
  return { ask, named, first }
}

it('02 §6 Reuse: one that has another name now is not meant any more', async () => {
  const { ask, named, first } = await school()
  const changed = [
    await ask(`POST /cal/events/v1/venues/${first.venue}`, { body: { venue: 'Old Hall' } }),
    await ask(`POST /cal/events/v1/organizers/${first.organizer}`, { body: { organizer: 'Choir' } }),
  ]
  expect(changed.map(({ status }) => status)).toEqual([200, 200])
  const next = await named('Next')
  expect([next.category, next.tag]).toEqual([first.category, first.tag])
  expect([first.venue, first.organizer]).not.toContain(next.venue)
  expect([first.venue, first.organizer]).not.toContain(next.organizer)
  expect(await named('Last')).toEqual(next)
})

it('02 §5, §6: one that was deleted is not meant any more', async () => {
  const { ask, named, first } = await school()
  const deleted = [
    await ask(`DELETE /cal/events/v1/venues/${first.venue}`),
    await ask(`DELETE /cal/events/v1/organizers/${first.organizer}`),
    await ask(`DELETE /cal/events/v1/categories/${first.category}`),
    await ask(`DELETE /cal/events/v1/tags/${first.tag}`),
  ]
  expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const next = await named('Next')
  for (const kind of ['venue', 'organizer', 'category', 'tag'] as const)
    expect(next[kind], kind).not.toBe(first[kind])
  expect(await named('Last')).toEqual(next)
})
