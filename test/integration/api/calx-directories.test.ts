import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type Answered, type ApiWorld } from '../../support/api-world.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})

type Object = Readonly<Record<string, unknown>> & { readonly id: number }
type Plural = 'venues' | 'organizers'
const post = (kind: Plural, body: object, as = 'editor') => world.ask(`POST /calx/v1/${kind}`, { body, as })
const made = async (kind: Plural, body: object, as = 'editor'): Promise<Object> => {
  const answer = await post(kind, body, as)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Object
}
const put = (kind: Plural, id: number, body: object, as = 'editor') =>
  world.ask(`PUT /calx/v1/${kind}/${id}`, { body, as })
const ids = async (kind: Plural, query: string, as?: string) => {
  const answer = await world.ask(`GET /calx/v1/${kind}${query}`, as === undefined ? {} : { as })
  expect(answer.status, answer.text).toBe(200)
  const found = (answer.body as readonly Object[]).map(({ id }) => id)
  expect(answer.headers['x-core-total']).toBe(String(found.length))
  return found
}
const refusedOn = ({ status, body, text }: Answered, ...names: readonly string[]) => {
  expect(status, text).toBe(400)
  const { code, data } = body as { code: string; data: { params: object } }
  expect([code, Object.keys(data.params)]).toEqual(['rest_invalid_param', names])
}

const shared = (id: number, kind: 'venue' | 'organizer', slug: string, title: string) => ({
  id,
  date: '2027-01-10T12:00:00',
  date_gmt: '2027-01-10T17:00:00',
  guid: { rendered: `https://school.example/?post_type=cal_${kind}&#038;p=${id}` },
  modified: '2027-01-10T12:00:00',
  modified_gmt: '2027-01-10T17:00:00',
  slug,
  status: 'publish',
  type: `cal_${kind}`,
  link: `https://school.example/${kind}/${slug}/`,
  title: { rendered: title },
  content: { rendered: '', protected: false },
  excerpt: { rendered: '', protected: false },
  author: 2,
  featured_media: 0,
  template: '',
})

describe('03 §1.2 §1.3 objects', () => {
  it('an organizer has every member, empty ones too', async () => {
    const organizer = await made('organizers', { title: 'PTA', phone: '+1 555 0101' })
    expect(organizer).toEqual({
      ...shared(organizer.id, 'organizer', 'pta', 'PTA'),
      phone: '+1 555 0101',
      website: '',
      email: '',
    })
  })
  it('a venue has every member; state_province is the same stored value as in the first generation', async () => {
    const venue = await made('venues', {
      title: 'Main Hall',
      address: '1 School Lane',
      country: 'United States',
      city: 'Troy',
      state: 'NY',
      zip: '12180',
    })
    expect(venue).toEqual({
      ...shared(venue.id, 'venue', 'main-hall', 'Main Hall'),
      address: '1 School Lane',
      country: 'United States',
      city: 'Troy',
      state_province: 'NY',
      state: 'NY',
      province: '',
      zip: '12180',
      phone: '',
      directions_link: '',
      website: '',
    })
    await put('venues', venue.id, { state_province: 'Elsewhere' })
    expect((await world.ask(`GET venues/${venue.id}`)).body).toMatchObject({ stateprovince: 'Elsewhere' })
  })
  it('a protected one is blank for those who do not edit it', async () => {
    const id = await world.venue('Vault', { password: 'x', city: 'Troy', description: 'Secret' })
    expect((await world.ask(`GET /calx/v1/venues/${id}`)).body).toMatchObject({
      title: { rendered: 'Vault' },
      content: { rendered: '', protected: true },
      city: '',
    })
    expect((await world.ask(`GET /calx/v1/venues/${id}&context=edit`, { as: 'editor' })).body).toMatchObject({
      content: { raw: 'Secret', protected: true },
      city: 'Troy',
      password: 'x',
    })
  })
})

describe('03 §2.2 lists', () => {
  it('filters intersect; newest first', async () => {
    const gym = await world.venue('Gym')
    const hall = await world.venue('Main Hall')
    const spare = await world.venue('Spare Hall')
    const event = async (start_date: string, end_date: string, venue: number, status = 'publish') => {
      const body = { title: 'E', start_date, end_date, venue, status }
      const answer = await world.ask('POST events', { body, as: 'editor' })
      expect(answer.status, answer.text).toBe(201)
      return (answer.body as Object).id
    }
    const past = await event('2026-05-01', '2026-05-02', gym)
    await event('2028-05-01', '2028-05-02', hall)
    const draft = await event('2028-05-01', '2028-05-02', spare, 'draft')
    expect(await ids('venues', '')).toEqual([gym, hall, spare])
    expect(await ids('venues', `&event=${past}`)).toEqual([gym])
    expect(await ids('venues', '&event=99999')).toEqual([])
    expect(await ids('venues', `&event=${draft}`)).toEqual([])
    expect(await ids('venues', `&event=${draft}`, 'editor')).toEqual([spare])
    expect(await ids('venues', '&has_events=true')).toEqual([gym, hall])
    expect(await ids('venues', '&has_events=false')).toEqual([spare])
    expect(await ids('venues', '&only_with_upcoming=true')).toEqual([hall])
    expect(await ids('venues', '&only_with_upcoming=false')).toEqual([gym, hall, spare])
    expect(await ids('venues', '&search=hall&has_events=1')).toEqual([hall])
    expect(await ids('venues', '&search=')).toEqual([gym, hall, spare])
  })
  it('pages, and what is past the end', async () => {
    for (let n = 0; n < 3; n++) await made('organizers', { title: `O${n}` })
    const { headers, body } = await world.ask('GET /calx/v1/organizers&per_page=2&page=2')
    expect([headers['x-core-total'], headers['x-core-totalpages'], (body as unknown[]).length]).toEqual([
      '3',
      '2',
      1,
    ])
    const past = await world.ask('GET /calx/v1/organizers&page=2')
    expect([past.status, past.body]).toMatchObject([404, { code: 'organizer-archive-page-not-found' }])
  })
  it('statuses', async () => {
    const mine = await world.organizer('Draft', { status: 'draft', author: 3 })
    expect(await ids('organizers', '&status=draft')).toEqual([])
    expect(await ids('organizers', '&status=draft', 'author')).toEqual([mine])
    refusedOn(await world.ask('GET /calx/v1/organizers&status=nonsense'), 'status')
  })
})

describe('03 §3 §4 writes', () => {
  it('03-12 what cannot be', async () => {
    refusedOn(await post('organizers', { title: 'O', email: 'nope' }), 'email')
    refusedOn(await post('venues', { title: 'V', website: 'nope' }), 'website')
    refusedOn(await post('venues', {}), 'title')
    refusedOn(
      await post('organizers', { title: 'O', tags: [5], author: 77, format: 'x' }),
      'author',
      'format',
      'tags',
    )
  })
  it('the same title again is another item with the next slug', async () => {
    const [one, two] = [await made('venues', { title: 'Gym' }), await made('venues', { title: 'Gym' })]
    expect([one['slug'], two['slug']]).toEqual(['gym', 'gym-2'])
  })
  it('03-14 an update is partial, repeats change nothing, "" clears', async () => {
    const { id } = await made('organizers', {
      title: 'PTA',
      email: 'a@b.example',
      website: 'https://a.example/',
    })
    const first = await put('organizers', id, { phone: '+1 555 0100' })
    const revision = await world.revisionOf(id, 'organizer')
    const second = await put('organizers', id, { phone: '+1 555 0100' })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(await world.revisionOf(id, 'organizer')).toBe(revision)
    expect(first.body).toMatchObject({ phone: '+1 555 0100', email: 'a@b.example' })
    expect((await put('organizers', id, { email: '', website: '', phone: null })).body).toMatchObject({
      email: '',
      website: '',
      phone: '+1 555 0100',
    })
    expect((await world.ask(`GET organizers/${id}`)).body).not.toHaveProperty('email')
  })
  it('the trash and back', async () => {
    const { id } = await made('venues', { title: 'Gym' })
    const answer = await world.ask(`DELETE /calx/v1/venues/${id}`, { as: 'editor' })
    expect([answer.status, answer.body]).toMatchObject([200, { id, status: 'trash' }])
    expect((await put('venues', id, { phone: '1' })).body).toMatchObject({ code: 'venue-is-in-trash' })
    expect((await put('venues', id, { status: 'publish' })).body).toMatchObject({
      status: 'publish',
      slug: 'gym',
    })
  })
})

describe('03 §1.3 contexts of lists', () => {
  it.each([
    ['events', { title: 'Fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }],
    ['venues', { title: 'Hall' }],
    ['organizers', { title: 'PTA' }],
  ])('%s are shown as each context has them, whichever was asked for before', async (kind, sent) => {
    const path = `/calx/v1/${kind}`
    const { status, text } = await world.ask(`POST ${path}`, { body: sent, as: 'editor' })
    expect(status, text).toBe(201)
    const shape = async (context: string) => {
      const { body } = await world.ask(`GET ${path}&context=${context}`, { as: 'editor' })
      const [{ guid, title } = {}] = body as readonly { readonly guid?: object; readonly title?: object }[]
      return [guid !== undefined, Object.keys(title ?? {})]
    }
    for (let n = 0; n < 2; n++) {
      expect(await shape('view')).toEqual([true, ['rendered']])
      expect(await shape('embed')).toEqual([false, ['rendered']])
      expect(await shape('edit')).toEqual([true, ['raw', 'rendered']])
    }
  })
})
