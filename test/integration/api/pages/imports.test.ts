import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'
import { browser } from '../../../support/browser.ts'
import { embeddedService, type EmbeddedService } from '../../../support/embedded-service.ts'
import { fairItem } from '../../../support/import-world.ts'

type Standing = { readonly processed: number; readonly received: number; readonly status: string }

/** An import that got one batch; `last`: no other follows. */
const importOf = async ({ ask }: EmbeddedService, events: readonly object[], last = true) => {
  const { body } = await ask('POST /admin/imports', {
    body: { origin: 'ics', source: 'https://feed.example/<b>fairs</b>.ics' },
  })
  const { import_id: id, batch_hash: hash } = body as { import_id: string; batch_hash: string }
  const sent = await ask(`POST /cal/event-aggregator/v1/import/${id}/batch`, {
    headers: {},
    body: {
      batch_hash: hash,
      percentage_complete: 50,
      interval: 10,
      status: {
        data: { total: last ? events.length : events.length * 2, done: 0 },
        batch: { total: last ? 1 : 2, done: 0 },
      },
      events,
    },
  })
  expect(sent.status).toBe(200)
  const isDone = async () => {
    const { processed, received, status } = (await ask(`GET /admin/imports/${id}`)).body as Standing
    return processed === received && (!last || status !== 'pending')
  }
  await expect.poll(isDone, { interval: 25 }).toBe(true)
  return id
}

const items = [
  fairItem({ uid: 'a1', title: 'Fair <script>alert(1)</script>' }),
  fairItem({ uid: 'a2', title: 'Concert', timezone: 'Nowhere/Land', start_date: '2027-06-01 10:00:00' }),
  fairItem({ uid: 'a3', title: '' }),
]

const open = async () => {
  const service = await embeddedService()
  const visitor = browser(service)
  await visitor.signIn()
  return { service, visitor }
}

describe('pages of imports', () => {
  it('guests sign in first and come back; those who may not administer are refused', async () => {
    const service = await embeddedService()
    const guest = browser(service)
    expect(await guest.get('/imports/abc')).toMatchObject({
      status: 302,
      location: 'https://school.example/sign-in?redirect_to=https%3A%2F%2Fschool.example%2Fimports%2Fabc',
    })
    await service.operate('create-user', {
      ...{ login: 'ann', email: 'ann@school.example', role: 'author', password: 'a password' },
    })
    await guest.signIn('ann', 'a password')
    expect((await guest.get('/imports')).status).toBe(403)
    expect((await guest.get('/imports/abc')).status).toBe(403)
  })

  it('list all imports with their source, state and counts, and say when there are none', async () => {
    const { service, visitor } = await open()
    expect((await visitor.get('/imports')).text).toContain('Nothing was imported so far.')
    const id = await importOf(service, items)
    const { status, text } = await visitor.get('/imports/')
    expect(status).toBe(200)
    expect(text).toContain(
      `<a href="https://school.example/imports/${id}">https://feed.example/&lt;b&gt;fairs&lt;/b&gt;.ics</a>`,
    )
    expect(text).toContain('>Done</span>')
    expect(text).toContain('<li>2 created</li>')
    expect(text).toContain('<li>1 failed</li>')
  })

  it('show what became of every item, with reasons, warnings and links to events', async () => {
    const { service, visitor } = await open()
    const id = await importOf(service, items)
    const { text } = await visitor.get(`/imports/${id}`)
    expect(text).toMatch(/<a href="https:\/\/school.example\/\?p=\d+">Concert<\/a/)
    expect(text).toContain('It has no title: give it one')
    expect(text).toContain('Its time zone is not known: that of the site was taken;')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('data-stream')
    expect(text).not.toContain('>Pause<')
    const failed = (await visitor.get(`/imports/${id}?outcome=failed`)).text
    expect(failed).toContain('It has no title: give it one')
    expect(failed).not.toContain('>Concert<')
  })

  it('offer a table for spreadsheets', async () => {
    const { service, visitor } = await open()
    const id = await importOf(service, items)
    const { text } = await visitor.get(`/imports/${id}`)
    const path = /href="(\/admin\/imports\/\w+\/outcomes\.csv\?_nonce=[0-9a-f]{10})"/.exec(text)?.[1] ?? ''
    const csv = await visitor.get(path)
    expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(csv.text).toContain(',Concert\r\n')
  })

  it('page through many items', async () => {
    const { service, visitor } = await open()
    const many = Array.from({ length: 60 }, (_, n) =>
      fairItem({ uid: `u${n}`, title: n === 59 ? 'The last' : '' }),
    )
    const id = await importOf(service, many)
    expect((await visitor.get(`/imports/${id}`)).text).not.toContain('The last')
    const { text } = await visitor.get(`/imports/${id}?page=2`)
    expect(text).toContain('The last')
    expect(text).toContain('Page 2 of 2')
  })

  it('page through the items of an outcome', async () => {
    const { service, visitor } = await open()
    const many = Array.from({ length: 110 }, (_, n) =>
      fairItem({ uid: `u${n}`, title: n % 2 === 1 ? '' : 'T' }),
    )
    const id = await importOf(service, many)
    const first = (await visitor.get(`/imports/${id}?outcome=failed`)).text
    expect(first).toContain('failed <span>55</span>')
    expect(first).toContain(
      'href="https://school.example/imports/' + id + '?outcome=failed&amp;from=102#items"',
    )
    expect(first).not.toContain('From the first')
    const second = (await visitor.get(`/imports/${id}?outcome=failed&from=102`)).text
    expect([...second.matchAll(/<td class="number">(\d+)<\/td>/g)].map(([, n]) => n)).toEqual([
      ...['102', '104', '106', '108', '110'],
    ])
    expect(second).toContain('From the first')
    expect(second).not.toContain('rel="next"')
  })

  it('of a file of venues or organizers link to these and to their histories', async () => {
    const { service, visitor } = await open()
    for (const [importId, header, type] of [
      ['halls', 'Venue name', 'venue'],
      ['teams', 'Organizer name', 'organizer'],
    ] as const) {
      const feed = parseCsv(Buffer.from(`${header}\nThe ${type}\n`), { dateOrder: 'MDY' })
      await service.operate('import-file', { import_id: importId, origin: 'csv', source: importId, feed })
      const isDone = async () => (await service.ask(`GET /admin/imports/${importId}`)).body
      await expect.poll(isDone).toMatchObject({ status: 'success' })
      const { text } = await visitor.get(`/imports/${importId}`)
      const [, id] = new RegExp(`href="https://school.example(/\\?p=\\d+)">The ${type}<`).exec(text) ?? []
      expect(text).toContain(`href="https://school.example/history/${type}${id?.replace('?p=', '')}"`)
      // by id, then by its own address
      const page = await visitor.get(id ?? '')
      expect([page.status, page.text.includes(`The ${type}`)]).toEqual([200, true])
    }
  })

  it('unknown imports are no page', async () => {
    const { visitor } = await open()
    expect((await visitor.get('/imports/nothing')).status).toBe(404)
  })
})

describe('buttons of an import', () => {
  it('pause, resume and cancel it, without scripts', async () => {
    const { service, visitor } = await open()
    const id = await importOf(service, items, false)
    const page = `/imports/${id}`
    expect((await visitor.get(page)).text).toContain('data-stream')
    const state = async () => (await service.ask(`GET /admin/imports/${id}`)).body
    const post = (name: string, form: Readonly<Record<string, string>>) =>
      visitor.ask(`POST ${page}/${name}`, { form })
    const press = async (name: string) => post(name, (await visitor.get(page)).hidden)
    expect(await press('pause')).toMatchObject({ status: 302, location: `https://school.example${page}` })
    expect(await state()).toMatchObject({ paused: true })
    expect((await visitor.get(page)).text).toContain('>Paused</span>')
    await press('resume')
    expect(await state()).toMatchObject({ paused: false })
    const stale = await post('cancel', { form_token: '0123456789' })
    expect(stale.status).toBe(403)
    expect(await state()).toMatchObject({ status: 'pending' })
    const { hidden } = await visitor.get(page)
    await press('cancel')
    expect(await state()).toMatchObject({ status: 'failed', reason: 'cancelled' })
    const { body: told } = await service.ask(`GET /admin/history/import/${id}`)
    const steered = (
      told as { fact: string; actor: { login: string } | null; route: string | null }[]
    ).filter(({ actor, fact }) => actor !== null && fact !== 'ImportRegistered')
    expect(steered.map(({ fact, actor, route }) => [fact, actor?.login, route])).toEqual([
      ['ImportClosed', 'admin', 'POST /imports/{id}/cancel'],
      ['ImportResumed', 'admin', 'POST /imports/{id}/resume'],
      ['ImportPaused', 'admin', 'POST /imports/{id}/pause'],
    ])
    const late = await post('pause', hidden)
    expect(late.status).toBe(409)
    expect(late.text).toContain('This import is over already.')
  })
})
