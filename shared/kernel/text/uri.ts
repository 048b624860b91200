import { decodeReferences } from '../html/text.ts'
import { ADDRESS_LENGTH } from '../../limits/items.ts'

const MAIL = /^mailto:[^\s@<>()[\]\\,;:"?]+@[^\s@<>()[\]\\,;:"?]+(?:\?.*)?$/iu
const HOSTED = /^(?:https?|ftps?):\/\/[^/?#]/i

const isUri = (address: string): boolean => {
  if (/[\u0000-\u0020<>"\u007f]/.test(address)) return false
  return MAIL.test(address) || (HOSTED.test(address) && URL.canParse(address))
}

/**
 * An address as stored (spec 01 §2 uri): references decoded once, blanks inside become `%20`. null: longer than
 * 2,048 characters, or not `http`, `https`, `ftp`, `ftps` with a host or `mailto` with an address.
 */
export const readUri = (text: string): string | null => {
  const address = decodeReferences(text).trim().replaceAll(' ', '%20')
  return address.length <= ADDRESS_LENGTH && isUri(address) ? address : null
}
