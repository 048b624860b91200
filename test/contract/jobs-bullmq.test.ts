import { randomUUID } from 'node:crypto'
import { describe, inject } from 'vitest'
import { bullmqJobs } from '../../shared/jobs/bullmq.ts'
import { jobsContract } from './jobs.contract.ts'

const url = inject('redisUrl')

describe.skipIf(url === null)('on Redis', () => {
  jobsContract('BullMQ', async () =>
    bullmqJobs({
      url: url ?? '',
      prefix: `{test-${randomUUID()}}`,
      concurrency: 3,
      backoff: () => 1,
      onFailure: () => undefined,
      warn: (message, error) => {
        throw new Error(message, { cause: error })
      },
    }),
  )
})
