import { bullmqJobs } from '../../shared/jobs/bullmq/bullmq.ts'

/** A process that takes jobs from the Redis at its first argument, says so, and never ends one. */
const [, , url = '', lockMs = ''] = process.argv
const queue = bullmqJobs({
  url,
  concurrency: 1,
  lockMs: Number(lockMs),
  onFailure: () => undefined,
  warn: message => process.stdout.write(`${message}\n`),
})
await queue.work({
  'import.work': async ({ importId, batch }, { attempt }) => {
    process.stdout.write(`taken ${importId} ${batch} ${attempt}\n`)
    await new Promise(() => undefined)
  },
})
