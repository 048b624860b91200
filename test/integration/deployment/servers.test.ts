import { describe, expect, inject, it, vi } from 'vitest'
import { deployed } from '../../support/server-deployment.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]
const LIMIT = { timeout: 45_000, interval: 100 }
describe.skipIf(mongodbUrl === null || redisUrl === null)('processes of every role on their servers', () => {
  it('write, show, import and stop together, in whatever order they start', async () => {
    const { launch, command, feed } = await deployed(mongodbUrl ?? '', redisUrl ?? '', 7)
    const one = await launch('api')
    const others = await Promise.all([launch('api'), launch('workers'), launch('projections')])
    for (const { isReady } of [one, ...others]) await vi.waitFor(isReady, LIMIT)
    const [other] = others
    for (let n = 1; n <= 5; n++) {
      const made = await one.ask('POST', 'events', {
        title: `Fair ${n}`,
        start_date: `2027-05-0${n} 10:00:00`,
        end_date: `2027-05-0${n} 12:00:00`,
        status: 'publish',
      })
      expect(made.status).toBe(201)
      expect(made.headers.has('x-cal-lag')).toBe(false)
      expect((await other.ask('GET', 'events&start_date=2027-01-01&end_date=2028-01-01')).body['total']).toBe(
        n,
      )
      expect((await other.ask('GET', `events/${String(made.body['id'])}`)).status).toBe(200)
    }

    const file = await feed('lesson', 30, '20280501')
    const imported = await command('import-file', file)
    expect(imported).toMatchObject({ code: 0 })
    await vi.waitFor(
      async () =>
        expect(
          (await other.ask('GET', 'events&start_date=2028-01-01&end_date=2029-01-01')).body['total'],
        ).toBe(30),
      LIMIT,
    )
    expect((await command('projections', 'rebuild', 'event-listing', '--wait')).code).toBe(0)
    expect((await one.ask('GET', 'events&start_date=2027-01-01&end_date=2028-01-01')).body['total']).toBe(5)
    for (const { stop, output } of [one, ...others]) expect(await stop(), output()).toBe(0)

    // nothing of it runs: the command does everything by itself
    expect(await command('projections')).toMatchObject({ code: 0 })
    expect((await command('create-user', 'ada', 'ada@school.example', 'editor', 'secret')).code).toBe(0)
  }, 180_000)
})
