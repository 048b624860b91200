import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(() => world.close())

const fair = { title: 'Fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }
const PICTURE = { url: 'https://school.example/media/fair.jpg', id: 900_040, extension: 'jpg' }

type Refused = { data: { params: Record<string, string>; details: Record<string, { code: string }> } }
const refused = (body: unknown) => Object.keys((body as Refused).data.params)
const codeOf = (body: unknown, name: string) => (body as Refused).data.details[name]?.code

describe('02 §5 image of an event', () => {
  it('an address is fetched and becomes an image', async () => {
    const { status, body } = await world.ask('POST events', {
      as: 'author',
      body: { ...fair, image: world.imageAddress },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ image: PICTURE })
    expect(world.fetched).toEqual([world.imageAddress])
  })

  it('an id, its text and an object with it name an image', async () => {
    for (const image of [world.imageId, String(world.imageId), { id: world.imageId }]) {
      const { status, body } = await world.ask('POST events', { as: 'author', body: { ...fair, image } })
      expect([status, body]).toMatchObject([201, { image: PICTURE }])
    }
    expect(world.fetched).toEqual([])
  })

  it.each([
    'http://127.0.0.1:2113/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'http://[::ffff:10.0.0.1]/a.png',
    'http://user:secret@pictures.example/fair.jpg',
    999_999,
  ])('02-22 %s is refused for everybody before anything else, and nothing is fetched', async image => {
    for (const as of ['author', undefined]) {
      const { status, body } = await world.ask('POST events', {
        ...(as === undefined ? {} : { as }),
        body: { ...fair, image },
      })
      expect([status, refused(body)]).toEqual([400, ['image']])
      expect(codeOf(body, 'image')).toBe('rest_invalid_image')
    }
    expect(world.fetched).toEqual([])
    expect(await world.eventIds()).toEqual([])
  })

  it('02-22 what is no image is refused, and nothing is stored', async () => {
    const image = 'https://example.org/page.html'
    const { status, body } = await world.ask('POST events', { as: 'author', body: { ...fair, image } })
    expect([status, refused(body), codeOf(body, 'image')]).toEqual([400, ['image'], 'rest_invalid_image'])
    expect(await world.eventIds()).toEqual([])
  })

  it('02-22 a guest with a public address is answered 401 without a fetch', async () => {
    const { status } = await world.ask('POST events', { body: { ...fair, image: world.imageAddress } })
    expect(status).toBe(401)
    expect(world.fetched).toEqual([])
  })

  it('01 §9 image by URL: not for contributors', async () => {
    const { status, body } = await world.ask('POST events', {
      as: 'contributor',
      body: { ...fair, image: world.imageAddress },
    })
    expect([status, refused(body), codeOf(body, 'image')]).toEqual([400, ['image'], 'rest_invalid_image'])
    expect(world.fetched).toEqual([])
  })

  it('01 §3 an item that is not there, or not yours, comes before the download', async () => {
    const image = { image: 'https://example.org/page.html' }
    expect((await world.ask('POST events/77', { as: 'author', body: image })).status).toBe(404)
    const made = await world.ask('POST events', { as: 'editor', body: fair })
    const { id } = made.body as { id: number }
    expect((await world.ask(`POST events/${id}`, { as: 'author', body: image })).status).toBe(403)
    expect(world.fetched).toEqual([])
  })

  it('an update replaces it, keeps it, clears it with "" and false', async () => {
    const made = await world.ask('POST events', { as: 'editor', body: fair })
    const { id } = made.body as { id: number }
    const put = async (sent: object) => {
      const { status, body } = await world.ask(`POST events/${id}`, { as: 'editor', body: sent })
      expect(status).toBe(200)
      return (body as { image: unknown }).image
    }
    expect(await put({ image: world.imageAddress })).toEqual(PICTURE)
    expect(await put({ title: 'Fair 2' })).toEqual(PICTURE)
    expect(await put({ image: '' })).toBe(false)
    expect(await put({ image: world.imageId })).toEqual(PICTURE)
    expect(await put({ image: false })).toBe(false)
  })

  it('full object written back changes nothing and fetches nothing', async () => {
    const made = await world.ask('POST events', { as: 'author', body: { ...fair, image: world.imageId } })
    const { id } = made.body as { id: number }
    const before = await world.revisionOf(id)
    expect((await world.ask(`PUT events/${id}`, { as: 'author', body: made.body })).status).toBe(200)
    expect(await world.revisionOf(id)).toBe(before)
    expect(world.fetched).toEqual([])
  })
})

describe('02 §6, §8 images of venues and organizers', () => {
  it.each([
    ['venues', { venue: 'Main Hall' }],
    ['organizers', { organizer: 'PTA' }],
  ])('%s take an address on create and update', async (plural, named) => {
    const image = world.imageAddress
    const made = await world.ask(`POST ${plural}`, { as: 'author', body: { ...named, image } })
    expect([made.status, made.body]).toMatchObject([201, { image: PICTURE }])
    const { id } = made.body as { id: number }
    const cleared = await world.ask(`POST ${plural}/${id}`, { as: 'author', body: { image: '' } })
    expect(cleared.body).not.toHaveProperty('image')
    const again = await world.ask(`POST ${plural}/${id}`, { as: 'author', body: { image } })
    expect(again.body).toMatchObject({ image: PICTURE })
    const bad = await world.ask(`POST ${plural}/${id}`, {
      as: 'author',
      body: { image: 'https://example.org/page.html' },
    })
    expect([bad.status, refused(bad.body)]).toEqual([400, ['image']])
  })

  it('inside an event the problem is that of its venue or organizer, and nothing is stored', async () => {
    const image = 'https://example.org/page.html'
    const { status, body } = await world.ask('POST events', {
      as: 'author',
      body: { ...fair, image, venue: { venue: 'Hall', image }, organizer: [{ organizer: 'PTA', image }] },
    })
    expect([status, refused(body)]).toEqual([400, ['image', 'venue', 'organizer']])
    expect(await world.eventIds()).toEqual([])
    expect(await world.venueNames()).toEqual([])
  })

  it('inside an event they take an address', async () => {
    const image = world.imageAddress
    const { status, body } = await world.ask('POST events', {
      as: 'author',
      body: { ...fair, venue: { venue: 'Hall', image }, organizer: [{ organizer: 'PTA', image }] },
    })
    expect([status, body]).toMatchObject([
      201,
      { venue: { venue: 'Hall', image: PICTURE }, organizer: [{ organizer: 'PTA', image: PICTURE }] },
    ])
  })
})
