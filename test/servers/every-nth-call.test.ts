import { describe, expect, inject, it } from 'vitest'
import { mongoDocuments } from '../../shared/documents/mongodb/mongodb.ts'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import { bullmqJobs } from '../../shared/jobs/bullmq/bullmq.ts'
import { ownLog } from '../support/eventstoredb-double/own-log.ts'
import type { When } from '../support/faults/one-fault.ts'
import { failingService, type Port } from '../support/faults/service.ts'
import { everyPoint, importBatch, purgeEvent, updateEvent, type Walk } from '../support/faults/walks.ts'
import { testDatabase } from '../support/mongodb.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]
const quiet = () => undefined

/** A service of its own on servers; the log is its own, too. */
const onServers = async () => {
  const eventstore = await ownLog()
  const { database, drop } = testDatabase(mongodbUrl ?? '')
  const [mongodb, redis] = [new URL(`/${database}`, mongodbUrl ?? '').href, redisUrl ?? '']
  const log = await openEventStoreDb({ url: eventstore.url, warn: quiet })
  const documents = await mongoDocuments({ url: mongodb, warn: quiet })
  const prefix = `{every-call-${database}}`
  const queue = bullmqJobs({
    ...{ url: redis, prefix, concurrency: 2, onFailure: quiet, warn: quiet },
    backoff: () => 10,
  })
  const service = await failingService(
    { log, documents, queue },
    { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongodb, REDIS_URL: redis },
  )
  const stop = async () => {
    try {
      await service.stop()
      await log.close()
    } finally {
      // the next case waits for the log, and for nothing else
      await eventstore.release()
    }
    await documents.close()
    await drop()
  }
  return { service, stop }
}

type Case = readonly [string, When, Port, Walk, { readonly first: number; readonly step: number }]
const cases: readonly Case[] = [
  ['an import batch', 'before', 'log', importBatch, { first: 2, step: 9 }],
  ['an import batch', 'after', 'log', importBatch, { first: 5, step: 9 }],
  ['an import batch', 'before', 'documents', importBatch, { first: 3, step: 9 }],
  ['an import batch', 'after', 'documents', importBatch, { first: 7, step: 9 }],
  ['an import batch', 'before', 'jobs', importBatch, { first: 1, step: 1 }],
  ['an import batch', 'after', 'jobs', importBatch, { first: 1, step: 1 }],
  ['an update', 'before', 'log', updateEvent, { first: 1, step: 4 }],
  ['an update', 'after', 'log', updateEvent, { first: 2, step: 4 }],
  ['an update', 'before', 'documents', updateEvent, { first: 1, step: 4 }],
  ['an update', 'after', 'documents', updateEvent, { first: 2, step: 4 }],
  ['a purge', 'before', 'log', purgeEvent, { first: 1, step: 4 }],
  ['a purge', 'after', 'log', purgeEvent, { first: 2, step: 4 }],
  ['a purge', 'after', 'documents', purgeEvent, { first: 3, step: 4 }],
]

describe.skipIf(mongodbUrl === null || redisUrl === null)(
  'one call fails and a service on servers comes back by itself',
  () => {
    it.for(cases)(
      '%s: an outage %s a call of the %s took effect',
      { timeout: 240_000 },
      async ([, when, port, walk, points], { onTestFinished }) => {
        const opened = onServers()
        // whatever its time was used for, nothing of it is left to the cases behind it
        onTestFinished(async () => (await opened).stop(), 120_000)
        const { service } = await opened
        const failed = await everyPoint(service, walk, { port, when, last: 60, ...points })
        expect(failed).not.toEqual([])
      },
    )
  },
)
