import { decodeHTMLStrict } from 'entities/decode'
import { evenBlanks } from '../text/spelling.ts'

// The way from HTML to plain text and back: what a reader sees, character references, escaping.

// without their end these reach to the end of the text
const unseen = /<(script|style)\b[^<>]*>[^]*?(?:<\/\1\s*>|$)/gi
const comment = /<!--[^]*?(?:-->|$)/g
const breaking =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figure|figcaption|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)\b(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/gi
const tag = /<[/!]?[a-z](?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/gi

const withoutTags = (html: string, broken = ' '): string =>
  html.replace(unseen, ' ').replace(comment, '').replace(breaking, broken).replace(tag, '')

/** What a reader sees: markup and references resolved, white space collapsed to single blanks. */
export const plainText = (html: string): string =>
  evenBlanks(decodeReferences(html.includes('<') ? withoutTags(html) : html))

/** The same in lines: where the markup breaks them, or as they stand in a text without such markup. None is empty. */
export const plainLines = (html: string): string => {
  const text = html.search(breaking) === -1 ? html : html.replace(/\s+/g, ' ')
  return decodeReferences(withoutTags(text, '\n'))
    .split(/[\r\n]+/)
    .map(evenBlanks)
    .filter(line => line !== '')
    .join('\n')
}

const EXCERPT_WORDS = 55

/** The first 55 words of a content, and whether there are more. */
const beginning = (html: string): readonly [text: string, isCut: boolean] => {
  const words = plainText(html).split(' ', EXCERPT_WORDS + 1)
  return [words.slice(0, EXCERPT_WORDS).join(' '), words.length > EXCERPT_WORDS]
}

/** The first 55 words of a content as HTML text, ` [&hellip;]` when there are more (spec 03 §1.1). */
export const excerptOf = (html: string): string => {
  const [text, isCut] = beginning(html)
  return `${escapeHtml(text)}${isCut ? ' [&hellip;]' : ''}`
}

/** The same as plain text. */
export const firstWords = (html: string): string => {
  const [text, isCut] = beginning(html)
  return `${text}${isCut ? ' […]' : ''}`
}

const reference = /&(?:#x[\da-f]+|#\d+|[a-z][a-z\d]+);/gi

/** References of the four signs that mark up HTML, in every spelling, behind their `&`: part of a pattern for any case. */
export const MARKUP_REFERENCE = '(?:#0*(?:34|38|60|62)|#x0*(?:22|26|3c|3e)|amp|lt|gt|quot);'
const markup = new RegExp(`^&${MARKUP_REFERENCE}$`, 'i')

/** What must not come out of a reference. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g

const decode = (found: string): string => decodeHTMLStrict(found).replace(controls, '')

/** Resolves every character reference once: `Q&amp;A` → `Q&A`. For texts that leave HTML. */
export const decodeReferences = (text: string): string =>
  text.includes('&') ? text.replace(reference, decode) : text

/** The form in which texts are stored (spec 01 §2): references are resolved except those for `<`, `>`, `&`, `"`. */
export const storedReferences = (text: string): string =>
  text.includes('&') ? text.replace(reference, found => (markup.test(found) ? found : decode(found))) : text

const special = /[&<>"']/
const bareAmpersand = /&(?!(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);)/gi

/** Replaces every `&` that does not begin a character reference; references are never encoded again (spec 01 §2). */
export const replaceBareAmpersands = (text: string, replacement: string): string =>
  text.includes('&') ? text.replace(bareAmpersand, replacement) : text

/** For HTML text and quoted attributes; character references in the text stay what they are. */
export const escapeHtml = (text: string): string =>
  special.test(text)
    ? replaceBareAmpersands(text, '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#039;')
    : text

/** A stored address as the first generation shows it: `&` → `&amp;`, never twice (spec 02 §1.1 `website`). */
export const escapeAddress = (address: string): string => replaceBareAmpersands(address, '&amp;')

const inScript: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** JSON for a `<script>` block: the same value, without a sign that could end the block. */
export const scriptJson = (value: object): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, sign => inScript[sign] ?? sign)
