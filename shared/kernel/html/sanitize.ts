import sanitize from 'sanitize-html'
import { storedReferences } from './references.ts'
import { plainText } from './plain-text.ts'
import { shallowHtml } from './shallow.ts'

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

const shared: sanitize.IOptions = {
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: true,
  // their content is no text
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'iframe', 'noembed', 'noframes', 'template'],
  // the sanitiser's work grows with the depth
  nestingLimit: 100,
}

const body: sanitize.IOptions = {
  ...shared,
  allowedTags: [...inline, ...blocks, 'a', 'img'],
  allowedAttributes: {
    '*': ['class'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
  },
}
const title: sanitize.IOptions = { ...shared, allowedTags: inline, allowedAttributes: { '*': ['class'] } }
const none: sanitize.IOptions = { ...shared, allowedTags: [], allowedAttributes: {} }

/** Stands for the `&` of a reference that must come out as it went in; no text holds it. */
const MARK = '\ufdd0'
const markupReference = /&(?=(?:#0*(?:34|38|60|62)|#x0*(?:22|26|3c|3e)|amp|lt|gt|quot);)/gi
/** An `&` that was bare and still cannot begin a reference. */
const harmless = /&amp;(?!#|[a-z\d]+;)/gi

/**
 * The sanitiser resolves all references, which makes its checks reliable, and escapes what is left. Around it, the
 * references for markup signs are kept as sent, and a bare `&` stays bare.
 */
const pass = (text: string, options: sanitize.IOptions): string =>
  sanitize(text.replaceAll(MARK, '').replace(markupReference, MARK), options)
    .replace(harmless, '&')
    .replaceAll(MARK, '&')

const PASSES = 4

/** Plain text, and allowed elements around plain text: a pass gives it back as it is. */
const flat = /^[^<>&"\ufdd0]*(?:<(p|b|i|em|strong|h[1-6])>[^<>&"\ufdd0]*<\/\1>[^<>&"\ufdd0]*)*$/

/** What one pass removes can join what stood around it: repeated until nothing changes. */
const cleaned = (text: string, options: sanitize.IOptions): string => {
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

const seen = (text: string): string => (plainText(text) === '' ? '' : text.trim())
