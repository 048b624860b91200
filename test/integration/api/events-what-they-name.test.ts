import { expect, it } from 'vitest'
import { embeddedService } from '../../support/embedded-service.ts'

// What single events say of what they name is kept for all events that name the same.

const EVENTS = '/cal/events/v1/events'

type Named = { readonly id: number }
type Event = {
  readonly id: number
  readonly venue: Named & { readonly venue: string }
  readonly organizer: readonly (Named & { readonly email: string })[]
  readonly categories: readonly (Named & { readonly name: string; readonly count: number })[]
  readonly json_ld: {
    readonly name: string
    readonly location?: { readonly name: string }
    readonly organizer?: { readonly name: string; readonly email: string }
  }
}

const calendar = async () => {
  const { ask } = await embeddedService()
  const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00', status: 'publish' }
  const made = await ask(`POST ${EVENTS}`, {
    body: {
      ...{ title: 'Fair', ...dates, categories: ['Club'] },
      ...{ venue: { venue: 'Hall' }, organizer: { organizer: 'Ann', email: 'ann@school.example' } },
    },
  })
  const fair = made.body as Event
  const other = await ask(`POST ${EVENTS}`, {
    body: {
      ...{ title: 'Concert', ...dates, categories: ['Club'] },
      ...{ venue: fair.venue.id, organizer: fair.organizer[0]?.id },
    },
  })
  let nth = 0
  /** As guests see it, at an address that nobody asked before. */
  const shown = async (id: number) =>
    (await ask(`GET ${EVENTS}/${id}&_=${nth++}`, { headers: {} })).body as Event
  return { ask, shown, fair, concert: other.body as Event }
}

it('02 §1.1 json_ld: each event has its own, of the same places and people', async () => {
  const { shown, fair, concert } = await calendar()
  const [one, other] = [await shown(fair.id), await shown(concert.id)]
  expect(one.json_ld).toMatchObject({ name: 'Fair', location: { name: 'Hall' }, organizer: { name: 'Ann' } })
  expect(other.json_ld).toMatchObject({
    ...one.json_ld,
    ...{ name: 'Concert', url: expect.any(String) as string },
  })
  expect(other.venue).toEqual(one.venue)
  expect(Object.keys(other).at(-1)).toBe('json_ld')
})

it('whatever becomes of what events name stands in all of them with the next request', async () => {
  const { ask, shown, fair, concert } = await calendar()
  const [venue, [organizer], [category]] = [fair.venue.id, fair.organizer, fair.categories]
  const changes = [
    ['venues', venue, { venue: 'Great Hall' }],
    ['organizers', organizer?.id, { email: 'bob@school.example' }],
    ['categories', category?.id, { name: 'Choir' }],
  ] as const
  for (const event of [fair, concert]) await shown(event.id)
  for (const [kind, id, body] of changes)
    expect((await ask(`PUT /cal/events/v1/${kind}/${id}`, { body })).status).toBe(200)
  for (const event of [fair, concert])
    expect(await shown(event.id)).toMatchObject({
      venue: { venue: 'Great Hall', json_ld: { name: 'Great Hall' } },
      organizer: [{ email: 'bob@school.example' }],
      categories: [{ name: 'Choir', count: 2 }],
      json_ld: {
        location: { name: 'Great Hall' },
        organizer: { email: Array.from('bob@school.example', sign => `&#${sign.charCodeAt(0)};`).join('') },
      },
    })
  await ask(`DELETE ${EVENTS}/${concert.id}`)
  expect((await shown(fair.id)).categories).toMatchObject([{ name: 'Choir', count: 1 }])
  await ask(`PUT /cal/events/v1/venues/${venue}`, { body: { status: 'draft' } })
  const guests = await shown(fair.id)
  expect(guests.venue).toEqual([])
  expect(guests.json_ld.location).toBeUndefined()
  const { body } = await ask(`GET ${EVENTS}/${fair.id}`)
  expect(body).toMatchObject({
    venue: { venue: 'Great Hall' },
    json_ld: { location: { name: 'Great Hall' } },
  })
  expect((await shown(fair.id)).venue).toEqual([])
})
