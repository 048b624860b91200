import { z } from 'zod'

/**
 * Kinds of texts and numbers that look alike and must never stand for one another. A brand is for the compiler alone:
 * at run time there is only the text or the number, and each of them may go wherever any text or number may.
 *
 * Values get their brand where they enter, by a schema or a maker of this file, and nowhere else (a test holds that).
 * Makers do not look: who calls one knows already what the value is.
 */

const stored = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

/** What a clock on the wall of some zone shows, `YYYY-MM-DD HH:MM:SS`; which zone is said beside it (spec 04 §3). */
export const LocalTime = stored.brand<'LocalTime'>()
export type LocalTime = z.infer<typeof LocalTime>
export const localTime = (text: string): LocalTime => text as LocalTime

/** An instant in UTC to the second, `YYYY-MM-DD HH:MM:SS`, as stored and compared. */
export const UtcTime = stored.brand<'UtcTime'>()
export type UtcTime = z.infer<typeof UtcTime>
export const utcTime = (text: string): UtcTime => text as UtcTime

/**
 * An instant as milliseconds since 1970-01-01 in UTC, as clocks tell it. How long something takes, or is to take, is no
 * instant but a number whose name ends in `Ms`; so is what a clock says that only measures (`monotonicMs`).
 */
export const EpochMs = z.int().brand<'EpochMs'>()
export type EpochMs = z.infer<typeof EpochMs>
export const epochMs = (ms: number): EpochMs => ms as EpochMs
/** What the clock of this machine says, for where processes are put together: everybody else is given a clock. */
export const systemClock = (): EpochMs => epochMs(Date.now())
/** Later than any instant: until then holds what only a write changes. */
export const endOfTime = epochMs(Infinity)

/** An instant in ISO 8601, in UTC, to the second or finer: `2027-05-08T10:00:00.123Z`, as facts and answers tell it. */
export const IsoTime = z.iso.datetime().brand<'IsoTime'>()
export type IsoTime = z.infer<typeof IsoTime>
export const isoTime = (text: string): IsoTime => text as IsoTime
/** The same in facts that took any text there at first: what is stored for ever stays readable. */
export const StoredIsoTime = z.string().brand<'IsoTime'>()

/** What is left of a kind of text when it is moved on its own clock: the same kind; a date without a brand is a text. */
export type OnSameClock<Text extends string> = Text extends LocalTime | UtcTime ? Text : string
export const onSameClock = <Text extends string>(moved: string): OnSameClock<Text> =>
  moved as OnSameClock<Text>

/** Positive whole number; events, venues, organizers and images share one sequence (spec 00 §8). */
const id = z.int().positive()

/** Number of an event: `event-41`. */
export const EventId = id.brand<'EventId'>()
export type EventId = z.infer<typeof EventId>
export const eventId = (id: number): EventId => id as EventId

/** Number of a venue: `venue-41`. */
export const VenueId = id.brand<'VenueId'>()
export type VenueId = z.infer<typeof VenueId>
export const venueId = (id: number): VenueId => id as VenueId

/** Number of an organizer: `organizer-41`. */
export const OrganizerId = id.brand<'OrganizerId'>()
export type OrganizerId = z.infer<typeof OrganizerId>
export const organizerId = (id: number): OrganizerId => id as OrganizerId

/** Number of a category or tag, which share a sequence of their own: `term-7`. */
export const TermId = id.brand<'TermId'>()
export type TermId = z.infer<typeof TermId>
export const termId = (id: number): TermId => id as TermId

/** Number of a picture: `image-41`. */
export const ImageId = id.brand<'ImageId'>()
export type ImageId = z.infer<typeof ImageId>
export const imageId = (id: number): ImageId => id as ImageId

/** Number of a user, who a session, an act or an item is of: `user-41`. */
export const UserId = id.brand<'UserId'>()
export type UserId = z.infer<typeof UserId>
export const userId = (id: number): UserId => id as UserId

/** Stands where a user would, and none does: guests act as it. */
export const nobody = userId(0)
/** Number of a user, or of nobody. */
export const UserIdOrNobody = z.int().nonnegative().brand<'UserId'>()

/**
 * Name of a stream of the log: `event-41`. What it consists of is said once, by a function beside the facts of that stream
 * (`eventStream` in `shared/facts/event.ts`); what names begin with, to follow several, is a text.
 */
export const StreamName = z.string().brand<'StreamName'>()
export type StreamName = z.infer<typeof StreamName>
export const streamName = (text: string): StreamName => text as StreamName

/** Place of a record in the whole log. Positions grow strictly and leave gaps: they are compared, never computed with. */
export const Position = z.int().nonnegative().brand<'Position'>()
export type Position = z.infer<typeof Position>
export const logPosition = (place: number): Position => place as Position
/** Stands where a position would that others are compared with, and there is none: all come behind it. */
export const noPosition = logPosition(-1)
/** The one behind all the others. */
export const furthest = (...places: readonly Position[]): Position => logPosition(Math.max(...places))
/** The same of those that there are; null: there is none. */
export const furthestKnown = (...places: readonly (Position | null)[]): Position | null => {
  const known = furthest(...places.map(place => place ?? noPosition))
  return known === noPosition ? null : known
}

/** Place of a record in its stream, from 0, without gaps as it is written. */
export const Revision = z.int().nonnegative().brand<'Revision'>()
export type Revision = z.infer<typeof Revision>
export const streamRevision = (place: number): Revision => place as Revision

/** Stands where the revision of the last record would, and there is none. */
export const noRevision = streamRevision(-1)
/** Of the record that comes behind it, or so many behind it. */
export const revisionAfter = (revision: Revision, count = 1): Revision => streamRevision(revision + count)
