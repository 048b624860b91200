import { openEnd } from '../../shared/event-store/eventstoredb/copy-end.ts'
import { sourceOn } from '../../shared/event-store/eventstoredb/copy-source.ts'
import { targetOn } from '../../shared/event-store/eventstoredb/copy-target.ts'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import { borrowedDouble } from '../support/eventstoredb-double/lent.ts'
import type { Dialect } from '../support/eventstoredb-double/dialect.ts'
import { copyingContract } from './copying.contract.ts'

const dialects: readonly Dialect[] = ['23.10', '24.10']

for (const dialect of dialects)
  copyingContract(`eventstoredb ${dialect}`, async () => {
    const double = await borrowedDouble({ dialect })
    const options = { url: double.url, warn: () => undefined }
    return {
      store: () => openEventStoreDb(options),
      source: async () => sourceOn(await openEnd(options)),
      target: async () => targetOn(await openEnd(options)),
    }
  })
