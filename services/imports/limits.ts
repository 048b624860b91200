/** Limits of spec 00 §8: characters of a line of text, bytes of an HTML text. */
export const LINE_LENGTH = 2_000
export const HTML_BYTES = 131_072
