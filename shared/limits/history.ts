// Of the history, reports from it and what is put back by it: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

/** Entries of the history that are looked at for one answer where two things are asked together: some milliseconds of work. */
export const HISTORY_ENTRIES = 200_000
/** Facts that are read for one answer when the history is searched for a text: some tens of milliseconds of work. */
export const HISTORY_FACTS = 500
/** Facts of a day that the history counts by person: beyond, it says that there are more. */
export const HISTORY_DAY = 20_000
/** Entries of the history that are put back together: looked through when they are chosen. */
export const PUT_BACK_ENTRIES = 200_000
/** Chosen entries of other kinds, which stay as they are, that are counted: beyond, it says that there are as many. */
export const PASSED_OVER = 1_000
/** Items that are put back together: their ids are recorded at once, in one append. */
export const PUT_BACK_ITEMS = 50_000
/** Of them in one fact: some tens of kilobytes of numbers. */
export const PUT_BACK_ITEMS_A_FACT = 5_000
/** Choices of them that are kept, so that the next page of what would change chooses nothing anew: 4 MB of ids at most. */
export const KEPT_CHOICES = 10
/** Characters of what somebody says about why it is put back: a sentence or two. */
export const PUT_BACK_WHY_LENGTH = 500
/** Characters of a text that is searched in the history: more words than anybody looks for. */
export const HISTORY_TEXT_LENGTH = 200
/** Things that a part of a report on somebody names, but for what they did: beyond, it says how many more there are. */
export const REPORT_LINES = 10_000
/** Reports on somebody that are made at once, one for each user: each goes through the whole log. */
export const REPORTS = 4
