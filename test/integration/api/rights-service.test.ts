import { describe, expect, it } from 'vitest'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { byRole, DAY, ROLES, type RoleName } from '../../support/rights.ts'

type Headers = Readonly<Record<string, string>>

/** A user of each role, with an application password; guests send nothing. */
const headersByRole = async ({ operate }: EmbeddedService) => {
  const all = new Map<RoleName, Headers>([
    ['administrator', basic('admin')],
    ['guest', {}],
  ])
  for (const role of ROLES.filter(one => !all.has(one))) {
    const email = `${role}@school.example`
    await operate('create-user', { login: role, email, role, password: 'long enough' })
    const made = await operate('create-application-password', { login: role, name: 'mine' })
    all.set(role, basic(role, (made.body as { password: string }).password))
  }
  return (role: RoleName): Headers => all.get(role) ?? {}
}

/** Expectations stand in the order of the columns: administrator, editor, author, contributor, subscriber, guest. */
describe('01 §9 what depends on more than items', () => {
  it('oEmbed proxy', async () => {
    const service = await embeddedService()
    const headersOf = await headersByRole(service)
    const made = await service.ask('POST /cal/events/v1/events', { body: { title: 'Fair', ...DAY } })
    const address = encodeURIComponent((made.body as { url: string }).url)
    const proxied = (more: string) =>
      byRole(async role => {
        const request = `GET /oembed/1.0/proxy&url=${more}`
        return (await service.ask(request, { headers: headersOf(role) })).status
      })
    expect(await proxied(address)).toEqual([200, 200, 200, 200, 403, 401])
    expect(await proxied(encodeURIComponent('http://127.0.0.1/'))).toEqual([404, 404, 404, 404, 403, 401])
  })

  it('unfiltered HTML (setting unfiltered_html): administrator and editor, unless the setting is off', async () => {
    const service = await embeddedService()
    const headersOf = await headersByRole(service)
    const description =
      '<p style="color:red" onclick="x()">Hi</p><script>y()</script><a href="javascript:z()">z</a>'
    const written = async (path: string, body: (name: string) => object, member: string) =>
      byRole(async (role, name) => {
        const sent = { body: body(name), headers: headersOf(role) }
        const answer = (await service.ask(`POST ${path}`, sent)).body as Record<string, unknown>
        const text = JSON.stringify(answer[member] ?? answer['code'])
        expect(text).not.toContain('javascript:')
        return ['style=', 'onclick', '<script'].filter(one => text.includes(one))
      })
    const everywhere = async () => [
      await written('/cal/events/v1/events', title => ({ title, ...DAY, description }), 'description'),
      await written('/cal/events/v1/venues', venue => ({ venue, description }), 'description'),
      await written('/cal/events/v1/organizers', organizer => ({ organizer, description }), 'description'),
      await written('/calx/v1/events', title => ({ title, ...DAY, content: description }), 'content'),
      await written('/calx/v1/venues', title => ({ title, content: description }), 'content'),
    ]
    const kept = ['style=', 'onclick', '<script']
    for (const got of await everywhere()) expect(got).toEqual([kept, kept, [], [], [], []])

    await service.operate('set-option', { name: 'unfiltered_html', value: 'off' })
    for (const got of await everywhere()) expect(got).toEqual([[], [], [], [], [], []])
  })

  it('application passwords: every role has them, and gets its own rights by them and no others', async () => {
    const service = await embeddedService()
    const headersOf = await headersByRole(service)
    const seen = await byRole(async role => {
      const { status, headers } = await service.ask('GET /', { headers: headersOf(role) })
      return [status, headers['cache-control']]
    })
    const signedIn = 'no-cache, must-revalidate, max-age=0, no-store, private'
    expect(seen).toEqual([...ROLES.slice(0, 5).map(() => [200, signedIn]), [200, 'no-cache']])

    const listed = await service.operate('list-application-passwords', { login: 'author' })
    const [{ uuid } = { uuid: '' }] = (listed.body as { passwords: readonly { uuid: string }[] }).passwords
    await service.operate('revoke-application-password', { login: 'author', uuid })
    await service.operate('set-role', { login: 'editor', role: 'contributor' })
    const after = await byRole(async (role, title) => {
      const sent = { body: { title, ...DAY }, headers: headersOf(role) }
      const { status, body } = await service.ask('POST /cal/events/v1/events', sent)
      return [status, (body as { status?: string }).status ?? (body as { code: string }).code]
    })
    expect(after).toEqual([
      [201, 'publish'],
      [201, 'draft'],
      [401, 'incorrect_password'],
      [201, 'draft'],
      [403, 'rest_forbidden'],
      [401, 'rest_forbidden'],
    ])
  })

  it('history and imports outside the interface: administrator and editor; of users: administrator', async () => {
    const service = await embeddedService()
    const headersOf = await headersByRole(service)
    const { body } = await service.ask('POST /cal/events/v1/events', { body: { title: 'Fair', ...DAY } })
    const { id } = body as { id: number }
    const registered = await service.ask('POST /admin/imports', {
      body: { import_id: 'autumn', source: 'https://feeds.example/autumn.ics' },
    })
    expect(registered.status, JSON.stringify(registered.body)).toBe(201)
    const asked = (request: string, sent: { readonly body?: object } = {}) =>
      byRole(async role => (await service.ask(request, { ...sent, headers: headersOf(role) })).status)
    const wanted = (status: number) => [status, status, 403, 403, 403, 401]
    for (const request of [
      `GET /admin/history/event/${id}`,
      'GET /admin/imports',
      'GET /admin/import-defaults',
      'GET /admin/schedules',
      'GET /admin/imports/autumn',
      'GET /admin/imports/autumn/progress',
      'POST /admin/imports/autumn/pause',
      'POST /admin/imports/autumn/resume',
      'POST /admin/imports/autumn/cancel',
    ])
      expect(await asked(request), request).toEqual(wanted(200))
    // addresses of people, and of the machines they sat at
    expect(await asked('GET /admin/history/user/1')).toEqual([200, 403, 403, 403, 403, 401])
    const feed = { body: { source: 'https://feeds.example/winter.ics' } }
    expect(await asked('POST /admin/imports', feed)).toEqual(wanted(201))
    expect(await asked('GET /admin/imports/nobodys')).toEqual(wanted(404))
  })

  it('onboarding (manage site): administrator alone', async () => {
    const service = await embeddedService()
    const headersOf = await headersByRole(service)
    const got = await byRole(async role => {
      const login = role === 'administrator' ? 'admin' : role
      const issued = await service.operate('issue-nonce', { login, action: 'cal_wizard' })
      const { nonce } = issued.body as { nonce: string }
      const sent = { body: { action_nonce: nonce, currentTab: 0 }, headers: headersOf(role) }
      return (await service.ask('POST /calx/v2/onboarding/wizard', sent)).status
    })
    expect(got).toEqual([200, 403, 403, 403, 403, 401])
  })

  it('operator commands are no addresses of the interface: 404 for everybody', async () => {
    const service = await embeddedService()
    const headersOf = await headersByRole(service)
    const payload = { name: 'name', value: 'Mine' }
    const got = await byRole(async role => {
      const sent = { method: 'POST', url: '/operator/set-option', headers: headersOf(role), payload } as const
      return (await service.app.inject(sent)).statusCode
    })
    expect(got).toEqual([404, 404, 404, 404, 404, 404])
    expect((await service.ask('GET /')).body).not.toMatchObject({ name: 'Mine' })
  })
})
