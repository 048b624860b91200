import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'vitest'
import type { Documents } from '../../shared/documents/port.ts'
import { collections } from './documents/collections.ts'
import { filters } from './documents/filters.ts'
import { oneTurn } from './documents/one-turn.ts'
import { order } from './documents/order.ts'
import { pages } from './documents/pages.ts'
import { tallies } from './documents/tallies.ts'
import { put, type Row, type World } from './documents/world.ts'
import { writes } from './documents/writes.ts'

type Make = () => Promise<Documents>

const inWorld = (
  name: string,
  make: Make,
  faults: readonly string[],
  parts: readonly ((world: World) => void)[],
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
    for (const part of parts) part(world)
  })
}

/**
 * What every document engine must do; run by each adapter. A difference found anywhere becomes a case here.
 * `make` gives documents that nothing else writes to while the test runs. `faults`: cases, by title, that a server
 * which is not the real one gets wrong by itself; they must fail, so that none stays here once it is mended.
 */
export const documentsContract = (name: string, make: Make, faults: readonly string[] = []) =>
  inWorld(name, make, faults, [filters, order, writes, oneTurn, collections, pages, tallies])

/** Of it, what is asked and written in one turn: for an engine that has a second way to do that. */
export const oneTurnContract = (name: string, make: Make) => inWorld(name, make, [], [oneTurn])
