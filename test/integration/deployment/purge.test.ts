import { describe, expect, inject, it, vi } from 'vitest'
import { deployed } from '../../support/server-deployment.ts'
import { authorization } from '../../support/service-process.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]
const LIMIT = { timeout: 45_000, interval: 100 }
const MARKS = /zebraquagga|quagga@stripes|555 0199|lesson \d/i

describe.skipIf(mongodbUrl === null || redisUrl === null)('OP-7 [D13] a purge on servers', () => {
  it('is seen by every process, reaches what imports were given, and lets the feed bring the event anew', async () => {
    const { launch, command, feed, readable } = await deployed(mongodbUrl ?? '', redisUrl ?? '', 9)
    const [one, other, ...rest] = await Promise.all([
      launch('api'),
      launch('api'),
      launch('workers'),
      launch('projections'),
    ])
    for (const { isReady } of [one, other, ...rest]) await vi.waitFor(isReady, LIMIT)
    const made = await one.ask('POST', 'events', {
      title: 'Zebraquagga fair',
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 12:00:00',
      organizer: { organizer: 'Zebraquagga friends', email: 'quagga@stripes.example', phone: '555 0199' },
    })
    const [organizer] = made.body['organizer'] as readonly { readonly id: number }[]
    const addresses = [`events/${String(made.body['id'])}`, `organizers/${organizer?.id ?? 0}`]
    expect((await command('import-file', await feed('school', 3, '20280501'))).code).toBe(0)
    const imported = async () => {
      const { body } = await other.ask('GET', 'events&start_date=2028-01-01&end_date=2029-01-01')
      return (body['events'] as readonly { readonly id: number }[]).map(({ id }) => id)
    }
    await vi.waitFor(async () => expect(await imported()).toHaveLength(3), LIMIT)
    const ids = await imported()

    expect(await readable()).toMatch(MARKS)
    for (const address of [...addresses, ...ids.map(id => `events/${id}`)]) {
      const gone = await fetch(`${one.url}/index.php?rest_route=/calx/v1/${address}&force=true`, {
        method: 'DELETE',
        headers: { authorization },
      })
      expect(gone.status).toBe(200)
      expect(await gone.json()).toMatchObject({ deleted: true })
      for (const api of [one, other]) expect((await api.ask('GET', address)).status).toBe(404)
    }
    await vi.waitFor(async () => expect(await readable()).not.toMatch(MARKS), LIMIT)
    const history = await command('history', 'event', String(made.body['id']))
    expect(history.output).toContain('ItemPurged')
    expect(history.output).not.toMatch(MARKS)

    expect((await command('import-file', await feed('school', 3, '20280501'))).code).toBe(0)
    await vi.waitFor(async () => expect(await imported()).toHaveLength(3), LIMIT)
    expect(Math.min(...(await imported()))).toBeGreaterThan(Math.max(...ids))
    for (const { stop, output } of [one, other, ...rest]) expect(await stop(), output()).toBe(0)
  }, 240_000)
})
