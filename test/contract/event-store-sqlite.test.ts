import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { startSharedWriter } from '../support/shared-writer.ts'
import { eventStoreContract } from './event-store.contract.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belltower-log-'))
})
afterAll(() => rm(folder, { recursive: true }))

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
