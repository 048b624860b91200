import { beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { asking, DAY, idOf, type Body } from '../../support/rows.ts'

let world: ApiWorld
const found: Record<string, readonly number[]> = {}
const { edit, create } = asking(() => world)

const idsOf = async (path: string, as?: string) => {
  const { status, body, text } = await world.ask(`GET ${path}`, { as })
  expect(status, text).toBe(200)
  const items = Array.isArray(body) ? body : Object.values(body as Body).find(Array.isArray)
  return (items as readonly { readonly id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
}
const all = async (name: string, made: readonly Promise<Body>[]) => {
  found[name] = await Promise.all(made.map(idOf))
}
const of = (name: string) => found[name] ?? []

beforeAll(async () => {
  world = await apiWorld()
  const venue = (name: string, city: string) => edit('POST venues', { venue: name, city }, 201)
  const organizer = (name: string, email: string) => edit('POST organizers', { organizer: name, email }, 201)
  await all('events', [create({ title: 'A' }), create({ title: 'B' }), create({ title: 'C' })])
  await all('venues', [venue('Hall', 'Troy'), venue('Barn', 'TROY'), venue('Troy', 'Troy (NY)')])
  await all('organizers', [organizer('PTA', 'pta@school.example'), organizer('Band', 'band@school.example')])
  return () => world.close()
})

const lists = (plural: string) => [plural, `/calx/v1/${plural}`]

describe('02 §3.2, 03 §2.1 choosing', () => {
  it('include, exclude: only these ids, none of those, in both generations', async () => {
    for (const plural of ['events', 'venues', 'organizers'])
      for (const path of lists(plural)) {
        const [first = 0, second = 0, ...others] = of(plural)
        expect(await idsOf(`${path}&include=${first},999999`), path).toEqual([first])
        expect(await idsOf(`${path}&include[]=${first}&include[]=${second}`), path).toEqual([first, second])
        expect(await idsOf(`${path}&include=`), path).toEqual(of(plural))
        if (path === 'events') continue
        expect(await idsOf(`${path}&exclude=${first}`), path).toEqual([second, ...others])
        expect(await idsOf(`${path}&include=${first},${second}&exclude=${first}`), path).toEqual([second])
        expect((await world.ask(`GET ${path}&include=x`)).status, path).toBe(400)
      }
  })

  it('city (venues), email (organizers): exactly, as a whole, and every sign as it is', async () => {
    const [hall = 0, barn = 0, other = 0] = of('venues')
    for (const path of lists('venues')) {
      expect(await idsOf(`${path}&city=Troy`), path).toEqual([hall])
      expect(await idsOf(`${path}&city=TROY`), path).toEqual([barn])
      expect(await idsOf(`${path}&city=Troy (NY)`), path).toEqual([other])
      for (const none of ['Tro', 'Tro.', 'Troy|x', '.*'])
        expect(await idsOf(`${path}&city=${none}`)).toEqual([])
      expect(await idsOf(`${path}&city=`), path).toEqual(of('venues'))
    }
    const [pta = 0] = of('organizers')
    for (const path of lists('organizers'))
      expect(await idsOf(`${path}&email=pta%40school.example`), path).toEqual([pta])
  })

  it('links keep what was chosen by', async () => {
    const ids = of('venues').join()
    const { body } = await world.ask(`GET venues&include=${ids}&per_page=1`)
    expect((body as Body)['next_rest_url']).toContain(`&include=${encodeURIComponent(ids)}`)
  })

  it('a protected venue tells its city to nobody', async () => {
    const id = await world.venue('Shut', { city: 'Albany', password: 'secret' })
    for (const path of lists('venues')) expect(await idsOf(`${path}&city=Albany`), path).toEqual([])
    expect(await idsOf('venues&city=Albany', 'editor')).toEqual([id])
    expect(await idsOf(`venues&include=${id}`)).toEqual([id])
    await edit(`DELETE venues/${id}`)
  })
})

describe('01 §6 X-CAL-Ignored', () => {
  const ignored = async (request: string, body?: object) => {
    const { status, headers } = await world.ask(request, { as: 'editor', body })
    return [status, headers['x-cal-ignored']]
  }
  it('names what a route does not take, in query and body', async () => {
    expect(await ignored('GET events&town=Troy&smu=1&page=1')).toEqual([200, 'town, smu'])
    expect(await ignored('GET /calx/v1/venues&email=a')).toEqual([200, 'email'])
    const sent = { title: 'T', ...DAY, venue: 3, description: 'x' }
    expect(await ignored('POST /calx/v1/events', sent)).toEqual([201, 'venue, description'])
    expect(await ignored('GET events')).toEqual([200, undefined])
  })
  it('not what every route knows, nor what no header can hold, nor other routes, nor refusals', async () => {
    const known = '&_embed=1&_fields=id&context=view&rest=1'
    expect(await ignored(`GET /calx/v1/events${known}`)).toEqual([200, 'rest'])
    expect(await ignored(`GET events&a%0D%0AX-Y:%20z=1&${'x'.repeat(65)}=1&caf%C3%A9=1`)).toEqual([
      200,
      undefined,
    ])
    expect(await ignored('GET /&town=Troy')).toEqual([200, undefined])
    expect(await ignored('GET events&town=Troy&page=x')).toEqual([400, undefined])
    const many = Array.from({ length: 50 }, (_, n) => `n${n}=1`)
    expect(String((await ignored(`GET events&${many.join('&')}`))[1]).split(', ')).toHaveLength(30)
  })
  it('parts of batches say it, too', async () => {
    const part = { path: '/calx/v1/events', body: { title: 'T', ...DAY, website: 'https://a.example' } }
    const { body } = await world.ask('POST /batch/v1', { as: 'editor', body: { requests: [part] } })
    expect(body).toMatchObject({ responses: [{ status: 201, headers: { 'X-CAL-Ignored': 'website' } }] })
  })
})
