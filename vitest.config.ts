import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Deployments of many processes need the machine for themselves: they come last, one file after the other. */
const DEPLOYMENTS = 'test/servers/**/*.test.ts'
/** A browser and a service at a time are enough for two processors. */
const IN_BROWSER = 'test/browser/**/*.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/support/servers/setup.ts'],
    projects: [
      {
        test: {
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: [DEPLOYMENTS, IN_BROWSER],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          pool: 'forks',
          // the main process only waits: by itself vitest would leave a processor to it
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
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
          name: 'servers',
          include: [DEPLOYMENTS],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          pool: 'forks',
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
