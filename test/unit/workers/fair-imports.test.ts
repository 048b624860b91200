import { expect, inject, it } from 'vitest'
import { bullmqJobs } from '../../../shared/jobs/bullmq/bullmq.ts'
import { inProcessJobs } from '../../../shared/jobs/in-process/in-process.ts'
import { expectFairImports } from '../../support/fair-imports.ts'

const redisUrl = inject('redisUrl')
const options = { concurrency: 4, onFailure: () => undefined }

it('ten imports in one process go on together, and a poisoned one holds up nobody', async () => {
  const queue = inProcessJobs(options)
  await expectFairImports(queue)
  await queue.close()
})

it.skipIf(redisUrl === null)('so do they in Redis', async () => {
  const prefix = `{fair-imports-${Date.now()}}`
  const queue = bullmqJobs({ url: redisUrl ?? '', prefix, ...options, warn: () => undefined })
  await expectFairImports(queue)
  await queue.close()
  expect.hasAssertions()
})
