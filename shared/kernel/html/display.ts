import { replaceBareAmpersands } from './escape.ts'

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

/**
 * HTML text as shown (spec 02 §1.1 `description`): comments removed, trimmed, a blank line begins a `<p>`, a line break is `<br />`;
 * block markup stays as it is. What was shown is shown again unchanged.
 */
export const displayHtml = (text: string): string => {
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
