import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { DAY } from '../../support/rows.ts'
import { firstGeneration } from '../../support/first-generation-rows.ts'

let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
})
afterAll(() => world.close())
const { edit, get } = firstGeneration(() => world)

describe.each(['categories', 'tags'])('02 §1.4, §9 names of %s', list => {
  it('are HTML in one spelling, alone, in lists and inside events', async () => {
    for (const [sent, shown] of [
      ['C++ & C#', 'C++ &amp; C#'],
      ['A < B', 'A &lt; B'],
      ["Kids' <b>day</b> > 3", "Kids' day &gt; 3"],
    ] as const) {
      const made = await edit(`POST ${list}`, { name: sent }, 201)
      const id = Number(made['id'])
      expect(made['name']).toBe(shown)
      expect(await get(`${list}/${id}`)).toMatchObject({ name: shown })
      expect(await get(`${list}&hide_empty=0&include=${id}`)).toMatchObject({ [list]: [{ name: shown }] })
      expect(await edit('POST events', { title: 'E', ...DAY, [list]: [id] }, 201)).toMatchObject({
        [list]: [{ id, name: shown }],
      })
    }
  })

  it('entity and sign are the same when they are compared', async () => {
    const { id } = await edit(`POST ${list}`, { name: 'Arts & Crafts', slug: 'handwork' }, 201)
    const same = ['Arts & Crafts', 'Arts &amp; Crafts', 'arts &#38; crafts', 'ARTS &#x26; Crafts']
    for (const name of same) {
      expect(await edit(`POST ${list}`, { name }, 400)).toMatchObject({
        code: 'term_exists',
        data: { term_id: id },
      })
      expect(await edit('POST events', { title: 'E', ...DAY, [list]: [name] }, 201)).toMatchObject({
        [list]: [{ id }],
      })
      const search = encodeURIComponent(name)
      expect(await get(`${list}&hide_empty=0&search=${search}`)).toMatchObject({ [list]: [{ id }], total: 1 })
    }
  })

  it('another spelling of the same name records nothing', async () => {
    const { id } = await edit(`POST ${list}`, { name: 'Food & Drink' }, 201)
    const before = await world.revisionOf(Number(id), 'term')
    for (const name of ['Food & Drink', 'Food &amp; Drink'])
      expect(await edit(`PUT ${list}/${String(id)}`, { name })).toMatchObject({ name: 'Food &amp; Drink' })
    expect(await world.revisionOf(Number(id), 'term')).toBe(before)
    expect(await edit(`PUT ${list}/${String(id)}`, { name: 'Food &amp; drink' })).toMatchObject({
      name: 'Food &amp; drink',
    })
  })
})
