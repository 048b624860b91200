import { afterAll, beforeAll, describe } from 'vitest'
import { copied } from './deployment/copied.ts'
import { killed } from './deployment/killed.ts'
import { purged } from './deployment/purged.ts'
import { told } from './deployment/told.ts'
import { apart, together } from './deployment/together.ts'
import { hasServers, World } from './deployment/world.ts'

// Processes take long to start: all of this is done to those of one deployment, one thing after the other, and each begins
// with as many workers and feeders as it needs, whatever became of the one before.
describe.skipIf(!hasServers)('processes of every role on their servers', () => {
  const world = new World()
  beforeAll(() => world.start(), 600_000)
  afterAll(() => world.end(), 300_000)
  together(world)
  purged(world)
  copied(world)
  told(world)
  killed(world)
  apart(world)
})
