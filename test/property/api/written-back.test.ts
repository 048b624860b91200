import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { defined, event, organizer, term, venue } from '../../support/odd-values.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

type Members = Readonly<Record<string, unknown>> & { readonly id: number }

let world: ApiWorld
let made = 0
beforeAll(async () => {
  world = await apiWorld()
})
afterAll(async () => {
  await world.close()
  // most of what is made up is taken, or nothing would have been tested
  expect(made).toBeGreaterThan(120)
})

/** Makes it, if it is taken; then sends it back as it was read, whole and member by member. */
const writtenBack = async (path: string, noun: 'event' | 'venue' | 'organizer' | 'term', body: object) => {
  const as = 'editor'
  const created = await world.ask(`POST ${path}`, { as, body })
  if (created.status !== 201) {
    // too long for what it is, or a name that is taken: nothing to be read
    expect(created.status, created.text).toBe(400)
    return
  }
  made++
  const { id } = created.body as Members
  const read = async () => (await world.ask(`GET ${path}/${id}`, { as })).body as Members
  const before = await read()
  const revision = await world.revisionOf(id, noun)
  world.clock.ms = plusMs(world.clock.ms, 1_000)
  const whole = await world.ask(`PUT ${path}/${id}`, { as, body: before })
  expect([whole.status, whole.status === 200 ? '' : whole.text]).toEqual([200, ''])
  expect(await read()).toEqual(before)
  for (const [member, value] of Object.entries(before)) {
    const one = await world.ask(`PATCH ${path}/${id}`, { as, body: { [member]: value } })
    expect([member, one.status, one.status === 200 ? '' : one.text]).toEqual([member, 200, ''])
    if ((await world.revisionOf(id, noun)) !== revision)
      expect([member, await read()]).toEqual([member, before])
  }
  expect(await world.revisionOf(id, noun)).toBe(revision)
}

describe('02 §5 full object written back: nothing changes, nothing is recorded, whole and each member alone', () => {
  it('events', async () => {
    await fc.assert(
      fc.asyncProperty(event, async ({ image, ...sent }) =>
        writtenBack(
          'events',
          'event',
          defined({ ...sent, image: image === undefined ? image : String(world.imageId) }),
        ),
      ),
      { numRuns: 40 },
    )
  })
  it('venues', async () => {
    await fc.assert(
      fc.asyncProperty(venue, async sent => writtenBack('venues', 'venue', defined(sent))),
      { numRuns: 40 },
    )
  })
  it('organizers', async () => {
    await fc.assert(
      fc.asyncProperty(organizer, async sent => writtenBack('organizers', 'organizer', defined(sent))),
      { numRuns: 40 },
    )
  })
  it('categories and tags', async () => {
    await fc.assert(
      fc.asyncProperty(term, fc.constantFrom('categories', 'tags'), async (sent, path) =>
        writtenBack(path, 'term', defined(sent)),
      ),
      { numRuns: 60 },
    )
  })
})
