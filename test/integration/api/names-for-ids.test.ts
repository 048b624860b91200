import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../support/embedded-service.ts'

const service = sharedService()
const ids: Record<string, number> = {}

const made = async (route: string, body: object): Promise<number> => {
  const { id } = (await service().ask(`POST /cal/events/v1/${route}`, { body })).body as {
    readonly id: number
  }
  return id
}

beforeAll(async () => {
  ids['sport'] = await made('categories', { name: 'Sport' })
  ids['music'] = await made('categories', { name: 'Music' })
  ids['parent'] = await made('categories', { name: 'Music', parent: ids['sport'] })
  ids['venue'] = await made('venues', { venue: 'Main Hall' })
  ids['event'] = await made('events', {
    title: 'Book Fair',
    start_date: '2027-05-08 10:00:00',
    end_date: '2027-05-08 12:00:00',
  })
  await service().operate('create-user', {
    login: 'anna',
    email: 'anna@school.example',
    role: 'editor',
    password: 'a long password',
  })
})

const refusal = ({ body }: { readonly body: unknown }) =>
  (body as { readonly data?: { readonly params?: unknown } }).data?.params

describe('05 §1 author and category of an import', () => {
  const settings = async (body: object) => {
    const sent = { origin: 'ics', source: 'x', ...body }
    const opened = await service().ask('POST /admin/imports', { body: sent })
    if (opened.status !== 201) return refusal(opened)
    const { import_id: id } = opened.body as { readonly import_id: string }
    const { author, category } = (await service().ask(`GET /admin/imports/${id}`)).body as {
      readonly author: number
      readonly category: number | null
    }
    return [author, category]
  }

  it('go by names, slugs, logins and e-mail addresses as well as by ids', async () => {
    const [anna] = (await settings({ author: 'anna' })) as readonly number[]
    expect(anna).toBeGreaterThan(1)
    expect(await settings({ author: 'anna@school.example', category: 'SPORT' })).toEqual([anna, ids['sport']])
    expect(await settings({ author: anna, category: ids['sport'] })).toEqual([anna, ids['sport']])
    expect(await settings({ author: String(anna), category: 'sport' })).toEqual([anna, ids['sport']])
  })

  it('are refused by name of the argument', async () => {
    expect(await settings({ author: 'nobody' })).toEqual({
      author: 'author: no user has the login, e-mail address or id "nobody".',
    })
    expect(await settings({ category: 'Art' })).toEqual({
      category: 'category: no category has the name, slug or id "Art".',
    })
    expect(JSON.stringify(await settings({ category: 'Music' }))).toContain(`(${ids['parent']})`)
  })

  it('of a schedule, too', async () => {
    const feed = { url: 'https://school.example/a.ics', every: '6h', category: 'Music' }
    expect(
      Object.keys(refusal(await service().ask('POST /admin/schedules', { body: feed })) as object),
    ).toEqual(['category'])
  })
})

describe('00 §6 commands about an item', () => {
  it.each([
    ['event', 'book-fair'],
    ['venue', 'main-hall'],
    ['venue', 'Main Hall'],
  ])('set-password %s %s', async (type, id) => {
    const { body } = await service().operate('set-password', { type, id, text: 'x' })
    expect(body).toEqual({ type, id: ids[type], protected: true })
  })

  it.each([
    ['event', 'book-fair', 'EventCreated'],
    ['category', 'Sport', 'TermCreated'],
    ['user', 'anna@school.example', 'UserCreated'],
  ])('history %s %s', async (type, id, fact) => {
    const { entries } = (await service().operate('history', { type, id })).body as {
      readonly entries: readonly { readonly fact: string }[]
    }
    expect(entries.at(-1)?.fact).toBe(fact)
  })

  it('name the id that is none, or several', async () => {
    const fails = async (command: string, body: object) => refusal(await service().operate(command, body))
    expect(await fails('set-password', { type: 'event', id: 'no-such', text: 'x' })).toEqual({
      id: 'no event has the name, slug or id "no-such"',
    })
    expect(JSON.stringify(await fails('history', { type: 'category', id: 'Music' }))).toContain(
      `(${ids['music']})`,
    )
  })
})
