import { eventId } from '../../../shared/kernel/brands.ts'
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

const X = '/calx/v1'
const GUEST = undefined
/** Those who do not edit an event of `author` that is published. */
const STRANGERS = [GUEST, 'subscriber', 'contributor', 'other']
const EDITORS = ['author', 'editor', 'administrator']

type Item = { readonly id: number }

/** Ids in the answer of a list of either generation. */
const listed = ({ status, body, text }: Answered): readonly number[] => {
  expect(status, text).toBe(200)
  const items = Array.isArray(body)
    ? (body as Item[])
    : Object.values(body as Record<string, Item[]>).find(value => Array.isArray(value))
  return (items ?? []).map(({ id }) => id).toSorted((a, b) => a - b)
}

const totalOf = ({ headers }: Answered) => Number(headers['x-cal-total'] ?? headers['x-core-total'])

/** An open event, and two protected ones of `author` with a venue, organizer and terms that nothing else has. */
const school = async () => {
  const [hall, den] = [await world.venue('Hall'), await world.venue('Den')]
  const [pta, owls] = [await world.organizer('PTA'), await world.organizer('Owls')]
  const [fairs, rites] = [
    await world.term('cal_events_cat', 'Fairs'),
    await world.term('cal_events_cat', 'Rites'),
  ]
  const [music, night] = [await world.term('post_tag', 'Music'), await world.term('post_tag', 'Night')]
  const event = async (title: string, as: string, body: object) => {
    const when = { start_date: '2027-03-10 09:00', end_date: '2027-03-10 10:00' }
    const answer = await world.ask('POST events', { as, body: { title, ...when, ...body } })
    expect(answer.status, answer.text).toBe(201)
    return (answer.body as Item).id
  }
  const open = await event('Open', 'editor', {
    ...{ venue: hall, organizer: pta, categories: [fairs], tags: [music], featured: true },
    description: 'lantern',
  })
  const secret = await event('Secret', 'author', {
    ...{ venue: [hall, den], organizer: [pta, owls], categories: [fairs, rites], tags: [music, night] },
    ...{ featured: true, sticky: true, description: 'lantern' },
  })
  const plain = await event('Plain', 'author', { venue: den })
  await world.change(secret, { password: 'owl', parent: eventId(open) })
  await world.change(plain, { password: 'owl' })
  return { hall, den, pta, owls, fairs, rites, music, night, open, secret, plain, event }
}
type School = Awaited<ReturnType<typeof school>>

/** Surface, what it tells those who edit the events, and what everybody else. */
type Row = readonly [string, (keyof School)[], (keyof School)[]]

const ROWS: readonly Row[] = [
  ['events', ['open', 'secret', 'plain'], ['open', 'secret', 'plain']],
  ['events&venue=:hall', ['open', 'secret'], ['open']],
  ['events&venue=:den', ['secret', 'plain'], []],
  ['events&organizer=:owls', ['secret'], []],
  ['events&categories=:rites', ['secret'], []],
  ['events&tags=:night', ['secret'], []],
  ['events&tags=:music', ['open', 'secret'], ['open']],
  ['events&featured=true', ['open', 'secret'], ['open']],
  ['events&featured=false', ['plain'], []],
  ['events&search=lantern', ['open', 'secret'], ['open']],
  ['events&search=-lantern', ['plain'], []],
  ['events&post_parent=:open', ['secret'], []],
  ['events&include=:secret,:plain', ['secret', 'plain'], ['secret', 'plain']],
  ['events&include=:secret,:plain&featured=true', ['secret'], []],
  ['venues&event=:secret', ['hall', 'den'], []],
  ['organizers&event=:secret', ['pta', 'owls'], []],
  ['categories&event=:secret&hide_empty=false', ['fairs', 'rites'], []],
  ['categories&post=:secret&hide_empty=false', ['fairs', 'rites'], []],
  ['tags&event=:secret&hide_empty=false', ['music', 'night'], []],
  // numbers are the same for all
  ['venues&has_events=true', ['hall'], ['hall']],
  ['venues&has_events=false', ['den'], ['den']],
  ['venues&only_with_upcoming=true', ['hall'], ['hall']],
  ['organizers&has_events=true', ['pta'], ['pta']],
  ['organizers&only_with_upcoming=true', ['pta'], ['pta']],
  ['categories', ['fairs'], ['fairs']],
  ['tags', ['music'], ['music']],
  [`${X}/events`, ['open', 'secret', 'plain'], ['open', 'secret', 'plain']],
  [`${X}/events&venue=:hall`, ['open', 'secret'], ['open']],
  [`${X}/events&venue=:den`, ['secret', 'plain'], []],
  [`${X}/events&organizer=:owls`, ['secret'], []],
  [`${X}/events&categories=:rites`, ['secret'], []],
  [`${X}/events&tags=:night`, ['secret'], []],
  [`${X}/events&featured=true`, ['open', 'secret'], ['open']],
  [`${X}/events&featured=false`, ['plain'], []],
  [`${X}/events&search=lantern`, ['open', 'secret'], ['open']],
  [`${X}/events&post_parent=:open`, ['secret'], []],
  [`${X}/venues&event=:secret`, ['hall', 'den'], []],
  [`${X}/organizers&event=:secret`, ['pta', 'owls'], []],
  [`${X}/venues&has_events=true`, ['hall'], ['hall']],
  [`${X}/venues&has_events=false`, ['den'], ['den']],
  [`${X}/venues&only_with_upcoming=true`, ['hall'], ['hall']],
  [`${X}/organizers&has_events=true`, ['pta'], ['pta']],
]

describe('01 §9.1 relations of a protected event', () => {
  const filled = (path: string, known: School) =>
    path.replace(/:([a-z]+)/g, (_, name: keyof School) => String(known[name]))

  it('are told by no list, filter or count to those who do not edit it', async () => {
    const known = await school()
    const idsOf = (names: readonly (keyof School)[]) => names.map(name => known[name])
    for (const [path, told, untold] of ROWS) {
      for (const as of [...EDITORS, ...STRANGERS]) {
        const answer = await world.ask(`GET ${filled(path, known)}`, { as })
        const expected = EDITORS.includes(as ?? '') ? told : untold
        expect(listed(answer), `${path} as ${as ?? 'guest'}`).toEqual(idsOf(expected))
        expect(totalOf(answer), `total of ${path} as ${as ?? 'guest'}`).toBe(expected.length)
        const head = await world.ask(`HEAD ${filled(path, known)}`, { as })
        expect(totalOf(head), `HEAD ${path} as ${as ?? 'guest'}`).toBe(expected.length)
      }
    }
  })

  it('the password opens the event itself, not lists', async () => {
    const { hall, den, open, secret, owls } = await school()
    const opened = await world.ask(`GET events/${secret}&password=owl`)
    expect(opened).toMatchObject({
      status: 200,
      body: { venue: [{ id: hall }, { id: den }], featured: true },
    })
    expect(listed(await world.ask(`GET events&venue=${hall}&password=owl`))).toEqual([open])
    expect(listed(await world.ask(`GET venues&event=${secret}&password=owl`))).toEqual([])
    expect(listed(await world.ask(`GET ${X}/events&organizer=${owls}&password=owl`))).toEqual([])
    expect(listed(await world.ask(`GET ${X}/venues&event=${secret}&password=owl`))).toEqual([])
  })

  it('neither an order nor a class tells what is hidden', async () => {
    const { open, secret, plain } = await school()
    const ordered = await world.ask(`GET ${X}/events&orderby=menu_order`)
    // the sticky one is not first
    expect((ordered.body as Item[]).map(({ id }) => id)).toEqual([open, secret, plain])
    const classes = (answer: Answered) => (answer.body as { class_list: string[] }).class_list
    const own = [`post-${secret}`, 'cal_events', 'type-cal_events', 'status-publish']
    expect(classes(await world.ask(`GET ${X}/events/${secret}`))).toEqual(own)
    expect(classes(await world.ask(`GET ${X}/events/${secret}`, { as: 'editor' }))).toEqual(own)
    expect(classes(await world.ask(`GET ${X}/events/${secret}&context=edit`, { as: 'author' }))).toEqual([
      ...own,
      ...['cal_events_cat-fairs', 'cal_events_cat-rites', 'tag-music', 'tag-night'],
    ])
  })

  it('a contributor finds own drafts by what they hide, and nothing once they are published', async () => {
    const { den, event } = await school()
    const mine = await event('Mine', 'contributor', { venue: den, featured: true })
    await world.change(mine, { password: 'owl' })
    const asked = async (path: string) => listed(await world.ask(`GET ${path}`, { as: 'contributor' }))
    const both = () =>
      Promise.all([
        asked(`events&status=draft,publish&venue=${den}`),
        asked(`${X}/events&status=draft,publish&venue=${den}`),
        asked(`venues&event=${mine}`),
        asked(`${X}/venues&event=${mine}`),
      ])
    expect(await both()).toEqual([[mine], [mine], [den], [den]])
    await world.change(mine, { status: 'publish' })
    expect(await both()).toEqual([[], [], [], []])
  })
})

describe('01 §9.1 relations to what a caller cannot read', () => {
  it('02 §3.1, 03 §2.1: a filter that names it is as one that names nothing', async () => {
    const { event, hall } = await school()
    const draft = await world.venue('Draft', { status: 'draft' })
    const host = await world.organizer('Host', { status: 'private' })
    const parent = await event('Parent', 'editor', { status: 'private' })
    const fair = await event('Fair', 'editor', { venue: [hall, draft], organizer: host })
    await world.change(fair, { parent: eventId(parent) })
    const filters = [
      ['venue', draft],
      ['organizer', host],
      ['post_parent', parent],
    ] as const
    for (const [name, id] of filters) {
      for (const as of STRANGERS) {
        const refused = await world.ask(`GET events&${name}=${id}`, { as })
        expect(refused).toMatchObject({
          status: 400,
          body: { data: { details: { [name]: { code: 'rest_unknown_id' } } } },
        })
        const unknown = await world.ask(`GET events&${name}=99999`, { as })
        expect(unknown.text).toBe(refused.text)
        expect(listed(await world.ask(`GET ${X}/events&${name}=${id}`, { as }))).toEqual([])
      }
      expect(listed(await world.ask(`GET events&${name}=${id}`, { as: 'editor' }))).toEqual([fair])
      expect(listed(await world.ask(`GET ${X}/events&${name}=${id}`, { as: 'editor' }))).toEqual([fair])
    }
    expect(listed(await world.ask(`GET venues&event=${fair}`))).toEqual([hall])
    expect(listed(await world.ask(`GET ${X}/organizers&event=${fair}`))).toEqual([])
    expect(listed(await world.ask(`GET ${X}/venues&event=${parent}`))).toEqual([])
  })
})

describe('02 §6 reuse of a protected venue or organizer', () => {
  const kinds = [
    ['venue', 'Owl Den', { address: '1 Owl Lane' }, { address: '9 Owl Lane' }],
    ['organizer', 'Owl Club', { email: 'owl@school.example' }, { email: 'hen@school.example' }],
  ] as const

  it.each(kinds)('a guess at a %s is not confirmed', async (noun, name, right, wrong) => {
    const { event } = await school()
    const kept = await world[noun](name, { password: 'owl', author: 2, ...right })
    const linkedBy = async (as: string, sent: object) => {
      const id = await event('Try', as, { [noun]: { [noun]: name, ...sent } })
      const { body } = await world.ask(`GET events/${id}`, { as })
      const shown = (body as Record<string, Item | Item[]>)[noun]
      return [shown].flat()[0]?.id
    }
    for (const as of ['contributor', 'author']) {
      const [one, other] = [await linkedBy(as, right), await linkedBy(as, wrong)]
      expect(one).not.toBe(kept)
      expect(other).not.toBe(kept)
    }
    expect(await linkedBy('editor', right)).toBe(kept)
  })
})
