import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { startSharedWriter } from '../support/shared-writer.ts'
import { madeFolder } from '../support/temporary-folder.ts'
import { eventStoreContract } from './event-store.contract.ts'

const { folder, remove } = madeFolder()
afterAll(remove)

eventStoreContract(
  'sqlite',
  async () => {
    const file = join(folder, randomUUID(), 'log.db')
    const store = await openSqliteLog({ file, start: startSharedWriter })
    const reopen = async () => {
      await store.close()
      // by a thread of its own, as in a service
      return openSqliteLog({ file })
    }
    return { store, reopen }
  },
  { reopens: true, isOneAct: true },
)
