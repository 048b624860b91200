import { utcTime, organizerId, imageId, termId, userId } from '../../../shared/kernel/brands.ts'
import { describe, it } from 'vitest'
import type { OrganizerFact, OrganizerValues } from '../../../shared/facts/organizer.ts'
import { organizer } from '../../../services/calendar/organizer.ts'
import { newOrganizerValues } from '../../../services/calendar/values.ts'
import { specify } from '../../support/given.ts'
import { mergeCases } from '../../support/merge-cases.ts'

const { given } = specify(organizer)
const asked = { id: 15, by: 'person', at: utcTime('2026-11-27 12:00:00') } as const
const who = { organizerId: organizerId(15), by: 'person' } as const
const values = newOrganizerValues({
  name: 'PTA',
  status: 'publish',
  author: userId(2),
  slug: 'pta',
  publishedAt: utcTime('2026-11-01 09:00:00'),
})
const created: OrganizerFact = { type: 'OrganizerCreated', ...who, values, hiddenUntilLinked: false }
const trashed: OrganizerFact = {
  type: 'OrganizerTrashed',
  ...who,
  reason: 'deleted',
  changes: { status: ['publish', 'trash'], slug: ['pta', 'pta__trashed'] },
}
const origin = { importId: 'i', source: 's', uid: null, occurrence: null, sequence: 0, lastModified: null }

const changes = (patch: Partial<OrganizerValues>, ...facts: OrganizerFact[]) => {
  given(created)
    .when({ ...asked, type: 'Change', patch, slug: null })
    .then(...facts)
}

const merging = mergeCases<OrganizerValues, OrganizerFact>(organizer, asked.id, 'organizer-is-in-trash', {
  ...{ created, trashed },
  merged: {
    type: 'OrganizerMerged',
    ...who,
    ...{ reason: 'merged', into: 12, changes: { status: ['publish', 'trash'] } },
  },
  unmerged: { type: 'OrganizerUnmerged', ...who, changes: { status: ['trash', 'publish'] } },
  settled: { type: 'OrganizerMergeSettled', ...who, changes: {} },
})

const cases: Readonly<Record<OrganizerFact['type'], () => void>> = {
  OrganizerCreated: () => {
    given()
      .when({ ...asked, type: 'Create', values, hiddenUntilLinked: false })
      .then(created)
  },
  OrganizerRenamed: () => {
    changes({ name: 'Board' }, { type: 'OrganizerRenamed', ...who, changes: { name: ['PTA', 'Board'] } })
  },
  OrganizerDescribed: () => {
    changes({ description: 'x' }, { type: 'OrganizerDescribed', ...who, changes: { description: ['', 'x'] } })
  },
  OrganizerContactChanged: () => {
    changes(
      { email: 'pta@school.example' },
      { type: 'OrganizerContactChanged', ...who, changes: { email: ['', 'pta@school.example'] } },
    )
  },
  OrganizerPresented: () => {
    changes({ sticky: true }, { type: 'OrganizerPresented', ...who, changes: { sticky: [false, true] } })
  },
  OrganizerTagged: () => {
    changes({ tags: [termId(3)] }, { type: 'OrganizerTagged', ...who, changes: { tags: [[], [termId(3)]] } })
  },
  OrganizerIllustrated: () => {
    changes(
      { image: imageId(4) },
      { type: 'OrganizerIllustrated', ...who, changes: { image: [null, imageId(4)] } },
    )
  },
  OrganizerStatusChanged: () => {
    changes(
      { status: 'private' },
      { type: 'OrganizerStatusChanged', ...who, changes: { status: ['publish', 'private'] } },
    )
  },
  OrganizerSlugChanged: () => {
    changes({ slug: 'board' }, { type: 'OrganizerSlugChanged', ...who, changes: { slug: ['pta', 'board'] } })
  },
  OrganizerReattributed: () => {
    changes(
      { author: userId(3) },
      { type: 'OrganizerReattributed', ...who, changes: { author: [userId(2), userId(3)] } },
    )
  },
  OrganizerProtected: () => {
    changes({ password: 'x' }, { type: 'OrganizerProtected', ...who, changes: { password: ['', 'x'] } })
  },
  OrganizerPostOptionsChanged: () => {
    changes(
      { pingStatus: 'closed' },
      { type: 'OrganizerPostOptionsChanged', ...who, changes: { pingStatus: ['open', 'closed'] } },
    )
  },
  OrganizerOriginNoted: () => {
    changes({ origin }, { type: 'OrganizerOriginNoted', ...who, changes: { origin: [null, origin] } })
  },
  OrganizerTrashed: () => {
    given(created)
      .when({ ...asked, type: 'Trash', reason: 'deleted' })
      .thenOnce('organizer-is-in-trash', trashed)
  },
  OrganizerRestored: () => {
    given(created, trashed)
      .when({ ...asked, type: 'Change', patch: { status: 'publish' }, slug: 'pta' })
      .then({
        type: 'OrganizerRestored',
        ...who,
        changes: { status: ['trash', 'publish'], slug: ['pta__trashed', 'pta'] },
      })
  },
  OrganizerMerged: merging.merged,
  OrganizerUnmerged: merging.unmerged,
  OrganizerMergeSettled: merging.settled,
}

describe('an organizer', () => {
  it.each(Object.entries(cases))('%s', (_, check) => {
    check()
  })
})
