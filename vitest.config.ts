import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const PURE = ['test/unit/**/*.test.ts', 'test/architecture/**/*.test.ts']
/** Tests that replace a module: nobody may have loaded it in their process before. */
const REPLACING = ['test/unit/shared/documents/memory/ordered-entries.test.ts']
/** What adapters do, and what they do when something dies: connections and signals are those of a process. */
const PORTS = ['test/contract/**/*.test.ts', 'test/fault/**/*.test.ts']
/** A browser and a service at a time are enough for two processors. */
const IN_BROWSER = 'test/browser/**/*.test.ts'
/** Deployments of many processes need the machine for themselves: they come last, one file after the other. */
const DEPLOYMENTS = 'test/servers/**/*.test.ts'

const LIMITS = { testTimeout: 30_000, hookTimeout: 30_000, pool: 'forks' } as const

/** Files side by side. One more than there are processors, because most services and servers are also waited for. */
const FIRST = {
  ...LIMITS,
  maxWorkers: availableParallelism() + 1,
  sequence: { groupOrder: 0 },
} as const

/** Modules have no state of their own: they are loaded and compiled once for all files of a process. */
const SHARED = { isolate: false } as const

export default defineConfig({
  test: {
    globalSetup: ['test/support/servers/setup.ts'],
    projects: [
      { test: { ...FIRST, ...SHARED, name: 'unit', include: PURE, exclude: REPLACING } },
      { test: { ...FIRST, name: 'replacing', include: REPLACING } },
      { test: { ...FIRST, name: 'ports', include: PORTS } },
      {
        test: {
          ...FIRST,
          ...SHARED,
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, ...PORTS, IN_BROWSER, DEPLOYMENTS],
        },
      },
      {
        test: {
          ...LIMITS,
          name: 'browser',
          include: [IN_BROWSER],
          globalSetup: ['test/support/chromium/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...LIMITS,
          name: 'servers',
          include: [DEPLOYMENTS],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
