import { expect, it, onTestFinished } from 'vitest'
import { wireService } from '../../services/wiring/compose.ts'
import { loadConfig } from '../../shared/config.ts'
import { StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import { deployment } from '../support/deployment.ts'
import { borrowedDouble } from '../support/eventstoredb-double/lent.ts'
import { quiet } from '../support/quiet.ts'
import {
  launchService,
  runProgram,
  startService,
  until,
  type ServiceProcess,
} from '../support/service-process.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/eventually.ts'

/** Four waits of a minute at most (`until`) and a stop, on a machine that has much else to do. */

/** A log that goes away with its n-th call, before or after that took effect, and is away for some calls. */
const goingAway = (log: EventStore, n: number, when: 'before' | 'after', calls: number) => {
  let count = 0
  const isAway = () => count >= n && count < n + calls
  const away = () => new StoreUnavailable(`the log went away at call ${n}`)
  const asked = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    count++
    if (isAway() && (when === 'before' || count > n)) throw away()
    const result = await call()
    if (isAway()) throw away()
    return result
  }
  const store: EventStore = {
    ...log,
    append: (...given) => asked(() => log.append(...given)),
    appendAll: (...given) => asked(() => log.appendAll(...given)),
    read: (...given) => asked(() => log.read(...given)),
    head: () => asked(log.head),
    deleteStream: (...given) => asked(() => log.deleteStream(...given)),
    follow: async function* (...given) {
      await asked(async () => undefined)
      for await (const step of log.follow(...given)) {
        yield step
        // dropped in the middle of it
        if (isAway()) throw away()
      }
    },
  }
  return { store, calls: () => count }
}

it.each(['before', 'after'] as const)(
  'a start goes on by itself wherever the log goes away: %s each of its calls took effect',
  async when => {
    let calls = Infinity
    let n = 1
    for (; n <= calls; n++) {
      const { log, process, close } = deployment()
      const away = goingAway(log, n, when, 3)
      const one = await process('all', { log: away.store }, { EVENTSTORE_URL: 'esdb://log' })
      try {
        expect((await one.readiness()).status, `call ${n}`).toBe(503)
        await one.start()
        calls = away.calls()
        await eventually(async () => expect((await one.readiness()).reasons).toEqual([]))
        const made = await one.ask('POST events', {
          as: 'admin',
          body: { title: 'Fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' },
        })
        expect([made.status, `call ${n}`]).toEqual([201, `call ${n}`])
        const users = new Set<string>()
        for await (const { records, live } of log.follow(null, ['user-'], new AbortController().signal)) {
          for (const { stream } of records) users.add(stream)
          if (live) break
        }
        expect(users.size).toBe(1)
      } finally {
        await close()
      }
    }
    expect(n).toBeGreaterThan(8)
  },
)

const urlAt = (port: number) => `esdb://127.0.0.1:${port}?tls=false`

const answers = async ({ url }: ServiceProcess, probe: 'live' | 'ready', status: number): Promise<boolean> =>
  (await fetch(`${url}/health/${probe}`).catch(() => null))?.status === status

it('a process of every part waits for its log, says so, and goes on by itself', async () => {
  const { port } = await borrowedDouble()
  const way = await tcpProxy({ host: '127.0.0.1', port })
  onTestFinished(way.close)
  await way.down()
  const service = launchService(temporaryFolder(), await freePort(), { EVENTSTORE_URL: urlAt(way.port) })
  onTestFinished(service.kill)
  await until(service, () => answers(service, 'live', 200))
  await until(service, () => answers(service, 'ready', 503))
  await until(service, () => service.output().includes('waiting: '))
  expect(service.output()).toContain('UNAVAILABLE')
  await way.up()
  await until(service, () => answers(service, 'ready', 200))
  expect(await service.stop(), service.output()).toBe(0)
})

it('waiting for the log ends with the service', async () => {
  const service = launchService(temporaryFolder(), await freePort(), {
    EVENTSTORE_URL: urlAt(await freePort()),
  })
  onTestFinished(service.kill)
  await until(service, () => answers(service, 'live', 200))
  expect(await service.stop(), service.output()).toBe(0)
})

it('a user whom the log refuses ends the start, and the setting is named', async () => {
  const { url, control } = await borrowedDouble()
  await control.deny()
  const { code, output } = await runProgram('services/wiring/main.ts', [], {
    DATA_DIR: temporaryFolder(),
    PORT: String(await freePort()),
    LOG_LEVEL: 'fatal',
    EVENTSTORE_URL: url,
  })
  expect(output).toContain('EVENTSTORE_URL: the server does not let this user in')
  expect(code).toBe(1)
})

it('a file of authorities that is not there ends the start, and is named', async () => {
  const config = loadConfig({
    DATA_DIR: temporaryFolder(),
    EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=true&tlsCAFile=/nowhere/ca.crt',
  })
  await expect(wireService(config, quiet())).rejects.toMatchObject({
    name: 'InvalidConfig',
    message: 'EVENTSTORE_URL: tlsCAFile names the file /nowhere/ca.crt, which is not there',
  })
})

it('a password that was made up is told also when the log went away before that could be known', async () => {
  const { url, control } = await borrowedDouble()
  await control.loseAcknowledgements(4, 'timeout')
  const service = await startService(temporaryFolder(), await freePort(), {
    EVENTSTORE_URL: url,
    ADMIN_PASSWORD: '',
  })
  onTestFinished(service.kill)
  expect(service.output()).toMatch(/administrator admin, password \S{16} /)
})
