import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Rule = IForbiddenRuleType & { readonly name: string }
type Config = { readonly forbidden: readonly Rule[]; readonly options: ICruiseOptions }

const root = join(import.meta.dirname, '..', '..')
const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as Config

type Plant = readonly [from: string, to: string]

/** Rule → one file that breaks it, and what that file imports. Targets are made as empty modules. */
const planted: Readonly<Record<string, Plant>> = {
  'no-circles': ['shared/a.ts', 'shared/b.ts'],
  'shared-is-the-floor': ['shared/floor.ts', 'services/upstairs.ts'],
  'kernel-knows-nothing': ['shared/kernel/text.ts', 'shared/config.ts'],
  'facts-are-plain': ['shared/facts/fact.ts', 'shared/documents/port.ts'],
  'rights-are-pure': ['shared/rights.ts', 'shared/config.ts'],
  'deciders-are-pure': ['services/calendar/event/decide.ts', 'shared/event-store/port.ts'],
  'aggregates-are-strangers': ['services/calendar/event.ts', 'services/calendar/venue.ts'],
  'write-side-knows-no-http': ['services/imports/apply/apply.ts', 'services/api/app.ts'],
  'projections-know-only-facts': ['projections/history/evolve.ts', 'services/calendar/claims.ts'],
  'projections-are-strangers': ['projections/terms/store.ts', 'projections/venues/store.ts'],
  'readers-ask-queries-only': ['services/api/list.ts', 'projections/venues/evolve.ts'],
  'workers-know-no-http': ['workers/handler.ts', 'services/api/reply.ts'],
  'services-know-no-workers': ['services/api/enqueue.ts', 'workers/dispatch.ts'],
  'nothing-knows-the-wiring': ['services/api/wired.ts', 'services/wiring/compose.ts'],
  'views-are-rendered-by-the-api-and-workers': ['services/imports/show.ts', 'services/views/make.ts'],
  'views-know-no-http': ['services/views/list.ts', 'services/api/app.ts'],
  'engine-knows-no-read-model': ['projections/engine/runner.ts', 'projections/items/item.ts'],
  'adapters-only-where-things-are-wired': ['services/wiring/roles.ts', 'shared/event-store/sqlite/sqlite.ts'],
  'sqlite-only-in-the-log': ['shared/documents/file.ts', 'node:sqlite'],
  'figures-only-in-their-place': ['workers/count.ts', 'prom-client'],
  'redis-only-in-the-job-queue': ['workers/lock.ts', 'ioredis'],
  'eventstoredb-only-in-the-log': ['shared/documents/events.ts', '@eventstore/db-client'],
  'mongodb-only-in-the-documents': ['projections/direct.ts', 'mongodb'],
  'fastify-only-in-the-api': ['services/calendar/http.ts', 'fastify'],
  'pictures-are-opened-in-one-place': ['services/images/other.ts', 'sharp'],
  'generations-are-strangers': ['services/api/calx-v1/item-read.ts', 'services/api/cal-v1/item-read.ts'],
  'items-know-no-generation': ['services/api/items/deps.ts', 'services/api/cal-v1/events/events.ts'],
  'openapi-knows-no-generation': ['services/api/openapi/items.ts', 'services/api/cal-v1/members.ts'],
  'html-cleaning-only-in-the-kernel': ['services/api/clean.ts', 'sanitize-html'],
  'production-needs-no-development-package': ['services/api/tested.ts', 'fast-check'],
}

/** More ways to break a rule that holds in many places. */
const alsoPlanted: readonly (readonly [rule: string, ...Plant])[] = [
  ['generations-are-strangers', 'services/api/cal-v1/terms/terms.ts', 'services/api/calx-v1/members.ts'],
  ['aggregates-are-strangers', 'services/calendar/term/write.ts', 'services/calendar/venue.ts'],
  ['deciders-are-pure', 'services/accounts/state.ts', 'shared/documents/port.ts'],
  ['deciders-are-pure', 'services/accounts/decide.ts', 'services/accounts/authenticate.ts'],
  ['deciders-are-pure', 'services/site/decide.ts', 'node:crypto'],
  ['deciders-are-pure', 'services/site/state.ts', 'zod'],
  ['deciders-are-pure', 'services/imports/run/decide.ts', 'services/imports/run/runs.ts'],
  ['deciders-are-pure', 'services/imports/run/state.ts', 'services/images/decide.ts'],
]
const plants: readonly Plant[] = [
  ...Object.values(planted),
  ...alsoPlanted.map(([, from, to]): Plant => [from, to]),
]

const base = join(root, 'test-results', 'planted')
const isFile = (target: string) => target.endsWith('.ts')

const plant = (path: string, text: string) => {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), text)
}

const importing = (from: string, to: string) => {
  const up = '../'.repeat(from.split('/').length - 1)
  return `import * as planted from '${isFile(to) ? up + to : to}'\nexport const kept = planted\n`
}

const found = new Map<string, Set<string>>()

beforeAll(async () => {
  rmSync(base, { recursive: true, force: true })
  mkdirSync(base, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'))
  writeFileSync(join(base, 'package.json'), packageText())
  for (const [, to] of plants) if (isFile(to)) plant(to, 'export const empty = 1\n')
  for (const [from, to] of plants) plant(from, importing(from, to))
  plant('shared/b.ts', importing('shared/b.ts', 'shared/a.ts'))
  const { output } = await cruise(
    ['services', 'projections', 'workers', 'shared'],
    { ...config.options, ruleSet: { forbidden: [...config.forbidden] }, validate: true, baseDir: base },
    { extensions: ['.ts', '.js'], conditionNames: ['import', 'node', 'types'] },
  )
  for (const { rule, from } of (output as ICruiseResult).summary.violations) {
    found.set(rule.name, (found.get(rule.name) ?? new Set()).add(from))
  }
})

const packageText = () =>
  JSON.stringify(createRequire(import.meta.url)('../../package.json') as Record<string, unknown>)

afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('dependency rules', () => {
  it('each have one planted violation', () => {
    expect(Object.keys(planted).sort()).toEqual(config.forbidden.map(rule => rule.name).sort())
  })

  it.each(Object.entries(planted))('%s is caught', (rule, [from]) => {
    expect([...(found.get(rule) ?? [])]).toContain(from)
  })

  it.each(alsoPlanted)('%s is caught in %s', (rule, from) => {
    expect([...(found.get(rule) ?? [])]).toContain(from)
  })
})
