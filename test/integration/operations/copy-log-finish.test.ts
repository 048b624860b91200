import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { finishCopy, type Holders } from '../../../services/copy/finish.ts'
import type { Hold } from '../../../shared/event-store/holding.ts'
import { copyIndex } from '../../../shared/event-store/sqlite/outside/copy-index.ts'
import { systemClock } from '../../../shared/kernel/brands.ts'
import { openSqliteSource } from '../../../shared/event-store/sqlite/outside/copy-source.ts'
import { openSqliteTarget } from '../../../shared/event-store/sqlite/outside/copy-target.ts'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import { cli, started } from '../../support/cli.ts'
import { factsTo } from '../../support/copied-facts.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { borrowedDouble } from '../../support/eventstoredb-double/lent.ts'
import { authorization } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { freePort } from '../../support/free-port.ts'

const server = async () => (await borrowedDouble()).url

const event = (title: string) => ({
  title,
  start_date: '2027-03-01 10:00:00',
  end_date: '2027-03-01 11:00:00',
})

type Answer = { readonly status: number; readonly retry: string | null; readonly text: string }

const asking =
  (url: string) =>
  async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${url}/index.php?rest_route=${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, retry: answer.headers.get('retry-after'), text: await answer.text() }
  }

/** Writes as fast as it is answered, until it is told to stop; what became of each. */
const writer = (ask: ReturnType<typeof asking>) => {
  const answers: (Answer & { readonly title: string })[] = []
  const over = new AbortController()
  const done = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const title = `Written ${n}.`
      answers.push({ title, ...(await ask('POST', '/cal/events/v1/events', event(title))) })
      if (answers.at(-1)?.status === 503) await sleep(20)
    }
  })()
  return {
    answers,
    stop: () => {
      over.abort()
      return done
    },
  }
}

it('embedded to server: writes get 503 with Retry-After from some moment on, and the copy has every one that got another answer', async () => {
  const dataDir = temporaryFolder()
  const service = await started(dataDir, await freePort())
  const ask = asking(service.url)
  const writing = writer(ask)
  await expect.poll(() => writing.answers.length, { timeout: 60_000 }).toBeGreaterThan(3)
  const url = await server()
  const copied = await cli(dataDir, ['copy-log', '--to', url, '--finish', '--json'])
  expect(copied.output).toContain('writes are held')
  expect(JSON.parse(copied.stdout)).toMatchObject({ differing: [], finished: true })
  // the log was moved: nothing is taken any more, and everything can be read
  const late = await ask('POST', '/cal/events/v1/events', event('Late'))
  expect(late).toMatchObject({ status: 503, retry: '5' })
  expect(JSON.parse(late.text)).toMatchObject({ code: 'rest_service_unavailable' })
  expect((await ask('GET', '/cal/events/v1/events&start_date=2027-01-01')).status).toBe(200)
  await expect.poll(() => writing.answers.at(-1)?.status).toBe(503)
  await writing.stop()
  const taken = writing.answers.filter(({ status }) => status !== 503).map(({ title }) => title)
  expect(new Set(writing.answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
  expect(writing.answers.every(({ status, retry }) => (status === 503) === (retry === '5'))).toBe(true)

  const copy = await embeddedService({ EVENTSTORE_URL: url })
  const found: string[] = []
  for (let page = 1; page <= Math.ceil(taken.length / 50); page++) {
    const { body } = await copy.ask(
      `GET /cal/events/v1/events&start_date=2027-01-01&per_page=50&page=${page}`,
    )
    found.push(...(body as { events: { title: string }[] }).events.map(({ title }) => title))
  }
  expect(found.toSorted()).toEqual(taken.toSorted())

  const released = await cli(dataDir, ['copy-log', '--release'])
  expect(released.output).toContain('writes are taken')
  expect((await ask('POST', '/cal/events/v1/events', event('After all'))).status).toBe(201)
})

const create = async ({ ask }: EmbeddedService, title: string) =>
  (await ask('POST /cal/events/v1/events', { body: event(title) })).status

it('server to embedded: every process on the log holds its writes, and takes them again when it is told', async () => {
  const url = await server()
  const [one, other] = [
    await embeddedService({ EVENTSTORE_URL: url }),
    await embeddedService({ EVENTSTORE_URL: url }),
  ]
  await expect.poll(() => create(one, 'Fair')).toBe(201)
  await expect.poll(() => create(other, 'Concert')).toBe(201)
  const folder = join(temporaryFolder(), 'back')
  const on = (...args: readonly string[]) =>
    cli(temporaryFolder(), args, undefined, undefined, { EVENTSTORE_URL: url })
  const copied = await on('copy-log', '--to', `sqlite:${folder}`, '--finish', '--json')
  expect(JSON.parse(copied.stdout)).toMatchObject({ differing: [], finished: true })
  for (const service of [one, other]) {
    await expect.poll(() => create(service, 'Late')).toBe(503)
    expect((await service.ask('GET /cal/events/v1/events&start_date=2027-01-01')).status).toBe(200)
  }
  expect((await cli(folder, ['verify'])).output).toContain('nothing is wrong')
  await on('copy-log', '--release')
  for (const service of [one, other]) await expect.poll(() => create(service, 'Afterwards')).toBe(201)
})

/** A copy of a small log, beside services that answer as they are told. */
const finishing = async (set: Holders['set'], clockMs: () => number) => {
  const file = join(temporaryFolder(), 'log.sqlite')
  const store = await openSqliteLog({ file })
  await factsTo(store, 0, 50)
  await store.close()
  const place = join(temporaryFolder(), 'log.sqlite')
  const [source, target] = [openSqliteSource(file, systemClock), openSqliteTarget(place, 'a test')]
  const index = copyIndex()
  onTestFinished(async () => {
    index.close()
    await source.close()
    await target.close()
  })
  const more = { tell: () => undefined, signal: new AbortController().signal, pause: async () => undefined }
  return {
    target,
    finish: () => finishCopy({ source, target, index, ...more, clockMs, holders: { set, hearMs: 0 } }),
  }
}

it('a hold that was lost on the way finishes nothing and is taken back', async () => {
  const asked: Hold[] = []
  const restarted = await finishing(
    async hold => {
      asked.push(hold)
      return false
    },
    () => 0,
  )
  await expect(restarted.finish()).rejects.toThrow('the service was started anew meanwhile')
  expect(asked).toEqual(['held', 'moved', 'over'])
  expect(await restarted.target.note()).toMatchObject({ finished: false })

  let ms = 0
  asked.length = 0
  const slow = await finishing(
    async hold => {
      asked.push(hold)
      return true
    },
    () => (ms += 50_000),
  )
  await expect(slow.finish()).rejects.toThrow('writes were not held until the end')
  expect(asked).toEqual(['held', 'over'])
  expect(await slow.target.note()).toMatchObject({ finished: false })
})
