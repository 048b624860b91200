import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { DAY } from '../../support/rows.ts'
import { firstGeneration } from '../../support/first-generation-rows.ts'

let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
})
afterAll(() => world.close())
const { edit, get, statusOf } = firstGeneration(() => world)

const PARTY = '%f0%9f%8e%89-party'
const kinds = [
  ['events', (title: string) => ({ ...DAY, title })],
  ['venues', (venue: string) => ({ venue })],
  ['organizers', (organizer: string) => ({ organizer })],
] as const

describe('02 §7 slugs of every kind', () => {
  it.each(kinds)('%s: signs are kept, counted and found, decoded and encoded', async (list, made) => {
    const first = await edit(`POST ${list}`, made('🎉 party'), 201)
    expect(first['slug']).toBe(PARTY)
    expect(await edit(`POST ${list}`, made('🎉 Party!'), 201)).toMatchObject({ slug: `${PARTY}-2` })
    expect(await edit(`POST ${list}`, made('v1.2_final'), 201)).toMatchObject({ slug: 'v1-2_final' })
    const long = String((await edit(`POST ${list}`, made('🎉'.repeat(60)), 201))['slug'])
    expect(long).toBe('%f0%9f%8e%89'.repeat(16))
    const asked = ['🎉-party', PARTY.toUpperCase(), '🎉 PARTY', PARTY].map(encodeURIComponent)
    for (const slug of [...asked, PARTY])
      expect(await get(`${list}/by-slug/${slug}`)).toMatchObject({ id: first['id'] })
    expect(await statusOf(`${list}/by-slug/party`)).toBe(404)
  })

  it.each(['categories', 'tags'])('%s: in filters and in what events name, too', async list => {
    const { id, slug } = await edit(`POST ${list}`, { name: '🎉 party' }, 201)
    expect(slug).toBe(PARTY)
    expect(await edit(`POST ${list}`, { name: 'x', slug: '🎉.Party' }, 201)).toMatchObject({
      slug: `${PARTY}-2`,
    })
    for (const asked of ['🎉-party', PARTY]) {
      const sent = encodeURIComponent(asked)
      expect(await get(`${list}&hide_empty=0&slug=${sent}`)).toMatchObject({ [list]: [{ id }] })
      expect(await edit('POST events', { title: 'E', ...DAY, [list]: asked }, 201)).toMatchObject({
        [list]: [{ id }],
      })
      expect(await get(`events&start_date=2000-01-01&${list}=${sent}`)).toMatchObject({
        events: [{ [list]: [{ id }] }, {}].slice(0, asked === PARTY ? 2 : 1),
      })
    }
  })

  it('a sent slug cannot be that of an item in the trash', async () => {
    const { id } = await edit('POST events', { title: 'Gone', ...DAY }, 201)
    await edit(`DELETE events/${String(id)}`)
    expect(await edit('POST events', { title: 'B', ...DAY, slug: 'gone__trashed' }, 201)).toMatchObject({
      slug: 'gone_trashed',
    })
    expect(await statusOf('events/by-slug/gone__trashed')).not.toBe(200)
  })
})
