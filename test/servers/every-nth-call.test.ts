import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import { bullmqJobs } from '../../shared/jobs/bullmq/bullmq.ts'
import { ownLog } from '../support/eventstoredb-double/own-log.ts'
import type { When } from '../support/faults/one-fault.ts'
import { failingService, type Port } from '../support/faults/service.ts'
import { everyPoint, importBatch, purgeEvent, updateEvent, type Walk } from '../support/faults/walks.ts'
import { patientDocuments, testDatabase } from '../support/mongodb.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]
const quiet = () => undefined

/** A service of its own on servers; the log is its own, too. It takes so long to make that each walk is done on one. */
const onServers = async () => {
  const eventstore = await ownLog()
  const { database, drop } = testDatabase(mongodbUrl ?? '')
  const [mongodb, redis] = [new URL(`/${database}`, mongodbUrl ?? '').href, redisUrl ?? '']
  const log = await openEventStoreDb({ url: eventstore.url, warn: quiet })
  const documents = await patientDocuments(mongodb)
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
      // the next walk waits for the log, and for nothing else
      await eventstore.release()
    }
    await documents.close()
    await drop()
  }
  return { service, stop }
}

type Fault = readonly [When, Port, { readonly first: number; readonly step: number }]
const walks: readonly (readonly [string, Walk, readonly Fault[]])[] = [
  [
    'an import batch',
    importBatch,
    [
      ['before', 'log', { first: 2, step: 9 }],
      ['after', 'log', { first: 5, step: 9 }],
      ['before', 'documents', { first: 3, step: 9 }],
      ['after', 'documents', { first: 7, step: 9 }],
      ['before', 'jobs', { first: 1, step: 1 }],
      ['after', 'jobs', { first: 1, step: 1 }],
    ],
  ],
  [
    'an update',
    updateEvent,
    [
      ['before', 'log', { first: 1, step: 4 }],
      ['after', 'log', { first: 2, step: 4 }],
      ['before', 'documents', { first: 1, step: 4 }],
      ['after', 'documents', { first: 2, step: 4 }],
    ],
  ],
  [
    'a purge',
    purgeEvent,
    [
      ['before', 'log', { first: 1, step: 4 }],
      ['after', 'log', { first: 2, step: 4 }],
      ['after', 'documents', { first: 3, step: 4 }],
    ],
  ],
]

describe.skipIf(mongodbUrl === null || redisUrl === null).each(walks)(
  'one call fails in %s, and a service on servers comes back by itself',
  (_, walk, faults) => {
    let opened: Awaited<ReturnType<typeof onServers>>
    beforeAll(async () => {
      opened = await onServers()
    })
    afterAll(() => opened.stop())

    it.for(faults)('an outage %s a call of the %s took effect', async fault => {
      const [when, port, points] = fault
      const failed = await everyPoint(opened.service, walk, { port, when, last: 60, ...points })
      expect(failed).not.toEqual([])
    })
  },
)
