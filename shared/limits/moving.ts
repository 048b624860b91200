// Of calendars that move in, and of exports: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

/** The largest id that a thing keeps when it moves in: whatever is given out afterwards lies above it. */
export const LARGEST_KEPT_ID = 1_000_000_000
/** Of an answer of a calendar that moves in: a page of a hundred events with the longest texts, twice. */
export const OLD_ANSWER_BYTES = 64 * 1024 * 1024
/** Things of one kind that move in from a calendar: each is held while it does. */
export const OLD_THINGS = 200_000
/** Lost with questions to a calendar that moves in, until each is asked once: a server that comes back does so before. */
export const OLD_PATIENCE_MS = 900_000
/** The same, until none is asked any more. */
export const OLD_LOST_MS = 3_600_000
/** Things that move in with one command to the service: some hundredths of a second of work. */
export const MOVED_AT_ONCE = 100
/** Of a line of a file of an export: four times the longest item with every character escaped. */
export const EXPORT_LINE_BYTES = 8 * 1024 * 1024
/** Of the manifest of an export: a line for each of a hundred thousand pictures. */
export const EXPORT_MANIFEST_BYTES = 32 * 1024 * 1024
