import { termId } from '../../../shared/kernel/brands.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { firstGeneration } from '../../support/first-generation-rows.ts'

/** Rows of the tables of spec 02, by their labels. */
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(() => world.close())
const { edit, get, refusedOn } = firstGeneration(() => world)

describe('02 §8 venues and organizers', () => {
  it('venue, organizer (string): a name, non-empty', async () => {
    for (const noun of ['venue', 'organizer']) {
      const { id } = await edit(`POST ${noun}s`, { [noun]: ' <i>A</i>\tb ' }, 201)
      expect((await get(`${noun}s/${Number(id)}`))[noun]).toBe('<i>A</i> b')
      for (const name of ['', ' ', 7]) {
        expect(await refusedOn(`POST ${noun}s`, { [noun]: name })).toEqual([noun])
        expect(await refusedOn(`PATCH ${noun}s/${Number(id)}`, { [noun]: name })).toEqual([noun])
      }
    }
  })

  it('description (HTML), address, city, country, province, state, zip, phone, stateprovince (venue), phone, email (organizer), website (checked as uri), all string, default null', async () => {
    const lines = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince']
    for (const [noun, names] of [
      ['venue', lines],
      ['organizer', ['phone', 'email']],
    ] as const) {
      const all = Object.fromEntries(names.map(name => [name, `${name} x`]))
      const more = { description: 'D', website: 'https://x.example/' }
      const { id } = await edit(`POST ${noun}s`, { [noun]: 'A', ...all, ...more }, 201)
      const path = `${noun}s/${Number(id)}`
      const shown = await get(path)
      expect(shown).toMatchObject({ ...all, description: '<p>D</p>', website: 'https://x.example/' })
      const numbers = Object.fromEntries([...names, 'description', 'website'].map(name => [name, 7]))
      const refused = await refusedOn(`PATCH ${path}`, numbers)
      expect([...refused].sort()).toEqual(Object.keys(numbers).sort())
      const empty = Object.fromEntries(Object.keys(numbers).map(name => [name, '']))
      const cleared = await edit(`PATCH ${path}`, empty, 200)
      for (const name of Object.keys(numbers)) expect(cleared, name).not.toHaveProperty(name)
    }
  })

  it('show_map, show_map_link (string, default null): texts and booleans; not sent: true, then unchanged', async () => {
    const made = await edit('POST venues', { venue: 'A', show_map: 'false' }, 201)
    expect(made).toMatchObject({ show_map: false, show_map_link: true })
    const path = `venues/${Number(made['id'])}`
    expect(await edit(`PATCH ${path}`, { city: 'Troy' }, 200)).toMatchObject({ show_map: false })
    expect(await edit(`PATCH ${path}`, { show_map: true, show_map_link: '0' }, 200)).toMatchObject({
      ...{ show_map: true, show_map_link: false },
    })
    expect(await refusedOn(`PATCH ${path}`, { show_map: 'yes', show_map_link: 2 })).toEqual([
      ...['show_map', 'show_map_link'],
    ])
  })

  it('image, author, date, date_utc, status: as events', async () => {
    for (const noun of ['venue', 'organizer']) {
      const sent = { image: world.imageId, author: 3, date: '2026-11-01 10:00:00', status: 'publish' }
      const made = await edit(`POST ${noun}s`, { [noun]: 'A', ...sent }, 201)
      expect(made).toMatchObject({
        image: { id: world.imageId },
        author: '3',
        date_utc: '2026-11-01 15:00:00',
      })
      const wrong = { image: 4711, author: 999, date_utc: 'soon', status: 'nonsense' }
      const names = await refusedOn(`PATCH ${noun}s/${Number(made['id'])}`, wrong)
      expect([...names].sort()).toEqual(['author', 'date_utc', 'image', 'status'])
    }
  })
})

describe('02 §9 categories and tags', () => {
  it('name non-empty; description, slug text ("" clears / is ignored); parent existing category or 0 = none (chosen)', async () => {
    const top = await world.term('cal_events_cat', 'Top')
    const made = await edit('POST categories', { name: 'A', description: 'd', slug: '', parent: top }, 201)
    expect(made).toMatchObject({ name: 'A', description: 'd', slug: 'a', parent: top, count: 0 })
    const path = `categories/${Number(made['id'])}`
    expect(await edit(`PATCH ${path}`, { description: '', slug: '', parent: 0 }, 200)).toMatchObject({
      ...{ description: '', slug: 'a', parent: 0 },
    })
    expect(await refusedOn('POST categories', { name: '', slug: 7, parent: 4711 })).toEqual([
      ...['name', 'slug', 'parent'],
    ])
  })

  it('name taken under the same parent (tags: at all), trimmed and case-folded', async () => {
    const { id } = await edit('POST tags', { name: 'Chess' }, 201)
    expect(await edit('POST tags', { name: ' CHESS ' }, 400)).toMatchObject({
      code: 'term_exists',
      data: { status: 400, term_id: id },
    })
    const top = await edit('POST categories', { name: 'Trips' }, 201)
    expect(await edit('POST categories', { name: 'trips' }, 400)).toMatchObject({ code: 'term_exists' })
    await edit('POST categories', { name: 'Trips', parent: top['id'] }, 201)
  })

  it('sent slug taken: a suffix on create, refused on update', async () => {
    const { id } = await edit('POST tags', { name: 'A', slug: 'same' }, 201)
    const other = await edit('POST tags', { name: 'B', slug: 'same' }, 201)
    expect(other['slug']).toBe('same-2')
    expect(await edit(`PATCH tags/${Number(other['id'])}`, { slug: 'same' }, 400)).toMatchObject({
      ...{ code: 'duplicate_term_slug', data: { term_id: id } },
    })
  })

  it('parent = itself or a descendant: refused', async () => {
    const a = await world.term('cal_events_cat', 'A')
    const b = await world.term('cal_events_cat', 'B', { parent: termId(a) })
    for (const parent of [a, b])
      expect(await refusedOn(`PATCH categories/${a}`, { parent })).toEqual(['parent'])
  })

  it('unknown id: 404', async () => {
    for (const [plural, noun] of [
      ['categories', 'category'],
      ['tags', 'tag'],
    ]) {
      for (const method of ['PATCH', 'DELETE'])
        expect(await edit(`${method} ${plural}/4711`, {}, 404)).toMatchObject({
          code: `rest-${noun}-not-found`,
        })
    }
  })
})
