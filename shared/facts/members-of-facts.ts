/** Members whose values nobody is shown. */
export const SECRETS: ReadonlySet<string> = new Set(['password', 'passwordHash', 'hash', 'nextHash', 'salt'])

/** Members that name what the stream of a fact names already. */
export const NAMES_OF_STREAMS = [
  ...(['type', 'by', 'eventId', 'venueId', 'organizerId', 'termId'] as const),
  ...(['imageId', 'userId', 'importId', 'scheduleId'] as const),
] as const
