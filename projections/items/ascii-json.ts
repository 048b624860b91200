const beyondAscii = /[\u007f-\uffff]/g
/** Nothing to escape: most texts. */
const plain = /^[ !#-[\]-~]*$/

/**
 * JSON in which everything beyond ASCII is an escape: the engine keeps such a text at one byte per sign, and its
 * length is its number of bytes.
 */
export const asciiJson = (value: string | number | boolean | null | object): string =>
  typeof value === 'string' && plain.test(value)
    ? `"${value}"`
    : JSON.stringify(value).replace(
        beyondAscii,
        sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )

/** The same of a list of texts. */
export const asciiList = (texts: readonly string[]): string => `[${texts.map(asciiJson).join()}]`

/** The same ASCII text in one piece: the engine keeps a text put together from parts as a tree of these parts. */
export const inOnePiece = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

/** `,"name":value` for each text that is not empty (spec 02 §1.2: empty members are left out). */
export const presentMembers = (members: Readonly<Record<string, string>>): string =>
  Object.entries(members)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `,"${name}":${asciiJson(value)}`)
    .join('')
