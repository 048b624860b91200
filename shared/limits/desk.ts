// Of the desk: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

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
/** Milliseconds for which a form that makes something makes nothing more when it is sent again: who goes back tomorrow means it. */
export const FORM_KEY_MS = 86_400_000
