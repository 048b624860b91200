import { join } from 'node:path'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { lentDouble } from './eventstoredb-double/lent.ts'
import { memoryLog } from './memory-log.ts'
import { startSharedWriter } from './shared-writer.ts'
import { madeFolder } from './temporary-folder.ts'

/** A log with nothing in it, and what takes it away. */
export type OwnLog = {
  readonly store: EventStore
  readonly end: () => Promise<void>
  /** Whether what `appendAll` is given becomes durable at once, and not one after the other. */
  readonly isOneAct: boolean
}

/** Every kind of log, EventStoreDB as its double, by name. */
export const everyLog: readonly (readonly [name: string, open: () => Promise<OwnLog>])[] = [
  ['memory', async () => ({ store: memoryLog(), end: async () => undefined, isOneAct: true })],
  [
    'SQLite',
    async () => {
      const { folder, remove } = madeFolder()
      const store = await openSqliteLog({ file: join(folder, 'log.db'), start: startSharedWriter })
      const end = async () => {
        await store.close()
        remove()
      }
      return { store, end, isOneAct: true }
    },
  ],
  [
    'EventStoreDB',
    async () => {
      const double = await lentDouble()
      const store = await openEventStoreDb({ url: double.url, warn: () => undefined })
      const end = async () => {
        await store.close()
        await double.stop()
      }
      return { store, end, isOneAct: false }
    },
  ],
]
