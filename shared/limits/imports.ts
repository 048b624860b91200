// Of imports, and of the files and feeds they come from: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

/** Of a feed that is fetched: the items of a school's twenty years fit. */
export const FEED_BYTES = 32 * 1024 * 1024
/** Feeds at addresses that people give, fetched at once: each may be as large as one is. */
export const FEED_FETCHES = 2
/** Of an import item as JSON: every legal item is far smaller; others are kept as a stub that fails. */
export const IMPORT_ITEM_BYTES = 400_000
/** Items of a file or feed unless `IMPORT_FILE_ITEMS` says otherwise: all events of a school's twenty years. */
export const FILE_ITEMS = 20_000
/** Items of an import by callbacks unless `IMPORT_ITEMS` says otherwise: ten such schools in one. */
export const IMPORT_ITEMS = 200_000
/** Of what a dry run would record, its items included, as JSON: 20,000 events with their texts. It is held in memory. */
export const DRY_RUN_BYTES = 128 * 1024 * 1024
/** Characters of what a dry run read of the log, in memory: 20,000 events of it, which it reads and tells of more than once. */
export const DRY_RUN_KEPT_LENGTH = 32 * 1024 * 1024
/** Dry runs whose files are being handed over: each holds what it has of one; one at a time is worked off. */
export const DRY_RUNS = 4
/** Of files and feeds that somebody tried on a page, in memory, until they are applied: one of the largest. */
export const KEPT_FILES_BYTES = 32 * 1024 * 1024
/** Characters of plans that somebody was shown of these, in memory: items of some files of the largest size. */
export const KEPT_PLANS_LENGTH = 32 * 1024 * 1024
/** How many of these are kept at once: nobody looks at more. */
export const KEPT_FILES = 64
/** How long one of these is kept: who looks at it longer is asked for it again. */
export const KEPT_FILES_MS = 900_000
/** Values each of EXDATE and RDATE of an event in a file: twenty times what a series keeps. */
export const ICS_DATES = 20_000
/** Fruitless looks that the series of a file may spend on rules that hold next to nothing: about a second. */
export const FREE_LOOKS = 10_000_000
/** Occurrences of a series: three years of days; the old ones go first, then the far ones. */
export const MOST_OCCURRENCES = 1_000
/** Of a line of iCalendar: twice the longest text when every character is escaped. */
export const ICS_LINE_BYTES = 524_288
/** Components of iCalendar inside each other: deeper ones are not told apart. */
export const ICS_LEVELS = 1_000
/** Definitions of zones in a file, and the parts and properties of one: beyond, nobody means a zone. */
export const ICS_ZONES = 1_000
/** Characters of a recurrence rule: longer than one that names everything once. */
export const RRULE_LENGTH = 10_000
/** Categories of an item of a file: more than any event has. */
export const ICS_CATEGORIES = 10_000
/** Times that a series in a file more than once takes its changed occurrences: within reason. */
export const ICS_COPIES = 20
/** Characters of a cell of CSV: twice the longest text when it is all quotes. */
export const CSV_CELL_LENGTH = 524_288
/** Columns of CSV: far more than an event has fields. */
export const CSV_COLUMNS = 10_000
/** Characters of what a reader of files found and tells of it: enough to look for. */
export const FOUND_LENGTH = 300
/** Characters of the first row of CSV by which its separator is chosen: all names of columns. */
export const CSV_HEADER_LENGTH = 1_000_000
