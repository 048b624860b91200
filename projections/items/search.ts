import { literal, type Filter } from '../../shared/documents/port.ts'
import { evenBlanks, fold } from '../../shared/kernel/text/spelling.ts'
import { searchWords } from '../../shared/kernel/text/search.ts'

/** Between two searched fields, so that no word is found across them; white space never stays in a word as such. */
const BETWEEN = '\n'

/** The searched fields of an item as one text; `fields` are plain texts (spec 02 §3.4). */
export const searchText = (fields: readonly string[]): string =>
  fields
    .map(field => fold(evenBlanks(field)))
    .filter(Boolean)
    .join(BETWEEN)

/** Filters on the member `text` of documents made by `searchText`; none when there is no word. */
export const searchFilters = (search: string): readonly Filter[] => {
  const { include, exclude } = searchWords(search)
  return [
    ...include.map(text => ({ text: { $regex: literal(text) } })),
    ...exclude.map(text => ({ text: { $not: { $regex: literal(text) } } })),
  ]
}
