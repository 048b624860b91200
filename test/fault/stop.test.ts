import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { wireService, type Wired } from '../../services/wiring/compose.ts'
import { loadConfig } from '../../shared/config.ts'
import { asker } from '../../shared/event-store/eventstoredb/call.ts'
import { connect, disconnect } from '../../shared/event-store/eventstoredb/client.ts'
import { ownCalls } from '../../shared/event-store/eventstoredb/own-calls.ts'
import { reader } from '../../shared/event-store/eventstoredb/read.ts'
import { basic, SCHOOL } from '../support/embedded-service.ts'
import { borrowedDouble } from '../support/eventstoredb-double/lent.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { fairItem } from '../support/import-world.ts'
import { testDatabase } from '../support/mongodb.ts'
import { quiet } from '../support/quiet.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Less than the ten seconds for which a log is asked again and again. */
const SHUTDOWN_MS = '9000'
/** More than are applied in one step. */
const ITEMS = 500

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]

/** Nothing is heard or done meanwhile. */
const standStill = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('an answer that comes just when it is given up holds up no end', async () => {
  const { url, control } = await borrowedDouble()
  const client = connect(url)
  const ask = asker({ deadlineMs: 5_000, attemptMs: 5_000, warn: () => undefined })
  const { newest } = reader(ownCalls(client), ask)
  await eventually(() => newest(5_000))
  await control.slow(100)
  // until one that a busy machine has not answered before that
  await eventually(async () => {
    const asked = newest(200)
    // until it is on its way
    for (let turns = 0; turns < 20; turns++) await nextTurn()
    // it is answered meanwhile, and given up before that is looked at
    standStill(500)
    await expect(asked).rejects.toThrow('no answer within 200 ms')
  })
  await eventually(() => newest(5_000))
  await client.dispose()
})

it('a call that does not end at all holds up no end either', async () => {
  const client = connect((await borrowedDouble()).url)
  Object.assign(client, { dispose: () => new Promise<never>(() => undefined) })
  await disconnect(client)
})

const wired = async (servers: Readonly<Record<string, string>>): Promise<Wired> => {
  const config = loadConfig({ ...SCHOOL, DATA_DIR: temporaryFolder(), SHUTDOWN_MS, ...servers })
  return wireService(config, quiet())
}

describe('a stop, while the log does not answer', () => {
  const write = ({ app }: Wired, path: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: path.startsWith('/admin') ? path : `/index.php?rest_route=${path}`,
      headers: basic('admin'),
      payload,
    })

  it.each([
    ['away', async () => `esdb://127.0.0.1:${await freePort()}?tls=false`],
    [
      'silent',
      async () => {
        const { url, control } = await borrowedDouble()
        await control.freeze()
        return url
      },
    ],
  ])('which is %s, ends the start', async (_, urlOf) => {
    const service = await wired({ EVENTSTORE_URL: await urlOf() })
    const starting = expect(service.start()).rejects.toThrow()
    const { reasons } = (await service.app.inject('/health/ready')).json<{ reasons: readonly string[] }>()
    expect(reasons.filter(reason => reason.startsWith('log: '))).toHaveLength(1)
    expect(await service.stop()).toBe('clean')
    await starting
  })

  it('answers who was asking, and leaves what was being worked on', async () => {
    const { url, control } = await borrowedDouble()
    const service = await wired({ EVENTSTORE_URL: url })
    await service.start()
    const opened = await write(service, '/admin/imports', { source: 'stopped' })
    const { import_id: importId, batch_hash: hash } = opened.json<Record<string, string>>()
    const accepted = await write(service, `/cal/event-aggregator/v1/import/${importId ?? ''}/batch`, {
      batch_hash: hash,
      percentage_complete: 100,
      status: { data: { total: ITEMS, done: 0 }, batch: { total: 1, done: 0 } },
      events: Array.from({ length: ITEMS }, (_, n) => fairItem({ uid: `stopped-${n}` })),
    })
    expect(accepted.statusCode).toBe(200)
    await control.freeze()
    const asked = ['Fairs', 'Concerts'].map(name => write(service, '/cal/events/v1/tags', { name }))
    await nextTurn()
    expect(await service.stop()).toBe('clean')
    for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(503)
  })
})

it.skipIf(mongodbUrl === null || redisUrl === null).each(['silent', 'away'] as const)(
  'a stop, while MongoDB is %s, gives nothing back and ends',
  async how => {
    const { url } = await borrowedDouble()
    const mongodb = await tcpProxy({ host: '127.0.0.1', port: Number(new URL(mongodbUrl ?? '').port) })
    onTestFinished(mongodb.close)
    const { database, drop } = testDatabase(mongodbUrl ?? '')
    onTestFinished(drop)
    const service = await wired({
      EVENTSTORE_URL: url,
      MONGODB_URL: `mongodb://127.0.0.1:${mongodb.port}/${database}?directConnection=true`,
      REDIS_URL: new URL('/14', redisUrl ?? '').href,
    })
    await service.start()
    if (how === 'silent') mongodb.freeze()
    else await mongodb.down()
    expect(await service.stop()).toBe('clean')
  },
)
