import { join } from 'node:path'
import { systemClock } from '../../shared/kernel/brands.ts'
import { openSqliteSource } from '../../shared/event-store/sqlite/outside/copy-source.ts'
import { openSqliteTarget } from '../../shared/event-store/sqlite/outside/copy-target.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { startSharedWriter } from '../support/shared-writer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { copyingContract } from './copying.contract.ts'

copyingContract('sqlite', async () => {
  const file = join(temporaryFolder(), 'log.sqlite')
  return {
    store: () => openSqliteLog({ file, start: startSharedWriter }),
    source: async () => openSqliteSource(file, systemClock),
    target: async () => openSqliteTarget(file, 'a test'),
  }
})
