import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, vi } from 'vitest'
import { embeddedService } from '../support/embedded-service.ts'
import { exportedSchool, exportOf } from '../support/exported-school.ts'
import { deployed } from '../support/server-deployment.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]
const LIMIT = { timeout: 60_000, interval: 100 }

type Deployment = Awaited<ReturnType<typeof deployed>>
type Api = Awaited<ReturnType<Deployment['launch']>>

/** Writes to one process again and again; a refusal has to be that of a hold. */
const writing = ({ ask }: Api, name: string) => {
  const state = { goesOn: true, answered: [] as number[], refused: 0 }
  const work = async () => {
    for (let n = 1; state.goesOn; n++) {
      const made = await ask('POST', 'venues', { venue: `${name} ${n}`, status: 'publish' })
      if (made.status === 201) state.answered.push(Number(made.body['id']))
      else {
        expect([made.status, made.body['code'], made.headers.get('retry-after')]).toEqual([
          ...[503, 'rest_service_unavailable', '5'],
        ])
        state.refused++
      }
      await sleep(made.status === 201 ? 20 : 100)
    }
  }
  return { state, ended: work() }
}

const isHeld = async ({ ask }: Api) =>
  (await ask('POST', 'venues', { venue: 'Too late', status: 'publish' })).status === 503

describe.skipIf(mongodbUrl === null || redisUrl === null)('a deployment of several processes', () => {
  it('00 §6.3, §6.5: every process holds its writes, whatever was answered is in the copy, and in an export', async () => {
    const { launch, command } = await deployed(mongodbUrl ?? '', redisUrl ?? '', 11)
    const apis = await Promise.all([launch('api'), launch('api')])
    const all = [...apis, ...(await Promise.all([launch('projections'), launch('workers')]))]
    for (const { isReady } of all) await vi.waitFor(isReady, LIMIT)
    const writers = apis.map((api, n) => writing(api, `Hall ${n}`))
    await vi.waitFor(() => {
      for (const { state } of writers) expect(state.answered.length).toBeGreaterThan(3)
    }, LIMIT)

    const copy = join(temporaryFolder(), 'copy')
    const copied = await command('copy-log', '--to', `sqlite:${copy}`, '--finish')
    expect(copied.code, copied.output).toBe(0)
    for (const { state } of writers) state.goesOn = false
    await Promise.all(writers.map(({ ended }) => ended))
    const answered = writers.flatMap(({ state }) => state.answered)
    for (const { state } of writers) expect(state.refused).toBeGreaterThan(0)

    for (const api of apis) {
      expect(await isHeld(api)).toBe(true)
      expect((await api.ask('GET', `venues/${answered[0]}`)).status).toBe(200)
    }
    const there = await embeddedService({ SITE_URL: 'http://localhost' }, copy)
    for (const id of answered)
      expect(await there.ask(`GET /cal/events/v1/venues/${id}`)).toMatchObject({ status: 200, body: { id } })

    const folder = join(temporaryFolder(), 'export')
    const exported = await command('export', folder)
    expect(exported.code, exported.output).toBe(0)
    const brought = await command('import-export', folder)
    expect([brought.code, brought.output]).toEqual([1, expect.stringContaining('the service is not empty')])

    expect((await command('copy-log', '--release')).code).toBe(0)
    for (const api of apis)
      await vi.waitFor(async () => {
        expect(await isHeld(api)).toBe(false)
      }, LIMIT)
    for (const { stop } of all) expect(await stop()).toBe(0)
  }, 600_000)

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
