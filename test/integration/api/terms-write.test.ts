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

const B = 'https://school.example/index.php?rest_route=/cal/events/v1'
type Shown = {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parent: number
  readonly count: number
}
const asShown = (answer: Answered, status: number) => {
  expect(answer.status, answer.text).toBe(status)
  return answer.body as Shown
}
const post = (kind: string, body: object, as: string | null = 'editor') =>
  world.ask(`POST ${kind}`, as === null ? { body } : { body, as })
const create = async (body: object, kind = 'categories') => asShown(await post(kind, body), 201)
const change = (id: number, body: object, as = 'editor', method = 'PATCH', kind = 'categories') =>
  world.ask(`${method} ${kind}/${id}`, { body, as })
const changed = async (id: number, body: object) => asShown(await change(id, body), 200)
const remove = (id: number, kind = 'categories', as = 'editor') => world.ask(`DELETE ${kind}/${id}`, { as })
const read = async (id: number) => asShown(await world.ask(`GET categories/${id}`), 200)
const names = async (kind: 'categories' | 'tags') =>
  ((await world.ask(`GET ${kind}&hide_empty=0`)).body as { [kind]: readonly Shown[] })[kind]?.map(
    ({ name }) => name,
  )
const refusedOn = (answer: Answered, ...params: string[]) => {
  expect(answer.status, answer.text).toBe(400)
  const { code, data } = answer.body as { code: string; data: { params: object } }
  expect([code, Object.keys(data.params)]).toEqual(['rest_invalid_param', params])
}

const event = async (sent: object) => {
  const days = { title: 'Fair', start_date: '2027-05-08 10:00', end_date: '2027-05-08 14:00' }
  const { status, body, text } = await world.ask('POST events', { body: { ...days, ...sent }, as: 'editor' })
  expect(status, text).toBe(201)
  return (body as { id: number }).id
}
const categoriesOf = async (id: number) =>
  ((await world.ask(`GET events/${id}`)).body as { categories: readonly Shown[] }).categories.map(
    one => one.id,
  )

describe('02 §9 create', () => {
  it('answers the term with its address, and lists show it at once', async () => {
    const answer = await post('categories', { name: 'Fairs', description: 'All.' })
    const { id } = asShown(answer, 201)
    expect(answer.headers['location']).toBe(`${B}/categories/${id}`)
    expect(answer.body).toEqual({
      id,
      count: 0,
      description: 'All.',
      name: 'Fairs',
      slug: 'fairs',
      taxonomy: 'cal_events_cat',
      parent: 0,
      meta: [],
      url: 'https://school.example/events/category/fairs/',
      urls: { self: `${B}/categories/${id}`, collection: `${B}/categories` },
      _links: { self: [{ href: `${B}/categories/${id}` }], collection: [{ href: `${B}/categories` }] },
    })
    expect(await names('categories')).toEqual(['Fairs'])
    expect(await names('tags')).toEqual([])
  })

  it('02-37: the same name again', async () => {
    const first = await post('tags', { name: 'Chess' })
    const { id } = asShown(first, 201)
    expect(first.headers['location']).toBe(`${B}/tags/${id}`)
    for (const name of ['Chess', ' CHESS '])
      expect(await post('tags', { name })).toMatchObject({
        status: 400,
        body: { code: 'term_exists', data: { status: 400, term_id: id } },
      })
    expect((await create({ name: 'Chess' })).slug).toBe('chess')
  })

  it('the same name under another parent is another term', async () => {
    const { id: parent } = await create({ name: 'Sports' })
    const { id } = await create({ name: 'Club', parent })
    expect(await post('categories', { name: 'club', parent })).toMatchObject({
      status: 400,
      body: { code: 'term_exists', data: { term_id: id } },
    })
    expect(await create({ name: 'Club' })).toMatchObject({ slug: 'club-2', parent: 0 })
  })

  it('equal requests at the same moment make one', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('tags', { name: 'Chess' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400])
    expect(await names('tags')).toEqual(['Chess'])
  })

  it('00-2: form bodies; rest_route in a body selects nothing', async () => {
    const answer = await world.ask('POST tags', {
      body: 'name=Chess&rest_route=/cal/events/v1/venues',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      as: 'editor',
    })
    expect(answer).toMatchObject({ status: 201, body: { name: 'Chess', taxonomy: 'post_tag' } })
    expect(await world.venueNames()).toEqual([])
  })

  it('works with query parameters alone', async () => {
    expect(asShown(await world.ask('POST tags&name=Chess&slug=c', { as: 'editor' }), 201).slug).toBe('c')
  })

  it('names are one line without tags; nothing left is an empty one', async () => {
    expect((await create({ name: ' <b>Art</b>\n& Craft ' })).name).toBe('Art &amp; Craft')
    expect((await create({ name: '$cost', slug: 'a.b' })).name).toBe('$cost')
    refusedOn(await post('categories', { name: '' }), 'name')
    refusedOn(await post('categories', { name: '<script>x</script>' }), 'name')
    refusedOn(await post('categories', { name: 'x'.repeat(2001) }), 'name')
    refusedOn(await post('categories', { name: 5 }), 'name')
    expect((await post('categories', {})).body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['name'] },
    })
  })

  it('descriptions are HTML as the caller may store it', async () => {
    const description = 'A<script>1</script> <em>b</em>'
    const own = asShown(await post('categories', { name: 'A', description }, 'author'), 201)
    expect(own.description).toBe('A <em>b</em>')
    expect((await create({ name: 'B', description })).description).toBe(description)
  })

  it('slugs: from the name, normalised, with a suffix when taken; "" is ignored', async () => {
    expect((await create({ name: 'R & D', slug: '' })).slug).toBe('r-d')
    expect((await create({ name: 'Other', slug: 'R / D' })).slug).toBe('r-d-2')
    expect((await create({ name: '山川' })).slug).toBe('%e5%b1%b1%e5%b7%9d')
  })

  it('parent: an existing category, 0 is none; all invalid arguments together', async () => {
    const { id: tag } = await create({ name: 'T' }, 'tags')
    expect((await create({ name: 'A', parent: 0 })).parent).toBe(0)
    for (const parent of [999, -1, tag]) refusedOn(await post('categories', { name: 'B', parent }), 'parent')
    refusedOn(await post('categories', { name: '', parent: 999 }), 'name', 'parent')
    expect(await names('categories')).toEqual(['A'])
    expect(asShown(await post('tags', { name: 'U', parent: 999 }), 201)).not.toHaveProperty('parent')
  })

  it('takes over what an event that never came has left', async () => {
    const id = await world.abandonedTerm('post_tag', 'Music')
    const made = asShown(await post('tags', { name: 'Music', description: 'Loud.' }), 201)
    expect(made).toMatchObject({ id, slug: 'music', description: 'Loud.', count: 0 })
    expect(await names('tags')).toEqual(['Music'])
    expect(await post('tags', { name: 'Music' })).toMatchObject({
      status: 400,
      body: { code: 'term_exists' },
    })
  })

  it('a term that came with an event is taken', async () => {
    await event({ tags: ['Music'] })
    expect(await post('tags', { name: 'music' })).toMatchObject({
      status: 400,
      body: { code: 'term_exists' },
    })
  })
})

describe('02 §9 update', () => {
  it('is partial, by POST, PUT and PATCH alike (02-44)', async () => {
    const { id: parent } = await create({ name: 'Top' })
    const { id } = await create({ name: 'A', description: 'd', parent })
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const answer = asShown(await change(id, { name: 'B' }, 'editor', method), 200)
      expect(answer).toMatchObject({ id, name: 'B', slug: 'a', description: 'd', parent })
      expect(answer).toHaveProperty('_links.up', [{ href: `${B}/categories/${parent}` }])
    }
    expect(await changed(id, {})).toMatchObject({ name: 'B', description: 'd' })
    expect(await changed(id, { name: null, parent: null })).toMatchObject({ name: 'B', parent })
    expect((await change(id, { name: 'B' })).headers).not.toHaveProperty('location')
  })

  it('"" clears the description, is ignored as slug and refused as name; parent 0 moves to the top', async () => {
    const { id: parent } = await create({ name: 'Top' })
    const { id } = await create({ name: 'A', description: 'd', parent })
    expect(await changed(id, { description: '', slug: '' })).toMatchObject({ description: '', slug: 'a' })
    expect((await changed(id, { parent: 0 })).parent).toBe(0)
    refusedOn(await change(id, { name: '' }), 'name')
    refusedOn(await change(id, { parent: 999 }), 'parent')
  })

  it('a slug that is taken is refused, a free one is taken', async () => {
    const { id: first } = await create({ name: 'Fairs' })
    const { id } = await create({ name: 'Markets' })
    expect(await change(id, { slug: 'Fairs' })).toMatchObject({
      status: 400,
      body: { code: 'duplicate_term_slug', data: { status: 400, term_id: first } },
    })
    expect((await read(id)).slug).toBe('markets')
    expect((await changed(id, { slug: 'Big Markets' })).slug).toBe('big-markets')
    expect((await changed(id, { slug: 'big-markets' })).slug).toBe('big-markets')
    expect((await create({ name: 'Markets again', slug: 'markets' })).slug).toBe('markets')
  })

  it('to the name of another term', async () => {
    await create({ name: 'Fairs' })
    const { id } = await create({ name: 'Markets' })
    expect((await changed(id, { name: 'Fairs' })).name).toBe('Fairs')
  })

  it('no category is put below itself', async () => {
    const { id: top } = await create({ name: 'Top' })
    const { id: middle } = await create({ name: 'Middle', parent: top })
    const { id: low } = await create({ name: 'Low', parent: middle })
    refusedOn(await change(top, { parent: top }), 'parent')
    refusedOn(await change(top, { parent: low }), 'parent')
    expect((await read(top)).parent).toBe(0)
  })

  it('01-6: the path names the term, whatever the body says', async () => {
    const [{ id }, { id: other }] = [await create({ name: 'A' }), await create({ name: 'B' })]
    expect(await changed(id, { id: other, name: 'C' })).toMatchObject({ id, name: 'C' })
    expect((await read(other)).name).toBe('B')
    refusedOn(await change(id, { id: '5abc' }), 'id')
  })

  it('a whole object written back changes nothing', async () => {
    const { id: parent } = await create({ name: 'Top' })
    const { id } = await create({
      name: 'Q&amp;A &lt;b&gt; "x"',
      description: '<p onclick="a()">Hi &amp; you</p>',
      parent,
    })
    const before = await read(id)
    const revision = await world.revisionOf(id, 'term')
    expect(asShown(await change(id, before, 'author', 'PUT'), 200)).toEqual(before)
    expect(await world.revisionOf(id, 'term')).toBe(revision)
  })

  it('events show it at once', async () => {
    const { id } = await create({ name: 'A' })
    const fair = await event({ categories: [id] })
    await changed(id, { name: 'B' })
    expect((await world.ask(`GET events/${fair}`)).body).toMatchObject({ categories: [{ id, name: 'B' }] })
  })
})

describe('02 §9 delete', () => {
  it('02-34: answers the object as it was, without _links; again 404', async () => {
    const { id } = await create({ name: 'A', description: 'd' })
    await event({ categories: [id] })
    const [before] = ((await world.ask('GET categories')).body as { categories: readonly Shown[] }).categories
    const answer = await remove(id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(before)
    expect(answer.body).toMatchObject({ count: 1 })
    for (const again of [await remove(id), await change(id, {}), await world.ask(`GET categories/${id}`)])
      expect(again).toMatchObject({ status: 404, body: { code: 'rest-category-not-found' } })
    expect(await names('categories')).toEqual([])
  })

  it('events lose it, also as filter, and keep the others', async () => {
    const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })]
    const fair = await event({ categories: [a.id, b.id] })
    await remove(a.id)
    expect(await categoriesOf(fair)).toEqual([b.id])
    const { body } = await world.ask('GET events')
    expect(body).toMatchObject({ total: 1, events: [{ categories: [{ id: b.id, count: 1 }] }] })
    refusedOn(await world.ask(`GET events&categories=${a.id}`), 'categories')
    refusedOn(
      await world.ask(`POST events/${fair}`, { body: { categories: [a.id] }, as: 'editor' }),
      'categories',
    )
    expect(await categoriesOf(fair)).toEqual([b.id])
  })

  it('children move up, and the events of a branch are found above it', async () => {
    const { id: top } = await create({ name: 'Top' })
    const { id: middle } = await create({ name: 'Middle', parent: top })
    const { id: low } = await create({ name: 'Low', parent: middle })
    const fair = await event({ categories: [low] })
    await remove(middle)
    expect(await read(low)).toMatchObject({ parent: top })
    expect((await world.ask(`GET events&categories=${top}`)).body).toMatchObject({ events: [{ id: fair }] })
    await remove(top)
    expect((await read(low)).parent).toBe(0)
    expect(await post('categories', { name: 'Low' })).toMatchObject({ body: { code: 'term_exists' } })
  })

  it('name and slug are free again', async () => {
    const { id } = await create({ name: 'A' })
    await remove(id)
    const again = await create({ name: 'A' })
    expect(again.slug).toBe('a')
    expect(again.id).not.toBe(id)
  })
})

describe('01 §9 rights', () => {
  it('authors make categories but no tags; contributors, subscribers and guests neither', async () => {
    const status = async (kind: string, as: string | null, name: string) =>
      (await post(kind, { name }, as)).status
    expect(await status('categories', 'administrator', 'A')).toBe(201)
    expect(await status('categories', 'author', 'B')).toBe(201)
    expect(await status('tags', 'author', 'C')).toBe(403)
    for (const kind of ['categories', 'tags']) {
      expect(await status(kind, 'contributor', 'D')).toBe(403)
      expect(await status(kind, 'subscriber', 'D')).toBe(403)
      expect(await status(kind, null, 'D')).toBe(401)
    }
    expect(await names('tags')).toEqual([])
  })

  it('come after the arguments and before the item (01 §3)', async () => {
    const { id } = await create({ name: 'T' }, 'tags')
    refusedOn(await post('tags', { name: '' }, null), 'name')
    expect((await change(id, { name: 'U' }, 'author', 'PUT', 'tags')).status).toBe(403)
    expect((await remove(id, 'tags', 'author')).status).toBe(403)
    expect((await world.ask('DELETE tags/999')).status).toBe(401)
    expect((await remove(999, 'tags', 'subscriber')).status).toBe(403)
    expect(await remove(999, 'tags')).toMatchObject({ status: 404, body: { code: 'rest-tag-not-found' } })
    expect(await remove(id, 'categories')).toMatchObject({ body: { code: 'rest-category-not-found' } })
    expect(await remove(id, 'tags')).toMatchObject({ status: 200, body: { name: 'T' } })
  })

  it('02-29: names in events lose their tags, too', async () => {
    const fair = await event({ categories: ['<b>Art</b>'] })
    expect((await world.ask(`GET events/${fair}`)).body).toMatchObject({ categories: [{ name: 'Art' }] })
  })
})
