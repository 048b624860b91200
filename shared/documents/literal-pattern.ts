import { UnsupportedQuery } from './port.ts'

const MEANS_SOMETHING = /[\^$.*+?()[\]{}|]/

/** The text a pattern made by `literal` looks for. Throws UnsupportedQuery when it is any other pattern. */
export const literalText = (pattern: string): string => {
  let text = ''
  for (let i = 0; i < pattern.length; i++) {
    let character = pattern.charAt(i)
    if (character === '\\') {
      i++
      character = pattern.charAt(i)
      if (character === '' || /[\p{L}\p{N}_]/u.test(character)) throw notLiteral(pattern)
    } else if (MEANS_SOMETHING.test(character)) throw notLiteral(pattern)
    text += character
  }
  return text
}

const notLiteral = (pattern: string) =>
  new UnsupportedQuery(`$regex takes an escaped literal only, not ${JSON.stringify(pattern)}`)
