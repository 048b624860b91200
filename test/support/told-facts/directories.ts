import { organizerId, venueId, termId, imageId, userId } from '../../../shared/kernel/brands.ts'
import { organizerValues, venueValues } from '../recorded.ts'
import { origin, common, type Table } from './common.ts'

const venue = { venueId: venueId(7), by: 'person' } as const

const organizer = { organizerId: organizerId(8), by: 'import' } as const

const term = { termId: termId(3), by: 'person' } as const

const music = {
  taxonomy: 'cal_events_cat',
  name: 'Music',
  slug: 'music',
  description: '',
  parent: null,
} as const

/** Facts of venues, organizers, categories and tags. */
export const directoryRows = {
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
  VenueTagged: [{ type: 'VenueTagged', ...venue, changes: { tags: [[], [termId(4)]] } }, { tags: [[], [4]] }],
  VenueIllustrated: [
    { type: 'VenueIllustrated', ...venue, changes: { image: [imageId(9), null] } },
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
    { type: 'VenueReattributed', ...venue, changes: { author: [userId(2), userId(3)] } },
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
  VenueMerged: [
    {
      type: 'VenueMerged',
      ...venue,
      ...{ reason: 'merged', into: 9, changes: { status: ['publish', 'trash'] } },
    },
    { reason: [null, 'merged'], into: [null, 9], status: ['publish', 'trash'] },
  ],
  VenueUnmerged: [
    { type: 'VenueUnmerged', ...venue, changes: { status: ['trash', 'publish'] } },
    { status: ['trash', 'publish'] },
  ],
  VenueMergeSettled: [{ type: 'VenueMergeSettled', ...venue, changes: {} }, {}],

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
    { type: 'OrganizerTagged', ...organizer, changes: { tags: [[termId(4)], []] } },
    { tags: [[4], []] },
  ],
  OrganizerIllustrated: [
    { type: 'OrganizerIllustrated', ...organizer, changes: { image: [null, imageId(9)] } },
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
    { type: 'OrganizerReattributed', ...organizer, changes: { author: [userId(0), userId(2)] } },
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
  OrganizerMerged: [
    {
      type: 'OrganizerMerged',
      ...organizer,
      ...{ reason: 'merged', into: 9, changes: { status: ['publish', 'trash'] } },
    },
    { reason: [null, 'merged'], into: [null, 9], status: ['publish', 'trash'] },
  ],
  OrganizerUnmerged: [
    { type: 'OrganizerUnmerged', ...organizer, changes: { status: ['trash', 'publish'] } },
    { status: ['trash', 'publish'] },
  ],
  OrganizerMergeSettled: [{ type: 'OrganizerMergeSettled', ...organizer, changes: {} }, {}],

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
  TermMoved: [{ type: 'TermMoved', ...term, changes: { parent: [null, termId(2)] } }, { parent: [null, 2] }],
  TermDiscarded: [
    { type: 'TermDiscarded', ...term, changes: { slug: ['music', ''] } },
    { slug: ['music', ''] },
  ],
  TermRestored: [
    { type: 'TermRestored', ...term, changes: { slug: ['', 'music-2'] } },
    { slug: ['', 'music-2'] },
  ],
  TermMerged: [{ type: 'TermMerged', ...term, into: termId(9), changes: {} }, { into: [null, 9] }],
  TermUnmerged: [{ type: 'TermUnmerged', ...term, changes: {} }, {}],
  TermMergeSettled: [{ type: 'TermMergeSettled', ...term, changes: {} }, {}],
  TermDeleted: [
    { type: 'TermDeleted', ...term, values: { ...music, parent: termId(2) } },
    {
      taxonomy: ['cal_events_cat', null],
      name: ['Music', null],
      slug: ['music', null],
      description: ['', null],
      parent: [2, null],
    },
  ],
} satisfies Partial<Table>
