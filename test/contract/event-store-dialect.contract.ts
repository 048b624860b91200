import { afterAll, beforeAll, describe } from 'vitest'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import type { Dialect } from '../support/eventstoredb-double/dialect.ts'
import { startDouble, type Double } from '../support/eventstoredb-double/start.ts'
import { eventStoreContract } from './event-store.contract.ts'

/** The contract on one release, on a young log of its own. The double that all tests share speaks 24.10. */
export const dialectContract = (dialect: Dialect): void => {
  describe(`EventStoreDB ${dialect}`, () => {
    let double: Double
    beforeAll(async () => {
      double = await startDouble({ dialect })
    })
    afterAll(() => double.stop())

    const open = () => openEventStoreDb({ url: double.url, warn: () => undefined })
    eventStoreContract(
      dialect,
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
}
