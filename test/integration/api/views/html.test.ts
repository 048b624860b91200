import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { basic } from '../../../support/embedded-service.ts'
import { viewWorld } from '../../../support/view-world.ts'

const ROUTE = '/cal/views/v2/html'
const asNobody = { headers: {} }
const rootOf = (html: string) => /^<div class="([^"]*)"/.exec(html)?.[1]
const problems = (body: unknown) =>
  body as {
    readonly code: string
    readonly data: { readonly params: unknown; readonly details: Record<string, object> }
  }

describe('06-1 [A69] search text stays text', () => {
  it('06-1 GET and form POST, 06 §1 escaping, u', async () => {
    const { ask, app, event, view } = await viewWorld()
    await event('Fair', '2027-05-08 10:00:00', '2027-05-08 14:00:00')
    const u = '/events/list/?cal-bar-search="><script>alert(1)</script>'
    const { html } = await view(u)
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    const form = await app.inject({
      method: 'POST',
      url: `/index.php?rest_route=${ROUTE}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ u }).toString(),
    })
    expect(form.statusCode).toBe(200)
    expect(form.json()).toEqual({ html })

    const none = await ask(`GET ${ROUTE}`, asNobody)
    expect(none.status).toBe(400)
    expect(none.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['u'] } })
    const list = await ask(`GET ${ROUTE}&u[]=`, asNobody)
    expect(list.status).toBe(400)
    expect(problems(list.body).code).toBe('rest_invalid_param')
    expect(problems(list.body).data.params).toHaveProperty('u')
    expect((await view('')).data).toMatchObject({ slug: 'list', title: 'Upcoming events' })
    const elsewhere = await view('https://evil.example/')
    expect(elsewhere.html).toBe((await view('')).html)
    expect(elsewhere.html).not.toContain('evil.example')
  })
})

describe('06-3 arguments', () => {
  it('06-3 06 §1 view_data, view, action, smu, pu', async () => {
    const { ask, view } = await viewWorld()
    const text = await ask(`GET ${ROUTE}&u=/&view_data=abc`, asNobody)
    expect(text.status).toBe(400)
    expect(problems(text.body).data.params).toHaveProperty('view_data')
    const unknown = await ask(`GET ${ROUTE}&u=/&view=week`, asNobody)
    expect(unknown.status).toBe(400)
    expect(problems(unknown.body).data.details).toMatchObject({ view: { code: 'rest_not_in_enum' } })

    const day = await view('/events/month/', '&view=day')
    expect(rootOf(day.html)).toBe('cal-common cal-events cal-events-view cal-events-view--day')
    expect((await view('/events/month/', '&view=default')).data).toMatchObject({ slug: 'list' })
    expect((await view('/events/month/', '&view_data[eventDisplay]=day')).data).toMatchObject({ slug: 'day' })
    expect((await view('/', '&view_data[cal-bar-search]=x')).data).toMatchObject({ bar: { keyword: 'x' } })
    expect((await view('/', '&view_data=')).data).toMatchObject({ slug: 'list' })

    const plain = await view('/')
    expect((await view('/', '&action[]=x&pu=/other/')).html).toBe(plain.html)
    for (const off of ['0', 'false']) {
      const unmanaged = await view('/', `&smu=${off}`)
      expect(unmanaged.html).toContain(' data-view-manage-url="0" ')
      expect(unmanaged.data).toMatchObject({ should_manage_url: false })
    }
    expect(plain.html).toContain(' data-view-manage-url="1" ')
  })
  it('06-3 JSON POST with the same arguments is GET', async () => {
    const { ask, view } = await viewWorld()
    const body = { u: '/events/month/', view: 'day', view_data: { 'cal-bar-date': '2027-05-08', paged: 2 } }
    const posted = await ask(`POST ${ROUTE}`, { body, headers: {} })
    const { html, data } = await view(
      '/events/month/',
      '&view=day&view_data[cal-bar-date]=2027-05-08&view_data[paged]=2',
    )
    expect(posted.body).toEqual({ html })
    expect(data).toMatchObject({ slug: 'day', url_event_date: '2027-05-08' })
  })
})

describe('06 §1 answer, content', () => {
  it('06 §1 answer: 200 for every address, `Allow: GET, POST`', async () => {
    const { ask } = await viewWorld()
    const answer = await ask(`GET ${ROUTE}&u=/nowhere/at/all/`, asNobody)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=UTF-8')
    expect(answer.headers['allow']).toBe('GET, POST')
    expect((await ask(`PUT ${ROUTE}`, { body: { u: '/' } })).status).toBe(404)
    expect((await ask(`DELETE ${ROUTE}&u=/`)).status).toBe(404)
  })
  it('06 §1: the index declares the arguments', async () => {
    const { ask } = await viewWorld()
    const { body } = await ask('GET /cal/views/v2', asNobody)
    const { endpoints } = (
      body as { routes: Record<string, { endpoints: { args: object; methods: string[] }[] }> }
    ).routes[ROUTE] ?? { endpoints: [] }
    expect(endpoints.map(({ methods }) => methods)).toEqual([['GET', 'POST']])
    expect(endpoints[0]?.args).toMatchObject({
      u: { type: 'string', required: true },
      view: { type: 'string', required: false, enum: ['list', 'month', 'day', 'default'] },
      tvn1: { required: false },
      tvn2: { required: false },
      view_data: { type: 'object', required: false },
      action: { required: false },
    })
    expect(Object.keys(endpoints[0]?.args ?? {})).toEqual([
      'u',
      'view',
      'tvn1',
      'tvn2',
      'view_data',
      'action',
    ])
  })
  it('06 §1 content: published, readable, not hidden; for editors, too', async () => {
    const { event, view } = await viewWorld()
    const on = ['2027-05-08 10:00:00', '2027-05-08 14:00:00'] as const
    await event('Shown', ...on)
    await event('Hidden', ...on, { hide_from_listings: true })
    await event('Draft', ...on, { status: 'draft' })
    await event('Private', ...on, { status: 'private' })
    await event('Coming', ...on, { date: '2027-05-01 00:00:00' })
    for (const u of ['/events/list/', '/events/month/2027-05/', '/events/2027-05-08/']) {
      expect((await view(u)).titles).toEqual(['Shown'])
      expect((await view(u, '', basic('admin'))).titles).toEqual(['Shown'])
    }
  })
  it('06 §1 content: protected ones are blanked as in 02 §4', async () => {
    const { event, view, operate, made } = await viewWorld()
    const venue = await made('venues', { venue: 'Secret hall' })
    const id = await event('Closed', '2027-05-08', '2027-05-08', {
      ...{ all_day: true, description: 'Secret text', cost: '7', venue: [venue], featured: true },
      categories: [await made('categories', { name: 'Secret kind' })],
    })
    await operate('set-password', { type: 'event', id, text: 'x' })
    for (const u of ['/events/list/', '/events/month/2027-05/', '/events/2027-05-08/']) {
      const { html, titles } = await view(u)
      expect(titles).toEqual(['Closed'])
      expect(html).toContain('/event/closed/')
      expect(html).not.toMatch(/secret|\$7|all day|--featured|cal-hue/i)
    }
    const { html } = await view('/events/list/?cal-bar-search=Secret%20text')
    expect(html).toContain('cal-events-c-messages__message--notice')
  })
})

describe('06 §1 caller, guest HTML, tvn1, tvn2', () => {
  it('06 §1.3 nonces: of guests and of Basic callers', async () => {
    const { view } = await viewWorld()
    const guest = await view('/')
    expect(guest.nonces).toEqual({ tvn1: expect.stringMatching(/^[0-9a-f]{10}$/) as string, tvn2: '' })
    const own = await view('/', '', basic('admin'))
    expect(own.nonces).toEqual({
      tvn1: expect.stringMatching(/^[0-9a-f]{10}$/) as string,
      tvn2: guest.nonces['tvn1'],
    })
    expect(own.nonces['tvn1']).not.toBe(guest.nonces['tvn1'])
    expect(own.html.replace(String(own.nonces['tvn1']), '')).not.toContain('admin')
  })
  it('06 §1 caller: a cookie counts with a nonce of its user in either slot, and nothing is ever refused', async () => {
    const w = await viewWorld({ SITE_URL: 'http://localhost' })
    const { view } = w
    const { get, signIn, cookies } = browser(w)
    await signIn()
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const guest = await view('/')
    const calendar = await get('/events/')
    const [, tvn1 = '', tvn2 = ''] = /\{"tvn1":"(\w+)","tvn2":"(\w+)"\}/.exec(calendar.text) ?? []
    expect(tvn2).toBe(guest.nonces['tvn1'])

    for (const sent of [`&tvn1=${tvn1}`, `&tvn2=${tvn1}`, `&tvn1=stale&tvn2=${tvn1}`])
      expect((await view('/', sent, { cookie })).nonces).toEqual({ tvn1, tvn2 })
    for (const sent of ['', '&tvn1=', `&tvn1=${tvn2}`, '&tvn1=0123456789&tvn2=x'])
      expect((await view('/', sent, { cookie })).html).toBe(guest.html)
    // somebody else's, without the session
    expect((await view('/', `&tvn1=${tvn1}`)).html).toBe(guest.html)
  })
  it('06 §1 guest HTML: the same for all guests, and kept by none for whom it is not', async () => {
    const { ask, event } = await viewWorld()
    await event('Fair', '2027-05-08 10:00:00', '2027-05-08 14:00:00')
    const [one, other] = [await ask(`GET ${ROUTE}&u=/`, asNobody), await ask(`GET ${ROUTE}&u=/`, asNobody)]
    expect(other.body).toEqual(one.body)
    expect(one.headers['etag']).toBe(other.headers['etag'])
    expect(one.headers['cache-control']).toBe('no-cache')
    const own = await ask(`GET ${ROUTE}&u=/`)
    expect(own.headers['etag']).toBeUndefined()
    expect(own.headers['cache-control']).toContain('no-store')
  })
})
