import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { startDouble } from '../../support/eventstoredb-double/start.ts'
import { testDatabase } from '../../support/mongodb.ts'
import { authorization, freePort, launchService, startProgram } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [mongodbUrl, redisUrl, eventstoreUrl] = [
  inject('mongodbUrl'),
  inject('redisUrl'),
  inject('eventstoreUrl'),
]
const LIMIT = { timeout: 45_000, interval: 100 }
/** Of this test alone. */
const REDIS_DATABASE = 7

const deployed = async (mongodb: string, redis: string) => {
  const double = eventstoreUrl === null ? await startDouble() : null
  const { database, drop } = testDatabase(mongodb)
  const folder = temporaryFolder()
  const running: { kill: () => Promise<void> }[] = []
  onTestFinished(async () => {
    for (const { kill } of running) await kill()
    await drop()
    await double?.stop()
  })
  const settings = {
    EVENTSTORE_URL: double?.url ?? eventstoreUrl ?? '',
    MONGODB_URL: new URL(`/${database}`, mongodb).href,
    REDIS_URL: new URL(`/${REDIS_DATABASE}`, redis).href,
    SITE_URL: 'http://localhost',
  }
  const launch = async (role: 'api' | 'projections' | 'workers') => {
    const port = await freePort()
    const service = launchService(join(folder, `${role}-${port}`), port, { ...settings, ROLE: role })
    running.push(service)
    const isReady = async () => {
      const answer = await fetch(`${service.url}/health/ready`).catch(() => null)
      if (answer?.status !== 200)
        throw new Error(`${role}: ${(await answer?.text()) ?? ''}\n${service.output()}`)
    }
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${service.url}/index.php?rest_route=/cal/events/v1/${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return {
        status: answer.status,
        headers: answer.headers,
        body: (await answer.json()) as Record<string, unknown>,
      }
    }
    return { ...service, isReady, ask }
  }
  const command = async (...args: readonly string[]) => {
    const program = startProgram('services/cli/main.ts', args, {
      DATA_DIR: join(folder, 'operator'),
      LOG_LEVEL: 'error',
      ...settings,
    })
    return { code: await program.exited, output: program.output() }
  }
  return { launch, command, folder }
}

describe.skipIf(mongodbUrl === null || redisUrl === null)('processes of every role on their servers', () => {
  it('write, show, import and stop together, in whatever order they start', async () => {
    const { launch, command, folder } = await deployed(mongodbUrl ?? '', redisUrl ?? '')
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

    const file = join(folder, 'feed.ics')
    const events = Array.from(
      { length: 30 },
      (_, n) =>
        `BEGIN:VEVENT\r\nUID:u${n}\r\nSUMMARY:Lesson ${n}\r\nDTSTART:20280501T100000Z\r\nDTEND:20280501T110000Z\r\nEND:VEVENT\r\n`,
    )
    await writeFile(file, `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('')}END:VCALENDAR\r\n`)
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
    for (const { stop } of [one, ...others]) expect(await stop()).toBe(0)

    // nothing of it runs: the command does everything by itself
    expect(await command('projections')).toMatchObject({ code: 0 })
    expect((await command('create-user', 'ada', 'ada@school.example', 'editor', 'secret')).code).toBe(0)
  }, 180_000)
})
