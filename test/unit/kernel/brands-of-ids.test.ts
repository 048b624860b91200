import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  EventId,
  eventId,
  venueId,
  termId,
  nobody,
  UserId,
  userId,
  UserIdOrNobody,
  imageId,
  type ImageId,
  type OrganizerId,
  type TermId,
  type VenueId,
} from '../../../shared/kernel/brands.ts'
import { eventStream, type EventFact, type EventValues } from '../../../shared/facts/event.ts'
import { organizerStream } from '../../../shared/facts/organizer.ts'
import { imageBytesStream, imageStream, type ImageFact } from '../../../shared/facts/image.ts'
import { termStream, type TermFact, type TermValues } from '../../../shared/facts/term.ts'
import type { ImportFact } from '../../../shared/facts/import.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import type { SessionFact } from '../../../shared/facts/session.ts'
import type { UndoFact } from '../../../shared/facts/undo.ts'
import { erasureStream, userStream, type UserFact } from '../../../shared/facts/user.ts'
import { venueStream, type VenueFact } from '../../../shared/facts/venue.ts'
import { can, canEdit, type Principal } from '../../../shared/rights.ts'
import type { ListQuery } from '../../../projections/event-listing/conditions.ts'
import type { EventRow } from '../../../projections/event-listing/row.ts'
import type { ImageRow } from '../../../projections/images/queries.ts'
import type { ImageLookup } from '../../../projections/items/images.ts'
import type { NestedLookup, Related } from '../../../projections/items/related.ts'
import type { TermQueries, TermRow } from '../../../projections/terms/queries.ts'
import type { IdOf } from '../../../shared/facts/id-of.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { Item } from '../../../projections/items/item.ts'
import type { EventListingQueries } from '../../../projections/event-listing/queries.ts'
import type { VenueQueries } from '../../../projections/venues/queries.ts'
import type { OrganizerQueries } from '../../../projections/organizers/queries.ts'
import type { EventReads } from '../../../services/api/items/event-deps.ts'
import type { DirectoryReads } from '../../../services/api/items/directory-deps.ts'

// What these tests hold is checked by the compiler: a line that it does not refuse any more is an error.

describe('ids of events, venues and organizers', () => {
  const [event, venue] = [eventId(41), venueId(7)]

  it('do not stand for one another, nor does a number for any of them', () => {
    expectTypeOf<EventId>().toExtend<number>()
    expectTypeOf<number>().not.toExtend<EventId>()
    expectTypeOf<EventId>().not.toExtend<VenueId>()
    expectTypeOf<VenueId>().not.toExtend<OrganizerId>()
    expectTypeOf<OrganizerId>().not.toExtend<EventId>()
    // @ts-expect-error an event is no venue
    expect(event === venue).toBe(false)
    // @ts-expect-error nor is it in a list of them
    expect([venue].includes(event)).toBe(false)
  })

  it('name the stream of their own kind', () => {
    expect([eventStream(event), venueStream(venue)]).toEqual(['event-41', 'venue-7'])
    // @ts-expect-error the number of a venue
    expect(eventStream(venue)).toBe('event-7')
    // @ts-expect-error the number of an event
    expect(venueStream(event)).toBe('venue-41')
    // @ts-expect-error anything that is a number
    expect(organizerStream(9)).toBe('organizer-9')
  })

  it('are what facts and values hold, and what lists ask for', () => {
    expectTypeOf<EventFact['eventId']>().toEqualTypeOf<EventId>()
    expectTypeOf<VenueFact['venueId']>().toEqualTypeOf<VenueId>()
    expectTypeOf<EventValues['venues']>().toEqualTypeOf<VenueId[]>()
    expectTypeOf<EventValues['organizers']>().toEqualTypeOf<OrganizerId[]>()
    expectTypeOf<EventValues['parent']>().toEqualTypeOf<EventId | null>()
    expectTypeOf<ListQuery['venues']>().toEqualTypeOf<readonly VenueId[] | undefined>()
    expectTypeOf<ListQuery['include']>().toEqualTypeOf<readonly EventId[] | undefined>()
  })

  it('come out of a schema, which looks', () => {
    expectTypeOf(EventId.parse(41)).toEqualTypeOf<EventId>()
    expect([0, 1.5, '41'].map(value => EventId.safeParse(value).success)).toEqual([false, false, false])
  })
})

describe('ids of categories, tags and pictures', () => {
  it('do not stand for those of items, nor for one another', () => {
    expectTypeOf<TermId>().not.toExtend<VenueId>()
    expectTypeOf<EventId>().not.toExtend<TermId>()
    expectTypeOf<ImageId>().not.toExtend<TermId>()
    expectTypeOf<number>().not.toExtend<ImageId>()
    expect(termStream(termId(7))).toBe('term-7')
    // @ts-expect-error the number of a venue
    expect(termStream(venueId(7))).toBe('term-7')
  })

  it('are what facts and values hold, and what lists ask for', () => {
    expectTypeOf<TermFact['termId']>().toEqualTypeOf<TermId>()
    expectTypeOf<TermValues['parent']>().toEqualTypeOf<TermId | null>()
    expectTypeOf<EventValues['categories']>().toEqualTypeOf<TermId[]>()
    expectTypeOf<EventValues['tags']>().toEqualTypeOf<TermId[]>()
    expectTypeOf<EventValues['image']>().toEqualTypeOf<ImageId | null>()
    expectTypeOf<ListQuery['categories']>().toEqualTypeOf<readonly TermId[] | undefined>()
    expectTypeOf<ListQuery['tags']>().toEqualTypeOf<readonly TermId[] | undefined>()
    expectTypeOf<ImageFact['imageId']>().toEqualTypeOf<ImageId>()
  })

  it('are what rows of read models have and are found by', () => {
    expectTypeOf<EventRow['_id']>().toEqualTypeOf<EventId>()
    expectTypeOf<EventRow['categories']>().toEqualTypeOf<readonly TermId[]>()
    expectTypeOf<EventRow['tags']>().toEqualTypeOf<readonly TermId[]>()
    expectTypeOf<EventRow['image']>().toEqualTypeOf<ImageId | null>()
    expectTypeOf<TermRow['_id']>().toEqualTypeOf<TermId>()
    expectTypeOf<TermRow['parent']>().toEqualTypeOf<TermId | null>()
    expectTypeOf<ImageRow['_id']>().toEqualTypeOf<ImageId>()
    expectTypeOf<TermQueries['byId']>().parameter(0).toEqualTypeOf<TermId>()
    expectTypeOf<TermQueries['withDescendants']>().parameter(0).toEqualTypeOf<readonly TermId[]>()
    expectTypeOf<ImageLookup>().parameter(0).toEqualTypeOf<readonly ImageId[]>()
    expectTypeOf<Related['venues']>().toEqualTypeOf<NestedLookup<VenueId>>()
    expectTypeOf<Related['organizers']>().not.toExtend<Related['venues']>()
  })

  it('name the streams of pictures alone', () => {
    const picture = imageId(40)
    expect([imageStream(picture), imageBytesStream(picture, 'full')]).toEqual([
      'image-40',
      'imagebytes-40/full',
    ])
    // @ts-expect-error the number of an event, from the same sequence
    expect(imageStream(eventId(40))).toBe('image-40')
    // @ts-expect-error the number of a term
    expect(imageBytesStream(termId(40), 'full')).toBe('imagebytes-40/full')
    // @ts-expect-error a picture is no category
    expect([termId(40)].includes(picture)).toBe(true)
  })
})

describe('ids of users', () => {
  it('do not stand for those of events, nor those for them, nor a number for either', () => {
    expectTypeOf<UserId>().toExtend<number>()
    expectTypeOf<number>().not.toExtend<UserId>()
    expectTypeOf<UserId>().not.toExtend<EventId>()
    expectTypeOf<EventId>().not.toExtend<UserId>()
    expectTypeOf<UserId>().not.toExtend<TermId>()
    // @ts-expect-error a user is no event
    expect(userId(41) === eventId(7)).toBe(false)
    // @ts-expect-error nor is an event in a list of users
    expect([userId(41)].includes(eventId(7))).toBe(false)
  })

  it('name the streams of users alone', () => {
    expect([userStream(userId(7)), erasureStream(userId(7))]).toEqual(['user-7', 'erased-7'])
    // @ts-expect-error the number of an event
    expect(userStream(eventId(7))).toBe('user-7')
    // @ts-expect-error the same where a user is erased
    expect(erasureStream(eventId(7))).toBe('erased-7')
    // @ts-expect-error the number of a user
    expect(eventStream(userId(7))).toBe('event-7')
  })

  it('say who acts', () => {
    expect(can({ id: userId(7), role: 'editor' }, 'publish')).toBe(true)
    // @ts-expect-error an event has no rights
    expect(can({ id: eventId(7), role: 'editor' }, 'publish')).toBe(true)
    const caller = { id: userId(7), role: 'author' } as const
    expect(canEdit(caller, { author: userId(7), status: 'publish' })).toBe(true)
    // @ts-expect-error an event wrote nothing
    expect(canEdit(caller, { author: eventId(7), status: 'publish' })).toBe(true)
  })

  it('are what facts hold, with what is noted of each', () => {
    expectTypeOf<Meta['actor']>().toEqualTypeOf<UserId | null>()
    expectTypeOf<UserFact['userId']>().toEqualTypeOf<UserId>()
    expectTypeOf<Extract<SessionFact, { type: 'SignedIn' }>['userId']>().toEqualTypeOf<UserId>()
    expectTypeOf<Extract<ImportFact, { type: 'ImportRegistered' }>['author']>().toEqualTypeOf<UserId>()
    expectTypeOf<Extract<UndoFact, { type: 'UndoBegun' }>['askedBy']>().toEqualTypeOf<UserId | null>()
    expectTypeOf<NonNullable<Principal>['id']>().toEqualTypeOf<UserId>()
    expectTypeOf<EventValues['author']>().toEqualTypeOf<UserId>()
    expectTypeOf<ListQuery['author']>().toEqualTypeOf<UserId | undefined>()
  })

  it('come out of a schema, which looks', () => {
    expectTypeOf(UserId.parse(41)).toEqualTypeOf<UserId>()
    expect([0, 1.5, '41'].map(value => UserId.safeParse(value).success)).toEqual([false, false, false])
    expectTypeOf(UserIdOrNobody.parse(0)).toEqualTypeOf<UserId>()
    expect([nobody, -1, 1.5].map(value => UserIdOrNobody.safeParse(value).success)).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('ids of items with certain values', () => {
  it('follow from the values', () => {
    expectTypeOf<IdOf<EventValues>>().toEqualTypeOf<EventId>()
    expectTypeOf<IdOf<VenueValues>>().toEqualTypeOf<VenueId>()
    expectTypeOf<IdOf<OrganizerValues>>().toEqualTypeOf<OrganizerId>()
    expectTypeOf<IdOf<TermValues>>().toEqualTypeOf<TermId>()
    expectTypeOf<IdOf<EventValues | VenueValues>>().toEqualTypeOf<EventId | VenueId>()
    expectTypeOf<IdOf<{ readonly name: string }>>().toEqualTypeOf<number>()
    expectTypeOf<IdOf<unknown>>().toEqualTypeOf<number>()
    expectTypeOf<Item<VenueValues>['_id']>().toEqualTypeOf<VenueId>()
    expectTypeOf<Item<VenueValues>>().not.toExtend<Item<EventValues>>()
  })

  it('are what single items are found by', () => {
    expectTypeOf<EventListingQueries['byId']>().parameter(0).toEqualTypeOf<EventId>()
    expectTypeOf<EventReads['meetEvent']>().parameter(0).toEqualTypeOf<EventId>()
    expectTypeOf<VenueQueries['byId']>().parameter(0).toEqualTypeOf<VenueId>()
    expectTypeOf<OrganizerQueries['byIds']>().parameter(0).toEqualTypeOf<readonly OrganizerId[]>()
    expectTypeOf<DirectoryReads<VenueValues>['meet']>().parameter(0).toEqualTypeOf<VenueId>()
    expectTypeOf<DirectoryReads<OrganizerValues>['idOf']>().returns.toEqualTypeOf<OrganizerId>()
    expectTypeOf<VenueQueries>().not.toExtend<OrganizerQueries>()
  })
})
