import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { embeddedService } from '../../support/embedded-service.ts'
import { seedLog } from '../../support/seeded-log.ts'
import {
  authorization,
  launchService,
  startService,
  type ServiceProcess,
} from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { freePort } from '../../support/free-port.ts'

/** Long enough for every stop on a busy machine, short enough to be noticed when it runs out. */
const SHUTDOWN_MS = '8000'

const killedAtEnd = (service: ServiceProcess) => {
  onTestFinished(() => service.kill())
  return service
}

/** What else the process of a service does, in its main thread: at moments that nobody outside can be sure to meet. */
const doing = (what: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(
    `import { isMainThread } from 'node:worker_threads'\nif (isMainThread) { ${what} }`,
  )}`,
})

/** It gets both signals as soon as it answers that it is not ready; it is too late when it is. */
const STOPPED_AT_START = doing(`
  const look = async () => {
    const answer = await fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').catch(() => null)
    if (answer === null) setTimeout(look, 1)
    else if (answer.status !== 503) process.exit(9)
    // one that is not listened to would end the process at once
    else for (const signal of ['SIGINT', 'SIGTERM']) process.kill(process.pid, signal)
  }
  void look()`)

/** It is told to stop a moment after it has answered a batch: it works on that for much longer. */
const STOPPED_AFTER_BATCH = doing(`
  const { ServerResponse } = await import('node:http')
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function (...given) {
    if (this.req.url.includes('/batch')) setTimeout(() => process.kill(process.pid, 'SIGTERM'), 20)
    return end.apply(this, given)
  }`)

const post = async (url: string, body: unknown): Promise<Record<string, unknown>> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

describe('SIGTERM and SIGINT', () => {
  const signals = ['SIGINT', 'SIGTERM'] as const

  it('while the read models are filled end the start, cleanly', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 4_000)
    const service = killedAtEnd(launchService(dataDir, await freePort(), STOPPED_AT_START))
    expect(await service.exited).toBe(0)
    expect(service.output()).toBe('')
    const again = await embeddedService({}, dataDir)
    const list = await again.ask('GET /cal/events/v1/events&start_date=2000-01-01')
    expect(list.body).toMatchObject({ total: 4_000 })
  })

  it('twice are like once', async () => {
    const service = killedAtEnd(await startService(temporaryFolder(), await freePort()))
    for (const signal of [...signals, ...signals]) service.child.kill(signal)
    expect(await service.exited).toBe(0)
  })

  it('wait for nobody who keeps a connection open, idle or with half a request', async () => {
    const service = killedAtEnd(await startService(temporaryFolder(), await freePort(), { SHUTDOWN_MS }))
    const port = Number(new URL(service.url).port)
    const [idle, slow] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    for (const socket of [idle, slow]) socket.on('error', () => undefined)
    idle.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    slow.write('POST /index.php?rest_route=/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    await once(idle, 'data')
    service.child.kill('SIGINT')
    expect(await service.exited).toBe(0)
    expect(service.output()).toBe(`belltower serves ${service.url}\n`)
  })
})

it('a stop in the middle of an import loses nothing: the next start goes on with it', async () => {
  const dataDir = temporaryFolder()
  const service = killedAtEnd(await startService(dataDir, await freePort(), STOPPED_AFTER_BATCH))
  const { import_id: importId, batch_hash: hash } = await post(`${service.url}/admin/imports`, {
    source: 'stopped',
  })
  const items = Array.from({ length: 1_000 }, (_, n) => ({
    uid: `stop-${n}@school.example`,
    title: `Stop ${n}`,
    start_date: '2027-03-01 10:00:00',
    end_date: '2027-03-01 11:00:00',
  }))
  await post(
    `${service.url}/index.php?rest_route=/cal/event-aggregator/v1/import/${String(importId)}/batch`,
    {
      batch_hash: hash,
      percentage_complete: 100,
      status: { data: { total: 1_000, done: 0 }, batch: { total: 1, done: 0 } },
      events: items,
    },
  )
  expect(await service.exited).toBe(0)
  const again = await embeddedService({}, dataDir)
  const progress = async () =>
    (await again.ask(`GET /admin/imports/${String(importId)}/progress`)).body as { readonly status: string }
  const first = await progress()
  expect(first.status).toBe('pending')
  let last = first
  while (last.status === 'pending') {
    await sleep(50)
    last = await progress()
  }
  expect(last).toMatchObject({ status: 'success', processed: 1_000 })
})

describe('a failure that nobody heard', () => {
  /** On SIGUSR2 something goes wrong that is part of no request. */
  const failing = (how: string) => doing(`process.on('SIGUSR2', () => { ${how} })`)

  it.each([
    ['an exception', "throw new Error('nobody heard me')"],
    ['a promise', "Promise.reject(new Error('nobody heard me'))"],
  ])(
    '%s ends the process in good order: who is being answered is answered, and the exit code is 1',
    async (_, how) => {
      const dataDir = temporaryFolder()
      const port = await freePort()
      const settings = { SHUTDOWN_MS, ...failing(how) }
      const service = killedAtEnd(await startService(dataDir, port, settings))
      const body = '{"name":"Written on the way"}'
      const slow = connect(port, '127.0.0.1').on('error', () => undefined)
      const heard: string[] = []
      slow.setEncoding('utf8').on('data', (text: string) => heard.push(text))
      slow.write(
        `POST /index.php?rest_route=/cal/events/v1/tags HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
          `Expect: 100-continue\r\n\r\n${body.slice(0, 5)}`,
      )
      // who is told to go on is being answered
      await expect.poll(() => heard.join('')).toMatch(/^HTTP\/1\.1 100 /)
      service.child.kill('SIGUSR2')
      await expect.poll(service.output).toContain('nobody heard me')
      slow.write(body.slice(5))
      expect(await service.exited).toBe(1)
      expect(heard.join('')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
      const told = service
        .output()
        .split('\n')
        .filter(line => line.includes('"level":60'))
      expect(told).toHaveLength(1)
      expect(JSON.parse(told[0] ?? '')).toMatchObject({
        msg: 'a failure that nobody heard',
        err: { message: 'nobody heard me' },
      })
      const again = await embeddedService({}, dataDir)
      const tags = await again.ask('GET /cal/events/v1/tags&hide_empty=0')
      expect(tags.body).toMatchObject({ tags: [{ name: 'Written on the way' }] })
    },
  )
})
