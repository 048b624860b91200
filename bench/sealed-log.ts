import { join } from 'node:path'
import { sealerOn } from '../services/seals/seal.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { systemClock } from '../shared/kernel/brands.ts'
import { fillCalendar } from './school-events.ts'

/**
 * Fills the log of a data folder with so many events and answers how many facts that are. It is sealed as one is that
 * grew: sealing all of it at once would be measured with the start.
 */
export const fillSealed = async (dataDir: string, events: number): Promise<number> => {
  const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
  const facts = await fillCalendar(store, events, '2026-06-01')
  await sealerOn({ store, nowMs: systemClock })({ records: 1, ms: 0 }, new AbortController().signal)
  await store.close()
  return facts
}
