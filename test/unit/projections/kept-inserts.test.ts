import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { namesToldBy, sharedNames } from '../../../projections/event-listing/kept-for-all.ts'
import { keptInserts, keptLinked } from '../../../projections/event-listing/kept-inserts.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { venueId, type VenueId } from '../../../shared/kernel/brands.ts'
import { withMark } from '../../../shared/kernel/json.ts'
import { NAMED_BYTES } from '../../../shared/limits/views.ts'
import { LET_GO } from '../../../shared/remembered.ts'
import type { Principal } from '../../../shared/rights.ts'
import { editor, guest } from '../../support/read-models.ts'

/** `open`: guests are shown it. */
type Place = { readonly _id: VenueId; readonly name: string; readonly open: boolean }

/** Inserts of events that name places alone; `looked` tells whom places were looked up for since it was asked last. */
const inserts = async ({ isFollowed = true } = {}) => {
  const { collection, trails } = memoryDocuments()
  const places = await collection<Place>({ name: 'places', indexes: [] })
  const asked: Principal[] = []
  const venues = async (ids: readonly VenueId[], viewer: Principal) => {
    asked.push(viewer)
    const shown = (await places.getMany(ids)).filter(({ open }) => open || viewer !== null)
    return new Map(
      shown.map(({ _id, name }) => {
        const text = JSON.stringify(name)
        return [_id, { cal: withMark(text), withJsonLd: () => ({ text, jsonLd: {} }) }] as const
      }),
    )
  }
  const none = async () => new Map<never, never>()
  const insertsFor = keptInserts({
    ...{ venues, organizers: none, terms: none, images: none },
    ...{ calxVenues: none, calxOrganizers: none, termSlugs: none },
    trails: isFollowed ? trails : undefined,
  })
  const events = (named: readonly (readonly VenueId[])[]) =>
    named.map(venues =>
      namesToldBy({ ...{ venues, organizers: [], categories: [], tags: [], image: null, protected: false } }),
    )
  return {
    put: (_id: number, name: string, open = true) =>
      places.bulkWrite([
        { replaceOne: { filter: { _id }, replacement: { _id: venueId(_id), name, open }, upsert: true } },
      ]),
    shown: async (named: readonly (readonly VenueId[])[], viewer: Principal = guest) =>
      (await insertsFor(events(named), viewer)).map(({ end }) => /"venue":(.*),"organizer"/.exec(end)?.[1]),
    /** About how many bytes what such a list is made of takes in memory. */
    followed: async (named: readonly (readonly VenueId[])[]) =>
      (await trails.noting(() => insertsFor(events(named), guest))).trail.bytes,
    looked: () => asked.splice(0),
  }
}

const [HALL, GYM] = [venueId(1), venueId(2)]

describe('00 §8 scale: what events name, as lists show it', () => {
  it('is looked up once for all lists, until something of it changes', async () => {
    const { put, shown, looked } = await inserts()
    await put(HALL, 'Hall')
    await put(GYM, 'Gym')
    expect(await shown([[HALL], [GYM], [HALL]])).toEqual(['"Hall"', '"Gym"', '"Hall"'])
    expect(await shown([[GYM], [HALL]])).toEqual(['"Gym"', '"Hall"'])
    expect(looked()).toEqual([guest])
    expect(await shown([[HALL], [HALL, GYM], [GYM, HALL], []])).toEqual([
      ...['"Hall"', '["Hall","Gym"]', '["Gym","Hall"]', '[]'],
    ])
    expect(looked()).toEqual([guest])
    await put(GYM, 'New gym')
    expect(await shown([[HALL], [GYM], [HALL, GYM]])).toEqual(['"Hall"', '"New gym"', '["Hall","New gym"]'])
    expect(looked()).toEqual([guest])
  })

  it('is looked up for a viewer where guests are not shown all of it, and only there', async () => {
    const { put, shown, looked } = await inserts()
    await put(HALL, 'Hall')
    await put(GYM, 'Gym', false)
    expect(await shown([[HALL]], editor)).toEqual(['"Hall"'])
    expect(looked()).toEqual([guest])
    expect(await shown([[HALL], [GYM]], editor)).toEqual(['"Hall"', '"Gym"'])
    expect(await shown([[HALL], [GYM]])).toEqual(['"Hall"', '[]'])
    expect(await shown([[HALL], [GYM]], editor)).toEqual(['"Hall"', '"Gym"'])
    expect(looked()).toEqual([guest, editor, editor])
  })

  it('is kept no longer than there is room, and not at all where it is larger than that', async () => {
    const { put, shown, looked } = await inserts()
    await put(HALL, 'H'.repeat(NAMED_BYTES))
    for (let n = 2; n < 8; n++) await put(n, String(n).repeat(NAMED_BYTES / 4))
    const lookedFor = async (n: number) => {
      await shown([[venueId(n)]])
      return looked().length
    }
    expect([await lookedFor(1), await lookedFor(1)]).toEqual([1, 1])
    for (let n = 2; n < 8; n++) expect(await lookedFor(n)).toBe(1)
    expect([await lookedFor(7), await lookedFor(6), await lookedFor(2)]).toEqual([0, 0, 1])
  })

  it('weighs no more in a list that is asked for again than in the first, and all of what was made together counts once', async () => {
    const { put, shown, followed, looked } = await inserts()
    const ids = Array.from({ length: 2_000 }, (_, n) => venueId(n + 1))
    for (const id of ids) await put(id, `Room ${id}`)
    const rooms = ids.map(id => [id])
    const first = await followed(rooms)
    expect(first).toBeGreaterThan(ids.length)
    expect(await followed(rooms)).toBe(first)
    expect(await followed(rooms.slice(0, 50))).toBe(first)
    await shown(rooms.toReversed())
    expect(looked()).toHaveLength(1)
  })

  it('is let go when nobody has asked for it for a quarter of an hour', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { put, shown, looked } = await inserts()
    await put(HALL, 'Hall')
    await put(GYM, 'Gym')
    await shown([[HALL], [GYM]])
    vi.advanceTimersByTime(LET_GO.ttl / 2)
    await shown([[HALL]])
    expect(looked()).toEqual([guest])
    vi.advanceTimersByTime(LET_GO.ttl / 2)
    expect(await shown([[HALL], [GYM], [HALL]])).toEqual(['"Hall"', '"Gym"', '"Hall"'])
    expect(looked()).toEqual([guest])
    await shown([[HALL]])
    vi.advanceTimersByTime(LET_GO.ttl)
    await shown([[HALL]])
    expect(looked()).toEqual([guest])
  })

  it('is looked up for each list where nobody follows it', async () => {
    const { put, shown, looked } = await inserts({ isFollowed: false })
    await put(HALL, 'Hall')
    expect([await shown([[HALL]]), await shown([[HALL]], editor)]).toEqual([['"Hall"'], ['"Hall"']])
    expect(looked()).toEqual([guest, editor])
  })
})

it('what single events name is not kept as of what is set then and was not when it was made', async () => {
  const site = { mark: 'dollars' }
  let meanwhile: string | null = 'euros'
  const none = async () => new Map<never, never>()
  const tell = () => ({ text: '{}', jsonLd: { at: site.mark } })
  const venues = async (ids: readonly VenueId[]) => {
    site.mark = meanwhile ?? site.mark
    return new Map(ids.map(id => [id, { cal: withMark('{}'), withJsonLd: tell }]))
  }
  const related = {
    ...{ venues, organizers: none, terms: none, images: none },
    ...{ calxVenues: none, calxOrganizers: none, termSlugs: none },
    trails: memoryDocuments().trails,
  }
  const linkedFor = keptLinked(related, site)
  const event = {
    ...{ venues: [HALL], organizers: [], categories: [], tags: [], image: null },
    protected: false,
  }
  const placeOf = async () => {
    const [linked] = await linkedFor([namesToldBy(event)], guest)
    site.mark = 'dollars'
    return linked?.around.place
  }
  expect(await placeOf()).toEqual({ at: 'euros' })
  meanwhile = null
  expect(await placeOf()).toEqual({ at: 'dollars' })
  meanwhile = 'pounds'
  expect(await placeOf()).toEqual({ at: 'dollars' })
})

describe('00 §8 scale: the names of events that name the same', () => {
  const event = (...venues: readonly VenueId[]) =>
    ({
      venues,
      organizers: [],
      categories: [],
      tags: [],
      image: null,
      protected: false,
      title: 'Fair',
    }) as const

  it('are held once, and nothing else of these events with them', () => {
    const shared = sharedNames(8)
    const [first, second] = [shared(namesToldBy(event(HALL))), shared(namesToldBy(event(HALL)))]
    expect(second).toBe(first)
    expect(first).toEqual({
      ...namesToldBy(event(HALL)),
      names: { venues: [HALL], organizers: [], categories: [], tags: [], image: null },
    })
    expect(shared(namesToldBy(event(GYM))).names.venues).toEqual([GYM])
    expect(shared(namesToldBy({ ...event(HALL), protected: true })).names.venues).toEqual([])
  })
})
