import { decodeReferences } from '../html/text.ts'
import { foldName } from './spelling.ts'

/** For comparing names of terms (spec 02 §9): `Arts &amp; Crafts` and `arts & crafts` are one name. */
export const termNameKey = (name: string): string => foldName(decodeReferences(name))

const encoded = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** As objects show it (spec 02 §1.4): HTML, in one spelling however it was sent. */
export const shownTermName = (name: string): string => encoded(decodeReferences(name))

/** Folded as names were compared before references were resolved for it; nothing for names without any. */
export const formerNameKeys = (name: string): readonly string[] => {
  const key = termNameKey(name)
  if (!/[&<>"]/.test(key)) return []
  const html = encoded(key)
  return [...new Set([foldName(name), html, html.replaceAll('"', '&quot;')])].filter(one => one !== key)
}
