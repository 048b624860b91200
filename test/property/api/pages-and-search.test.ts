import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

type Listed = { readonly id: number }
type Body = Readonly<Record<string, unknown>>

let world: ApiWorld
const ids: { venues: number[]; organizers: number[]; categories: number[]; events: number[] } = {
  ...{ venues: [], organizers: [], categories: [], events: [] },
}
beforeAll(async () => {
  world = await apiWorld()
  const made = async (path: string, body: object) => {
    const answer = await world.ask(`POST ${path}`, { as: 'editor', body })
    expect(answer.status, answer.text).toBe(201)
    return (answer.body as Listed).id
  }
  for (let n = 0; n < 13; n++) {
    const date = `2026-0${1 + (n % 3)}-01 00:00:00`
    ids.venues.push(
      await made('venues', { venue: `Hall ${n % 5}`, city: n % 2 === 0 ? 'Troy' : 'Albany', date }),
    )
    ids.organizers.push(await made('organizers', { organizer: `PTA ${n % 4}`, date }))
    ids.categories.push(
      await made('categories', { name: `Cat ${n}`, parent: n % 3 === 1 ? (ids.categories[n - 1] ?? 0) : 0 }),
    )
    await made('tags', { name: `Tag ${n}`, slug: `t-${13 - n}` })
  }
  const nth = (list: readonly number[], n: number) => list[n % list.length] ?? 0
  for (let n = 0; n < 37; n++) {
    // many starts are equal: only the id keeps them apart
    const day = `2027-0${1 + (n % 4)}-1${n % 2}`
    ids.events.push(
      await made('events', {
        title: `Fair ${n % 6}`,
        description: n % 2 === 0 ? 'Bring <b>cake</b>' : 'Quiet',
        start_date: `${day} 10:00:00`,
        end_date: `${day} 1${1 + (n % 3)}:00:00`,
        timezone: n % 3 === 0 ? 'Asia/Tokyo' : 'America/New_York',
        status: (['publish', 'publish', 'publish', 'draft', 'private'] as const)[n % 5],
        featured: n % 4 === 0,
        hide_from_listings: n % 11 === 10,
        venue: [nth(ids.venues, n), nth(ids.venues, n + 3)],
        organizer: nth(ids.organizers, n),
        categories: [nth(ids.categories, n)],
        tags: [`Tag ${n % 13}`],
      }),
    )
  }
})
afterAll(() => world.close())

const read = async (request: string, as?: string) => {
  const answer = await world.ask(`GET ${request}`, as === undefined ? {} : { as })
  expect(answer.status, `${request}: ${answer.text}`).toBe(200)
  return { body: answer.body as Body, headers: answer.headers }
}
const listOf = (body: Body, route: string) => body[route] as readonly Listed[]

const filters: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  events: () =>
    fc.constantFrom(
      ...[
        '',
        'start_date=2027-02-01',
        'end_date=2027-03-11',
        'starts_after=2027-01-11&strict_dates=1',
        'ends_before=2027-04-11',
      ],
      ...[
        'starts_before=2027-03-10',
        'ends_after=2027-02-10&strict_dates=true',
        'search=fair',
        'search=cake%20-%22fair%203%22',
      ],
      ...[
        'featured=true',
        'featured=false',
        'status=publish',
        `venue=${ids.venues.slice(0, 3).join()}`,
        'ticketed=false',
      ],
      ...[
        `organizer=${ids.organizers[1] ?? 0}`,
        `categories=${ids.categories[0] ?? 0}`,
        'tags=t-1,t-12',
        'search=nothing',
      ],
      ...[`include=${ids.events.slice(3, 30).join()}`, `categories=cat-3&featured=false&search=a`],
    ),
  ...Object.fromEntries(
    (['venues', 'organizers'] as const).map(route => [
      route,
      () =>
        fc.constantFrom(
          ...[
            '',
            'search=troy',
            'search=1',
            'has_events=true',
            'has_events=false',
            'only_with_upcoming=true',
          ],
          ...['status=publish', `event=${ids.events[5] ?? 0}`, 'search=pta%20-3', 'has_events=1&search=hall'],
        ),
    ]),
  ),
  ...Object.fromEntries(
    ['categories', 'tags'].map(route => [
      route,
      () =>
        fc.constantFrom(
          ...[
            '',
            'hide_empty=false',
            'order=desc',
            'orderby=count',
            'orderby=count&order=desc&hide_empty=0',
            'orderby=id',
          ],
          ...[
            'orderby=slug&hide_empty=false',
            'search=1&hide_empty=false',
            `post=${ids.events[5] ?? 0}`,
            'orderby=term_group',
          ],
          ...['orderby=description&hide_empty=false', 'slug=cat-1'],
        ),
    ]),
  ),
}

describe('02 §2 pages: put together they are the list, each item once, with the same totals', () => {
  it.each(Object.keys(filters))('%s', async route => {
    const filter = filters[route]?.() ?? fc.constant('')
    await fc.assert(
      fc.asyncProperty(
        filter,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(undefined, 'editor', 'author'),
        async (given, size, as) => {
          const query = given === '' ? '' : `&${given}`
          const whole = await read(`${route}${query}&per_page=50`, as)
          const total = Number(whole.body['total'])
          const all = listOf(whole.body, route).map(({ id }) => id)
          expect(all).toHaveLength(total)
          const pages: number[] = []
          const count = Math.ceil(total / size)
          for (let page = 1; page <= Math.max(1, count); page++) {
            const { body, headers } = await read(`${route}${query}&per_page=${size}&page=${page}`, as)
            expect([body['total'], body['total_pages']]).toEqual([total, count])
            expect([headers['x-cal-total'], headers['x-cal-totalpages']]).toEqual([
              String(total),
              String(count),
            ])
            expect('next_rest_url' in body).toBe(page < count)
            expect('previous_rest_url' in body).toBe(page > 1)
            const items = listOf(body, route)
            if (page < count) expect(items).toHaveLength(size)
            pages.push(...items.map(({ id }) => id))
          }
          expect(pages).toEqual(all)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('02 §3.4 every character of a search is literal', () => {
  const sign = fc.constantFrom(
    ...Array.from('.*+?^${}()|[]\\/%_&<>#~`@!:;=,$'),
    'a',
    'B',
    'é',
    'É',
    '’',
    "'",
    '山',
    '\\d',
    '.*',
    '[a-z]',
  )
  const word = fc
    .array(sign, { minLength: 1, maxLength: 5 })
    .map(signs => signs.join(''))
    .filter(text => !text.startsWith('-'))
  /** Letter by letter, without any pattern: what the rule says, for the letters that are used here. */
  const plain = (text: string) => text.toLowerCase().split('é').join('e').split('’').join("'")

  it('the same as a search letter by letter', async () => {
    const names: { readonly id: number; readonly name: string }[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.array(word, { minLength: 1, maxLength: 2 }),
        async (kept, asked) => {
          // a zip is stored as it is sent, whatever signs it has; `<` begins markup and is left out
          const zip = kept.join(' ').split('<').join('')
          const body = { venue: 'Signs', zip }
          const made = await world.ask('POST venues', { as: 'editor', body })
          expect(made.status, made.text).toBe(201)
          names.push({ id: (made.body as Listed).id, name: zip })
          for (const words of [asked, kept.slice(0, 1), [zip.slice(1, 3)]]) {
            const text = words.join(' ').trim()
            if (text === '' || text.startsWith('-')) continue
            const wanted = names
              .filter(({ name }) =>
                text.split(/\s+/).every(one => plain(`signs\n${name}`).includes(plain(one))),
              )
              .map(({ id }) => id)
            const { body: list } = await read(`venues&per_page=50&search=${encodeURIComponent(text)}`)
            const found = listOf(list, 'venues').map(({ id }) => id)
            expect([
              text,
              found.filter(id => names.some(one => one.id === id)).sort((a, b) => a - b),
            ]).toEqual([text, wanted])
          }
        },
      ),
      { numRuns: 100, endOnFailure: true },
    )
  })
})
