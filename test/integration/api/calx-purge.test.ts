import { eventId } from '../../../shared/kernel/brands.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

const X = '/calx/v1'
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(() => world.close())

const when = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
type Item = { readonly id: number; readonly slug: string; readonly status: string }

const make = async (plural: string, body: object, as = 'editor'): Promise<Item> => {
  const { status, body: made, text } = await world.ask(`POST ${X}/${plural}`, { body, as })
  if (status !== 201) throw new Error(text)
  return made as Item
}
const told = async (request: string, as?: string, body?: object) => {
  const sent = { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) }
  const answer = await world.ask(request, sent)
  return [answer.status, (answer.body as { code?: string } | null)?.code]
}
const idsOf = async (path: string): Promise<readonly number[]> =>
  ((await world.ask(`GET ${path}`, { as: 'editor' })).body as readonly Item[]).map(({ id }) => id)

const kinds = [
  ['events', 'event', { title: 'Zebra crossing', ...when }],
  ['venues', 'venue', { title: 'Zebra hall', phone: '+1 555 0199' }],
  ['organizers', 'organizer', { title: 'Zebra friends', email: 'zebra@stripes.example' }],
] as const

describe.each(kinds)('03 §6 %s', (plural, noun, body) => {
  it('DELETE: to the trash; again without force: 410', async () => {
    const { id } = await make(plural, body)
    expect(await world.ask(`DELETE ${X}/${plural}/${id}`, { as: 'editor' })).toMatchObject({
      status: 200,
      body: { id, status: 'trash' },
    })
    expect(await told(`DELETE ${X}/${plural}/${id}`, 'editor')).toEqual([410, `${noun}-is-in-trash`])
  })

  it('force=true (query or body; core boolean, default false), also on a trashed item: afterwards there is nothing', async () => {
    const { id, slug } = await make(plural, body)
    const { body: whole } = await world.ask(`GET ${X}/${plural}/${id}&context=view`, { as: 'editor' })
    const answer = await world.ask(`DELETE ${X}/${plural}/${id}&force=true`, { as: 'editor' })
    expect(answer).toMatchObject({
      status: 200,
      body: { deleted: true, previous: { id, slug, status: 'publish' } },
    })
    expect(Object.keys(answer.body as object)).toEqual(['deleted', 'previous'])
    expect((answer.body as { previous: object }).previous).toEqual(whole)
    for (const as of [undefined, 'editor'])
      for (const address of [`${X}/${plural}/${id}`, `${plural}/${id}`, `${plural}/by-slug/${slug}`])
        expect(await told(`GET ${address}`, as)).toEqual([404, `rest-${noun}-not-found`])
    for (const request of ['DELETE', 'PATCH', 'PUT'])
      expect(await told(`${request} ${X}/${plural}/${id}`, 'editor', {})).toEqual([
        404,
        `rest-${noun}-not-found`,
      ])
    expect(await told(`DELETE ${X}/${plural}/${id}`, 'editor', { force: true })).toEqual([
      404,
      `rest-${noun}-not-found`,
    ])
    expect(await told(`DELETE ${X}/${plural}/${id}&force=true`)).toEqual([401, 'rest_forbidden'])
    expect(await idsOf(`${X}/${plural}&status=publish,draft,pending,future,private`)).toEqual([])
    // the slug is free, the id is not
    const next = await make(plural, body)
    expect(next).toMatchObject({ slug })
    expect(next.id).toBeGreaterThan(id)
  })

  it('force=true in the body, also on a trashed item: `previous` is as it was, in the trash', async () => {
    const { id } = await make(plural, body)
    expect(await told(`DELETE ${X}/${plural}/${id}`, 'editor')).toEqual([200, undefined])
    expect(await told(`DELETE ${X}/${plural}/${id}`, 'editor')).toEqual([410, `${noun}-is-in-trash`])
    expect(
      await world.ask(`DELETE ${X}/${plural}/${id}`, { as: 'editor', body: { force: true } }),
    ).toMatchObject({
      status: 200,
      body: { deleted: true, previous: { id, status: 'trash' } },
    })
    expect(await told(`GET ${X}/${plural}/${id}`, 'editor')).toEqual([404, `rest-${noun}-not-found`])
    const trashed = (await world.ask(`GET ${plural}&status=trash`, { as: 'editor' })).body
    expect((trashed as Record<string, readonly object[]>)[plural]).toEqual([])
  })

  it.each([['false'], ['0'], ['FALSE']])('force=false, "false", 0: as without (%s)', async force => {
    const { id } = await make(plural, body)
    const answer = await world.ask(`DELETE ${X}/${plural}/${id}&force=${force}`, { as: 'editor' })
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'trash' } })
    expect(await told(`DELETE ${X}/${plural}/${id}&force=${force}`, 'editor')).toEqual([
      410,
      `${noun}-is-in-trash`,
    ])
  })

  it.each([[{ force: false }], [{ force: 'false' }], [{ force: 0 }]])(
    'force in a body: %o trashes',
    async sent => {
      const { id } = await make(plural, body)
      const answer = await world.ask(`DELETE ${X}/${plural}/${id}`, { as: 'editor', body: sent })
      expect(answer).toMatchObject({ status: 200, body: { id, status: 'trash' } })
    },
  )

  it.each([['yes'], [''], ['2'], ['truely']])(
    'other text (force=%s): 400, and nothing happens',
    async force => {
      const { id } = await make(plural, body)
      expect(await world.ask(`DELETE ${X}/${plural}/${id}&force=${force}`, { as: 'editor' })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { details: { force: { code: 'rest_invalid_type' } } } },
      })
      expect(await told(`GET ${X}/${plural}/${id}`)).toEqual([200, undefined])
    },
  )

  it('the rights are those of the trash', async () => {
    const { id } = await make(plural, body, 'author')
    const force = `DELETE ${X}/${plural}/${id}&force=true`
    expect(await told(force)).toEqual([401, 'rest_forbidden'])
    expect(await told(force, 'subscriber')).toEqual([403, 'rest_forbidden'])
    expect(await told(force, 'contributor')).toEqual([403, 'rest_forbidden'])
    expect(await told(force, 'other')).toEqual([403, 'rest_forbidden'])
    expect(await told(`DELETE ${X}/${plural}/${id}`, 'author')).toEqual([200, undefined])
    // what one may not edit is not there when it is in the trash (03 §5)
    expect(await told(force, 'other')).toEqual([404, `rest-${noun}-not-found`])
    expect(await told(force, 'author')).toEqual([200, undefined])
  })

  it('the first generation knows no force: to the trash', async () => {
    const { id } = await make(plural, body)
    expect(await told(`DELETE ${plural}/${id}&force=true`, 'editor')).toEqual([200, undefined])
    expect(await told(`GET ${plural}/${id}`, 'editor')).toEqual([410, `${noun}-no-longer-available`])
  })

  it('parts of a batch: later ones do not meet it any more', async () => {
    const { id } = await make(plural, body)
    const { body: answer } = await world.ask('POST /batch/v1', {
      as: 'editor',
      body: {
        requests: [
          { path: `${X}/${plural}/${id}`, method: 'DELETE', body: { force: true } },
          { path: `${X}/${plural}/${id}`, method: 'PATCH', body: { title: 'Horse' } },
          { path: `${X}/${plural}/${id}?force=true`, method: 'DELETE' },
        ],
      },
    })
    const { responses } = answer as { responses: readonly { status: number; body: { deleted?: boolean } }[] }
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 404])
    expect(responses[0]?.body).toMatchObject({ deleted: true, previous: { id } })
  })
})

describe('03 §6 all links to what was purged are gone', () => {
  it('venues and organizers leave their events', async () => {
    const venue = await make('venues', { title: 'Zebra hall' })
    const organizer = await make('organizers', { title: 'Zebra friends' })
    const links = { venues: [venue.id], organizers: [organizer.id] }
    const { id } = await make('events', { title: 'Fair', ...when, ...links })
    expect(await idsOf(`${X}/events&venue=${venue.id}&organizer=${organizer.id}`)).toEqual([id])
    await world.ask(`DELETE ${X}/venues/${venue.id}&force=true`, { as: 'editor' })
    await world.ask(`DELETE ${X}/organizers/${organizer.id}&force=true`, { as: 'editor' })
    expect((await world.ask(`GET ${X}/events/${id}`)).body).toMatchObject({
      venues: [],
      organizers: [],
      organizer_names: [],
    })
    expect((await world.ask(`GET events/${id}`)).body).toMatchObject({ venue: [], organizer: [] })
    expect(await idsOf(`${X}/events&venue=${venue.id}`)).toEqual([])
    expect(await idsOf(`${X}/events&organizer=${organizer.id}`)).toEqual([])
    expect(await told(`GET events&venue=${venue.id}`)).toEqual([400, 'rest_invalid_param'])
    expect(await told(`POST ${X}/events`, 'editor', { title: 'x', ...when, venues: [venue.id] })).toEqual([
      400,
      'rest_invalid_param',
    ])
    // an event that still holds the number is written as before
    expect(await told(`PATCH ${X}/events/${id}`, 'editor', { title: 'Other fair' })).toEqual([200, undefined])
    expect((await world.ask(`GET ${X}/events/${id}`)).body).toMatchObject({ venues: [], organizers: [] })
  })

  it('events leave the counts and ends of what they named, which stays', async () => {
    const category = await world.term('cal_events_cat', 'Fairs')
    const venue = await make('venues', { title: 'Hall' })
    const { id } = await make('events', {
      title: 'Zebra',
      ...when,
      venues: [venue.id],
      cal_events_cat: [category],
    })
    expect(await idsOf(`${X}/venues&has_events=true`)).toEqual([venue.id])
    expect((await world.ask(`GET categories/${category}`)).body).toMatchObject({ count: 1 })
    await world.ask(`DELETE ${X}/events/${id}&force=true`, { as: 'editor' })
    expect(await idsOf(`${X}/venues&has_events=true`)).toEqual([])
    expect(await idsOf(`${X}/venues&event=${id}`)).toEqual([])
    expect(await idsOf(`${X}/venues`)).toEqual([venue.id])
    expect((await world.ask(`GET categories/${category}`)).body).toMatchObject({ count: 0 })
  })

  it('children of an event are nobody’s', async () => {
    const parent = await make('events', { title: 'Zebra', ...when })
    const child = await make('events', { title: 'Foal', ...when })
    await world.change(child.id, { parent: eventId(parent.id) })
    expect(await idsOf(`${X}/events&post_parent=${parent.id}`)).toEqual([child.id])
    await world.ask(`DELETE ${X}/events/${parent.id}&force=true`, { as: 'editor' })
    expect(await idsOf(`${X}/events&post_parent=${parent.id}`)).toEqual([])
    expect(await told(`GET ${X}/events/${child.id}`)).toEqual([200, undefined])
  })

  it('venues and organizers that came with a purged event stay', async () => {
    const { body } = await world.ask('POST events', {
      as: 'editor',
      body: {
        title: 'Zebra',
        ...when,
        venue: { venue: 'New hall' },
        organizer: { organizer: 'New friends' },
      },
    })
    const { id, venue } = body as { id: number; venue: { id: number } }
    await world.ask(`DELETE ${X}/events/${id}&force=true`, { as: 'editor' })
    expect(await idsOf(`${X}/venues`)).toEqual([venue.id])
    expect(await idsOf(`${X}/organizers`)).toHaveLength(1)
  })

  it('07 §7.1 one that was merged stays until what names it is moved', async () => {
    const [old, hall] = [await world.venue('Old Hall'), await world.venue('Hall')]
    await world.mergeVenue(old, hall)
    const force = `DELETE ${X}/venues/${old}&force=true`
    expect(await told(force, 'editor')).toEqual([409, 'merge_under_way'])
    expect((await told(`GET ${X}/venues/${old}`, 'editor'))[0]).toBe(410)
  })
})
