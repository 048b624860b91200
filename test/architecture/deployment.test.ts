import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { configNames } from '../../shared/config.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')

const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  deploy: z.object({ replicas: z.number() }).optional(),
  stop_grace_period: z.string().regex(/^\d+s$/),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  volumes: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
})
const compose = z
  .object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(text('docker-compose.yml'), { merge: true }))
const { services } = compose
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)
const servers = Object.entries(services).filter(([, { build }]) => build === undefined)

test('the deployment has every role and every server', () => {
  const replicas = ours.map(([name, { environment, deploy }]) => [
    name,
    environment['ROLE'],
    deploy?.replicas ?? 1,
  ])
  expect(replicas).toEqual([
    ['api', 'api', 2],
    ['projections', 'projections', 1],
    ['workers', 'workers', 2],
  ])
  expect(servers.map(([name]) => name)).toEqual(['eventstoredb', 'mongodb', 'redis'])
})

test.each(ours)('%s sets only what the configuration knows, and waits for healthy servers', (_, service) => {
  expect(configNames).toEqual(expect.arrayContaining(Object.keys(service.environment)))
  expect(Object.keys(service.environment)).toEqual(
    expect.arrayContaining(['ROLE', 'EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL', 'SITE_URL']),
  )
  expect(Object.entries(service.depends_on)).toEqual(
    servers.map(([name]) => [name, { condition: 'service_healthy' }]),
  )
})

test.each(ours)('%s may take longer to stop than its own deadline', (_, service) => {
  const graceMs = Number.parseInt(service.stop_grace_period, 10) * 1_000
  expect(graceMs).toBeGreaterThan(Number(service.environment['SHUTDOWN_MS']))
})

test.each(servers)('%s is checked, and keeps its data in a named volume', (_, service) => {
  expect(service.healthcheck?.test.length).toBeGreaterThan(1)
  expect(service.volumes.length).toBeGreaterThan(0)
  for (const volume of service.volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
})

test('Redis neither evicts jobs nor forgets them at a restart; MongoDB is a replica set', () => {
  expect(services['redis']?.command).toEqual(
    expect.arrayContaining(['--maxmemory-policy', 'noeviction', '--appendonly', 'yes']),
  )
  expect(services['mongodb']?.command).toEqual(expect.arrayContaining(['--replSet', 'belltower']))
  expect(services['api']?.environment['MONGODB_URL']).toContain('replicaSet=belltower')
})

test('the image holds every folder that the service needs, and runs as nobody special', () => {
  const lines = text('Dockerfile').split('\n')
  const copied = lines.flatMap(line => /^COPY (?!--)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
  expect(copied).toEqual(
    expect.arrayContaining(['package.json', 'shared', 'services', 'projections', 'workers']),
  )
  for (const path of copied) {
    expect(existsSync(join(root, path))).toBe(true)
    expect(text('.dockerignore').split('\n')).toContain(`!${path}`)
  }
  expect(lines).toContain('USER 1000')
})

test('the service is started with the same options everywhere', () => {
  const optionIn = (file: string) => [...new Set(text(file).match(/--max-semi-space-size=\d+/g))]
  const files = ['scripts/run.mjs', 'Dockerfile', 'docs/operations/running.md', 'bench/child.ts']
  expect(files.map(optionIn)).toEqual(files.map(() => ['--max-semi-space-size=16']))
  const arenasIn = (file: string) => /MALLOC_ARENA_MAX(?:=| \?\? ')(\d+)/.exec(text(file))?.[1]
  expect(['scripts/run.mjs', 'Dockerfile', 'docs/operations/running.md'].map(arenasIn)).toEqual([
    '2',
    '2',
    '2',
  ])
})
