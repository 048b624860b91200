import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service-process.ts'
import { madeFolder } from '../support/temporary-folder.ts'

/** Notes what the main thread loads, and writes it down when the process ends. */
const noting = (file: string): string => `
  import { registerHooks } from 'node:module'
  import { writeFileSync } from 'node:fs'
  import { isMainThread } from 'node:worker_threads'
  const urls = []
  if (isMainThread) {
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    process.on('exit', () => writeFileSync(${JSON.stringify(file)}, urls.join('\\n')))
  }`

const { folder, remove } = madeFolder()
afterAll(remove)

const loaded: string[] = []

beforeAll(async () => {
  const file = join(folder, 'loaded')
  const hook = `data:text/javascript,${encodeURIComponent(noting(file))}`
  const service = await startService(folder, await freePort(), { NODE_OPTIONS: `--import ${hook}` })
  expect(await service.stop()).toBe(0)
  loaded.push(...readFileSync(file, 'utf8').split('\n'))
})

const packageOf = (url: string): string | null =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? null

test('an empty service has been started', () => {
  expect(loaded.some(url => url.endsWith('/services/wiring/main.ts'))).toBe(true)
  expect(loaded.map(packageOf)).toContain('fastify')
})

test('the runtime is looked at before anything else of ours or of a package is loaded', () => {
  const names = loaded.filter(url => url.startsWith('file:')).map(url => /[^/]+\/[^/]+$/.exec(url)?.[0])
  expect(names.slice(0, 2)).toEqual(['wiring/main.ts', 'services/runtime.ts'])
})

test.each([
  ['what cleans markup', ['sanitize-html', 'htmlparser2', 'postcss', 'source-map-js', 'piscina']],
  ['what reads forms with files', ['@fastify/busboy']],
  ['what opens pictures', ['sharp']],
  ['what tells of the process itself', ['@opentelemetry/api', 'tdigest']],
  [
    'clients of servers',
    ['@eventstore/db-client', '@grpc/grpc-js', 'google-protobuf', 'mongodb', 'bullmq', 'ioredis'],
  ],
])('a start does without %s', (_, names) => {
  const packages = new Set(loaded.map(packageOf))
  expect(names.filter(name => packages.has(name))).toEqual([])
})

test.each([
  ['pages', /\/services\/api\/pages\/.*routes\.ts$/],
  ['the desks', /\/services\/api\/(?:admin\/(?:imports|schedules|subscriptions|undo)\.ts$|operator\/)/],
  ['readers of files', /\/services\/imports\/(?:csv|ics)\//],
  ['trying and taking back imports', /\/services\/imports\/(?:dry-run\/|undo\/)/],
  ['calendars that move in', /\/services\/move-in\//],
])('a start does without %s', (_, path) => {
  expect(loaded.filter(url => path.test(url))).toEqual([])
})
