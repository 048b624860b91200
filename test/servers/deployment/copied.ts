import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFailed, vi } from 'vitest'
import { embeddedService } from '../../support/embedded-service.ts'
import type { Launched } from '../../support/server-deployment.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { LIMIT, type World } from './world.ts'

/** Writes to one process again and again; a refusal has to be that of a hold. */
const writing = ({ ask }: Launched, name: string) => {
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

const isHeld = async ({ ask }: Launched) =>
  (await ask('POST', 'venues', { venue: 'Too late', status: 'publish' })).status === 503

export const copied = (world: World): void => {
  it('00 §6.3, §6.5: every process holds its writes, whatever was answered is in the copy, and in an export', async () => {
    const { command } = world.deployment
    const { apis } = world
    const writers = apis.map((api, n) => writing(api, `Hall ${n}`))
    // the cases behind this one write
    onTestFailed(async () => {
      for (const { state } of writers) state.goesOn = false
      await command('copy-log', '--release')
    })
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
  }, 600_000)
}
