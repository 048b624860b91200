import { beforeAll, describe, expect, it } from 'vitest'
import { basic, sharedService } from '../../support/embedded-service.ts'

const service = sharedService()
const get = (path: string, headers: Record<string, string> = {}) =>
  service().ask(`GET /core/v2/${path}`, { headers })

const EDITOR = { login: 'eve', email: 'eve@school.example', role: 'editor', password: 'a long password' }
let eve: Record<string, string>
beforeAll(async () => {
  await service().operate('create-user', EDITOR)
  const { body } = await service().operate('create-application-password', { login: 'eve', name: 'test' })
  eve = basic('eve', (body as { readonly password: string }).password)
})

describe('01 §7.1 core namespace', () => {
  it('GET `/core/v2/users/me`: who asks, whatever the role', async () => {
    const link = 'https://school.example/account'
    const { status, body, headers } = await get('users/me', eve)
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: expect.any(Number) as number, name: 'eve', link, slug: 'eve' },
    })
    expect(headers['cache-control']).toContain('no-store')
    expect((await get('users/me&context=edit', eve)).body).toMatchObject({
      slug: 'eve',
      ...{ username: 'eve', email: 'eve@school.example', roles: ['editor'] },
    })
    await service().operate('set-name', { login: 'eve', name: 'Eve Adams' })
    expect((await get('users/me', eve)).body).toMatchObject({ name: 'Eve Adams', slug: 'eve' })
  })
  it('GET `/core/v2/users/me`: guests are refused, and so are wrong credentials', async () => {
    expect(await get('users/me')).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } })
    expect(await get('users/me', basic('eve'))).toMatchObject({
      status: 401,
      body: { code: 'incorrect_password' },
    })
  })
  it('GET `/core/v2/settings`: for administrators alone', async () => {
    expect(await get('settings', basic('admin'))).toMatchObject({
      status: 200,
      body: {
        ...{ title: 'Belltower', description: '', url: 'https://school.example' },
        ...{ timezone: 'America/New_York', date_format: 'F j, Y', time_format: 'g:i a' },
        ...{ start_of_week: 0, language: 'en_US', posts_per_page: 10 },
      },
    })
    expect(await get('settings', eve)).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } })
    expect(await get('settings')).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } })
  })
  it('GET `/core/v2/tags`, `/core/v2/cal_events_cat`: bare arrays, filtered, for everybody', async () => {
    const admin = { headers: basic('admin') }
    const made = async (list: string, body: object) =>
      (
        (await service().ask(`POST /cal/events/v1/${list}`, { ...admin, body })).body as {
          readonly id: number
        }
      ).id
    const parent = await made('categories', { name: 'Sport & Games' })
    const child = await made('categories', { name: 'Ball', parent })
    const loud = await made('tags', { name: 'Loud', description: 'Bring plugs' })
    const quiet = await made('tags', { name: 'Quiet' })
    await service().ask('POST /cal/events/v1/events', {
      ...admin,
      body: { title: 'Fair', start_date: '2027-05-08 10:00', end_date: '2027-05-08 12:00', tags: [loud] },
    })
    const site = 'https://school.example'
    expect(await get('tags')).toMatchObject({
      status: 200,
      headers: { 'x-core-total': '2', 'x-core-totalpages': '1' },
      body: [{ id: loud, count: 1 }, { id: quiet }],
    })
    expect((await get('tags&slug=loud')).body).toEqual([
      {
        ...{ id: loud, count: 1, description: 'Bring plugs', link: `${site}/events/tag/loud/` },
        ...{ name: 'Loud', slug: 'loud', taxonomy: 'post_tag' },
      },
    ])
    expect((await get('cal_events_cat&search=ball')).body).toEqual([
      {
        ...{ id: child, count: 0, description: '', link: `${site}/events/category/sport-games/ball/` },
        ...{ name: 'Ball', slug: 'ball', taxonomy: 'cal_events_cat', parent },
      },
    ])
    const ids = async (path: string) => ((await get(path)).body as { id: number }[]).map(({ id }) => id)
    expect(await ids('tags&slug=loud,quiet,unknown')).toEqual([loud, quiet])
    expect(await ids(`tags&include=${quiet},999&orderby=include`)).toEqual([quiet])
    expect(await ids('tags&hide_empty=1')).toEqual([loud])
    expect(await ids('tags&orderby=count&order=desc')).toEqual([loud, quiet])
    expect(await ids('tags&per_page=1&page=2')).toEqual([quiet])
    expect(await get('tags&per_page=50&page=2')).toMatchObject({ status: 200, body: [] })
    expect(await get('tags&exclude=1')).toMatchObject({ headers: { 'x-cal-ignored': 'exclude' } })
    expect(await get('tags&per_page=101')).toMatchObject({
      status: 400,
      body: { data: { params: { per_page: 'per_page must be at most 100.' } } },
    })
  })
  it('all stand in the indexes, and nothing is written there', async () => {
    const { body } = await service().ask('GET /core/v2')
    expect(Object.keys((body as { readonly routes: object }).routes)).toEqual([
      '/core/v2',
      '/core/v2/users/me',
      '/core/v2/settings',
      '/core/v2/tags',
      '/core/v2/cal_events_cat',
    ])
    for (const path of ['users/me', 'settings', 'tags', 'cal_events_cat'])
      expect(await service().ask(`POST /core/v2/${path}`, { body: { title: 'T' } })).toMatchObject({
        status: 404,
      })
  })
})
