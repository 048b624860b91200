import { expect, it } from 'vitest'
import { browser } from '../../support/browser.ts'
import { cli } from '../../support/cli.ts'
import { basic, embeddedService } from '../../support/embedded-service.ts'

type Entry = { readonly position: number; readonly fact: string; readonly source: string }
type Told = { readonly changes: object; readonly stays: object; readonly revision?: number }

const CATEGORIES = '/cal/events/v1/categories'

/** A service with a clock that goes on an hour with each change. */
const school = async () => {
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const service = await embeddedService({}, undefined, () => clock.ms)
  const { ask } = service
  const made = async (body: object, list = CATEGORIES) => {
    clock.ms += 3_600_000
    return ((await ask(`POST ${list}`, { body })).body as { id: number }).id
  }
  const change = async (id: number, body: object) => {
    clock.ms += 3_600_000
    return ask(`POST ${CATEGORIES}/${id}`, { body })
  }
  const entries = async (id: number, type = 'category') =>
    (await ask(`GET /admin/history/${type}/${id}`)).body as readonly Entry[]
  const put = async (id: number, sent: object, type = 'category', headers = basic('admin')) => {
    const address = `POST /admin/history/${type}/${id}/put-back`
    const { status, body } = await ask(address, { body: sent, headers })
    return { status, told: body as Told }
  }
  const term = async (id: number, list = CATEGORIES) =>
    (await ask(`GET ${list}/${id}`)).body as Record<string, unknown>
  return { service, ask, made, change, entries, put, term }
}

it('00 §6.4 puts a category back to a moment, to before one entry, and forward again', async () => {
  const { made, change, entries, put, term } = await school()
  const arts = await made({ name: 'Arts' })
  const id = await made({ name: 'Music', description: 'Choir', slug: 'music' })
  await change(id, { name: 'Concerts', slug: 'concerts' })
  await change(id, { parent: arts })
  await change(id, { description: 'Choir and band' })
  const all = await entries(id)
  const [described, moved] = all
  const first = all.at(-1)?.position

  const tried = await put(id, { position: first, dry_run: true })
  expect(tried).toMatchObject({
    status: 200,
    told: {
      name: 'Concerts',
      stays: {},
      changes: {
        name: ['Concerts', 'Music'],
        slug: ['concerts', 'music'],
        parent: [arts, null],
        description: ['Choir and band', 'Choir'],
      },
    },
  })
  const late = { position: first, revision: (tried.told.revision ?? 0) - 1 }
  expect(await put(id, late)).toMatchObject({ status: 409, told: { code: 'put_back_moved' } })

  // one entry: what came after it stays
  expect((await put(id, { position: moved?.position, only: 'entry' })).told).toEqual({
    changes: { parent: [arts, null] },
    stays: {},
  })
  expect(await term(id)).toMatchObject({ name: 'Concerts', parent: 0, description: 'Choir and band' })
  await put(id, { position: first, members: ['name'] })
  expect(await term(id)).toMatchObject({ name: 'Music', slug: 'concerts' })
  await put(id, { position: first })
  expect(await term(id)).toMatchObject({ name: 'Music', slug: 'music', description: 'Choir', parent: 0 })
  expect((await entries(id))[0]).toMatchObject({ fact: 'TermSlugChanged', source: 'operator' })
  await put(id, { position: described?.position })
  expect(await term(id)).toMatchObject({ name: 'Concerts', slug: 'concerts', parent: arts })
})

it('00 §6.4 names what rules do not let come back, when it is looked at and when it is done', async () => {
  const { ask, made, change, entries, put, term } = await school()
  const [above, arts] = [await made({ name: 'Above' }), await made({ name: 'Arts' })]
  const id = await made({ name: 'Music', slug: 'music', parent: arts })
  const first = (await entries(id)).at(-1)?.position
  await change(id, { slug: 'concerts', parent: above, name: 'Concerts' })
  await made({ name: 'Other', slug: 'music' })
  await ask(`DELETE ${CATEGORIES}/${arts}`)
  const stays = { slug: 'taken', parent: 'purged' }
  expect((await put(id, { position: first, dry_run: true })).told).toMatchObject({ stays })
  expect((await put(id, { position: first })).told).toEqual({
    changes: { name: ['Concerts', 'Music'] },
    stays,
  })
  expect(await term(id)).toMatchObject({ name: 'Music', slug: 'concerts', parent: above })

  // above what it was below
  const [one, other] = [await made({ name: 'One' }), await made({ name: 'Another' })]
  await change(one, { parent: other })
  const below = (await entries(one))[0]?.position
  await change(one, { parent: 0 })
  await change(other, { parent: one })
  expect((await put(one, { position: below, dry_run: true })).told).toMatchObject({
    stays: { parent: 'circle' },
  })
  expect((await put(one, { position: below })).told).toEqual({ changes: {}, stays: { parent: 'circle' } })
  expect(await term(other)).toMatchObject({ parent: one })
})

it('00 §6.4 unmerges what was merged since, merges it again, and leaves what is merged as it is', async () => {
  const { ask, made, entries, put, term } = await school()
  const list = '/cal/events/v1/tags'
  const [jazz, blues] = [await made({ name: 'Jazz' }, list), await made({ name: 'Blues' }, list)]
  const before = (await entries(jazz, 'tag'))[0]?.position
  await ask(`POST /admin/merge/tag/${jazz}`, { body: { into: blues } })
  const merged = (await entries(jazz, 'tag')).find(({ fact }) => fact === 'TermMerged')?.position
  expect(await term(jazz, list)).toMatchObject({ code: 'rest-tag-not-found' })
  expect((await put(jazz, { position: before }, 'tag')).told).toEqual({
    changes: { into: [blues, null] },
    stays: {},
  })
  expect(await term(jazz, list)).toMatchObject({ name: 'Jazz' })
  await ask(`POST ${list}/${jazz}`, { body: { description: 'Bebop' } })
  const own = (await entries(jazz, 'tag'))[0]?.position
  expect((await put(jazz, { position: merged }, 'tag')).told).toEqual({
    changes: { description: ['Bebop', ''], into: [null, blues] },
    stays: {},
  })
  expect(await term(jazz, list)).toMatchObject({ code: 'rest-tag-not-found' })
  expect((await put(jazz, { position: own, members: ['description'] }, 'tag')).told).toEqual({
    changes: {},
    stays: { description: 'merged' },
  })
  // the other one is no more
  await put(jazz, { position: before }, 'tag')
  await ask(`DELETE ${list}/${blues}`)
  const gone = await put(jazz, { position: merged, members: ['into'] }, 'tag')
  expect(gone.told).toEqual({ changes: {}, stays: { into: 'purged' } })
})

it('00 §6.4 what was deleted, is of another kind, or was never there is not put back, nor by everybody', async () => {
  const { service, ask, made, change, entries, put } = await school()
  const id = await made({ name: 'Music' })
  await change(id, { name: 'Concerts' })
  const all = await entries(id)
  const [newest, first] = [all[0]?.position, all.at(-1)?.position]
  const nothing = { status: 404, told: { code: 'put_back_nothing' } }
  expect(await put(id, { position: first }, 'tag')).toMatchObject(nothing)
  expect(await put(id, { position: (first ?? 0) - 1 })).toMatchObject(nothing)
  // nothing of it was recorded there
  expect(await put(id, { position: (newest ?? 0) + 1, only: 'entry' })).toMatchObject(nothing)
  expect(await put(id, { position: first, only: 'entry' })).toMatchObject({
    status: 400,
    told: { code: 'put_back_beginning' },
  })
  expect((await put(id, { position: first }, 'schedule')).status).toBe(404)
  await service.operate('create-user', {
    ...{ login: 'ann', email: 'ann@school.example', role: 'author', password: 'a password' },
  })
  const made2 = await service.operate('create-application-password', { login: 'ann', name: 'test' })
  const { password } = made2.body as { password: string }
  expect((await put(id, { position: first }, 'category', basic('ann', password))).status).toBe(403)
  const visitor = browser(service)
  await visitor.signIn()
  const history = async (query = '') => (await visitor.get(`/history/category/${id}${query}`)).text
  expect(await history()).toContain('/put-back?as_of=')
  await ask(`DELETE ${CATEGORIES}/${id}`)
  expect(await put(id, { position: first })).toMatchObject(nothing)
  expect(await history()).toContain('Deleted')
  expect(await history()).not.toContain('/put-back?as_of=')
  // nor where the deletion itself is not shown
  const [deleted] = await entries(id)
  const older = await history(`?before=${deleted?.position}`)
  expect(older).toContain(`id="at-${first}"`)
  expect(older).not.toContain('/put-back?as_of=')
})

it('00 §6.4 is a command that takes a slug, and a page where members are marked', async () => {
  const { service, made, change, entries, term } = await school()
  const id = await made({ name: 'Music', slug: 'music' })
  await change(id, { name: 'Concerts', description: 'Loud' })
  const position = (await entries(id)).at(-1)?.position ?? 0
  const visitor = browser(service)
  await visitor.signIn()
  const history = await visitor.get(`/history/category/${id}?as_of=${position}`)
  expect(history.text).toContain(`/history/category/${id}/put-back?as_of=${position}"`)
  expect(history.text).toContain('&amp;only=entry')
  const address = `/history/category/${id}/put-back`
  const page = await visitor.get(`${address}?as_of=${position}`)
  expect(page.text).toContain('<del>Concerts</del>')
  const done = await visitor.ask(`POST ${address}`, { form: { ...page.hidden, 'members[name]': '1' } })
  expect(done.status).toBe(302)
  expect(await term(id)).toMatchObject({ name: 'Music', description: 'Loud' })
  await service.stop()
  const put = ['put-back', 'category', 'music', '--position', String(position)]
  const tried = await cli(service.dataDir, [...put, '--dry-run'])
  expect(tried.stdout).toMatch(/description +Loud/)
  expect((await cli(service.dataDir, put)).stdout).toContain('this was put back:')
  const again = await cli(service.dataDir, put)
  expect(again.stdout).toContain('nothing differs from then')
})
