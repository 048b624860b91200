import {
  localTime,
  utcTime,
  userId,
  streamRevision,
  logPosition,
  isoTime,
} from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { recordId } from '../../shared/facts/codec.ts'
import { eventCodec, eventStream, type EventFact, type EventValues } from '../../shared/facts/event.ts'
import {
  organizerCodec,
  organizerStream,
  type OrganizerFact,
  type OrganizerValues,
} from '../../shared/facts/organizer.ts'
import { purgeCodec, purgeStream, type PurgeFact } from '../../shared/facts/purge.ts'
import { termCodec, termStream, type TermFact } from '../../shared/facts/term.ts'
import { venueCodec, venueStream, type VenueFact, type VenueValues } from '../../shared/facts/venue.ts'
import { imageCodec, imageStream, type ImageFact, type ImageValues } from '../../shared/facts/image.ts'
import { initialOf } from '../../shared/members/derive.ts'
import { eventMembers } from '../../shared/members/event.ts'
import { organizerMembers } from '../../shared/members/organizer.ts'
import { venueMembers } from '../../shared/members/venue.ts'
import type { Bare } from './bare.ts'

type Fact = EventFact | VenueFact | OrganizerFact | TermFact | PurgeFact | ImageFact
export type ItemFacts = Bare<Fact>

const encoded = (fact: Fact) => {
  if ('eventId' in fact) return { stream: eventStream(fact.eventId), ...eventCodec.encode(fact) }
  if ('venueId' in fact) return { stream: venueStream(fact.venueId), ...venueCodec.encode(fact) }
  if ('organizerId' in fact)
    return { stream: organizerStream(fact.organizerId), ...organizerCodec.encode(fact) }
  if ('itemId' in fact) return { stream: purgeStream(fact.kind, fact.itemId), ...purgeCodec.encode(fact) }
  if ('imageId' in fact) return { stream: imageStream(fact.imageId), ...imageCodec.encode(fact) }
  return { stream: termStream(fact.termId), ...termCodec.encode(fact) }
}

/** Facts as a log would hand them out, one after the other; positions have gaps. Two logs have the same ids at the same ones. */
export const recorder = (at = '2026-11-27T21:33:24.000Z') => {
  const revisions = new Map<string, number>()
  let position = logPosition(0)
  return (bare: ItemFacts, when = at): StoredRecord => {
    const { stream, type, data } = encoded(bare as Fact)
    const revision = streamRevision((revisions.get(stream) ?? -1) + 1)
    revisions.set(stream, revision)
    position = logPosition(position + 3)
    const meta = {
      actor: userId(2),
      at: isoTime(when),
      source: 'cal',
      route: null,
      correlation: 'c',
      causation: null,
    } as const
    return { id: recordId('recorder', position), stream, revision, position, type, data, meta }
  }
}

/** A published event on 2027-05-08, 10:00 to 14:00 in New York, but for what is given. */
export const eventValues = (given: Bare<Partial<EventValues>> = {}): EventValues => ({
  ...initialOf(eventMembers),
  status: 'publish',
  author: userId(2),
  start: localTime('2027-05-08 10:00:00'),
  end: localTime('2027-05-08 14:00:00'),
  timezone: 'America/New_York',
  startUtc: utcTime('2027-05-08 14:00:00'),
  endUtc: utcTime('2027-05-08 18:00:00'),
  title: 'Fair',
  ...(given as Partial<EventValues>),
})

export const venueValues = (given: Partial<VenueValues> = {}): VenueValues => ({
  ...initialOf(venueMembers),
  status: 'publish',
  author: userId(2),
  name: 'Main Hall',
  ...given,
})

export const organizerValues = (given: Partial<OrganizerValues> = {}): OrganizerValues => ({
  ...initialOf(organizerMembers),
  status: 'publish',
  author: userId(2),
  name: 'PTA',
  ...given,
})

/** A small PNG without smaller sizes. */
export const imageValues = (file: string, given: Partial<ImageValues> = {}): ImageValues => ({
  ...{ file, type: 'image/png', width: 20, height: 10, bytes: 9, digest: 'a'.repeat(64) },
  ...{ sizes: [], source: null },
  ...given,
})
