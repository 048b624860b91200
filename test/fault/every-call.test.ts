import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeEach } from '../../shared/documents/lazy.ts'
import { memoryDocuments } from '../../shared/documents/memory/memory.ts'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { inProcessJobs } from '../../shared/jobs/in-process/in-process.ts'
import type { When } from '../support/faults/one-fault.ts'
import { failingService, type Port } from '../support/faults/service.ts'
import { everyPoint, importBatch, purgeEvent, updateEvent, type Walk } from '../support/faults/walks.ts'
import { memoryLog } from '../support/memory-log.ts'
import { startSharedWriter } from '../support/shared-writer.ts'
import { madeFolder } from '../support/temporary-folder.ts'

type Logs = 'memory' | 'SQLite'
type Case = readonly [string, When, Port, Logs, Walk, number]

const openLog = async (kind: Logs) => {
  if (kind === 'memory') return { store: memoryLog(), remove: () => undefined }
  const { folder, remove } = madeFolder()
  return {
    store: await openSqliteLog({ file: join(folder, 'log.sqlite'), start: startSharedWriter }),
    remove,
  }
}

type Kept = { readonly store: EventStore; readonly documents: Documents }

/** The calls that failed, one in each walk. */
const failedIn = async (
  { store, documents }: Kept,
  walk: Walk,
  fault: { readonly port: Port; readonly when: When },
): Promise<readonly string[]> => {
  const queue = inProcessJobs({ concurrency: 2, onFailure: () => undefined, backoff: () => 10 })
  const service = await failingService({ log: store, documents, queue })
  try {
    return await everyPoint(service, walk, fault)
  } finally {
    await service.stop()
    await store.close()
  }
}

/** The last: how many calls there are at least, so that nobody takes a walk without calls for a proof. */
const cases: readonly Case[] = (['before', 'after'] as const).flatMap((when): readonly Case[] => [
  ['an import batch', when, 'log', 'memory', importBatch, 40],
  ['an import batch', when, 'log', 'SQLite', importBatch, 40],
  ['an import batch', when, 'documents', 'memory', importBatch, 20],
  ['an import batch', when, 'jobs', 'memory', importBatch, 2],
  ['an update', when, 'log', 'memory', updateEvent, 8],
  ['an update', when, 'log', 'SQLite', updateEvent, 8],
  ['an update', when, 'documents', 'memory', updateEvent, 8],
  ['a purge', when, 'log', 'memory', purgeEvent, 8],
  ['a purge', when, 'log', 'SQLite', purgeEvent, 8],
  ['a purge', when, 'documents', 'memory', purgeEvent, 8],
])

describe.concurrent('one call fails and the service comes back by itself', () => {
  it.for(cases)(
    '%s: an outage %s each call of the %s took effect, log in %s',
    async ([, when, port, logs, walk, atLeast], { onTestFinished }) => {
      const { store, remove } = await openLog(logs)
      onTestFinished(remove)
      const failed = await failedIn({ store, documents: memoryDocuments() }, walk, { port, when })
      expect(failed.length, failed.join(', ')).toBeGreaterThanOrEqual(atLeast)
    },
  )

  it.for(['before', 'after'] as const)(
    'an update: an outage %s each call of documents that write to several collections at once took effect',
    async when => {
      const there = memoryDocuments()
      const documents: Documents = { ...there, writeAll: writes => writeEach(there, writes) }
      const failed = await failedIn({ store: memoryLog(), documents }, updateEvent, {
        port: 'documents',
        when,
      })
      expect(failed.filter(name => name.startsWith('writeAll '))).not.toEqual([])
    },
  )
})
