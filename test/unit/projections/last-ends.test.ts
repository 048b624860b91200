import { expect, it } from 'vitest'
import { utcTime, venueId } from '../../../shared/kernel/brands.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { eventValues, recorder, venueValues } from '../../support/recorded.ts'
import { readModels } from '../../support/read-models.ts'

const by = 'person' as const
const [EARLY, LATE] = [utcTime('2027-05-08 18:00:00'), utcTime('2027-06-01 12:00:00')]

/** A hall whose events end so, and what the last of them is told to be after some of them went; `sorted`: what was sorted for it. */
const afterTrashing = async (ends: readonly (typeof EARLY)[], gone: readonly number[]) => {
  const sorted: string[] = []
  const record = recorder()
  const documents = memoryDocuments({
    strict: true,
    observe: effort => {
      if (effort.sorted) sorted.push(effort.collection)
    },
  })
  const models = await readModels(documents)
  await models.apply([
    record({ type: 'VenueCreated', venueId: 1, by, values: venueValues(), hiddenUntilLinked: false }),
    ...ends.map((endUtc, n) =>
      record({ type: 'EventCreated', eventId: n + 10, by, values: eventValues({ venues: [1], endUtc }) }),
    ),
  ])
  sorted.length = 0
  const trashed = { type: 'EventTrashed', by, reason: 'deleted' } as const
  await models.apply(
    gone.map(n => record({ ...trashed, eventId: n + 10, changes: { status: ['publish', 'trash'] } })),
  )
  return { lastEnd: (await models.venues.byId(venueId(1)))?.lastEnd, sorted }
}

it('of several that end last, one may go without anything being sorted', async () => {
  expect(await afterTrashing([LATE, EARLY, LATE, LATE], [0, 2])).toEqual({ lastEnd: LATE, sorted: [] })
})

it('when the last one goes, the one before it is found', async () => {
  const { lastEnd } = await afterTrashing([EARLY, LATE, EARLY], [1])
  expect(lastEnd).toBe(EARLY)
  expect((await afterTrashing([EARLY, LATE, LATE], [1, 2, 0])).lastEnd).toBe('')
})

it('when one that ends sooner goes, nothing is asked', async () => {
  expect(await afterTrashing([EARLY, LATE], [0])).toEqual({ lastEnd: LATE, sorted: [] })
})
