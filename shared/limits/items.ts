// Of texts and items: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

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
