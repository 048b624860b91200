import { utcTime, userId, venueId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { DirectoryQuery } from '../../../projections/items/directory-queries.ts'
import { venueFromRecords } from '../../../projections/venues/queries.ts'
import { organizerFromRecords } from '../../../projections/organizers/queries.ts'
import { eventFromRecords } from '../../../projections/event-listing/queries.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { eventValues, organizerValues, recorder, venueValues } from '../../support/recorded.ts'
import { authorNamed, editor, guest, readModels } from '../../support/read-models.ts'

const by = 'person' as const
const all = { viewer: guest, statuses: ['publish'], skip: 0, limit: 50 } as const

const withVenues = async (...venues: Partial<VenueValues>[]) => {
  const record = recorder()
  const models = await readModels()
  await models.apply(
    venues.map((given, n) =>
      record({
        type: 'VenueCreated',
        venueId: n + 1,
        by,
        values: venueValues(given),
        hiddenUntilLinked: false,
      }),
    ),
  )
  const ids = async (query: Partial<DirectoryQuery<VenueValues>>) =>
    (await models.venues.list({ ...all, ...query })).rows.map(row => row._id)
  return { models, record, ids }
}

describe('02 §2, §3.2 lists of venues and organizers', () => {
  it('are ordered by publication date descending, then id', async () => {
    const { ids, models } = await withVenues(
      { publishedAt: utcTime('2027-01-01 00:00:00') },
      { publishedAt: utcTime('2027-02-01 00:00:00') },
      { publishedAt: utcTime('2027-01-01 00:00:00') },
    )
    expect(await ids({})).toEqual([2, 1, 3])
    expect(await ids({ skip: 1, limit: 1 })).toEqual([1])
    expect((await models.venues.list({ ...all, limit: 1 })).total).toBe(3)
  })

  it.each(['lane', 'troy', 'ontario', 'ny', 'on', 'canada', '12180', '0100', 'ground', 'brief', 'aula'])(
    'a venue is found by %s',
    async search => {
      const { ids } = await withVenues(
        {
          name: 'Aula',
          description: '<p>Ground floor</p>',
          excerpt: 'Brief',
          address: '1 School Lane',
          city: 'Troy',
          province: 'Ontario',
          state: 'NY',
          stateprovince: 'ON',
          country: 'Canada',
          zip: '12180',
          phone: '+1 555 0100',
        },
        { name: 'x' },
      )
      expect(await ids({ search })).toEqual([1])
    },
  )

  it.each(['pta', 'parents', '0101', 'PTA@school', 'pta.example'])(
    'an organizer is found by %s',
    async search => {
      const models = await readModels()
      const values = organizerValues({
        description: 'Parents',
        phone: '+1 555 0101',
        email: 'pta@school.example',
        website: 'https://pta.example/',
      })
      await models.apply([
        recorder()({ type: 'OrganizerCreated', organizerId: 1, by, values, hiddenUntilLinked: false }),
      ])
      const { rows, total } = await models.organizers.list({ ...all, search })
      expect([rows.map(row => row._id), total]).toEqual([[1], 1])
    },
  )

  it('02-14 nothing found is an empty list', async () => {
    const { models } = await withVenues({})
    expect(await models.venues.list({ ...all, search: 'zzz' })).toEqual({ rows: [], total: 0 })
  })

  it('drafts are for those who may read them', async () => {
    const { ids } = await withVenues(
      { status: 'draft', author: userId(3) },
      { status: 'trash', author: userId(3) },
    )
    const statuses = ['publish', 'draft'] as const
    expect(await ids({ statuses })).toEqual([])
    expect(await ids({ statuses, viewer: authorNamed(3) })).toEqual([1])
    expect(await ids({ statuses, viewer: authorNamed(4) })).toEqual([])
    expect(await ids({ statuses, viewer: editor })).toEqual([1])
  })

  it('protected ones are not searched for those who cannot open them', async () => {
    const { ids } = await withVenues({ name: 'Aula', password: 'x', author: userId(9) })
    expect([await ids({ search: 'aula' }), await ids({ search: 'aula', viewer: editor })]).toEqual([[], [1]])
    expect(await ids({})).toEqual([1])
  })

  it('has_events and only_with_upcoming ask published events', async () => {
    const { ids, models, record } = await withVenues({}, {}, {})
    await models.apply([
      record({
        type: 'EventCreated',
        eventId: 10,
        by,
        values: eventValues({ venues: [1, 2], endUtc: utcTime('2027-05-08 18:00:00') }),
      }),
      record({
        type: 'EventCreated',
        eventId: 11,
        by,
        values: eventValues({ venues: [2], endUtc: utcTime('2027-06-08 18:00:00'), hidden: true }),
      }),
      record({
        type: 'EventCreated',
        eventId: 12,
        by,
        values: eventValues({ venues: [3], endUtc: utcTime('2028-01-01 00:00:00'), status: 'draft' }),
      }),
    ])
    expect(await ids({ hasEvents: true })).toEqual([1, 2])
    expect(await ids({ hasEvents: false })).toEqual([3])
    expect(await ids({ upcomingAt: utcTime('2027-05-08 18:00:00') })).toEqual([1, 2])
    expect(await ids({ upcomingAt: utcTime('2027-05-08 18:00:01') })).toEqual([2])
    expect(await ids({ upcomingAt: utcTime('2027-05-08 18:00:01'), ids: [venueId(1), venueId(3)] })).toEqual(
      [],
    )
    await models.apply([
      record({
        type: 'EventRescheduled',
        eventId: 11,
        by,
        changes: { endUtc: [utcTime('2027-06-08 18:00:00'), utcTime('2027-01-01 00:00:00')] },
      }),
      record({ type: 'EventRelocated', eventId: 10, by, changes: { venues: [[1, 2], [3]] } }),
    ])
    expect(await ids({ upcomingAt: utcTime('2027-05-08 18:00:00') })).toEqual([3])
    expect(await ids({ hasEvents: false })).toEqual([1])
  })
})

describe('finding one', () => {
  it('by name: published ones, trimmed and case-folded, by id', async () => {
    const { models } = await withVenues(
      { name: 'Main  Hall' },
      { name: 'main hall' },
      { name: 'Main Hall', status: 'draft' },
      { name: 'Hall' },
    )
    expect((await models.venues.byName(' MAIN HALL ')).map(row => row._id)).toEqual([1, 2])
  })

  it('02-27 by slug: raw, encoded and in any case; digits are a slug', async () => {
    const { models } = await withVenues({ slug: '%e5%b1%b1%e5%b7%9d-uber' }, { slug: '123' }, { slug: '' })
    const found = async (slug: string) => (await models.venues.bySlug(slug))?._id ?? null
    expect(await found('山川-über')).toBe(1)
    expect(await found('%E5%B1%B1%E5%B7%9D-uber')).toBe(1)
    expect(await found('123')).toBe(2)
    expect(await found('')).toBeNull()
    expect(await found('124')).toBeNull()
  })

  it('from the records of its stream, when the read model lags', () => {
    const record = recorder()
    const venue = [
      record({ type: 'VenueCreated', venueId: 1, by, values: venueValues(), hiddenUntilLinked: false }),
      record({ type: 'VenueRenamed', venueId: 1, by, changes: { name: ['Main Hall', 'Aula'] } }),
    ]
    const organizer = [
      record({
        type: 'OrganizerCreated',
        organizerId: 2,
        by,
        values: organizerValues(),
        hiddenUntilLinked: false,
      }),
    ]
    const event = [
      record({ type: 'EventCreated', eventId: 3, by, values: eventValues({ slug: 'fair' }) }),
      record({ type: 'EventRetitled', eventId: 3, by, changes: { title: ['Fair', 'Feast'] } }),
    ]
    expect(venueFromRecords(venue)?.values.name).toBe('Aula')
    expect(organizerFromRecords(organizer)?.values.name).toBe('PTA')
    expect(eventFromRecords(event)).toMatchObject({ _id: 3, values: { slug: 'fair', title: 'Feast' } })
    expect(eventFromRecords([])).toBeNull()
  })
})
