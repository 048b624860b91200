import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { Dialect } from '../support/eventstoredb-double/dialect.ts'
import { acknowledgements } from './event-store-eventstoredb/acknowledgements.ts'
import { following } from './event-store-eventstoredb/following.ts'
import { hidden } from './event-store-eventstoredb/hidden.ts'
import { howFar } from './event-store-eventstoredb/how-far.ts'
import { others } from './event-store-eventstoredb/others.ts'
import { refused } from './event-store-eventstoredb/refused.ts'
import { removed } from './event-store-eventstoredb/removed.ts'
import { sharedEnd } from './event-store-eventstoredb/shared-end.ts'
import { silent } from './event-store-eventstoredb/silent.ts'
import { underWay } from './event-store-eventstoredb/under-way.ts'
import { World } from './event-store-eventstoredb/world.ts'

/** What every release does when its node or the way to it fails. */
export const eventStoreDbFaults = (dialect: Dialect): void => {
  describe(`EventStoreDB ${dialect}`, () => {
    const world = new World(dialect)
    beforeAll(() => world.start())
    afterAll(() => world.end())
    beforeEach(() => world.begin())
    afterEach(() => world.leave())
    acknowledgements(world)
    underWay(world)
    refused(world)
    silent(world)
    following(world)
    howFar(world)
    sharedEnd(world)
    removed(world)
    others(world)
    hidden(world)
  })
}
