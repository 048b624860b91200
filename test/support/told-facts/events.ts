import {
  localTime,
  eventId,
  organizerId,
  venueId,
  imageId,
  termId,
  userId,
} from '../../../shared/kernel/brands.ts'
import { eventValues } from '../recorded.ts'
import { origin, common, type Table } from './common.ts'

const event = { eventId: eventId(41), by: 'person' } as const

/** Facts of events. */
export const eventRows = {
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
      changes: {
        start: [localTime('2027-05-08 10:00:00'), localTime('2027-05-08 11:00:00')],
        allDay: [true, false],
      },
    },
    { start: ['2027-05-08 10:00:00', '2027-05-08 11:00:00'], allDay: [true, false] },
  ],
  EventRelocated: [
    { type: 'EventRelocated', ...event, changes: { venues: [[venueId(7)], [venueId(3), venueId(7)]] } },
    { venues: [[7], [3, 7]] },
  ],
  EventOrganizersChanged: [
    { type: 'EventOrganizersChanged', ...event, changes: { organizers: [[], [organizerId(8)]] } },
    { organizers: [[], [8]] },
  ],
  EventTermsAssigned: [
    {
      type: 'EventTermsAssigned',
      ...event,
      changes: { categories: [[termId(3)], []], tags: [[], [termId(4)]] },
    },
    { categories: [[3], []], tags: [[], [4]] },
  ],
  EventPriced: [{ type: 'EventPriced', ...event, changes: { cost: ['', '5'] } }, { cost: ['', '5'] }],
  EventIllustrated: [
    { type: 'EventIllustrated', ...event, changes: { image: [null, imageId(9)] } },
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
    { type: 'EventReattributed', ...event, changes: { author: [userId(2), userId(0)] } },
    { author: [2, 0] },
  ],
  EventProtected: [
    { type: 'EventProtected', ...event, changes: { password: ['', 'open sesame'] } },
    { password: ['', '***'] },
  ],
  EventPostOptionsChanged: [
    { type: 'EventPostOptionsChanged', ...event, changes: { parent: [null, eventId(5)] } },
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
} satisfies Partial<Table>
