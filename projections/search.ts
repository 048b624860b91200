import { literal, type Filter } from '../shared/documents/port.ts'
import { fold } from '../shared/kernel/text/fold.ts'

/** Between two searched fields, so that no word is found across them; white space never stays in a word as such. */
const BETWEEN = '\n'

const uneven = /\s{2}|[^\S ]|^\s|\s$/

/** Single blanks only; texts that have been through `plainText` are so already. */
const even = (text: string): string => (uneven.test(text) ? text.replace(/\s+/g, ' ').trim() : text)

/** The searched fields of an item as one text; `fields` are plain texts (spec 02 §3.4). */
export const searchText = (fields: readonly string[]): string =>
  fields
    .map(field => fold(even(field)))
    .filter(Boolean)
    .join(BETWEEN)

type Word = { readonly text: string; readonly excluded: boolean }

const words = /(-?)"([^"]*)"|(\S+)/g

/** Words and `"quoted phrases"`, `-` in front excludes; an unclosed quote is a sign like any other. */
const wordsOf = (search: string): readonly Word[] =>
  [...search.matchAll(words)].flatMap(([, minus = '', phrase, bare = '']): Word[] => {
    const excluded = phrase === undefined ? bare.length > 1 && bare.startsWith('-') : minus === '-'
    const text = phrase ?? (excluded ? bare.slice(1) : bare)
    const folded = fold(even(text))
    return folded === '' ? [] : [{ text: folded, excluded }]
  })

/** Filters on the member `text` of documents made by `searchText`; none when there is no word. */
export const searchFilters = (search: string): readonly Filter[] =>
  wordsOf(search).map(({ text, excluded }) => ({
    text: excluded ? { $not: { $regex: literal(text) } } : { $regex: literal(text) },
  }))
