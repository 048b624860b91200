import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'vitest'
import type { Documents } from '../../shared/documents/port.ts'
import { collections } from './documents/collections.ts'
import { filters } from './documents/filters.ts'
import { order } from './documents/order.ts'
import { pages } from './documents/pages.ts'
import { tallies } from './documents/tallies.ts'
import { put, type Row, type World } from './documents/world.ts'
import { writes } from './documents/writes.ts'

/**
 * What every document engine must do; run by each adapter. A difference found anywhere becomes a case here.
 * `make` gives documents that nothing else writes to while the test runs. `faults`: cases, by title, that a server
 * which is not the real one gets wrong by itself; they must fail, so that none stays here once it is mended.
 */
export const documentsContract = (
  name: string,
  make: () => Promise<Documents>,
  faults: readonly string[] = [],
) => {
  const may = (title: string) => (faults.includes(title) ? it.fails : it)
  describe(`documents contract: ${name}`, () => {
    let documents: Documents
    beforeEach(async () => {
      documents = await make()
    })
    afterEach(async () => {
      await documents.close()
    })
    const world: World = {
      documents: () => documents,
      holding: async (rows, ...indexes) => {
        const collection = await documents.collection<Row>({ name: `c-${randomUUID()}`, indexes })
        await collection.bulkWrite(rows.map(put))
        return collection
      },
      idsOf: async found => (await found).map(({ _id }) => _id),
      may,
    }
    filters(world)
    order(world)
    writes(world)
    collections(world)
    pages(world)
    tallies(world)
  })
}
