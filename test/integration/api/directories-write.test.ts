import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { kinds, refusedOn, venues, organizers, directoryWrites } from '../../support/directory-writes.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})
const { post, create, patch, read, total } = directoryWrites(() => world)

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
