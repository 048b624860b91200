import { escapeHtml } from './escape.ts'
import { decodeReferences } from './references.ts'

// without their end these reach to the end of the text
const unseen = /<(script|style)\b[^<>]*>[^]*?(?:<\/\1\s*>|$)/gi
const comment = /<!--[^]*?(?:-->|$)/g
const breaking =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figure|figcaption|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)\b(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/gi
const tag = /<[/!]?[a-z](?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/gi

const withoutTags = (html: string, broken = ' '): string =>
  html.replace(unseen, ' ').replace(comment, '').replace(breaking, broken).replace(tag, '')

/** What a reader sees: markup and references resolved, white space collapsed to single blanks. */
export const plainText = (html: string): string => {
  const text = html.includes('<') ? withoutTags(html) : html
  return decodeReferences(text).replace(/\s+/g, ' ').trim()
}

/** The same in lines: where the markup breaks them, or as they stand in a text without such markup. None is empty. */
export const plainLines = (html: string): string => {
  const text = html.search(breaking) === -1 ? html : html.replace(/\s+/g, ' ')
  return decodeReferences(withoutTags(text, '\n'))
    .split(/[\r\n]+/)
    .map(line => line.replace(/\s+/g, ' ').trim())
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
