import { memoryLog } from '../support/memory-log.ts'
import { eventStoreContract } from './event-store.contract.ts'

eventStoreContract('memory, for tests', async () => ({ store: memoryLog() }), {
  reopens: false,
  isOneAct: true,
})
