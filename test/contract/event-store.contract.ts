import { afterEach, beforeEach, describe } from 'vitest'
import { appending } from './event-store/appending.ts'
import { closing } from './event-store/closing.ts'
import { deleting } from './event-store/deleting.ts'
import { folding } from './event-store/folding.ts'
import { following } from './event-store/following.ts'
import { reading } from './event-store/reading.ts'
import { repeats } from './event-store/repeats.ts'
import { severalStreams } from './event-store/several-streams.ts'
import { stored } from './event-store/stored.ts'
import { World, type Kind, type Made } from './event-store/world.ts'

/** Every adapter of the log runs exactly these cases. A difference met anywhere becomes a case here. */
export const eventStoreContract = (name: string, make: () => Promise<Made>, kind: Kind): void => {
  describe(`event store contract: ${name}`, () => {
    const world = new World(kind)
    beforeEach(async () => {
      world.begin(await make())
    })
    afterEach(async () => {
      await world.store.close()
    })
    appending(world)
    severalStreams(world)
    repeats(world)
    stored(world)
    reading(world)
    following(world)
    deleting(world)
    folding(world)
    closing(world)
  })
}
