import { utcTime, venueId, imageId, termId, userId } from '../../../shared/kernel/brands.ts'
import { describe, it } from 'vitest'
import type { VenueFact, VenueValues } from '../../../shared/facts/venue.ts'
import { newVenueValues } from '../../../services/calendar/values.ts'
import { venue } from '../../../services/calendar/venue.ts'
import { specify } from '../../support/given.ts'
import { mergeCases } from '../../support/merge-cases.ts'

const { given } = specify(venue)
const asked = { id: 12, by: 'person', at: utcTime('2026-11-27 12:00:00') } as const
const who = { venueId: venueId(12), by: 'person' } as const
const values = newVenueValues({
  name: 'Hall',
  status: 'publish',
  author: userId(2),
  slug: 'hall',
  publishedAt: utcTime('2026-11-01 09:00:00'),
})
const created: VenueFact = { type: 'VenueCreated', ...who, values, hiddenUntilLinked: false }
const trashed: VenueFact = {
  type: 'VenueTrashed',
  ...who,
  reason: 'deleted',
  changes: { status: ['publish', 'trash'], slug: ['hall', 'hall__trashed'] },
}
const origin = { importId: 'i', source: 's', uid: null, occurrence: null, sequence: 0, lastModified: null }

const changes = (patch: Partial<VenueValues>, ...facts: VenueFact[]) => {
  given(created)
    .when({ ...asked, type: 'Change', patch, slug: null })
    .then(...facts)
}

const merging = mergeCases<VenueValues, VenueFact>(venue, asked.id, 'venue-is-in-trash', {
  ...{ created, trashed },
  merged: {
    type: 'VenueMerged',
    ...who,
    ...{ reason: 'merged', into: 12, changes: { status: ['publish', 'trash'] } },
  },
  unmerged: { type: 'VenueUnmerged', ...who, changes: { status: ['trash', 'publish'] } },
  settled: { type: 'VenueMergeSettled', ...who, changes: {} },
})

const cases: Readonly<Record<VenueFact['type'], () => void>> = {
  VenueCreated: () => {
    given()
      .when({ ...asked, type: 'Create', values, hiddenUntilLinked: false })
      .then(created)
    given()
      .when({ ...asked, type: 'Create', values, hiddenUntilLinked: true })
      .then({ ...created, hiddenUntilLinked: true })
  },
  VenueRenamed: () => {
    changes({ name: 'Aula' }, { type: 'VenueRenamed', ...who, changes: { name: ['Hall', 'Aula'] } })
  },
  VenueDescribed: () => {
    changes({ excerpt: 'x' }, { type: 'VenueDescribed', ...who, changes: { excerpt: ['', 'x'] } })
  },
  VenueMoved: () => {
    changes(
      { city: 'Troy', latitude: 42.73 },
      { type: 'VenueMoved', ...who, changes: { city: ['', 'Troy'], latitude: [null, 42.73] } },
    )
  },
  VenueContactChanged: () => {
    changes({ phone: '1' }, { type: 'VenueContactChanged', ...who, changes: { phone: ['', '1'] } })
  },
  VenuePresented: () => {
    changes({ showMap: false }, { type: 'VenuePresented', ...who, changes: { showMap: [true, false] } })
  },
  VenueTagged: () => {
    changes({ tags: [termId(3)] }, { type: 'VenueTagged', ...who, changes: { tags: [[], [termId(3)]] } })
  },
  VenueIllustrated: () => {
    changes(
      { image: imageId(4) },
      { type: 'VenueIllustrated', ...who, changes: { image: [null, imageId(4)] } },
    )
  },
  VenueStatusChanged: () => {
    changes(
      { status: 'draft' },
      { type: 'VenueStatusChanged', ...who, changes: { status: ['publish', 'draft'] } },
    )
  },
  VenueSlugChanged: () => {
    changes({ slug: 'aula' }, { type: 'VenueSlugChanged', ...who, changes: { slug: ['hall', 'aula'] } })
  },
  VenueReattributed: () => {
    changes(
      { author: userId(3) },
      { type: 'VenueReattributed', ...who, changes: { author: [userId(2), userId(3)] } },
    )
  },
  VenueProtected: () => {
    changes({ password: 'x' }, { type: 'VenueProtected', ...who, changes: { password: ['', 'x'] } })
  },
  VenuePostOptionsChanged: () => {
    changes({ template: 't' }, { type: 'VenuePostOptionsChanged', ...who, changes: { template: ['', 't'] } })
  },
  VenueOriginNoted: () => {
    changes({ origin }, { type: 'VenueOriginNoted', ...who, changes: { origin: [null, origin] } })
  },
  VenueTrashed: () => {
    given(created)
      .when({ ...asked, type: 'Trash', reason: 'deleted' })
      .thenOnce('venue-is-in-trash', trashed)
  },
  VenueRestored: () => {
    given(created, trashed)
      .when({ ...asked, type: 'Change', patch: { status: 'draft' }, slug: 'hall' })
      .then({
        type: 'VenueRestored',
        ...who,
        changes: { status: ['trash', 'draft'], slug: ['hall__trashed', 'hall'] },
      })
  },
  VenueMerged: merging.merged,
  VenueUnmerged: merging.unmerged,
  VenueMergeSettled: merging.settled,
}

describe('a venue', () => {
  it.each(Object.entries(cases))('%s', (_, check) => {
    check()
  })
})
