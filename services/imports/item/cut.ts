import { HTML_BYTES, LINE_LENGTH, MOST_ELEMENTS } from '../../../shared/limits/items.ts'

const halfReference = /&[#\w]{0,20}$/

/** What a line holds of a longer one: whole characters, and no half of a character reference. */
export const cutLine = (text: string, most = LINE_LENGTH): string =>
  text.length <= most
    ? text
    : text
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .replace(halfReference, '')

export const isLongHtml = (text: string, most = HTML_BYTES): boolean =>
  // no character has more than three bytes for each of its parts
  text.length * 3 > most && Buffer.byteLength(text) > most

/** What an HTML text may hold of a longer one: whole characters, no half of a tag, no half of a character reference. */
export const cutHtml = (text: string, most = HTML_BYTES): string => {
  if (!isLongHtml(text, most)) return text
  const whole = text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(most)).read)
  const tag = whole.lastIndexOf('<')
  const isInTag = tag > whole.lastIndexOf('>') && /^<[a-z/!?]/i.test(text.slice(tag, tag + 2))
  return (isInTag ? whole.slice(0, tag) : whole).replace(halfReference, '')
}

/** As many as an event may have. */
export const cutList = <Element>(
  list: readonly Element[] | undefined,
  most = MOST_ELEMENTS,
): readonly Element[] | undefined => (list === undefined || list.length <= most ? list : list.slice(0, most))
