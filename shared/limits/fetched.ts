// Of pictures and of what is fetched from elsewhere: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

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
