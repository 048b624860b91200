import type { IOptions } from 'sanitize-html'
import { sanitize } from './sanitizer.ts'
import { shallowHtml } from './shallow.ts'
import { MARKUP_REFERENCE, plainText, replaceBareAmpersands, storedReferences } from './text.ts'

// HTML and titles as they are stored, which is safe, and as they are shown.

const inline = [
  ...['abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'ins', 'kbd', 'mark', 'q', 's'],
  ...['samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr'],
]
const blocks = [
  ...['address', 'article', 'aside', 'blockquote', 'br', 'center', 'details', 'div', 'figcaption', 'figure'],
  ...['footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'main', 'nav', 'p', 'pre', 'section'],
  ...['summary', 'dd', 'dl', 'dt', 'li', 'ol', 'ul'],
  ...['caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'],
]

const shared: IOptions = {
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: true,
  // their content is no text
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'iframe', 'noembed', 'noframes', 'template'],
  // the sanitiser's work grows with the depth
  nestingLimit: 100,
}

const body: IOptions = {
  ...shared,
  allowedTags: [...inline, ...blocks, 'a', 'img'],
  allowedAttributes: {
    '*': ['class'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
  },
}
const title: IOptions = { ...shared, allowedTags: inline, allowedAttributes: { '*': ['class'] } }
const none: IOptions = { ...shared, allowedTags: [], allowedAttributes: {} }

/** Stands for the `&` of a reference that must come out as it went in; no text holds it. */
const MARK = '\ufdd0'
const markupReference = new RegExp(`&(?=${MARKUP_REFERENCE})`, 'gi')
/** An `&` that was bare and still cannot begin a reference. */
const harmless = /&amp;(?!#|[a-z\d]+;)/gi

/**
 * The sanitiser resolves all references, which makes its checks reliable, and escapes what is left. Around it, the
 * references for markup signs are kept as sent, and a bare `&` stays bare.
 */
const pass = (text: string, options: IOptions): string =>
  sanitize(text.replaceAll(MARK, '').replace(markupReference, MARK), options)
    .replace(harmless, '&')
    .replaceAll(MARK, '&')

const PASSES = 4

/** Plain text, and allowed elements around plain text: a pass gives it back as it is. */
const flat = /^[^<>&"\ufdd0]*(?:<(p|b|i|em|strong|h[1-6])>[^<>&"\ufdd0]*<\/\1>[^<>&"\ufdd0]*)*$/

/** What one pass removes can join what stood around it: repeated until nothing changes. */
const cleaned = (text: string, options: IOptions): string => {
  let result = storedReferences(text.replaceAll('\0', ''))
  if (!result.includes('<')) return result
  result = shallowHtml(result)
  for (let n = 0; n < PASSES; n++) {
    const before = result
    result = pass(before, options)
    // without a tag there is nothing left that could be joined
    if (result === before || !result.includes('<')) return result
  }
  return result
}

/** HTML text of somebody without the unfiltered-HTML right (spec 01 §2): the allow list remains. */
export const sanitizeHtml = (text: string): string =>
  flat.test(text) ? text.replaceAll('\0', '') : cleaned(text, body)

/** Title or name: inline markup remains; "" when nothing of it would be seen. */
export const sanitizeTitle = (text: string): string => seen(cleaned(text, title))

/** Term name: no tags; "" when nothing of it would be seen. */
export const sanitizeTermName = (text: string): string => seen(cleaned(text, none))

/** Characters that draw nothing by themselves: joiners, marks of direction, fillers, the blank of Braille. */
const drawn = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

const seen = (text: string): string => (drawn.test(plainText(text)) ? text.trim() : '')

const tagOrQuote = /<[/!]?[a-z](?:"[^"<]*"|'[^'<]*'|[^'"<>])*>|["']/gi
const opens = /^$|[\s([{<\p{Pd}]$/u

/**
 * Title or name as shown (spec 02 §1.1): bare `&` → `&#038;`, straight quotes → numeric curly ones, opening after
 * the start, a blank, a bracket or a dash. Tags and everything else stay.
 */
export const displayTitle = (text: string): string => {
  const title = replaceBareAmpersands(text, '&#038;')
  if (!/["']/.test(title)) return title
  let before = ''
  let end = 0
  return title.replace(tagOrQuote, (found, at: number) => {
    // tags between do not count: the sign before is the last one of the text
    before = title.slice(Math.max(end, at - 2), at) || before
    end = at + found.length
    if (found.startsWith('<')) return found
    const opening = opens.test(before)
    before = found
    return found === '"' ? (opening ? '&#8220;' : '&#8221;') : opening ? '&#8216;' : '&#8217;'
  })
}

const blockNames =
  'address|article|aside|blockquote|center|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|iframe|main|nav|ol|p|pre|script|section|style|table|ul|video'
const blockTag = new RegExp(`<(/?)(${blockNames})\\b(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>`, 'gi')

/** Notes of editors are no text, and make no paragraph. One without an end stays. */
const withoutComments = (html: string): string => {
  let text = ''
  let from = 0
  for (let at = html.indexOf('<!--'); at !== -1; at = html.indexOf('<!--', from)) {
    const end = html.indexOf('-->', at + 4)
    if (end === -1) break
    text += html.slice(from, at)
    from = end + 3
  }
  return text + html.slice(from)
}

const endsInBreak = /<br ?\/?>$/i

const lineBreaks = (paragraph: string): string => {
  const lines = paragraph.split('\n').map(line => line.trim())
  const last = lines.length - 1
  return lines.map((line, n) => (n === last || endsInBreak.test(line) ? line : `${line}<br />`)).join('\n')
}

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => `<p>${lineBreaks(part)}</p>`)

const oneParagraph = /^<p>[^<\r]*<\/p>$/
const oneLine = /^[^<\r\n]*$/

/**
 * HTML text as shown (spec 02 §1.1 `description`): comments removed, trimmed, a blank line begins a `<p>`, a line break is `<br />`;
 * block markup stays as it is. What was shown is shown again unchanged.
 */
export const displayHtml = (text: string): string => {
  // most descriptions and excerpts: nothing of them would be moved
  if (oneParagraph.test(text)) return text
  if (oneLine.test(text)) return paragraphs(text).join('\n')
  const html = withoutComments(text).trim().replace(/\r\n?/g, '\n')
  if (html === '') return ''
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(blockTag)) {
    if (depth === 0) {
      parts.push(...paragraphs(html.slice(from, index)))
      from = index
    }
    if (slash === '/') depth = Math.max(0, depth - 1)
    else if (name.toLowerCase() !== 'hr') depth += 1
    if (depth === 0) {
      parts.push(html.slice(from, index + tag.length))
      from = index + tag.length
    }
  }
  const rest = html.slice(from)
  return [...parts, ...(depth === 0 ? paragraphs(rest) : [rest])].join('\n')
}
