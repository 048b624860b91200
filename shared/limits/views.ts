// Of views, feeds and searches: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

/** Mebibytes of answers, views and feeds that are kept unless `CACHE_MB` says otherwise: they save work, not truth. */
export const KEPT_MIB = 64
/** Texts of events that were listed lately, by either generation, kept in each process that answers, and at most as many again of those listed before them: 20,000 to 40,000 events of a school as the first generation shows them, 13,000 to 26,000 as the second does, made again in some microseconds each. */
export const LISTED_BYTES = 29_360_128
/** Documents that pages of lists showed lately, as MongoDB sends them, kept in each process that answers: some 2,000 events of a school, 16 MB of memory. */
export const PAGED_BYTES = 4_194_304
/** What events name, as lists show it, and as much again as single events do, kept in each process that answers: 750 to 1,500 sets of venues, organizers and terms that events have together. */
export const NAMED_BYTES = 4_194_304
/** The same as lists of the second generation show it: 500 to 1,000 sets. */
export const CALX_NAMED_BYTES = 4_194_304
/** Second-generation objects of venues that were shown lately, and as many bytes of organizers, kept in each process that answers, and at most as many again of those shown before them: 2,000 to 4,000 of each. */
export const CALX_DIRECTORY_BYTES = 2_097_152
/** Questions of lists as they were understood, in each process that answers: 256 and more of those that people ask, fewer of long ones and of those that look up much. */
export const QUESTION_BYTES = 4_194_304
/** Characters of the address of a view that REST is given: the longest search, percent-encoded, and all beside it. */
export const VIEW_ADDRESS_LENGTH = 8_192
/** Characters of a date, a page or the name of a view in its address: room for what people mistype. */
export const VIEW_WORD_LENGTH = 100
/** Events in a cell of a month: the day itself shows more. */
export const VIEW_CELL_EVENTS = 50
/** Characters of the events in a cell of a month: nobody reads on in one. */
export const VIEW_CELL_LENGTH = 20_000
/** Characters of the events in all cells of a month: beyond, a cell has what is seen at once, and the day the others. */
export const VIEW_MONTH_LENGTH = 150_000
/** Characters of a title in a cell of a month: it stands in every cell that its event touches. */
export const VIEW_TITLE_LENGTH = 200
/** Events of a page of a day: few schools have more. */
export const VIEW_DAY_EVENTS = 500
/** Characters of the events of a page of a day: beyond, the next page has the others. */
export const VIEW_DAY_LENGTH = 200_000
/** Coming events in the RSS feed: more than any reader shows. */
export const RSS_ITEMS = 50
/** Events in the feed of changes: more than change between two looks of a reader. */
export const ATOM_ENTRIES = 50
/** Published events that are looked at for it, where many are kept out of listings or protected. */
export const ATOM_LOOKED_AT = 5_000
/** Of the text of an event in it, as it is sent, with every `<` of its markup as four bytes: of a longer one it has the beginning without markup. */
export const ATOM_CONTENT_BYTES = 16_384
/** Characters of the events of a page of a day, with names of places and categories that are longer than usual. */
export const VIEW_LENGTH = 230_000
/** Characters of what a view tells programs about its events: as much as people see; pages of events tell the rest. */
export const VIEW_TOLD_LENGTH = 150_000
/** Characters of a description in what a view tells programs: the event itself tells it whole. */
export const VIEW_DESCRIPTION_LENGTH = 2_000
/** Characters of a search: a long sentence. */
export const SEARCH_LENGTH = 500
/** Words of a search, with those that are to be missing: each is looked for in every item. */
export const SEARCH_WORDS = 20
