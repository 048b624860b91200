import { termId } from '../../../shared/kernel/brands.ts'
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
const category = (name: string, sent: Parameters<ApiWorld['term']>[2] = {}) =>
  world.term('cal_events_cat', name, sent)
const tag = (name: string) => world.term('post_tag', name)

const event = async (sent: object) => {
  const days = { start_date: '2027-05-08 10:00', end_date: '2027-05-08 14:00' }
  const { status, body, text } = await world.ask('POST events', {
    body: { title: 'Fair', ...days, ...sent },
    as: 'editor',
  })
  expect(status, text).toBe(201)
  return (body as { id: number }).id
}

type Term = { readonly id: number; readonly name: string; readonly count: number }
type List = {
  readonly rest_url: string
  readonly total: number
  readonly total_pages: number
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
} & { readonly [Member in 'categories' | 'tags']: readonly Term[] }
const list = async (request: string, as?: string) => {
  const answer = await world.ask(`GET ${request}`, as === undefined ? {} : { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as List
}
const ids = async (filters: string, as?: string) =>
  (await list(`categories&hide_empty=0${filters}`, as)).categories.map(({ id }) => id)

const refusedOn = async (request: string, ...names: string[]) => {
  const answer = await world.ask(`GET ${request}`)
  expect(answer.status, answer.text).toBe(400)
  const { code, data } = answer.body as { code: string; data: { params: object } }
  expect([code, Object.keys(data.params)]).toEqual(['rest_invalid_param', names])
}
const totals = ({ headers }: Answered) => [headers['x-cal-total'], headers['x-cal-totalpages']]

describe('01 §7 the index', () => {
  type Declared = { readonly default?: unknown; readonly type?: string; readonly required: boolean }
  type Route = {
    readonly methods: readonly string[]
    readonly endpoints: readonly {
      readonly methods: readonly string[]
      readonly args: { [name: string]: Declared }
    }[]
    readonly _links?: object
  }
  const routes = async () =>
    ((await world.ask('GET /')).body as { routes: { readonly [path: string]: Route } }).routes
  const at = async (path: string) => {
    const found = (await routes())[`/cal/events/v1/${path}`]
    if (found === undefined) throw new Error(`no route ${path}`)
    return found
  }
  const names = ({ endpoints }: Route) => endpoints.map(({ args }) => Object.keys(args))

  it('lists the routes behind those of organizers, 00 §4', async () => {
    const paths = Object.keys(await routes()).filter(path => path.startsWith('/cal/events/v1/'))
    expect(paths.slice(paths.indexOf('/cal/events/v1/organizers/by-slug/{slug}') + 1)).toEqual([
      '/cal/events/v1/categories',
      '/cal/events/v1/categories/{id}',
      '/cal/events/v1/tags',
      '/cal/events/v1/tags/{id}',
    ])
  })

  it('00-6: item routes have no _links, lists have them', async () => {
    expect((await at('categories'))._links).toEqual({ self: [{ href: `${B}/categories` }] })
    for (const path of ['categories/{id}', 'tags/{id}']) expect(await at(path)).not.toHaveProperty('_links')
  })

  it('shows methods in the order of 00 §4', async () => {
    for (const kind of ['categories', 'tags']) {
      expect((await at(kind)).methods).toEqual(['GET', 'POST'])
      expect((await at(`${kind}/{id}`)).endpoints.map(({ methods }) => methods)).toEqual([
        ['GET'],
        ['POST', 'PUT', 'PATCH'],
        ['DELETE'],
      ])
    }
  })

  it('declares exactly the arguments of 02 §3.3 and §9', async () => {
    const filters = ['page', 'per_page', 'search', 'include', 'exclude', 'order', 'orderby', 'hide_empty']
    expect(names(await at('categories'))).toEqual([
      [...filters, 'parent', 'post', 'event', 'slug'],
      ['name', 'description', 'slug', 'parent'],
    ])
    expect(names(await at('tags'))).toEqual([
      [...filters, 'post', 'event', 'slug'],
      ['name', 'description', 'slug'],
    ])
    expect(names(await at('categories/{id}'))).toEqual([
      ['id'],
      ['id', 'name', 'description', 'slug', 'parent'],
      ['id'],
    ])
    expect(names(await at('tags/{id}'))).toEqual([['id'], ['id', 'name', 'description', 'slug'], ['id']])
  })

  it('publishes defaults and what is required', async () => {
    const [get, post] = (await at('categories')).endpoints
    expect(get?.args['hide_empty']).toMatchObject({ type: 'boolean', default: 1, required: false })
    expect(get?.args['order']).toMatchObject({ type: 'string', default: 'asc' })
    expect(get?.args['orderby']).toMatchObject({ type: 'string', default: 'name' })
    expect(get?.args['per_page']).toMatchObject({ default: 10 })
    expect(get?.args['include']).toMatchObject({ type: 'array', items: { type: 'integer' } })
    expect(post?.args['name']).toMatchObject({ type: 'string', required: true })
    expect(post?.args['parent']).toMatchObject({ type: 'integer', required: false })
    for (const { args } of (await at('tags/{id}')).endpoints)
      expect(args['id']).toMatchObject({ type: 'integer', required: true })
  })

  it('Allow goes by the right on the kind, 01 §9', async () => {
    const id = await category('Fairs')
    const allow = async (path: string, as?: string) =>
      (await world.ask(`OPTIONS ${path}`, as === undefined ? {} : { as })).headers['allow']
    expect(await allow('categories')).toBe('GET')
    expect(await allow('categories', 'author')).toBe('GET, POST')
    expect(await allow('tags', 'author')).toBe('GET')
    expect(await allow(`categories/${id}`, 'editor')).toBe('GET, POST, PUT, PATCH, DELETE')
    expect(await allow(`categories/${id}`, 'contributor')).toBe('GET')
  })
})

describe('02 §1.4 objects', () => {
  it('a category: single with _links, in a list without', async () => {
    const above = await category('Events')
    const id = await category('Fairs', { parent: termId(above), description: 'All <b>fairs</b>.' })
    await event({ categories: [id] })
    const object = {
      id,
      count: 1,
      description: 'All <b>fairs</b>.',
      name: 'Fairs',
      slug: 'fairs',
      taxonomy: 'cal_events_cat',
      parent: above,
      meta: [],
      url: 'https://school.example/events/category/events/fairs/',
      urls: {
        self: `${B}/categories/${id}`,
        collection: `${B}/categories`,
        up: `${B}/categories/${above}`,
      },
    }
    const links = {
      self: [{ href: `${B}/categories/${id}` }],
      collection: [{ href: `${B}/categories` }],
      up: [{ href: `${B}/categories/${above}` }],
    }
    const single = await world.ask(`GET categories/${id}`)
    expect(single.status).toBe(200)
    expect(JSON.stringify(single.body)).toBe(JSON.stringify({ ...object, _links: links }))
    const page = await world.ask('GET categories')
    expect(JSON.stringify(page.body)).toBe(
      JSON.stringify({
        rest_url: `${B}/categories&page=1&per_page=10`,
        total: 1,
        total_pages: 1,
        categories: [object],
      }),
    )
    expect(totals(page)).toEqual(['1', '1'])
    const { body } = await world.ask('GET events')
    const [found] = (body as { readonly events: readonly { readonly categories: unknown }[] }).events
    expect(found?.categories).toMatchObject([{ id, urls: object.urls }])
  })

  it('a tag has neither parent nor up', async () => {
    const id = await tag('Chess')
    expect((await world.ask(`GET tags/${id}`)).body).toEqual({
      id,
      count: 0,
      description: '',
      name: 'Chess',
      slug: 'chess',
      taxonomy: 'post_tag',
      meta: [],
      url: 'https://school.example/events/tag/chess/',
      urls: { self: `${B}/tags/${id}`, collection: `${B}/tags` },
      _links: { self: [{ href: `${B}/tags/${id}` }], collection: [{ href: `${B}/tags` }] },
    })
  })

  it('02 §4 unknown ids, and ids of the other kind', async () => {
    const id = await tag('Chess')
    for (const unknown of [id, 999, '99999999999999999999']) {
      expect(await world.ask(`GET categories/${unknown}`)).toMatchObject({
        status: 404,
        body: { code: 'rest-category-not-found', data: { status: 404 } },
      })
    }
    expect(await world.ask('GET tags/999')).toMatchObject({
      status: 404,
      body: { code: 'rest-tag-not-found' },
    })
    expect(await world.ask('GET tags/chess')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
  })

  it('counts published events, at once', async () => {
    const id = await category('Fairs')
    const count = async () => ((await world.ask(`GET categories/${id}`)).body as Term).count
    const one = await event({ categories: [id] })
    await event({ categories: [id], status: 'draft' })
    expect(await count()).toBe(1)
    await world.ask(`PATCH events/${one}`, { body: { status: 'private' }, as: 'editor' })
    expect(await count()).toBe(0)
  })
})

describe('02 §2 lists', () => {
  it('02-2: a page past the end is an empty one with the real totals', async () => {
    expect(await list('categories')).toMatchObject({ categories: [], total: 0, total_pages: 0 })
    for (let n = 1; n <= 3; n++) await category(`C${n}`)
    const past = await world.ask('GET categories&page=99&hide_empty=0&per_page=2')
    expect(past.body).toEqual({
      rest_url: `${B}/categories&page=99&per_page=2&hide_empty=0`,
      total: 3,
      total_pages: 2,
      categories: [],
      previous_rest_url: `${B}/categories&page=2&per_page=2&hide_empty=0`,
    })
    expect(totals(past)).toEqual(['3', '2'])
    await refusedOn('categories&page=0', 'page')
  })

  it('02-3: next links lead through all matches and keep every filter', async () => {
    for (let n = 1; n <= 30; n++) await category(`Club ${n}`)
    await category('Other')
    const seen: number[] = []
    let next: string | undefined = 'categories&search=club&per_page=5&hide_empty=0'
    for (let pages = 0; next !== undefined && pages < 10; pages++) {
      const page: List = await list(next)
      expect(page.total).toBe(30)
      seen.push(...page.categories.map(({ id }) => id))
      if (page.next_rest_url !== undefined)
        expect(page.next_rest_url).toMatch(/&per_page=5&search=club&hide_empty=0$/)
      next = page.next_rest_url?.slice(`${B}/`.length)
    }
    expect(new Set(seen).size).toBe(30)
    expect(seen).toHaveLength(30)
  })

  it('links keep all recognised arguments, encoded; per_page is the effective one', async () => {
    const [a, b] = [await category('Music & more'), await category('B')]
    const filters = `search=${encodeURIComponent('Music &')}&include=${a},${b}&order=foo&orderby=slug&parent=0&smu=1`
    expect((await list(`categories&per_page=99&hide_empty=false&${filters}`)).rest_url).toBe(
      `${B}/categories&page=1&per_page=50&search=Music%20%26&include=${a}%2C${b}` +
        '&order=foo&orderby=slug&hide_empty=0&parent=0',
    )
  })

  it('02-17: terms with equal names in different parents come once each', async () => {
    const above = await Promise.all(Array.from({ length: 12 }, (_, n) => category(`P${n}`)))
    const clubs = []
    for (const parent of above) clubs.push(await category('Club', { parent: termId(parent) }))
    const pages = []
    for (const page of [1, 2, 3]) pages.push(...(await ids(`&search=club&per_page=5&page=${page}`)))
    expect(pages).toEqual(clubs.toSorted((a, b) => a - b))
  })
})

describe('02 §3.3 filters', () => {
  it('search: part of name or slug, any case and accent; nothing is a pattern', async () => {
    const ecole = await category('École')
    const other = await category('Sports', { slug: 'athletics' })
    expect(await ids('&search=ecole')).toEqual([ecole])
    expect(await ids('&search=ATHLE')).toEqual([other])
    expect(await ids('&search=.*')).toEqual([])
    await refusedOn('categories&search=', 'search')
    await refusedOn('categories&search[$ne]=x', 'search')
  })

  it('02-15: order and orderby', async () => {
    const [b, a, c] = [await category('b'), await category('Á'), await category('C')]
    expect(await ids('')).toEqual([a, b, c])
    expect(await ids('&order=ASC')).toEqual([a, b, c])
    expect(await ids('&order=foo')).toEqual([c, b, a])
    expect(await ids('&orderby=id&order=desc')).toEqual([c, a, b])
    expect(await ids('&orderby=nonsense')).toEqual([a, b, c])
    await event({ categories: [b] })
    expect(await ids('&orderby=count&order=desc')).toEqual([b, a, c])
    expect(await ids(`&orderby=include&include=${c},${a}`)).toEqual([c, a])
  })

  it('02-15: hide_empty', async () => {
    const [full, empty] = [await category('Full'), await category('Empty')]
    await event({ categories: [full] })
    expect((await list('categories')).categories.map(({ id }) => id)).toEqual([full])
    expect((await list('categories&hide_empty=1')).total).toBe(1)
    expect(await ids('')).toEqual([empty, full])
    await refusedOn('categories&hide_empty=maybe', 'hide_empty')
  })

  it('include and exclude: existing ids or slugs, separated by commas', async () => {
    const [a, b, c] = [await category('A'), await category('B b'), await category('C')]
    expect(await ids(`&include=${a},b-b`)).toEqual([a, b])
    expect(await ids(`&include[]=${c}&include[]=${a}`)).toEqual([a, c])
    expect(await ids(`&exclude=${a}`)).toEqual([b, c])
    expect(await ids(`&include=${a},${b}&exclude=b-b`)).toEqual([a])
    expect(await ids('&include=')).toEqual([a, b, c])
    await refusedOn(`categories&include=${a},999&exclude=nope`, 'include', 'exclude')
    await refusedOn(`tags&include=${a}`, 'include')
  })

  it('parent: direct children, or the top level', async () => {
    const top = await category('Top')
    const middle = await category('Middle', { parent: termId(top) })
    await category('Low', { parent: termId(middle) })
    expect(await ids(`&parent=${top}`)).toEqual([middle])
    expect(await ids('&parent=0')).toEqual([top])
    await refusedOn('categories&parent=999', 'parent')
    await refusedOn(`categories&parent=${await tag('T')}`, 'parent')
    expect((await list('tags&parent=999&hide_empty=0')).total).toBe(1)
  })

  it('02-10: post and event: the terms of an event that the caller can read', async () => {
    const [a, b] = [await category('A'), await category('B')]
    const chess = await tag('Chess')
    const fair = await event({ categories: [b, a], tags: [chess] })
    const bare = await event({})
    expect(await ids(`&event=${fair}`)).toEqual([a, b])
    expect(await ids(`&post=${fair}&include=${b}`)).toEqual([b])
    expect(await ids(`&event=${bare}`)).toEqual([])
    expect((await list(`tags&post=${fair}`)).tags.map(({ id }) => id)).toEqual([chess])
    await refusedOn('categories&event=abc', 'event')
    await refusedOn('categories&event=99999&post=99999', 'post', 'event')
    await refusedOn(`categories&event=${await world.venue('Gym')}`, 'event')
    const draft = await event({ categories: [a], status: 'draft' })
    await refusedOn(`categories&event=${draft}`, 'event')
    expect(await ids(`&event=${draft}`, 'editor')).toEqual([a])
  })

  it('the terms of a protected event are for those who edit it', async () => {
    const a = await category('A')
    const fair = await event({ categories: [a] })
    await world.change(fair, { password: 'secret' })
    expect(await ids(`&event=${fair}`)).toEqual([])
    expect(await ids(`&event=${fair}`, 'editor')).toEqual([a])
  })

  it('slug: the whole one', async () => {
    const a = await category('R & D')
    await category('R & D 2')
    expect(await ids('&slug=r-d')).toEqual([a])
    expect(await ids('&slug=r')).toEqual([])
  })
})

it('02 §5 a term that was made for an event is nowhere until the event is there', async () => {
  const id = await world.abandonedTerm('cal_events_cat', 'Music')
  expect(await ids('')).toEqual([])
  expect(await ids('&search=mus')).toEqual([])
  expect((await world.ask(`GET categories/${id}`)).status).toBe(404)
  expect((await world.ask(`PATCH categories/${id}`, { body: { name: 'X' }, as: 'editor' })).status).toBe(404)
  expect((await world.ask(`DELETE categories/${id}`, { as: 'editor' })).status).toBe(404)
  await refusedOn(`categories&include=${id}`, 'include')
  await refusedOn('categories&include=music', 'include')
  await refusedOn(`events&categories=${id}`, 'categories')
  const days = { title: 'T', start_date: '2027-05-08', end_date: '2027-05-08' }
  const named = (categories: unknown, as: string) =>
    world.ask('POST events', { body: { ...days, categories }, as })
  expect((await named([id], 'editor')).status).toBe(400)
  expect((await named(['music'], 'contributor')).status).toBe(400)
  expect(await named(['Music'], 'editor')).toMatchObject({ status: 201, body: { categories: [{ id }] } })
  expect(await ids('')).toEqual([id])
  expect(await world.ask(`GET categories/${id}`)).toMatchObject({ status: 200, body: { count: 1 } })
})
