import { fold } from '../../shared/kernel/text/spelling.ts'
import { searchWords } from '../../shared/kernel/text/search.ts'

/** What a search means, spelled out: every included word occurs in the folded text, no excluded one does. */
export const found = (search: string, text: string): boolean => {
  const { include, exclude } = searchWords(search)
  const folded = fold(text)
  return include.every(word => folded.includes(word)) && !exclude.some(word => folded.includes(word))
}
