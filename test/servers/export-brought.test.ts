import { describe, expect, inject, it, vi } from 'vitest'
import { exportedSchool, exportOf } from '../support/exported-school.ts'
import { deployed } from '../support/server-deployment.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]
const LIMIT = { timeout: 300_000, interval: 100 }

describe.skipIf(mongodbUrl === null || redisUrl === null)('a deployment of several processes', () => {
  it('00 §6.5: an export is brought onto servers that hold nothing, and their processes answer with it', async () => {
    const { service, ids } = await exportedSchool()
    const { folder } = await exportOf(service, '--with-secrets')
    const { launch, command } = await deployed(mongodbUrl ?? '', redisUrl ?? '', 12)
    const brought = await command('import-export', folder)
    expect(brought.code, brought.output).toBe(0)
    const all = await Promise.all([launch('api'), launch('projections'), launch('workers')])
    for (const { isReady } of all) await vi.waitFor(isReady, LIMIT)
    const [{ ask }] = all
    for (const list of ['events&start_date=2027-01-01', 'venues', 'organizers', 'categories', 'tags']) {
      const { body } = await service.ask(`GET /cal/events/v1/${list}`)
      const [here, before] = [(await ask('GET', list)).body, body as Record<string, unknown>]
      expect(here['total'], list).toBe(before['total'])
    }
    const { body } = await service.ask(`GET /cal/events/v1/events/${ids.fair}`)
    const { title, slug, date_utc, categories } = body as Record<string, unknown>
    const fair = (await ask('GET', `events/${ids.fair}`)).body
    expect(fair).toMatchObject({ title, slug, date_utc })
    expect(fair['categories']).toHaveLength((categories as readonly unknown[]).length)
    const again = await command('import-export', folder)
    expect([again.code, again.output]).toEqual([
      1,
      expect.stringContaining('an export was brought here before'),
    ])
    for (const { stop } of all) expect(await stop()).toBe(0)
  }, 600_000)
})
