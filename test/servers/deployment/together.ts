import { expect, it, vi } from 'vitest'
import { LIMIT, type World } from './world.ts'

/** Of every role. */
export const together = (world: World): void => {
  it('processes write, show and import together', async () => {
    const { command, feed } = world.deployment
    const [one, other] = world.apis
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

    const file = await feed('class', 30, '20280501', 'Class')
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
  }, 900_000)
}

/** The last that they do. */
export const apart = (world: World): void => {
  it('processes stop in good order, and a command does everything by itself afterwards', async () => {
    const { command } = world.deployment
    for (const { stop, output } of world.running) expect(await stop(), output()).toBe(0)
    expect(await command('projections')).toMatchObject({ code: 0 })
    expect((await command('create-user', 'ada', 'ada@school.example', 'editor', 'secret')).code).toBe(0)
  }, 900_000)
}
