// Of requests and their bodies: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

/** Of a body of a guest: a form or a few items; what costs more is for those who can be asked about it. */
export const GUEST_BODY_BYTES = 1024 * 1024
/** Of a body of somebody with credentials, and of import callbacks: room for a batch of a thousand items. */
export const BODY_BYTES = 10 * 1024 * 1024
/** Of a body on the operator's socket: an operator hands over whole files. */
export const OPERATOR_BODY_BYTES = 256 * 1024 * 1024
/** Of a file that a command hands over: half of such a body, in which it is longer and has other things beside it. */
export const OPERATOR_FILE_BYTES = 128 * 1024 * 1024
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
