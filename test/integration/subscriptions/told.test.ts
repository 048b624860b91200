import { expect, it } from 'vitest'
import { browser } from '../../support/browser.ts'
import { basic } from '../../support/embedded-service.ts'
import { isGenuine, receiver } from '../../support/receiver.ts'
import { madeEvent, retitled, shownOf, subscribed, tellingService } from '../../support/subscribed.ts'

it('08 §2, §3: what everybody may read is told, signed, with one id for each fact', async () => {
  const [service, app] = [await tellingService(), await receiver()]
  const made = await subscribed(service, app.url)
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const id = await madeEvent(service, 'Concert')
  await expect.poll(() => app.taken.length).toBe(1)
  await retitled(service, id, 'Great concert')
  await expect.poll(() => app.taken.length).toBe(2)
  expect(app.taken.map(({ type }) => type)).toEqual(['event.published', 'event.changed'])
  const [first, second] = app.taken
  expect(second?.data).toMatchObject({
    ...{ kind: 'event', id, happening: 'changed', changed: ['title'], by: { kind: 'person' } },
    url: 'https://school.example/event/concert/',
    rest_url: `https://school.example/index.php?rest_route=/cal/events/v1/events/${id}`,
    values: { title: 'Great concert', status: 'publish', start: '2027-06-01 10:00:00' },
  })
  expect(Object.keys(second?.data.by ?? {})).toEqual(['kind'])
  for (const hidden of ['password', 'origin', 'lineage', 'description'])
    expect(second?.data.values).not.toHaveProperty(hidden)
  expect(first?.headers['content-type']).toBe('application/json')
  expect(first?.headers['webhook-timestamp']).toBe(String(Date.UTC(2027, 4, 1, 20) / 1_000))
  expect(app.taken.map(one => isGenuine(one, made.secret))).toEqual([true, true])
  expect(app.taken.map(one => isGenuine({ ...one, text: `${one.text} ` }, made.secret))).toEqual([
    false,
    false,
  ])
  await expect.poll(async () => (await shownOf(service, made)).delivered).toBe(2)
})

it('08 §3: to everybody nothing hidden is told, nor a relation to it; to administrators it is, with who did it', async () => {
  const [service, app, own] = [await tellingService(), await receiver(), await receiver()]
  await subscribed(service, app.url)
  await subscribed(service, own.url, { sees: 'all' })
  const { body: venue } = await service.ask('POST /cal/events/v1/venues', {
    body: { venue: 'Secret place', status: 'private' },
  })
  const { id: venueId } = venue as { readonly id: number }
  const draft = await madeEvent(service, 'Draft', { status: 'draft' })
  const shown = await madeEvent(service, 'Open')
  await service.ask(`POST /cal/events/v1/events/${shown}`, { body: { venue: venueId } })
  await service.ask(`POST /cal/events/v1/events/${draft}`, { body: { status: 'publish' } })
  await service.ask(`POST /cal/events/v1/events/${shown}`, { body: { status: 'private' } })
  await service.ask(`DELETE /cal/events/v1/events/${draft}`)
  await expect.poll(() => own.taken.length).toBe(6)
  await expect.poll(() => app.taken.length).toBe(4)
  const told = (all: typeof app.taken, id: number) =>
    all.filter(({ data }) => data.id === id).map(({ type }) => type)
  expect(told(own.taken, draft)).toEqual(['event.created', 'event.published', 'event.trashed'])
  expect(told(own.taken, shown)).toEqual(['event.created', 'event.changed', 'event.withdrawn'])
  expect(told(app.taken, draft)).toEqual(['event.published', 'event.withdrawn'])
  expect(told(app.taken, shown)).toEqual(['event.published', 'event.withdrawn'])
  const relation = own.taken.find(({ data }) => data.changed.includes('venues'))
  expect(relation?.data).toMatchObject({
    values: { venues: [venueId] },
    by: { kind: 'person', name: 'admin' },
  })
  expect(app.received.map(({ text }) => text).join('')).not.toContain(`"venues":[${venueId}]`)
  expect(app.taken.filter(({ type }) => type === 'event.withdrawn').map(({ data }) => data.values)).toEqual([
    null,
    null,
  ])
})

it('08 §1: kinds and happenings that were not chosen are not told; what is deleted for good is', async () => {
  const [service, app] = [await tellingService(), await receiver()]
  await subscribed(service, app.url, { kinds: 'event,category', happenings: ['published', 'deleted'] })
  const id = await madeEvent(service, 'Concert')
  await expect.poll(() => app.taken.length).toBe(1)
  await retitled(service, id, 'Other')
  await service.ask('POST /cal/events/v1/categories', { body: { name: 'Music' } })
  await service.ask('POST /cal/events/v1/tags', { body: { name: 'loud' } })
  await service.ask(`DELETE /cal/events/v1/events/${id}`, { body: {} })
  await service.ask(`DELETE /calx/v1/events/${id}&force=true`)
  await expect
    .poll(() => app.taken.map(({ type }) => type).sort())
    .toEqual(['category.published', 'event.deleted', 'event.published'])
})

it.each([
  ['sees less', { sees: 'public' }],
  ['other happenings', { happenings: ['deleted'] }],
  ['other kinds', { kinds: ['venue'] }],
])('08 §1: what is under way when it is changed is not told as before: %s', async (_, narrower) => {
  const service = await tellingService()
  const ends: (() => void)[] = []
  const app = await receiver(() => response => ends.push(() => response.writeHead(204).end()))
  const made = await subscribed(service, app.url, { sees: 'all', kinds: ['event', 'venue'] })
  const path = `/admin/subscriptions/${made.subscription_id}`
  await service.ask(`POST ${path}/pause`)
  for (let n = 1; n <= 8; n++) await madeEvent(service, `Draft ${n}`, { status: 'draft' })
  await service.ask(`POST ${path}/resume`)
  await expect.poll(() => ends.length).toBe(4)
  expect((await service.ask(`POST ${path}`, { body: narrower })).status).toBe(200)
  app.answer(() => undefined)
  for (const end of ends) end()
  await service.ask('POST /cal/events/v1/venues', { body: { venue: 'Hall' } })
  const gone = await madeEvent(service, 'Gone')
  await service.ask(`DELETE /calx/v1/events/${gone}&force=true`)
  const last = { sees: 'event.deleted', happenings: 'event.deleted', kinds: 'venue.created' }
  const [member] = Object.keys(narrower) as (keyof typeof last)[]
  await expect.poll(() => app.received.map(({ type }) => type)).toContain(last[member ?? 'sees'])
  expect(app.received.filter(({ data }) => data.values?.['status'] === 'draft').length).toBe(4)
})

it('08 §1: a pause keeps what happens for later; from a day on everything is told again under the same ids', async () => {
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const [service, app] = [await tellingService(clock), await receiver()]
  const made = await subscribed(service, app.url)
  const path = `/admin/subscriptions/${made.subscription_id}`
  // what the receiver has taken is told again as long as the service has not recorded its answer
  const delivered = (least: number) =>
    expect.poll(async () => (await shownOf(service, made)).delivered).toBeGreaterThanOrEqual(least)
  await madeEvent(service, 'One')
  await delivered(1)
  expect((await service.ask(`POST ${path}/pause`)).body).toMatchObject({
    ...{ status: 'paused', rests: { by: { login: 'admin' } } },
  })
  expect((await service.ask(`POST ${path}/pause`)).body).toMatchObject({ code: 'subscription_paused' })
  clock.ms += 86_400_000
  await madeEvent(service, 'Two')
  await service.ask(`POST ${path}/resume`)
  await expect.poll(() => app.taken.map(({ data }) => data.values?.['title'])).toEqual(['One', 'Two'])
  await delivered(2)
  expect(await service.ask(`POST ${path}/resend`, { body: { since: 'yesterday' } })).toMatchObject({
    ...{ status: 400, body: { data: { params: { since: expect.any(String) as string } } } },
  })
  expect((await service.ask(`POST ${path}/resend`, { body: { since: '2027-05-02' } })).status).toBe(200)
  await expect.poll(() => app.taken.length).toBe(3)
  expect(app.taken[2]?.id).toBe(app.taken[1]?.id)
  await delivered(3)
  await service.ask(`POST ${path}/resend`, { body: { since: '2027-01-01' } })
  await expect.poll(() => app.taken.length).toBe(5)
})

it('08 §2: for a day after another secret was made both sign', async () => {
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const [service, app] = [await tellingService(clock), await receiver()]
  const made = await subscribed(service, app.url)
  const path = `/admin/subscriptions/${made.subscription_id}`
  const { body } = await service.ask(`POST ${path}/secret`)
  const { secret } = body as { readonly secret: string }
  expect(secret).not.toBe(made.secret)
  expect((await service.ask(`POST ${path}/ping`)).body).toMatchObject({ taken: true, status: 204 })
  clock.ms += 25 * 3_600_000
  await service.ask(`POST ${path}/ping`)
  const both = [made.secret, secret]
  expect(app.taken.map(one => both.map(each => isGenuine(one, each)))).toEqual([
    [true, true],
    [false, true],
  ])
  expect(app.taken[0]).toMatchObject({ type: 'ping', data: { subscription: 'App' } })
})

it('08 §1: of a subscription one ping at a time is sent, and a few in all', async () => {
  const service = await tellingService()
  const ends: (() => void)[] = []
  const app = await receiver(() => response => ends.push(() => response.writeHead(204).end()))
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await subscribed(service, app.url)).subscription_id),
  )
  const ping = (id: string | undefined) => service.ask(`POST /admin/subscriptions/${id}/ping`)
  const first = ping(ids[0])
  await expect.poll(() => ends.length).toBe(1)
  expect(await ping(ids[0])).toMatchObject({ status: 429, body: { code: 'subscription_pinged' } })
  const others = ids.slice(1, 4).map(ping)
  await expect.poll(() => ends.length).toBe(4)
  expect(await ping(ids[4])).toMatchObject({ status: 429, body: { code: 'subscription_pinged' } })
  const admin = browser(service)
  await admin.signIn('admin', 'the account password')
  const path = `/manage/subscriptions/${ids[4]}`
  const { status, text } = await admin.ask(`POST ${path}`, {
    form: { ...(await admin.get(path)).hidden, choice: 'ping' },
  })
  expect([status, text]).toEqual([429, expect.stringContaining('The answer to another test is awaited.')])
  expect(app.received.length).toBe(4)
  for (const end of ends.splice(0)) end()
  expect((await Promise.all([first, ...others])).map(({ body }) => body)).toMatchObject(
    Array.from({ length: 4 }, () => ({ taken: true, status: 204 })),
  )
  const again = ping(ids[4])
  await expect.poll(() => ends.length).toBe(1)
  ends[0]?.()
  expect((await again).status).toBe(200)
})

it('08 §1, §6: administrators alone; secrets and salts stand in no answer and no history', async () => {
  const service = await tellingService()
  await service.operate('create-user', { login: 'eva', email: 'e@x.example', role: 'editor', password: 'p' })
  const { body } = await service.operate('create-application-password', { login: 'eva', name: 'x' })
  const eva = basic('eva', (body as { readonly password: string }).password)
  const made = await subscribed(service, 'http://127.0.0.1:9/hook')
  const path = `/admin/subscriptions/${made.subscription_id}`
  const asked = ['', `/${made.subscription_id}`].map(one => `GET /admin/subscriptions${one}`)
  const posted = ['', '/pause', '/resume', '/ping', '/secret', '/resend'].map(one => `POST ${path}${one}`)
  for (const request of [...asked, ...posted, 'POST /admin/subscriptions', `DELETE ${path}`]) {
    expect((await service.ask(request, { headers: eva })).status, request).toBe(
      request === 'POST /admin/subscriptions' || request.endsWith('/resend') ? 400 : 403,
    )
    expect((await service.ask(request, { headers: {} })).status, request).not.toBe(200)
  }
  const history = `GET /admin/history/subscription/${made.subscription_id}`
  expect((await service.ask(history, { headers: eva })).status).toBe(403)
  expect(JSON.stringify((await service.ask('GET /admin/history', { headers: eva })).body)).not.toContain(
    '9/hook',
  )
  const told = JSON.stringify((await service.ask(history)).body)
  expect(told).toContain('http://127.0.0.1:9/hook')
  expect(told).toContain('"salt":[null,"***"]')
  expect(JSON.stringify((await service.ask(`GET ${path}`)).body)).not.toContain('whsec')
  expect((await service.ask(`DELETE ${path}`)).body).toMatchObject({ removed: true })
  expect((await service.ask(`GET ${path}`)).status).toBe(404)
})
