import {
  localTime,
  utcTime,
  eventId,
  venueId,
  organizerId,
  imageId,
  termId,
  userId,
} from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { EventFact, EventValues } from '../../../shared/facts/event.ts'
import { event } from '../../../services/calendar/event.ts'
import { fair } from '../../support/calendar.ts'
import { specify } from '../../support/given.ts'

const { given } = specify(event)

const at = utcTime('2026-11-27 12:00:00')
const later = utcTime('2027-01-01 00:00:00')
const who = { eventId: eventId(1), by: 'person' } as const
const asked = { id: 1, by: 'person', at } as const

const published = fair({ slug: 'fair', publishedAt: utcTime('2026-11-01 09:00:00') })
const created: EventFact = { type: 'EventCreated', ...who, values: published }
const draft: EventFact = { type: 'EventCreated', ...who, values: fair({ status: 'draft' }) }
const trashed: EventFact = {
  type: 'EventTrashed',
  ...who,
  reason: 'deleted',
  changes: { status: ['publish', 'trash'], slug: ['fair', 'fair__trashed'] },
}
const origin = {
  importId: 'i1',
  source: 'feed',
  uid: 'u1',
  occurrence: null,
  sequence: 1,
  lastModified: null,
} as const

const change = (patch: Partial<EventValues>, slug: string | null = null) =>
  ({ ...asked, type: 'Change', patch, slug }) as const

const changes = (patch: Partial<EventValues>, ...facts: EventFact[]) => {
  given(created)
    .when(change(patch))
    .then(...facts)
}

/** One case per fact: a new kind of fact does not compile without one. */
const cases: Readonly<Record<EventFact['type'], () => void>> = {
  EventCreated: () => {
    given()
      .when({ ...asked, type: 'Create', values: published, hiddenUntilLinked: false })
      .then(created)
    given(created)
      .when({ ...asked, type: 'Create', values: fair({ title: 'Other' }), hiddenUntilLinked: false })
      .refuses('id-taken')
    given()
      .when({ ...asked, type: 'Create', values: fair(), hiddenUntilLinked: false })
      .refuses('slug-needed')
  },
  EventRetitled: () => {
    changes(
      { title: 'Big Fair' },
      { type: 'EventRetitled', ...who, changes: { title: ['Fair', 'Big Fair'] } },
    )
  },
  EventDescribed: () => {
    changes(
      { description: '<p>Come</p>', excerpt: 'Come' },
      {
        type: 'EventDescribed',
        ...who,
        changes: { description: ['', '<p>Come</p>'], excerpt: ['', 'Come'] },
      },
    )
  },
  EventRescheduled: () => {
    changes(
      {
        end: localTime('2027-05-08 15:00:00'),
        endUtc: utcTime('2027-05-08 19:00:00'),
        start: localTime('2027-05-08 10:00:00'),
      },
      {
        type: 'EventRescheduled',
        ...who,
        changes: {
          end: [localTime('2027-05-08 14:00:00'), localTime('2027-05-08 15:00:00')],
          endUtc: [utcTime('2027-05-08 18:00:00'), utcTime('2027-05-08 19:00:00')],
        },
      },
    )
  },
  EventRelocated: () => {
    changes(
      { venues: [venueId(12)] },
      { type: 'EventRelocated', ...who, changes: { venues: [[], [venueId(12)]] } },
    )
  },
  EventOrganizersChanged: () => {
    changes(
      { organizers: [organizerId(15)] },
      { type: 'EventOrganizersChanged', ...who, changes: { organizers: [[], [organizerId(15)]] } },
    )
  },
  EventTermsAssigned: () => {
    changes(
      { categories: [termId(7)], tags: [termId(8)] },
      {
        type: 'EventTermsAssigned',
        ...who,
        changes: { categories: [[], [termId(7)]], tags: [[], [termId(8)]] },
      },
    )
  },
  EventPriced: () => {
    changes({ cost: '$5' }, { type: 'EventPriced', ...who, changes: { cost: ['', '$5'] } })
  },
  EventIllustrated: () => {
    changes(
      { image: imageId(40) },
      { type: 'EventIllustrated', ...who, changes: { image: [null, imageId(40)] } },
    )
  },
  EventLinked: () => {
    changes({ website: '' }, { type: 'EventLinked', ...who, changes: { website: [null, ''] } })
  },
  EventPresented: () => {
    changes({ featured: true }, { type: 'EventPresented', ...who, changes: { featured: [false, true] } })
  },
  EventStatusChanged: () => {
    changes(
      { status: 'draft' },
      { type: 'EventStatusChanged', ...who, changes: { status: ['publish', 'draft'] } },
    )
  },
  EventSlugChanged: () => {
    changes({ slug: 'big' }, { type: 'EventSlugChanged', ...who, changes: { slug: ['fair', 'big'] } })
  },
  EventReattributed: () => {
    changes(
      { author: userId(3) },
      { type: 'EventReattributed', ...who, changes: { author: [userId(2), userId(3)] } },
    )
  },
  EventProtected: () => {
    changes({ password: 'x' }, { type: 'EventProtected', ...who, changes: { password: ['', 'x'] } })
  },
  EventPostOptionsChanged: () => {
    changes(
      { format: 'video', parent: eventId(9) },
      {
        type: 'EventPostOptionsChanged',
        ...who,
        changes: { format: ['standard', 'video'], parent: [null, eventId(9)] },
      },
    )
  },
  EventOriginNoted: () => {
    changes({ origin }, { type: 'EventOriginNoted', ...who, changes: { origin: [null, origin] } })
  },
  EventTrashed: () => {
    given(created)
      .when({ ...asked, type: 'Trash', reason: 'deleted' })
      .thenOnce('event-is-in-trash', trashed)
    given()
      .when({ ...asked, type: 'Trash', reason: 'deleted' })
      .refuses('rest-event-not-found')
  },
  EventRestored: () => {
    given(created, trashed)
      .when(change({ status: 'publish', title: 'Back' }, 'fair-2'))
      .then(
        {
          type: 'EventRestored',
          ...who,
          changes: { status: ['trash', 'publish'], slug: ['fair__trashed', 'fair-2'] },
        },
        { type: 'EventRetitled', ...who, changes: { title: ['Fair', 'Back'] } },
      )
    given(created, trashed)
      .when(change({ title: 'T' }))
      .refuses('event-is-in-trash')
    given(created, trashed).when(change({})).refuses('event-is-in-trash')
  },
}

describe('an event', () => {
  it.each(Object.entries(cases))('%s', (_, check) => {
    check()
  })

  it('records one fact per thing that happened', () => {
    changes(
      { title: 'Big Fair', venues: [venueId(12)], cost: '' },
      { type: 'EventRetitled', ...who, changes: { title: ['Fair', 'Big Fair'] } },
      { type: 'EventRelocated', ...who, changes: { venues: [[], [venueId(12)]] } },
    )
  })

  it('00 §8: a patch that changes nothing records nothing', () => {
    changes({})
    changes({ title: 'Fair', venues: [], status: 'publish' })
    changes({ ...published })
  })

  it('is unknown before it was created', () => {
    given()
      .when(change({ title: 'T' }))
      .refuses('rest-event-not-found')
  })
})

describe('01 §9, 02 §5: status and publication date', () => {
  it('publishing a draft gives it date and slug', () => {
    given(draft)
      .when(change({ status: 'publish' }, 'fair'))
      .then({
        type: 'EventStatusChanged',
        ...who,
        changes: { status: ['draft', 'publish'], publishedAt: [null, at], slug: ['', 'fair'] },
      })
  })

  it('a sent date is kept when a draft is published', () => {
    const publishedAt = utcTime('2026-01-01 00:00:00')
    given(draft)
      .when(change({ status: 'publish', publishedAt: publishedAt }, 'fair'))
      .then({
        type: 'EventStatusChanged',
        ...who,
        changes: { status: ['draft', 'publish'], publishedAt: [null, publishedAt], slug: ['', 'fair'] },
      })
  })

  it('a draft keeps no date and no slug', () => {
    given(draft)
      .when(change({ title: 'T', status: 'pending' }))
      .then(
        { type: 'EventRetitled', ...who, changes: { title: ['Fair', 'T'] } },
        { type: 'EventStatusChanged', ...who, changes: { status: ['draft', 'pending'] } },
      )
  })

  it('publish with a future date is future', () => {
    given(draft)
      .when(change({ status: 'publish', publishedAt: later }, 'fair'))
      .then({
        type: 'EventStatusChanged',
        ...who,
        changes: { status: ['draft', 'future'], publishedAt: [null, later], slug: ['', 'fair'] },
      })
  })

  it('future without a future date is publish', () => {
    given(draft)
      .when(change({ status: 'future' }, 'fair'))
      .then({
        type: 'EventStatusChanged',
        ...who,
        changes: { status: ['draft', 'publish'], publishedAt: [null, at], slug: ['', 'fair'] },
      })
  })

  it('a date moved into the future schedules a published event', () => {
    given(created)
      .when(change({ publishedAt: later }))
      .then({
        type: 'EventStatusChanged',
        ...who,
        changes: { status: ['publish', 'future'], publishedAt: [utcTime('2026-11-01 09:00:00'), later] },
      })
  })

  it('a slug once given is kept when the title changes', () => {
    given(created)
      .when(change({ title: 'Other' }, 'other'))
      .then({ type: 'EventRetitled', ...who, changes: { title: ['Fair', 'Other'] } })
  })

  it('is published when its date has come, not before and not twice', () => {
    const scheduled: EventFact = {
      type: 'EventCreated',
      ...who,
      values: fair({ status: 'future', slug: 'fair', publishedAt: later }),
    }
    given(scheduled)
      .when({ ...asked, type: 'Publish' })
      .then()
    given(scheduled)
      .when({ id: 1, by: 'service', at: later, type: 'Publish' })
      .then({
        type: 'EventStatusChanged',
        eventId: eventId(1),
        by: 'service',
        changes: { status: ['future', 'publish'] },
      })
    given(created)
      .when({ ...asked, type: 'Publish' })
      .then()
  })

  it('is given to another author whatever its state, and not taken from a third', () => {
    const given23: EventFact = {
      type: 'EventReattributed',
      ...who,
      changes: { author: [userId(2), userId(3)] },
    }
    for (const past of [[created], [draft], [created, trashed]])
      given(...past)
        .when({ ...asked, type: 'Attribute', from: userId(2), to: userId(3) })
        .then(given23)
    given(created)
      .when({ ...asked, type: 'Attribute', from: userId(4), to: userId(3) })
      .then()
    given()
      .when({ ...asked, type: 'Attribute', from: userId(2), to: userId(3) })
      .refuses('rest-event-not-found')
  })
})

describe('05 §6: what imports ask', () => {
  const imported: EventFact = {
    type: 'EventCreated',
    eventId: eventId(1),
    by: 'import',
    values: fair({ slug: 'fair', publishedAt: at, categories: [1, 2] }),
  }
  const terms = (by: 'person' | 'import', before: number[], after: number[]): EventFact => ({
    type: 'EventTermsAssigned',
    eventId: eventId(1),
    by,
    changes: { categories: [before.map(termId), after.map(termId)] },
  })
  const fold = (...facts: EventFact[]) => facts.reduce(event.evolve, event.initial)

  it('who changed a member last', () => {
    const byPerson: EventFact = { type: 'EventRetitled', ...who, changes: { title: ['Fair', 'A'] } }
    const byImport: EventFact = {
      type: 'EventRetitled',
      eventId: eventId(1),
      by: 'import',
      changes: { title: ['A', 'B'] },
    }
    expect(fold(imported)?.changedBy).toEqual({})
    expect(fold(imported, byPerson)?.changedBy).toEqual({ title: 'person' })
    expect(fold(imported, byPerson, byImport)?.changedBy).toEqual({ title: 'import' })
    expect(fold(imported)?.createdBy).toBe('import')
  })

  it('which terms an import put there', () => {
    expect(fold(imported)?.importedTerms).toEqual({ categories: [1, 2], tags: [] })
    expect(fold(created)?.importedTerms).toEqual({})
    expect(fold(imported, terms('person', [1, 2], [1, 2, 3]))?.importedTerms['categories']).toEqual([1, 2])
    expect(fold(imported, terms('import', [1, 2], [2, 4]))?.importedTerms['categories']).toEqual([2, 4])
    const removedAndPutBack = [terms('person', [1, 2], [2]), terms('person', [2], [2, 1])]
    expect(fold(imported, ...removedAndPutBack)?.importedTerms['categories']).toEqual([2])
  })

  it('whether a cancellation trashed it, and what it was before', () => {
    expect(fold(created, { ...trashed, reason: 'cancelled' })?.trashed).toEqual({
      reason: 'cancelled',
      was: 'publish',
    })
    const restored: EventFact = { type: 'EventRestored', ...who, changes: { status: ['trash', 'draft'] } }
    expect(fold(created, trashed, restored)?.trashed).toBeNull()
  })
})
