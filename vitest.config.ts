import { statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { env } from 'node:process'
import { defineConfig } from 'vitest/config'
import OrderOfFiles from './test/support/order-of-files.ts'

const PURE = ['test/unit/**/*.test.ts', 'test/architecture/**/*.test.ts']
/** Tests that replace a module: nobody may have loaded it in their process before. */
const REPLACING = [
  'test/integration/api/first-question.test.ts',
  'test/unit/shared/documents/memory/ordered-entries.test.ts',
  'test/integration/api/lists-by-role.test.ts',
  'test/property/api/kept-answers.test.ts',
]
/**
 * What happens when something dies, and adapters that watch their connections: those and signals are of a process. All
 * other contracts and faults, in memory and on doubles that were lent, share processes.
 */
const PORTS = [
  'test/contract/{documents-mongodb,event-store-{eventstoredb,sqlite},eventstoredb-double-faults,jobs-bullmq}.test.ts',
  'test/fault/{documents-mongodb,event-store-*,eventstoredb-2*,jobs-bullmq,redis-away,start}.test.ts',
]
const IN_BROWSER = 'test/browser/**/*.test.ts'
/** Deployments of many processes. */
const DEPLOYMENTS = 'test/servers/**/*.test.ts'

/** Files side by side, of all projects. More than there are processors: browsers, services and servers are waited for. */
const ALL = {
  // against what would never end, not for what takes long on a machine that has much else to do
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // a second is no time on a machine that has much else to do
  expect: { poll: { timeout: 30_000 } },
  pool: 'forks',
  maxWorkers: availableParallelism() + 2,
} as const

const MEMORY = '/dev/shm'
const ROOM_GIB = 4

const isRoomy = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM_GIB * 1024 ** 3
  } catch {
    return false
  }
}

/** What tests write need not outlive the machine: it stays in memory where there is room, and no disk is waited for. */
const temporary = env['TMPDIR'] === undefined && isRoomy(MEMORY) ? { TMPDIR: MEMORY } : {}

/** Modules are loaded by Node, as they are when the service runs, not changed for the tests. */
const AS_THEY_ARE = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const

/** The same for tests that replace a module: it is looked for where Node loads it. */
const REPLACED = { experimental: { viteModuleRunner: false, nodeLoader: true } } as const

/** Modules have no state of their own: they are loaded and compiled once for all files of a process. */
const SHARED = { ...AS_THEY_ARE, isolate: false } as const

export default defineConfig({
  test: {
    globalSetup: ['test/support/servers/setup.ts'],
    sequence: { sequencer: OrderOfFiles },
    env: temporary,
    projects: [
      { test: { ...ALL, ...SHARED, name: 'unit', include: PURE, exclude: REPLACING } },
      { test: { ...ALL, ...REPLACED, name: 'replacing', include: REPLACING } },
      { test: { ...ALL, ...AS_THEY_ARE, name: 'ports', include: PORTS } },
      {
        test: {
          ...ALL,
          ...SHARED,
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, ...REPLACING, ...PORTS, IN_BROWSER, DEPLOYMENTS],
        },
      },
      {
        test: {
          ...ALL,
          ...SHARED,
          name: 'browser',
          include: [IN_BROWSER],
          globalSetup: ['test/support/chromium/setup.ts'],
        },
      },
      { test: { ...ALL, ...AS_THEY_ARE, name: 'servers', include: [DEPLOYMENTS] } },
    ],
  },
})
