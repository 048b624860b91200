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
  it('both stand in the indexes, and nothing is written there', async () => {
    const { body } = await service().ask('GET /core/v2')
    expect(Object.keys((body as { readonly routes: object }).routes)).toEqual([
      '/core/v2',
      '/core/v2/users/me',
      '/core/v2/settings',
    ])
    for (const path of ['users/me', 'settings'])
      expect(await service().ask(`POST /core/v2/${path}`, { body: { title: 'T' } })).toMatchObject({
        status: 404,
      })
  })
})
