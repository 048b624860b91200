import { afterAll, beforeAll, describe, it } from 'vitest'
import { copied } from './deployment/copied.ts'
import { killed } from './deployment/killed.ts'
import { purged } from './deployment/purged.ts'
import { told } from './deployment/told.ts'
import { apart, together } from './deployment/together.ts'
import { hasServers, World } from './deployment/world.ts'

// Processes take long to start: all of this is done to those of one deployment, one thing after the other.
describe.skipIf(!hasServers)('processes of every role on their servers', () => {
  const world = new World()
  beforeAll(() => world.start(), 240_000)
  afterAll(() => world.end(), 60_000)
  together(world)
  purged(world)
  copied(world)
  // each kills a worker and waits until others take up its jobs
  it('08 §4: those who are told hear everything, and an import loses nothing, although processes are killed', async () => {
    await world.launchWorker()
    await Promise.all([told(world), killed(world)])
  }, 300_000)
  apart(world)
})
