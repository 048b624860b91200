import { decodeHTMLStrict } from 'entities/decode'

const reference = /&(?:#x[\da-f]+|#\d+|[a-z][a-z\d]+);/gi

/** Those of the four signs that mark up HTML, in every spelling. */
const markup = /^&(?:#0*(?:34|38|60|62)|#x0*(?:22|26|3c|3e)|amp|lt|gt|quot);$/i

/** What must not come out of a reference. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g

const decode = (found: string): string => decodeHTMLStrict(found).replace(controls, '')

/** Resolves every character reference once: `Q&amp;A` → `Q&A`. For texts that leave HTML. */
export const decodeReferences = (text: string): string =>
  text.includes('&') ? text.replace(reference, decode) : text

/** The form in which texts are stored (spec 01 §2): references are resolved except those for `<`, `>`, `&`, `"`. */
export const storedReferences = (text: string): string =>
  text.includes('&') ? text.replace(reference, found => (markup.test(found) ? found : decode(found))) : text
