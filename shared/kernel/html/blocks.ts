import { sanitizeHtml } from './sanitize.ts'

/**
 * Marks of block editors, with their settings as JSON in which no `<` and `>` stand for themselves, and of where a text
 * is divided: `<!-- wp:image {"id":5} -->`, `<!-- /wp:image -->`, `<!--more-->`.
 */
const mark =
  /<!-- \/?wp:[a-z][a-z\d/_-]{0,100}(?: \{[^<>]{0,20000}\})? \/?-->|<!--(?:more(?: [^<>]{0,200})?|nextpage)-->/g
/** Stands for a mark while the text is cleaned; letters that no script has. */
const place = /\ue000\d{1,6}\ue001/g
const tagOrPlace = /<[^>]*>|\ue000(\d{1,6})\ue001/g

/** HTML of an editor of blocks as `sanitizeHtml` leaves it, with the marks of its blocks: never inside of a tag. */
export const sanitizeBlocks = (html: string): string => {
  const marks: string[] = []
  const placed = html
    .replace(/[\ue000\ue001]/g, '')
    .replace(mark, found => `\ue000${marks.push(found) - 1}\ue001`)
  if (marks.length === 0) return sanitizeHtml(html)
  return sanitizeHtml(placed).replace(tagOrPlace, (found: string, number?: string) =>
    number === undefined ? found.replace(place, '') : (marks[Number(number)] ?? ''),
  )
}
