const marks = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
/** Nothing here has an accent; typographic quotes and dashes stand in most descriptions. */
const plain = /^[\x20-\x7e\u2010-\u2027]*$/
const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  þ: 'th',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ſ: 's',
}
const specials = /[ßæœøđðłħþıŧŋĸſ]/g

/** Lower case without accents: `École` → `ecole`, `Straße` → `strasse`. Signs that make other letters in other scripts stay. */
export const foldLetters = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .normalize('NFD')
        .replace(marks, '')
        .normalize('NFC')
        .replace(specials, letter => special[letter] ?? letter)

/** For searching: case, accents and the kind of apostrophe do not count (spec 02 §3.4). */
export const fold = (text: string): string => foldLetters(text).replaceAll('’', "'")

/** For comparing names (spec 02 §6, §9): trimmed, runs of white space are one blank, case does not count. */
export const foldName = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
