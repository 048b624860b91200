import { eventMembers } from './event.ts'
import { venueMembers } from './venue.ts'

/** Members of an event that say when it takes place, on which clock: none of them changes for itself. */
export const PERIOD: readonly string[] = Object.entries(eventMembers).flatMap(([name, row]) =>
  'fact' in row && row.fact === 'Rescheduled' ? [name] : [],
)

/** Members of a venue that say where on earth it is: one of them alone, or of another time, is another place or none. */
export const COORDINATES: readonly string[] = Object.entries(venueMembers).flatMap(([name, { kind }]) =>
  kind === 'coordinate' ? [name] : [],
)

/** The member itself, with those that are one thing with it. */
export const oneThingWith = (member: string): readonly string[] =>
  [PERIOD, COORDINATES].find(group => group.includes(member)) ?? [member]
