import { evenBlanks, fold } from './spelling.ts'

/** Folded texts that must occur, and texts that must not. */
export type SearchWords = { readonly include: readonly string[]; readonly exclude: readonly string[] }

const word = /(-?)"([^"]*)"|(\S+)/g

const collapsed = (text: string): string => evenBlanks(fold(text))

/**
 * Words of a search (spec 02 §3.4): separated by white space, `"a phrase"` is one word, `-word` excludes, an
 * unclosed quote is a sign like any other. Nothing is a pattern.
 */
export const searchWords = (text: string): SearchWords => {
  const include: string[] = []
  const exclude: string[] = []
  for (const [, minus, phrase, bare = ''] of text.matchAll(word)) {
    const excludes = phrase === undefined ? bare.length > 1 && bare.startsWith('-') : minus === '-'
    const found = collapsed(phrase ?? (excludes ? bare.slice(1) : bare))
    if (found !== '') (excludes ? exclude : include).push(found)
  }
  return { include, exclude }
}
