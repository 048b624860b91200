import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { openEventStoreDb } from '../../../shared/event-store/eventstoredb/eventstoredb.ts'
import type { EventStore, Position } from '../../../shared/event-store/port.ts'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import { DIALECTS } from '../../support/eventstoredb-double/dialect.ts'
import { borrowedDouble } from '../../support/eventstoredb-double/lent.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { note } from '../../support/note.ts'
import { startSharedWriter } from '../../support/shared-writer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const STARTS = 300
/** Each gives up some calls: of a thousand within some seconds a server thinks ill, and closes the connection. */
const STARTS_OF_A_RELEASE = 100
/** One of these is written to after the other; followers want those of the first prefix. */
const STREAMS = ['wanted-1', 'hidden-1', 'wanted-2', 'hidden-2', 'hidden-3']

type Logs = { readonly writer: EventStore; readonly follower: EventStore; readonly starts: number }

const eventStoreDb = async (dialect: (typeof DIALECTS)[number]): Promise<Logs> => {
  const double = await borrowedDouble({ dialect })
  const open = () => openEventStoreDb({ url: double.url, warn: () => undefined })
  // of its own, so that the follower knows nothing of what was written
  return { writer: await open(), follower: await open(), starts: STARTS_OF_A_RELEASE }
}

const ADAPTERS: readonly (readonly [string, () => Promise<Logs>])[] = [
  [
    'memory',
    async () => {
      const log = memoryLog()
      return { writer: log, follower: log, starts: STARTS }
    },
  ],
  [
    'sqlite',
    async () => {
      const log = await openSqliteLog({ file: join(temporaryFolder(), 'log.db'), start: startSharedWriter })
      return { writer: log, follower: log, starts: STARTS }
    },
  ],
  ...DIALECTS.map(dialect => [`EventStoreDB ${dialect}`, () => eventStoreDb(dialect)] as const),
]

/** Appends to some of the streams, one after the other, until `done`. Ids of the wanted records, in log order. */
const writeUntil = async (
  log: EventStore,
  prefix: string,
  done: () => boolean,
): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let n = 0; !done(); n++) {
    const stream = STREAMS[(n * 7) % STREAMS.length] ?? ''
    const records = Array.from({ length: 1 + (n % 3) }, () => note('x'))
    await log.append(streamName(`${prefix}${stream}`), records, 'any')
    if (stream.startsWith('wanted')) ids.push(...records.map(({ id }) => id))
    if (n % 5 === 0) await log.deleteStream(streamName(`${prefix}hidden-3`))
    await turn()
  }
  return ids
}

/** Follows until `enough` steps were taken, or nothing more waits. Where it says that it has come. */
const followSome = async (
  log: EventStore,
  prefix: string,
  { after, ids, enough }: { after: Position | null; ids: string[]; enough: number },
): Promise<Position | null> => {
  const stop = new AbortController()
  let reached = after
  let steps = 0
  for await (const step of log.follow(after, [`${prefix}wanted-`], stop.signal)) {
    ids.push(...step.records.map(({ id }) => id))
    reached = step.reached
    if (++steps >= enough || (enough === Infinity && step.live)) stop.abort()
  }
  return reached
}

it.each(ADAPTERS)(
  '%s: who is stopped after any step, and goes on from where that was, sees every record once',
  async (_, open) => {
    const { writer, follower, starts } = await open()
    onTestFinished(async () => {
      await writer.close()
      if (follower !== writer) await follower.close()
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: starts, maxLength: starts }),
        async steps => {
          const prefix = `${randomUUID()}-`
          let done = false
          const writing = writeUntil(writer, prefix, () => done)
          const ids: string[] = []
          let after: Position | null = null
          try {
            for (const enough of steps) after = await followSome(follower, prefix, { after, ids, enough })
          } finally {
            done = true
            await Promise.allSettled([writing])
          }
          const written = await writing
          await followSome(follower, prefix, { after, ids, enough: Infinity })
          expect(written.length).toBeGreaterThan(0)
          expect(ids).toEqual(written)
        },
      ),
      { numRuns: 1, endOnFailure: true },
    )
  },
)
