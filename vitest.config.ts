import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const PURE = ['test/unit/**/*.test.ts', 'test/architecture/**/*.test.ts']
/** Tests that replace a module: nobody may have loaded it in their process before. */
const REPLACING = ['test/unit/shared/documents/memory/ordered-entries.test.ts']
/** A browser and a service at a time are enough for two processors. */
const IN_BROWSER = 'test/browser/**/*.test.ts'
/** Deployments of many processes need the machine for themselves: they come last, one file after the other. */
const DEPLOYMENTS = 'test/servers/**/*.test.ts'

const LIMITS = { testTimeout: 30_000, hookTimeout: 30_000 } as const

/** Projects side by side, file by file. */
const FIRST = {
  ...LIMITS,
  pool: 'forks',
  // the main process only waits: by itself vitest would leave a processor to it
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 0 },
} as const

export default defineConfig({
  test: {
    globalSetup: ['test/support/servers/setup.ts'],
    projects: [
      {
        test: {
          ...FIRST,
          name: 'unit',
          include: PURE,
          exclude: REPLACING,
          // modules without state of their own are loaded once for all files of a process
          isolate: false,
        },
      },
      { test: { ...FIRST, name: 'replacing', include: REPLACING } },
      {
        test: {
          ...FIRST,
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, IN_BROWSER, DEPLOYMENTS],
        },
      },
      {
        test: {
          name: 'browser',
          include: [IN_BROWSER],
          globalSetup: ['test/support/chromium/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...LIMITS,
          name: 'servers',
          include: [DEPLOYMENTS],
          pool: 'forks',
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
