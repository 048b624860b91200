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

const kinds = [
  { noun: 'venue', plural: 'venues' },
  { noun: 'organizer', plural: 'organizers' },
] as const
type Kind = (typeof kinds)[number]
type Shown = {
  readonly id: number
  readonly slug: string
  readonly status: string
  readonly author: string
  readonly description: string
  readonly image: unknown
} & Readonly<Record<string, unknown>>

const post = ({ plural }: Kind, body: object, as = 'editor') => world.ask(`POST ${plural}`, { as, body })
const create = async (kind: Kind, body: object = {}, as = 'editor'): Promise<Shown> => {
  const answer = await post(kind, { [kind.noun]: 'Main Hall', ...body }, as)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Shown
}
const patch = ({ plural }: Kind, id: number | string, body: object, as = 'editor', method = 'PATCH') =>
  world.ask(`${method} ${plural}/${id}`, { as, body })
const read = async ({ plural }: Kind, id: number) =>
  (await world.ask(`GET ${plural}/${id}`, { as: 'editor' })).body as object
const total = async ({ plural }: Kind) =>
  ((await world.ask(`GET ${plural}`, { as: 'editor' })).body as { total: number }).total
const refusedOn = async (asked: Promise<Answered>, ...names: readonly string[]) => {
  const answer = await asked
  expect(answer, answer.text).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
  const { data } = answer.body as { data: { params: object; details: object } }
  expect(Object.keys(data.params)).toEqual(names)
  expect(Object.keys(data.details)).toEqual(names)
}

const venues = kinds[0]
const organizers = kinds[1]

describe.each(kinds)('02 §8 create of $plural', kind => {
  const { plural, noun } = kind

  it('needs a name', async () => {
    for (const body of [{}, { [noun]: null }, { description: 'x', status: 'nonsense' }])
      expect(await post(kind, body)).toMatchObject({
        status: 400,
        body: { code: 'rest_missing_callback_param', data: { params: [noun] } },
      })
    for (const name of ['', '  ', '<script></script>', 7, ['x'], { $gt: '' }])
      await refusedOn(post(kind, { [noun]: name }), noun)
    expect(await total(kind)).toBe(0)
  })

  it('answers 201 with the item, without json_ld; readers see it at once', async () => {
    const item = await create(kind, {
      description: 'one\n\ntwo',
      phone: ' +1\n555 ',
      website: 'https://a.example/?a=1&amp;b=2',
    })
    expect(item).toMatchObject({
      [noun]: 'Main Hall',
      status: 'publish',
      author: '2',
      slug: 'main-hall',
      date: '2027-01-10 12:00:00',
      date_utc: '2027-01-10 17:00:00',
      url: `https://school.example/${noun}/main-hall/`,
      description: '<p>one</p>\n<p>two</p>',
      phone: '+1 555',
      website: 'https://a.example/?a=1&b=2',
    })
    expect(item).not.toHaveProperty('json_ld')
    expect(await world.ask(`GET ${plural}/by-slug/main-hall`)).toMatchObject({
      status: 200,
      body: { id: item.id },
    })
    expect(
      (await world.ask(`POST ${plural}`, { as: 'editor', body: { [noun]: 'X' } })).headers,
    ).not.toHaveProperty('location')
  })

  it('is always a new one, with the next free slug', async () => {
    const [a, b, c] = [await create(kind), await create(kind), await create(kind)]
    expect([a.slug, b.slug, c.slug]).toEqual(['main-hall', 'main-hall-2', 'main-hall-3'])
    expect(new Set([a.id, b.id, c.id]).size).toBe(3)
    expect((await create(kind, { slug: 'ignored' })).slug).toBe('main-hall-4')
  })

  it('works with query parameters alone and with forms', async () => {
    expect(await world.ask(`POST ${plural}&${noun}=Aula`, { as: 'editor' })).toMatchObject({
      status: 201,
      body: { [noun]: 'Aula' },
    })
  })

  it('01-1, 01-3: every wrong argument at once; nothing is stored', async () => {
    await refusedOn(
      post(kind, {
        [noun]: '',
        author: 999,
        date: 'never',
        status: 'trash',
        description: 7,
        image: 999999,
        phone: 7,
        website: 'nope',
      }),
      ...[noun, 'author', 'date', 'status', 'description', 'image', 'phone', 'website'],
    )
    for (const status of ['trash', 'inherit', 'auto-draft', 'nonsense', ''])
      await refusedOn(post(kind, { [noun]: 'X', status }), 'status')
    for (const website of ['javascript:alert(1)', '//host', 'word', 7])
      await refusedOn(post(kind, { [noun]: 'X', website }), 'website')
    await refusedOn(post(kind, { [noun]: 'X', date: '2027-01-01', date_utc: '2027-03-03' }), 'date_utc')
    await refusedOn(post(kind, { [noun]: 'x'.repeat(2001) }), noun)
    await refusedOn(post(kind, { [noun]: 'X', phone: 'x'.repeat(2001) }), 'phone')
    await refusedOn(post(kind, { [noun]: 'X', description: 'x'.repeat(131_073) }), 'description')
    expect(await total(kind)).toBe(0)
  })

  it('01 §9: rights and statuses', async () => {
    expect(await world.ask(`POST ${plural}`, { body: { [noun]: 'X' } })).toMatchObject({
      status: 401,
      body: { code: 'rest_forbidden' },
    })
    expect(await post(kind, { [noun]: 'X' }, 'subscriber')).toMatchObject({ status: 403 })
    expect(await world.ask(`POST ${plural}`, { body: { [noun]: '' } })).toMatchObject({ status: 400 })
    expect((await create(kind, {}, 'contributor')).status).toBe('draft')
    expect((await create(kind, { status: 'publish' }, 'contributor')).status).toBe('pending')
    expect((await create(kind, { status: 'future' }, 'contributor')).status).toBe('pending')
    expect((await create(kind, { status: 'private' }, 'author')).status).toBe('private')
    expect((await create(kind, { status: 'future' })).status).toBe('publish')
    expect(await create(kind, { date: '2027-02-01 10:00:00' })).toMatchObject({
      status: 'future',
      date_utc: '2027-02-01 15:00:00',
    })
    const draft = await create(kind, { status: 'draft' })
    expect(draft).toMatchObject({ date_utc: '0000-00-00 00:00:00' })
    expect(draft).not.toHaveProperty('slug')
  })

  it('02-38: authors', async () => {
    expect((await create(kind, { author: '3' })).author).toBe('3')
    await refusedOn(post(kind, { [noun]: 'X', author: 999 }), 'author')
    expect(await post(kind, { [noun]: 'X', author: 2 }, 'author')).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    })
    expect((await create(kind, { author: 3 }, 'author')).author).toBe('3')
  })

  it('02-22: images by id', async () => {
    const { imageId } = world
    for (const image of [imageId, String(imageId), { id: imageId, url: 'x' }])
      expect((await create(kind, { image })).image).toMatchObject({ id: imageId })
    for (const image of ['', false]) expect(await create(kind, { image })).not.toHaveProperty('image')
    for (const image of ['http://127.0.0.1:2113/', 'file:///etc/passwd', 999999, 'word', true])
      await refusedOn(post(kind, { [noun]: 'X', image }), 'image')
  })

  it('markup: names keep the inline part, HTML goes by right', async () => {
    expect((await create(kind, { [noun]: 'Arts & Crafts <b>free</b><p>x</p>' }))[noun]).toBe(
      'Arts &#038; Crafts <b>free</b>x',
    )
    const description = '<p onclick="x()">a</p><script>b</script>'
    expect((await create(kind, { description }, 'author')).description).toBe('<p>a</p>')
    expect((await create(kind, { description })).description).toContain('<script>')
  })
})

describe('02 §8 members of venues', () => {
  it('every text; numbers are refused', async () => {
    const place = {
      address: '1 School Lane',
      city: 'Troy',
      country: 'USA',
      province: 'P',
      state: 'NY',
      zip: '1',
    }
    expect(await create(venues, place)).toMatchObject({ ...place, stateprovince: 'NY' })
    for (const name of [...Object.keys(place), 'phone', 'stateprovince'])
      await refusedOn(post(venues, { venue: 'X', [name]: 12180 }), name)
  })
  it('02-35: show_map', async () => {
    expect(await create(venues)).toMatchObject({ show_map: true, show_map_link: true })
    const hidden = await create(venues, { show_map: 'false', show_map_link: '0' })
    expect(hidden).toMatchObject({ show_map: false, show_map_link: false })
    expect((await patch(venues, hidden.id, { city: 'Troy' })).body).toMatchObject({ show_map: false })
    expect((await patch(venues, hidden.id, { show_map: 'TRUE', show_map_link: true })).body).toMatchObject({
      show_map: true,
      show_map_link: true,
    })
    for (const show_map of ['yes', '', {}])
      await refusedOn(post(venues, { venue: 'X', show_map }), 'show_map')
  })
  it('stateprovince: the sent one, else the state at home and the province abroad', async () => {
    const of = async (body: object) =>
      (await create(venues, { province: 'Ontario', state: 'NY', ...body }))['stateprovince']
    for (const country of ['', 'US', 'USA', 'United States']) expect(await of({ country })).toBe('NY')
    expect(await of({ country: 'Canada' })).toBe('Ontario')
    expect(await of({ country: 'Canada', stateprovince: 'Quebec' })).toBe('Quebec')
    const { id } = await create(venues, { state: 'NY', province: 'Ontario' })
    expect((await patch(venues, id, { country: 'Canada' })).body).toMatchObject({ stateprovince: 'Ontario' })
    expect((await patch(venues, id, { stateprovince: 'Quebec' })).body).toMatchObject({
      stateprovince: 'Quebec',
    })
    expect((await patch(venues, id, { country: 'US' })).body).toMatchObject({ stateprovince: 'Quebec' })
    expect((await patch(venues, id, { stateprovince: '' })).body).not.toHaveProperty('stateprovince')
  })
  it('02-26: "" clears, other members stay', async () => {
    const { id } = await create(venues, {
      ...{ address: 'a', city: 'c', phone: 'p', website: 'https://a.example/', description: 'd' },
      image: world.imageId,
    })
    const { body } = await patch(venues, id, { address: '', phone: '', website: '' })
    expect(body).toMatchObject({ city: 'c', description: '<p>d</p>', image: { id: world.imageId } })
    for (const name of ['address', 'phone', 'website']) expect(body).not.toHaveProperty(name)
    const bare = (await patch(venues, id, { city: '', description: '', image: '' })).body
    for (const name of ['city', 'description', 'image']) expect(bare).not.toHaveProperty(name)
  })
})

describe('02 §8 members of organizers', () => {
  it('the form of an e-mail address is not checked; "" clears', async () => {
    const { id } = await create(organizers, { email: 'not an address', phone: '1' })
    expect(await read(organizers, id)).toMatchObject({ email: 'not an address', phone: '1' })
    const { body } = await patch(organizers, id, { email: '' })
    expect(body).not.toHaveProperty('email')
    expect(body).toMatchObject({ phone: '1' })
    await refusedOn(patch(organizers, id, { email: 7 }), 'email')
  })
})

describe.each(kinds)('02 §5, §8 update of $plural', kind => {
  const { plural, noun } = kind

  it('02-36, 02-44: absent and null members keep their values, by every method', async () => {
    const { id, ...before } = await create(kind, { phone: '1', description: 'd', image: world.imageId })
    for (const method of ['PUT', 'POST', 'PATCH'])
      for (const body of [{}, { [noun]: null, phone: null, image: null, status: null }])
        expect(await patch(kind, id, body, 'editor', method)).toMatchObject({ status: 200, body: before })
    const answers = []
    for (const method of ['PUT', 'POST', 'PATCH'])
      answers.push(await patch(kind, id, { phone: '2' }, 'editor', method))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [200, { id, ...before, phone: '2' }]),
    )
    await refusedOn(patch(kind, id, { [noun]: '' }), noun)
    expect(answers[0]?.body).not.toHaveProperty('json_ld')
  })

  it('00 §8: nothing to change records nothing; a change moves modified', async () => {
    const { id } = await create(kind, { phone: '1' })
    world.clock.ms += 60_000
    expect((await patch(kind, id, { phone: '1' })).body).toMatchObject({
      modified_utc: '2027-01-10 17:00:00',
    })
    expect((await patch(kind, id, { phone: '2' })).body).toMatchObject({
      modified_utc: '2027-01-10 17:01:00',
    })
  })

  it('the full object written back changes nothing', async () => {
    const inside = {
      description: 'one\n\ntwo & <b>three</b> &lt;',
      phone: '1',
      website: 'https://a.example/?a=1&b=2',
    }
    const made = [
      await create(kind, {
        ...inside,
        [noun]: 'A & "B" <i>c</i>',
        image: world.imageId,
        state: 'NY',
        email: 'a@b.example',
      }),
      await create(kind, { status: 'draft' }),
      await create(kind, { status: 'private' }),
      await create(kind, { date: '2027-02-01 10:00:00' }),
      await create(kind, { [noun]: '山川 über' }),
      { id: await world[noun]('Shut', { password: 'sesame', description: 'inside', phone: '5' }) },
    ]
    for (const { id } of made) {
      const before = await read(kind, id)
      world.clock.ms += 60_000
      const revision = await world.revisionOf(id, noun)
      for (const method of ['PUT', 'POST', 'PATCH'])
        expect(await patch(kind, id, before, 'editor', method)).toMatchObject({ status: 200 })
      expect(await world.revisionOf(id, noun)).toBe(revision)
      expect(await read(kind, id)).toEqual(before)
      const single = (await patch(kind, id, {})).body as object
      expect(await patch(kind, id, single)).toMatchObject({ status: 200, body: single })
      expect(await world.revisionOf(id, noun)).toBe(revision)
    }
  })

  it('a new name keeps the slug', async () => {
    const { id } = await create(kind)
    expect((await patch(kind, id, { [noun]: 'Aula', slug: 'x' })).body).toMatchObject({
      [noun]: 'Aula',
      slug: 'main-hall',
    })
  })

  it('01-6: ids of bodies, slugs of by-slug routes', async () => {
    const [a, b] = [await create(kind), await create(kind, { [noun]: 'Other' })]
    expect((await patch(kind, a.id, { id: b.id, phone: '1' })).body).toMatchObject({ id: a.id, phone: '1' })
    expect(await world.ask(`PATCH ${plural}/${a.id}&id=${b.id}&phone=2`, { as: 'editor' })).toMatchObject({
      body: { id: a.id, phone: '2' },
    })
    expect(await read(kind, b.id)).not.toHaveProperty('phone')
    await refusedOn(patch(kind, a.id, { id: '5abc' }), 'id')
    for (const [method, sent, slug] of [
      ['PATCH', 'new slug', 'new-slug'],
      ['PUT', 'Other', 'other-2'],
      ['POST', '', 'other-2'],
    ] as const) {
      const { slug: now } = (await read(kind, a.id)) as Shown
      const renamed = await patch(kind, `by-slug/${now}`, { slug: sent, phone: '3' }, 'editor', method)
      expect(renamed).toMatchObject({ status: 200, body: { id: a.id, slug, phone: '3' } })
    }
    expect(await world.ask(`GET ${plural}/by-slug/main-hall`)).toMatchObject({ status: 404 })
    await refusedOn(patch(kind, 'by-slug/other-2', { slug: 7 }), 'slug')
    expect(await patch(kind, 'by-slug/other-2', { phone: '4' })).toMatchObject({ body: { slug: 'other-2' } })
  })

  it('02-30: a status that was not sent stays; a sent one is scaled', async () => {
    for (const sent of [{ status: 'draft' }, { status: 'private' }, { date: '2027-02-01 10:00:00' }]) {
      const item = await create(kind, sent)
      expect((await patch(kind, item.id, { phone: '1' })).body).toMatchObject({
        phone: '1',
        status: item.status,
      })
    }
    const draft = await create(kind, { [noun]: 'Draft' }, 'contributor')
    expect((await patch(kind, draft.id, { status: 'publish' }, 'contributor')).body).toMatchObject({
      status: 'pending',
    })
    world.clock.ms += 60_000
    expect((await patch(kind, draft.id, { status: 'publish' })).body).toMatchObject({
      status: 'publish',
      date_utc: '2027-01-10 17:01:00',
      slug: 'draft',
    })
    expect((await patch(kind, draft.id, { date: '2027-03-01 10:00:00' })).body).toMatchObject({
      status: 'future',
    })
    expect(
      (await patch(kind, draft.id, { date_utc: '2027-01-01 10:00:00', status: 'publish' })).body,
    ).toMatchObject({
      status: 'publish',
      date: '2027-01-01 05:00:00',
    })
  })

  it('01 §9: the item decides', async () => {
    const theirs = await create(kind)
    const own = await create(kind, { [noun]: 'Own' }, 'author')
    for (const path of [theirs.id, 'by-slug/main-hall'])
      expect(await patch(kind, path, { phone: '1' }, 'author')).toMatchObject({
        status: 403,
        body: { code: 'rest_forbidden' },
      })
    expect(await patch(kind, own.id, { phone: '1' }, 'author')).toMatchObject({ status: 200 })
    expect(await patch(kind, own.id, { author: 2 }, 'author')).toMatchObject({ status: 403 })
    const draft = await create(kind, { status: 'draft' })
    expect(await patch(kind, draft.id, { phone: '1' }, 'author')).toMatchObject({
      status: 403,
      body: { code: `${noun}-not-accessible` },
    })
    const contributed = await create(kind, {}, 'contributor')
    expect(await patch(kind, contributed.id, { phone: '1' }, 'contributor')).toMatchObject({ status: 200 })
    await patch(kind, contributed.id, { status: 'publish' })
    expect(await patch(kind, contributed.id, { phone: '2' }, 'contributor')).toMatchObject({ status: 403 })
    expect(await patch(kind, theirs.id, { phone: '' }, 'subscriber')).toMatchObject({ status: 403 })
    expect(await world.ask(`PATCH ${plural}/99999`, { body: { phone: '1' } })).toMatchObject({ status: 401 })
    expect(await patch(kind, 99999, { phone: '1' })).toMatchObject({
      status: 404,
      body: { code: `rest-${noun}-not-found` },
    })
    expect(await patch(kind, 99999, { phone: 1 })).toMatchObject({ status: 400 })
  })
})

describe.each(kinds)('02 §8 delete of $plural', kind => {
  const { plural, noun } = kind
  const remove = (path: number | string, as?: string) =>
    world.ask(`DELETE ${plural}/${path}`, as === undefined ? {} : { as })

  it('02-39: unknown ids', async () => {
    expect(await remove(99999)).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } })
    expect(await remove(99999, 'subscriber')).toMatchObject({ status: 403 })
    for (const path of [99999, 'by-slug/nope'])
      expect(await remove(path, 'editor')).toMatchObject({
        status: 404,
        body: { code: `rest-${noun}-not-found` },
      })
  })

  it('02-28, 02-42: to the trash, again 410, and back by a status', async () => {
    const { id } = await create(kind)
    expect(await remove(id, 'author')).toMatchObject({ status: 403 })
    const trashed = await remove('by-slug/main-hall', 'editor')
    expect(trashed).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'trash',
        slug: 'main-hall__trashed',
        url: `https://school.example/?post_type=cal_${noun}&p=${id}`,
      },
    })
    expect(trashed.body).not.toHaveProperty('json_ld')
    expect(await remove(id, 'editor')).toMatchObject({ status: 410, body: { code: `${noun}-is-in-trash` } })
    expect(await remove(id, 'author')).toMatchObject({ status: 404 })
    expect(await patch(kind, id, { phone: '1' })).toMatchObject({
      status: 410,
      body: { code: `${noun}-is-in-trash` },
    })
    const other = await create(kind)
    expect(other.slug).toBe('main-hall')
    expect(await patch(kind, id, { status: 'draft', phone: '1' })).toMatchObject({
      status: 200,
      body: { status: 'draft', slug: 'main-hall-2', phone: '1' },
    })
  })

  it('events keep the link and show it again when the item is restored', async () => {
    const { id } = await create(kind)
    const days = { title: 'Fair', start_date: '2027-03-10 09:00', end_date: '2027-03-10 10:00' }
    const event = (await world.ask('POST events', { as: 'editor', body: { ...days, [noun]: id } }))
      .body as Shown
    const linked = async () =>
      JSON.stringify(((await world.ask(`GET events/${event.id}`)).body as Record<string, unknown>)[noun])
    expect(await linked()).toContain(`"id":${id},`)
    await remove(id, 'editor')
    expect(await linked()).toBe('[]')
    await patch(kind, id, { status: 'publish' })
    expect(await linked()).toContain(`"id":${id},`)
  })

  it('00-3: by override; a guest has no right', async () => {
    const { id } = await create(kind)
    expect(
      await world.ask(`POST ${plural}/${id}`, { headers: { 'x-http-method-override': 'DELETE' } }),
    ).toMatchObject({ status: 401 })
    expect(await world.ask(`POST ${plural}/${id}&_method=DELETE`, { as: 'editor' })).toMatchObject({
      body: { status: 'trash' },
    })
  })
})
