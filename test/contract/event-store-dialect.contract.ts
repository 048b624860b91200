import { afterAll, beforeAll, describe } from 'vitest'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import type { Dialect } from '../support/eventstoredb-double/dialect.ts'
import { lentDouble, type LentDouble } from '../support/eventstoredb-double/lent.ts'
import { eventStoreContract } from './event-store.contract.ts'

/** The contract on one release, on a young log of its own. The double that all tests share speaks 24.10. */
export const dialectContract = (dialect: Dialect): void => {
  describe(`EventStoreDB ${dialect}`, () => {
    let double: LentDouble
    beforeAll(async () => {
      double = await lentDouble({ dialect })
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
