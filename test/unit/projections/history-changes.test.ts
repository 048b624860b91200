import { describe, expect, it } from 'vitest'
import { changesOf, type Changes, type ToldFact } from '../../../projections/history/changes.ts'
import { eventValues, organizerValues, venueValues } from '../../support/recorded.ts'

// One row per fact: what the history says of it, all of it.
type Table = {
  readonly [Type in ToldFact['type']]: readonly [fact: ToldFact & { readonly type: Type }, told: Changes]
}

const event = { eventId: 41, by: 'person' } as const
const venue = { venueId: 7, by: 'person' } as const
const organizer = { organizerId: 8, by: 'import' } as const
const term = { termId: 3, by: 'person' } as const
const imported = { importId: 'a1' } as const

const origin = {
  importId: 'a1',
  source: 's',
  uid: 'u',
  occurrence: null,
  sequence: 1,
  lastModified: null,
} as const
const music = {
  taxonomy: 'cal_events_cat',
  name: 'Music',
  slug: 'music',
  description: '',
  parent: null,
} as const

const common = {
  description: [null, ''],
  excerpt: [null, ''],
  slug: [null, ''],
  status: [null, 'publish'],
  publishedAt: [null, null],
  author: [null, 2],
  image: [null, null],
  lineage: [null, []],
  origin: [null, null],
  commentStatus: [null, 'open'],
  pingStatus: [null, 'open'],
  format: [null, 'standard'],
  template: [null, ''],
} as const satisfies Changes

/** Of an import, and of a schedule, which hands them on. */
const toldSettings = {
  source: [null, 'School'],
  postStatus: [null, 'publish'],
  author: [null, 2],
  category: [null, null],
  updateAuthority: [null, 'overwrite'],
  interval: [null, 10],
  stallMinutes: [null, 60],
} as const satisfies Changes

const rows: Table = {
  SiteSettingsChanged: [
    { type: 'SiteSettingsChanged', changes: { perPage: [null, 25], currencyCode: ['USD', 'EUR'] } },
    { perPage: [null, 25], currencyCode: ['USD', 'EUR'] },
  ],
  ImageAdded: [
    {
      type: 'ImageAdded',
      imageId: 40,
      by: 'person',
      values: {
        ...{ file: 'fair.jpg', type: 'image/jpeg', width: 20, height: 10, bytes: 9, digest: 'a'.repeat(64) },
        ...{ sizes: [], source: null },
      },
    },
    {
      file: [null, 'fair.jpg'],
      width: [null, 20],
      height: [null, 10],
      bytes: [null, 9],
      digest: [null, 'a'.repeat(64)],
      sizes: [null, []],
      source: [null, null],
    },
  ],
  ImageCleaned: [
    {
      type: 'ImageCleaned',
      imageId: 40,
      by: 'person',
      changes: { bytes: [9, 7], digest: ['a'.repeat(64), 'b'.repeat(64)] },
    },
    { bytes: [9, 7], digest: ['a'.repeat(64), 'b'.repeat(64)] },
  ],
  EventCreated: [
    { type: 'EventCreated', ...event, values: eventValues({ title: 'Fair', password: 'open sesame' }) },
    {
      ...common,
      allDay: [null, false],
      start: [null, '2027-05-08 10:00:00'],
      end: [null, '2027-05-08 14:00:00'],
      timezone: [null, 'America/New_York'],
      startUtc: [null, '2027-05-08 14:00:00'],
      endUtc: [null, '2027-05-08 18:00:00'],
      title: [null, 'Fair'],
      password: [null, '***'],
      venues: [null, []],
      organizers: [null, []],
      categories: [null, []],
      tags: [null, []],
      cost: [null, ''],
      currency: [null, null],
      website: [null, null],
      showMap: [null, false],
      showMapLink: [null, false],
      hidden: [null, false],
      sticky: [null, false],
      featured: [null, false],
      parent: [null, null],
    },
  ],
  EventRetitled: [
    { type: 'EventRetitled', ...event, changes: { title: ['Old', 'New'] } },
    { title: ['Old', 'New'] },
  ],
  EventDescribed: [
    { type: 'EventDescribed', ...event, changes: { description: ['', 'd'] } },
    { description: ['', 'd'] },
  ],
  EventRescheduled: [
    {
      type: 'EventRescheduled',
      ...event,
      changes: { start: ['2027-05-08 10:00:00', '2027-05-08 11:00:00'], allDay: [true, false] },
    },
    { start: ['2027-05-08 10:00:00', '2027-05-08 11:00:00'], allDay: [true, false] },
  ],
  EventRelocated: [
    { type: 'EventRelocated', ...event, changes: { venues: [[7], [3, 7]] } },
    { venues: [[7], [3, 7]] },
  ],
  EventOrganizersChanged: [
    { type: 'EventOrganizersChanged', ...event, changes: { organizers: [[], [8]] } },
    { organizers: [[], [8]] },
  ],
  EventTermsAssigned: [
    { type: 'EventTermsAssigned', ...event, changes: { categories: [[3], []], tags: [[], [4]] } },
    { categories: [[3], []], tags: [[], [4]] },
  ],
  EventPriced: [{ type: 'EventPriced', ...event, changes: { cost: ['', '5'] } }, { cost: ['', '5'] }],
  EventIllustrated: [
    { type: 'EventIllustrated', ...event, changes: { image: [null, 9] } },
    { image: [null, 9] },
  ],
  EventLinked: [
    { type: 'EventLinked', ...event, changes: { website: [null, 'https://a.example/'] } },
    { website: [null, 'https://a.example/'] },
  ],
  EventPresented: [
    { type: 'EventPresented', ...event, changes: { featured: [false, true] } },
    { featured: [false, true] },
  ],
  EventStatusChanged: [
    { type: 'EventStatusChanged', ...event, changes: { status: ['draft', 'publish'] } },
    { status: ['draft', 'publish'] },
  ],
  EventSlugChanged: [
    { type: 'EventSlugChanged', ...event, changes: { slug: ['a', 'b'] } },
    { slug: ['a', 'b'] },
  ],
  EventReattributed: [
    { type: 'EventReattributed', ...event, changes: { author: [2, 0] } },
    { author: [2, 0] },
  ],
  EventProtected: [
    { type: 'EventProtected', ...event, changes: { password: ['', 'open sesame'] } },
    { password: ['', '***'] },
  ],
  EventPostOptionsChanged: [
    { type: 'EventPostOptionsChanged', ...event, changes: { parent: [null, 5] } },
    { parent: [null, 5] },
  ],
  EventOriginNoted: [
    { type: 'EventOriginNoted', ...event, changes: { origin: [null, origin] } },
    { origin: [null, origin] },
  ],
  EventTrashed: [
    { type: 'EventTrashed', ...event, reason: 'cancelled', changes: { status: ['publish', 'trash'] } },
    { reason: [null, 'cancelled'], status: ['publish', 'trash'] },
  ],
  EventRestored: [
    { type: 'EventRestored', ...event, changes: { status: ['trash', 'draft'] } },
    { status: ['trash', 'draft'] },
  ],

  VenueCreated: [
    { type: 'VenueCreated', ...venue, values: venueValues({ latitude: 1.5 }), hiddenUntilLinked: true },
    {
      ...common,
      password: [null, ''],
      name: [null, 'Main Hall'],
      address: [null, ''],
      city: [null, ''],
      country: [null, ''],
      province: [null, ''],
      state: [null, ''],
      stateprovince: [null, null],
      zip: [null, ''],
      latitude: [null, 1.5],
      longitude: [null, null],
      phone: [null, ''],
      website: [null, ''],
      showMap: [null, true],
      showMapLink: [null, true],
      sticky: [null, false],
      tags: [null, []],
    },
  ],
  VenueRenamed: [
    { type: 'VenueRenamed', ...venue, changes: { name: ['Hall', 'Main Hall'] } },
    { name: ['Hall', 'Main Hall'] },
  ],
  VenueDescribed: [
    { type: 'VenueDescribed', ...venue, changes: { excerpt: ['', 'e'] } },
    { excerpt: ['', 'e'] },
  ],
  VenueMoved: [
    { type: 'VenueMoved', ...venue, changes: { city: ['', 'Graz'], latitude: [null, 47.07] } },
    { city: ['', 'Graz'], latitude: [null, 47.07] },
  ],
  VenueContactChanged: [
    { type: 'VenueContactChanged', ...venue, changes: { phone: ['', '1'] } },
    { phone: ['', '1'] },
  ],
  VenuePresented: [
    { type: 'VenuePresented', ...venue, changes: { showMap: [true, false] } },
    { showMap: [true, false] },
  ],
  VenueTagged: [{ type: 'VenueTagged', ...venue, changes: { tags: [[], [4]] } }, { tags: [[], [4]] }],
  VenueIllustrated: [
    { type: 'VenueIllustrated', ...venue, changes: { image: [9, null] } },
    { image: [9, null] },
  ],
  VenueStatusChanged: [
    { type: 'VenueStatusChanged', ...venue, changes: { status: ['publish', 'private'] } },
    { status: ['publish', 'private'] },
  ],
  VenueSlugChanged: [
    { type: 'VenueSlugChanged', ...venue, changes: { slug: ['a', 'b'] } },
    { slug: ['a', 'b'] },
  ],
  VenueReattributed: [
    { type: 'VenueReattributed', ...venue, changes: { author: [2, 3] } },
    { author: [2, 3] },
  ],
  VenueProtected: [
    { type: 'VenueProtected', ...venue, changes: { password: ['one', 'two'] } },
    { password: ['***', '***'] },
  ],
  VenuePostOptionsChanged: [
    { type: 'VenuePostOptionsChanged', ...venue, changes: { commentStatus: ['open', 'closed'] } },
    { commentStatus: ['open', 'closed'] },
  ],
  VenueOriginNoted: [
    { type: 'VenueOriginNoted', ...venue, changes: { lineage: [[], ['g']] } },
    { lineage: [[], ['g']] },
  ],
  VenueTrashed: [
    { type: 'VenueTrashed', ...venue, reason: 'deleted', changes: { status: ['publish', 'trash'] } },
    { reason: [null, 'deleted'], status: ['publish', 'trash'] },
  ],
  VenueRestored: [
    { type: 'VenueRestored', ...venue, changes: { status: ['trash', 'publish'] } },
    { status: ['trash', 'publish'] },
  ],

  OrganizerCreated: [
    {
      type: 'OrganizerCreated',
      ...organizer,
      values: organizerValues({ email: 'pta@a.example' }),
      hiddenUntilLinked: false,
    },
    {
      ...common,
      password: [null, ''],
      name: [null, 'PTA'],
      phone: [null, ''],
      email: [null, 'pta@a.example'],
      website: [null, ''],
      sticky: [null, false],
      tags: [null, []],
    },
  ],
  OrganizerRenamed: [
    { type: 'OrganizerRenamed', ...organizer, changes: { name: ['PTA', 'Parents'] } },
    { name: ['PTA', 'Parents'] },
  ],
  OrganizerDescribed: [
    { type: 'OrganizerDescribed', ...organizer, changes: { description: ['', 'd'] } },
    { description: ['', 'd'] },
  ],
  OrganizerContactChanged: [
    { type: 'OrganizerContactChanged', ...organizer, changes: { email: ['', 'pta@a.example'] } },
    { email: ['', 'pta@a.example'] },
  ],
  OrganizerPresented: [
    { type: 'OrganizerPresented', ...organizer, changes: { sticky: [false, true] } },
    { sticky: [false, true] },
  ],
  OrganizerTagged: [
    { type: 'OrganizerTagged', ...organizer, changes: { tags: [[4], []] } },
    { tags: [[4], []] },
  ],
  OrganizerIllustrated: [
    { type: 'OrganizerIllustrated', ...organizer, changes: { image: [null, 9] } },
    { image: [null, 9] },
  ],
  OrganizerStatusChanged: [
    { type: 'OrganizerStatusChanged', ...organizer, changes: { status: ['draft', 'pending'] } },
    { status: ['draft', 'pending'] },
  ],
  OrganizerSlugChanged: [
    { type: 'OrganizerSlugChanged', ...organizer, changes: { slug: ['', 'pta'] } },
    { slug: ['', 'pta'] },
  ],
  OrganizerReattributed: [
    { type: 'OrganizerReattributed', ...organizer, changes: { author: [0, 2] } },
    { author: [0, 2] },
  ],
  OrganizerProtected: [
    { type: 'OrganizerProtected', ...organizer, changes: { password: ['old', ''] } },
    { password: ['***', ''] },
  ],
  OrganizerPostOptionsChanged: [
    { type: 'OrganizerPostOptionsChanged', ...organizer, changes: { template: ['', 'wide'] } },
    { template: ['', 'wide'] },
  ],
  OrganizerOriginNoted: [
    { type: 'OrganizerOriginNoted', ...organizer, changes: { origin: [origin, null] } },
    { origin: [origin, null] },
  ],
  OrganizerTrashed: [
    { type: 'OrganizerTrashed', ...organizer, reason: 'deleted', changes: { status: ['draft', 'trash'] } },
    { reason: [null, 'deleted'], status: ['draft', 'trash'] },
  ],
  OrganizerRestored: [
    { type: 'OrganizerRestored', ...organizer, changes: { status: ['trash', 'draft'] } },
    { status: ['trash', 'draft'] },
  ],

  TermCreated: [
    { type: 'TermCreated', ...term, values: music, hiddenUntilLinked: false },
    {
      taxonomy: [null, 'cal_events_cat'],
      name: [null, 'Music'],
      slug: [null, 'music'],
      description: [null, ''],
      parent: [null, null],
    },
  ],
  TermAdopted: [
    { type: 'TermAdopted', ...term, values: music },
    {
      taxonomy: [null, 'cal_events_cat'],
      name: [null, 'Music'],
      slug: [null, 'music'],
      description: [null, ''],
      parent: [null, null],
    },
  ],
  TermRenamed: [
    { type: 'TermRenamed', ...term, changes: { name: ['Music', 'Concerts'] } },
    { name: ['Music', 'Concerts'] },
  ],
  TermDescribed: [
    { type: 'TermDescribed', ...term, changes: { description: ['', 'd'] } },
    { description: ['', 'd'] },
  ],
  TermSlugChanged: [
    { type: 'TermSlugChanged', ...term, changes: { slug: ['music', 'concerts'] } },
    { slug: ['music', 'concerts'] },
  ],
  TermMoved: [{ type: 'TermMoved', ...term, changes: { parent: [null, 2] } }, { parent: [null, 2] }],
  TermDiscarded: [
    { type: 'TermDiscarded', ...term, changes: { slug: ['music', ''] } },
    { slug: ['music', ''] },
  ],
  TermRestored: [
    { type: 'TermRestored', ...term, changes: { slug: ['', 'music-2'] } },
    { slug: ['', 'music-2'] },
  ],
  TermDeleted: [
    { type: 'TermDeleted', ...term, values: { ...music, parent: 2 } },
    {
      taxonomy: ['cal_events_cat', null],
      name: ['Music', null],
      slug: ['music', null],
      description: ['', null],
      parent: [2, null],
    },
  ],

  UserCreated: [
    {
      type: 'UserCreated',
      userId: 2,
      login: 'ana',
      email: 'ana@a.example',
      role: 'editor',
      passwordHash: '$argon2id$v=19$secret',
    },
    {
      login: [null, 'ana'],
      email: [null, 'ana@a.example'],
      role: [null, 'editor'],
      passwordHash: [null, '***'],
    },
  ],
  UserRoleChanged: [
    { type: 'UserRoleChanged', userId: 2, changes: { role: ['editor', 'author'] } },
    { role: ['editor', 'author'] },
  ],
  UserRenamed: [
    { type: 'UserRenamed', userId: 2, changes: { display_name: ['', 'Ada L.'] } },
    { display_name: ['', 'Ada L.'] },
  ],
  UserPasswordChanged: [
    { type: 'UserPasswordChanged', userId: 2, passwordHash: '$argon2id$v=19$secret' },
    { passwordHash: [null, '***'] },
  ],
  ApplicationPasswordUsed: [
    {
      type: 'ApplicationPasswordUsed',
      userId: 2,
      uuid: '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11',
      usedAt: '2027-01-10T12:00:00.000Z',
      address: '192.0.2.1',
    },
    {
      uuid: [null, '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11'],
      usedAt: [null, '2027-01-10T12:00:00.000Z'],
      address: [null, '192.0.2.1'],
    },
  ],
  ApplicationPasswordCreated: [
    {
      type: 'ApplicationPasswordCreated',
      userId: 2,
      uuid: '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11',
      appId: '',
      name: 'Phone',
      hash: 'beef',
      salt: 'cafe',
    },
    {
      uuid: [null, '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11'],
      appId: [null, ''],
      name: [null, 'Phone'],
      hash: [null, '***'],
      salt: [null, '***'],
    },
  ],
  ApplicationPasswordRevoked: [
    { type: 'ApplicationPasswordRevoked', userId: 2, uuid: '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11' },
    { uuid: [null, '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11'] },
  ],

  ScheduleSet: [
    {
      ...{ type: 'ScheduleSet', scheduleId: 's1', url: 'https://feed.example/a.ics', everyMinutes: 360 },
      ...{ origin: 'url', source: 'School', postStatus: 'publish', author: 2, category: null },
      ...{ updateAuthority: 'overwrite', interval: 10, stallMinutes: 60, dueAt: '2027-05-01T20:00:00.000Z' },
    },
    {
      url: [null, 'https://feed.example/a.ics'],
      everyMinutes: [null, 360],
      origin: [null, 'url'],
      ...toldSettings,
      dueAt: [null, '2027-05-01T20:00:00.000Z'],
    },
  ],
  FeedImported: [
    {
      ...{ type: 'FeedImported', scheduleId: 's1', importId: 's1_1', etag: '"v1"', lastModified: null },
      ...{ digest: 'd', dueAt: '2027-05-02T02:00:00.000Z' },
    },
    { import: [null, 's1_1'], dueAt: [null, '2027-05-02T02:00:00.000Z'] },
  ],
  FeedUnchanged: [
    { type: 'FeedUnchanged', scheduleId: 's1', dueAt: '2027-05-02T08:00:00.000Z' },
    { dueAt: [null, '2027-05-02T08:00:00.000Z'] },
  ],
  FeedFailed: [
    {
      ...{ type: 'FeedFailed', scheduleId: 's1', importId: 's1_3', reason: 'bad_status' },
      dueAt: '2027-05-02T14:00:00.000Z',
    },
    { reason: [null, 'bad_status'], import: [null, 's1_3'], dueAt: [null, '2027-05-02T14:00:00.000Z'] },
  ],
  ScheduleReattributed: [
    { type: 'ScheduleReattributed', scheduleId: 's1', changes: { author: [2, 1] } },
    { author: [2, 1] },
  ],
  ScheduleRemoved: [{ type: 'ScheduleRemoved', scheduleId: 's1' }, {}],
  ImportReattributed: [
    { type: 'ImportReattributed', ...imported, changes: { author: [2, 1] } },
    { author: [2, 1] },
  ],
  ImportRegistered: [
    {
      type: 'ImportRegistered',
      ...imported,
      origin: 'ics',
      source: 'School',
      postStatus: 'publish',
      author: 2,
      category: null,
      updateAuthority: 'overwrite',
      interval: 10,
      stallMinutes: 60,
      hash: 'f00df00df00df00df00df00df00df00d',
    },
    {
      origin: [null, 'ics'],
      ...toldSettings,
      hash: [null, '***'],
    },
  ],
  ImportBatchReceived: [
    {
      type: 'ImportBatchReceived',
      ...imported,
      batch: 0,
      hash: 'f00d',
      digest: 'd1',
      count: 20,
      firstPosition: 1,
      percentage: 50,
      total: 40,
      carriedEvents: true,
      nextHash: 'beef',
      outcomesKnown: 0,
    },
    {
      batch: [null, 0],
      hash: [null, '***'],
      digest: [null, 'd1'],
      count: [null, 20],
      firstPosition: [null, 1],
      percentage: [null, 50],
      total: [null, 40],
      carriedEvents: [null, true],
      nextHash: [null, '***'],
      outcomesKnown: [null, 0],
    },
  ],
  ImportStateReported: [
    {
      type: 'ImportStateReported',
      ...imported,
      hash: 'f00d',
      digest: 'd2',
      status: 'failed',
      percentage: 50,
      message: 'no',
      messageSlug: 'error:no',
    },
    {
      hash: [null, '***'],
      digest: [null, 'd2'],
      status: [null, 'failed'],
      percentage: [null, 50],
      message: [null, 'no'],
      messageSlug: [null, 'error:no'],
    },
  ],
  ImportOutcomesRecorded: [
    {
      type: 'ImportOutcomesRecorded',
      ...imported,
      batch: 0,
      outcomes: (['created', 'failed', 'created'] as const).map((outcome, n) => ({
        position: n + 1,
        outcome,
        reason: null,
        warnings: [],
        id: null,
        uid: null,
        touched: [],
      })),
    },
    { batch: [null, 0], outcomes: [null, { created: 2, failed: 1 }] },
  ],
  ImportOccurrencesWithdrawn: [
    {
      type: 'ImportOccurrencesWithdrawn',
      ...imported,
      outcomes: [7, 8].map((id, n) => ({
        ...{ position: 4 + n, outcome: 'withdrawn', reason: null, warnings: [], id, uid: 'swim' },
        touched: [['cal_events', 'updated', id]],
      })),
    },
    { outcomes: [null, { withdrawn: 2 }] },
  ],
  ImportBatchRefused: [
    { type: 'ImportBatchRefused', ...imported, reason: 'too_many_items', message: 'Too many.' },
    { reason: [null, 'too_many_items'], message: [null, 'Too many.'] },
  ],
  ImportPaused: [{ type: 'ImportPaused', ...imported }, {}],
  ImportResumed: [{ type: 'ImportResumed', ...imported }, {}],
  ImportClosed: [
    { type: 'ImportClosed', ...imported, status: 'success', reason: null, message: '' },
    { status: [null, 'success'], reason: [null, null], message: [null, ''] },
  ],
}

describe('what the history says of a fact', () => {
  it.each(Object.values(rows).map(([fact, told]) => ({ fact, told })))('$fact.type', ({ fact, told }) => {
    expect(changesOf(fact)).toEqual(told)
  })
})
