/** Limits of spec 00 §8: characters of a line of text and of an address, bytes of an HTML text. */
export const LINE_LENGTH = 2_000
export const ADDRESS_LENGTH = 2_048
export const HTML_BYTES = 131_072
