import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
})
afterAll(() => world.close())

type Noun = 'event' | 'venue' | 'organizer'
type Shown = Readonly<Record<string, unknown>> & { readonly id: number }

const asked = async (request: string, body?: object, as = 'administrator'): Promise<Shown> => {
  const answer = await world.ask(request, { as, ...(body === undefined ? {} : { body }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as Shown
}

const titles = ['Fair', 'Arts & "Crafts"', 'A <b>b</b> &lt; c', 'R &amp; D – Kids’ Day', '🎉 100%']
const texts = [
  '',
  'One\n\nTwo & three',
  '<p>A <em>b</em></p>\n<!-- wp:more -->',
  `<script>x()</script> ${Array.from({ length: 60 }, (_, n) => `w${n}`).join(' ')}`,
]
const statuses = ['publish', 'draft', 'pending', 'private', 'future'] as const

const bodyOf = (noun: Noun, n: number, links: object) => ({
  title: titles[n % titles.length],
  content: texts[n % texts.length],
  excerpt: n % 3 === 0 ? '' : texts[(n + 1) % texts.length],
  status: statuses[n % statuses.length],
  ...(statuses[n % statuses.length] === 'future' ? { date: '2029-01-02T03:04:05' } : {}),
  ...(noun === 'event'
    ? {
        start_date: n % 2 === 0 ? '2027-11-07 01:30:00' : '2027-05-08 10:00:00',
        end_date: n % 2 === 0 ? '2027-11-07 23:00:00' : '2027-05-09 10:00:00',
        all_day: n % 4 === 0,
        timezone: n % 3 === 0 ? 'UTC+5:30' : 'America/New_York',
        cost: ['', '10', '5-10', 'Free', '€12,50'][n % 5],
        featured: n % 2 === 0,
        ...links,
      }
    : noun === 'venue'
      ? { address: '1 Lane', country: n % 2 === 0 ? 'Canada' : '', province: 'ON', state: 'NY' }
      : { email: n % 2 === 0 ? '' : 'a@b.example', website: 'https://a.example/?a=1&b=2' }),
})

describe('03 §4 what is read is written back', () => {
  it.each(['event', 'venue', 'organizer'] as const)(
    '%s: 200, nothing changed, nothing recorded',
    async noun => {
      const gone = await world.term('cal_events_cat', `Gone ${noun}`)
      const links = {
        venues: [await world.venue('Hall'), await world.venue('Gym')],
        organizers: [await world.organizer('Z'), await world.organizer('A', { status: 'draft' })],
        cal_events_cat: [
          await world.term('cal_events_cat', `Z ${noun}`),
          gone,
          await world.term('cal_events_cat', `A ${noun}`),
        ],
        tags: [await world.term('post_tag', `t ${noun}`)],
      }
      const route = `/calx/v1/${noun}s`
      const ids: number[] = []
      for (let n = 0; n < 20; n++) ids.push((await asked(`POST ${route}`, bodyOf(noun, n, links))).id)
      await asked(`DELETE categories/${gone}`)
      for (const id of ids)
        for (const as of ['administrator', 'editor'])
          for (const context of ['view', 'edit']) {
            const read = await asked(`GET ${route}/${id}&context=${context}`, undefined, as)
            const before = await world.revisionOf(id, noun)
            expect(await asked(`PUT ${route}/${id}&context=${context}`, read, as)).toEqual(read)
            expect(await world.revisionOf(id, noun), JSON.stringify(read)).toBe(before)
          }
    },
  )

  it.each(['categories', 'tags'])('%s of the first generation', async list => {
    for (const [n, name] of titles.entries()) {
      const { id } = await asked(`POST ${list}`, { name: `${name} ${n}`, description: texts[n % 3] })
      const read = await asked(`GET ${list}/${id}`)
      const before = await world.revisionOf(id, 'term')
      expect(await asked(`PUT ${list}/${id}`, read)).toEqual(read)
      expect(await world.revisionOf(id, 'term')).toBe(before)
    }
  })

  it('an e-mail that is no address, from those who may edit the organizer and nobody else', async () => {
    const { id } = await asked('POST organizers', { organizer: 'Office', email: 'call us' })
    const route = `/calx/v1/organizers/${id}`
    const read = await asked(`GET ${route}`)
    expect(read['email']).toBe('call us')
    const before = await world.revisionOf(id, 'organizer')
    expect(await asked(`PUT ${route}`, read)).toEqual(read)
    expect(await world.revisionOf(id, 'organizer')).toBe(before)
    expect(await asked(`PATCH ${route}`, { email: 'call us', phone: '555' })).toMatchObject({ phone: '555' })
    for (const [request, body, as] of [
      [`PUT ${route}`, { email: 'call them' }, 'administrator'],
      [`PUT ${route}`, { email: 'call us' }, undefined],
      [`PUT ${route}`, { email: 'call us' }, 'author'],
      ['POST /calx/v1/organizers', { title: 'O', email: 'call us' }, 'administrator'],
      ['PUT /calx/v1/organizers/999999', { email: 'call us' }, 'administrator'],
    ] as const)
      expect(
        (await world.ask(request, { body, ...(as === undefined ? {} : { as }) })).body,
        request,
      ).toMatchObject({
        code: 'rest_invalid_param',
        data: { status: 400, details: { email: { code: 'rest_invalid_email' } } },
      })
  })

  it('changed parts of such objects count', async () => {
    const { id } = await asked('POST /calx/v1/venues', { title: 'Hall', content: 'A' })
    expect(
      await asked(`PUT /calx/v1/venues/${id}`, {
        title: { rendered: 'Gym' },
        content: { raw: 'B', rendered: 'C' },
      }),
    ).toMatchObject({ title: { rendered: 'Gym' }, content: { rendered: '<p>B</p>\n' } })
    for (const title of [{}, { rendered: 7 }, ['x'], { rendered: '' }])
      expect((await world.ask(`PUT /calx/v1/venues/${id}`, { as: 'editor', body: { title } })).status).toBe(
        400,
      )
  })
})
