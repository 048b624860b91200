import { systemClock } from '../shared/kernel/brands.ts'
import Fastify from 'fastify'
import { pino } from 'pino'
import { composeService } from '../services/wiring/compose.ts'
import { giveBackAtRest } from '../services/wiring/give-back-at-rest.ts'
import { giveBackMemory } from '../services/wiring/give-back-memory.ts'
import { loadConfig } from '../shared/config.ts'
import { httpFetcher } from '../shared/http-fetcher.ts'
import { bareCreate } from './bare-create.ts'
import { barePath, CODINGS, OTHER_SAMPLE, type ServerPlan, type Serving } from './child.ts'
import { cpuSeconds } from './cpu.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'

const plan = JSON.parse(process.argv[2] ?? '{}') as ServerPlan

const config = loadConfig({
  DATA_DIR: plan.dataDir,
  SITE_TIMEZONE: 'America/New_York',
  ADMIN_PASSWORD: 'not used here',
  ADMIN_APPLICATION_PASSWORD,
  // what is measured is larger than what a school sends
  SNAPSHOTS: plan.snapshots ?? 'on',
  ...{ IMPORT_FILE_ITEMS: '1000000', IMPORT_ITEMS: '1000000' },
  EVENTSTORE_URL: plan.eventstoreUrl,
})

const [opened, cpuBefore] = [performance.now(), cpuSeconds()]
const localFeeds = { mayReach: () => true, mayUsePort: () => true }
const service = await composeService(config, {
  ...{ nowMs: systemClock, log: pino({ level: 'warn' }) },
  ...(plan.localFeeds === true ? { fetcher: httpFetcher({ policy: localFeeds }) } : {}),
})
const refill = {
  ms: performance.now() - opened,
  cpuSeconds: cpuSeconds() - cpuBefore,
}
giveBackMemory()
giveBackAtRest()
const address = await service.app.listen({ host: '127.0.0.1', port: 0 })

const asked = performance.now()
const sample = await service.app.inject({ url: plan.samplePath })
const firstListMs = performance.now() - asked
const plain = Fastify({ logger: false })
const repeat = (path: string, text: string) =>
  plain.get(path, (_, reply) => reply.type('application/json; charset=UTF-8').send(text))
repeat('/', sample.payload)
if (plan.otherSamplePath !== undefined)
  repeat(OTHER_SAMPLE, (await service.app.inject({ url: plan.otherSamplePath })).payload)
for (const [nth, url] of (plan.bodiesOf ?? []).entries()) {
  for (const coding of CODINGS) {
    const { rawPayload, headers } = await service.app.inject({ url, headers: { 'accept-encoding': coding } })
    const about = {
      'content-type': headers['content-type'],
      ...(headers['content-encoding'] === undefined ? {} : { 'content-encoding': coding }),
    }
    plain.get(barePath(nth, coding), (_, reply) => reply.headers(about).send(rawPayload))
  }
  plain.get(barePath(nth, 'known'), (_, reply) => reply.code(304).header('etag', '"known"').send())
}
if (plan.bareCreates === true) await bareCreate(plain, plan.dataDir)
const plainAddress = await plain.listen({ host: '127.0.0.1', port: 0 })

const answers: Readonly<Record<string, () => number>> = {
  cpu: cpuSeconds,
  rss: () => process.memoryUsage().rss,
  peak: () => process.resourceUsage().maxRSS * 1_024,
}

process.on('message', question => {
  if (question === 'stop') void Promise.all([plain.close(), service.stop()]).then(() => process.exit(0))
  else process.send?.(answers[String(question)]?.() ?? 0)
})
const serving: Serving = { service: address, plain: plainAddress, refill, firstListMs }
process.send?.(serving)
