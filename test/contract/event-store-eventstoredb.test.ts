import { describe, inject } from 'vitest'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import { eventStoreContract } from './event-store.contract.ts'

const url = inject('eventstoreUrl')

const open = () => {
  if (url === null) throw new Error('there is no EventStoreDB on this machine')
  return openEventStoreDb({ url, warn: () => undefined })
}

describe.skipIf(url === null)('EventStoreDB', () => {
  eventStoreContract(
    'eventstoredb',
    async () => {
      const store = await open()
      const reopen = async () => {
        await store.close()
        return open()
      }
      return { store, reopen }
    },
    { reopens: true, isOneAct: false },
  )
})
