/** All limits of what is taken from outside. docs/operations.md lists them; bytes unless the name says otherwise. */

// Requests

/** Of a body of a guest: a form or a few items; what costs more is for those who can be asked about it. */
export const GUEST_BODY_BYTES = 1024 * 1024
/** Of a body of somebody with credentials, and of import callbacks: room for a batch of a thousand items. */
export const BODY_BYTES = 10 * 1024 * 1024
/** Of a body on the operator's socket: an operator hands over whole files. */
export const OPERATOR_BODY_BYTES = 256 * 1024 * 1024
/** Of a form with a file that is too large: it is received to its end, and but for its ends forgotten, so that nothing else of it is lost. */
export const LARGE_FORM_BYTES = 256 * 1024 * 1024
/** What is kept of such a form from its beginning, and from its end: the fields before and behind the file. */
export const FORM_ENDS_BYTES = 65_536
/** Without a byte of a body: whoever sends one goes on, whoever withholds one holds nobody up. */
export const BODY_SILENCE_MS = 10_000
/** For the rest of a body that nobody reads: so that its sender hears the answer. */
export const LEFT_OVER_MS = 10_000
/** Of the head of a request, its address included: twice the longest address, with cookies. */
export const HEAD_BYTES = 16 * 1024
/** Characters of the address of a request: what browsers and proxies carry for certain. */
export const REQUEST_ADDRESS_LENGTH = 8_192
/** Until a request has arrived whole: ten times what 10 MiB take on a slow line. */
export const REQUEST_MS = 60_000
/** Without a byte on a connection that is not between two requests: a proxy waits about as long. */
export const SILENT_CONNECTION_MS = 120_000
/** Values of a body, in JSON and in names at all depths: nobody sends more, and each costs more than its bytes tell. */
export const MOST_VALUES = 50_000
/** The same of a guest: a form or a few items, read in one stretch of the time that a guest may take. */
export const GUEST_VALUES = 10_000
/** Elements of a list in an argument, a filter for instance: each is looked at, and those that are ids looked up. */
export const LIST_ELEMENTS = 1_000
/** Characters of a text in an argument that has no limit of its own: longer than any name, nonce or date. */
export const ARGUMENT_LENGTH = 10_000
/** Parts of a multipart body, files included: each is read as a message of its own. */
export const MULTIPART_PARTS = 1_000
/** Lists and objects inside each other in JSON: what walks a value must not run out of stack. */
export const JSON_LEVELS = 512
/** Levels of a bracketed name such as `a[b][c]`: nobody nests names deeper. */
export const NAME_LEVELS = 64
/** Parts of a batch: each is a write of its own. */
export const BATCH_PARTS = 25
/** Elements of a page in the first generation: what its clients know. */
export const CAL_PAGE = 50
/** Elements of a page in the second generation: what its clients know. */
export const CALX_PAGE = 100
/** Streams of progress that a user has open: one for each window with an import. */
export const USER_STREAMS = 10
/** Streams of progress that are open in a process: each is a connection that stays. */
export const STREAMS = 200

/** Entries of the history that are looked at for one answer where two things are asked together: some milliseconds of work. */
export const HISTORY_ENTRIES = 200_000
/** Facts that are read for one answer when the history is searched for a text: some tens of milliseconds of work. */
export const HISTORY_FACTS = 500
/** Facts of a day that the history counts by person: beyond, it says that there are more. */
export const HISTORY_DAY = 20_000
/** Entries of the history that are put back together: looked through for each page of what would change. */
export const PUT_BACK_ENTRIES = 200_000
/** Items that are put back together: their ids are recorded at once, in one append. */
export const PUT_BACK_ITEMS = 50_000
/** Of them in one fact: some tens of kilobytes of numbers. */
export const PUT_BACK_ITEMS_A_FACT = 5_000
/** Characters of what somebody says about why it is put back: a sentence or two. */
export const PUT_BACK_WHY_LENGTH = 500
/** Characters of a text that is searched in the history: more words than anybody looks for. */
export const HISTORY_TEXT_LENGTH = 200

/** Mebibytes of answers, views and feeds that are kept unless `CACHE_MB` says otherwise: they save work, not truth. */
export const KEPT_MIB = 64
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
/** Of the text of an event in it, as it is shown: of a longer one it has the beginning without markup. */
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

// Texts and items

/** Characters of a line of text: titles, names, addresses of places. */
export const LINE_LENGTH = 2_000
/** Characters of a web address: what browsers and proxies carry. */
export const ADDRESS_LENGTH = 2_048
/** Of an HTML text: a book chapter, no book. */
export const HTML_BYTES = 131_072
/** Of a slug: an address of a page holds it whole. */
export const SLUG_BYTES = 200
/** Characters of a price as text: the same as a line. */
export const COST_LENGTH = 2_000
/** Characters of a password that protects an item: nobody types more. */
export const ITEM_PASSWORD_LENGTH = 255
/** Characters of the format of a date: nobody writes more. */
export const DATE_FORMAT_LENGTH = 100
/** Categories, tags, venues or organizers of an event: each is looked up. */
export const MOST_ELEMENTS = 100
/** Items that a browser remembers to have opened with a password: they stand in one cookie. */
export const OPENED_ITEMS = 20

// Accounts and guesses

/** Wrong secrets for one thing from one address within a quarter of an hour: whoever mistypes is right by then. */
export const GUESSES = 10
/** Wrong secrets from one address within a quarter of an hour: a school is many people behind one. */
export const GUESSES_OF_ADDRESS = 100
/** Wrong secrets for one thing from anywhere within an hour: no list of likely words is done in years. */
export const GUESSES_ANYWHERE = 100
/** Wrong application passwords of an account from one address within a quarter of an hour: nobody guesses one. */
export const WRONG_APPLICATION_PASSWORDS = 1_000
/** Characters of a login: a name, no text. */
export const LOGIN_LENGTH = 60
/** Characters of a login or an e-mail address as somebody types it: longer than any that is taken. */
export const ACCOUNT_NAME_LENGTH = 320
/** Characters of the name of a user that everybody sees: a line below a title. */
export const DISPLAY_NAME_LENGTH = 100
/** Characters of an account password: long sentences fit, and hashing stays cheap to feed. */
export const ACCOUNT_PASSWORD_LENGTH = 1_000
/** Application passwords of a user: each costs every Basic request a comparison. */
export const MOST_APPLICATION_PASSWORDS = 50
/** Characters of the name of an application: a line in a list. */
export const APPLICATION_NAME_LENGTH = 200
/** Sessions that an account begins in an hour: each is remembered for two days, by every process. */
export const SESSIONS_AN_HOUR = 1_000
/** Application passwords that a user makes in a day: one that was taken back is remembered for ever. */
export const APPLICATION_PASSWORDS_A_DAY = 100
/** Account passwords that wait to be looked at: each takes a processor a twentieth of a second, so the last waits for some seconds. */
export const WAITING_SIGN_INS = 50
/** Accounts, items, addresses and wrong secrets of them that are remembered: strangers can make them up. */
export const REMEMBERED_GUESSES = 500_000

// Pictures and foreign pages

/** Of an image file: the photograph of a good camera. */
export const IMAGE_BYTES = 10 * 1024 * 1024
/** Pixels of a picture: a small file may claim to be an enormous one. */
export const IMAGE_PIXELS = 50_000_000
/** Parts of the file of a picture: each is looked at; real ones have some hundreds. */
export const IMAGE_PARTS = 50_000
/** Pictures that are fetched at once: each may be as large as one is. */
export const IMAGE_FETCHES = 8
/** Of a foreign page: what is asked for stands near its beginning. */
export const FOREIGN_PAGE_BYTES = 1024 * 1024
/** Of a foreign oEmbed answer: an embed is a few lines, and all of it is cleaned at once. */
export const FOREIGN_ANSWER_BYTES = 64 * 1024
/** `<link>` elements looked at in a foreign page: the wanted one is among the first. */
export const FOREIGN_LINKS = 500
/** Characters of such an element: longer than any address in it. */
export const FOREIGN_LINK_LENGTH = 2_048
/** Children of a foreign oEmbed answer in XML: the format has about 15. */
export const FOREIGN_CHILDREN = 100
/** Of the head of a foreign answer: twice what servers send. */
export const FOREIGN_HEAD_BYTES = 32 * 1024
/** Addresses that one fetch follows after another: more are a circle. */
export const MOST_REDIRECTS = 5

// Calendars that move in

/** The largest id that a thing keeps when it moves in: whatever is given out afterwards lies above it. */
export const LARGEST_KEPT_ID = 1_000_000_000
/** Of an answer of a calendar that moves in: a page of a hundred events with the longest texts, twice. */
export const OLD_ANSWER_BYTES = 64 * 1024 * 1024
/** Things of one kind that move in from a calendar: each is held while it does. */
export const OLD_THINGS = 200_000
/** Things that move in with one command to the service: some hundredths of a second of work. */
export const MOVED_AT_ONCE = 100

// Imports

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

// The desk

/** Events that are changed at once at the desk: two pages of its table, each event a write of its own. */
export const MANAGED_EVENTS = 100
/** Events that are made at once of one that repeats: every day of a year. */
export const REPEATED_EVENTS = 366
/** Categories or tags that a form of the desk offers to choose from: a school has some dozens. */
export const MANAGED_TERMS = 300
/** Bytes of their names together, so that a form stays below 100 KB: 300 of 26 letters. */
export const MANAGED_TERMS_BYTES = 8_000
/** Venues, organizers, categories or tags that are compared with each other: those of a county. */
export const ALIKE_THINGS = 10_000
/** Pairs of them that are shown: whoever has merged these sees the next. */
export const ALIKE_PAIRS = 100
/** Merges that are followed from one to the next: whoever merges again and again merges into the last one. */
export const LONGEST_MERGE = 20
/** Names of venues, organizers or users that a form of the desk proposes: others are typed. */
export const PROPOSED_NAMES = 100
/** Bytes of the names of one list of these, and of sources of imports: 100 of 40 letters. */
export const PROPOSED_BYTES = 4_000

// Exports

/** Of a line of a file of an export: four times the longest item with every character escaped. */
export const EXPORT_LINE_BYTES = 8 * 1024 * 1024
/** Of the manifest of an export: a line for each of a hundred thousand pictures. */
export const EXPORT_MANIFEST_BYTES = 32 * 1024 * 1024

// Reports on somebody

/** Things that a part of a report on somebody names, but for what they did: beyond, it says how many more there are. */
export const REPORT_LINES = 10_000
/** Reports on somebody that are made at once, one for each user: each goes through the whole log. */
export const REPORTS = 4

// Subscriptions

/** Subscriptions of a site: each is a receiver that is told everything, and has a place among what is done at once. */
export const SUBSCRIPTIONS_AT_MOST = 50
/** Messages that a receiver is sent at once, each of another item: as many as small servers bear. */
export const DELIVERIES_AT_ONCE = 4
/** Facts of a round of deliveries, after which it is recorded how far it has come: so many are told again after a crash. */
export const ROUND_FACTS = 200
/** Records of the log that a round looks at: as many as are read in some milliseconds. */
export const ROUND_RECORDS = 5_000
/** Items whose facts a receiver refuses while it takes others: with more of them it counts as one that takes nothing. */
export const WAITING_ITEMS = 20
/** For a delivery, its answer included: who needs longer answers first and works then. */
export const DELIVERY_MS = 15_000
/** Of an answer to a delivery, which nobody reads: so that its sender is not cut off. */
export const DELIVERY_ANSWER_BYTES = 4_096
/** Characters of the name of a subscription: a line in a list. */
export const SUBSCRIPTION_NAME_LENGTH = 100
/** Characters of an address to which facts are told: what receivers hand out, with room for a long key. */
export const SUBSCRIPTION_ADDRESS_LENGTH = 2_000
