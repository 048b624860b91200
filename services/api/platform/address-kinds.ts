import { readUri } from '../../../shared/kernel/text/uri.ts'
import { accept, reject, type Kind } from './arguments.ts'

const URL_LENGTH = 2048
const MAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/u

const isEmail = (text: string) => text.length <= 320 && MAIL.test(text)

/** Web or mail address; "" where `empty` lets it clear. */
type Rules = { readonly empty?: boolean }

const addressKind = (
  format: 'uri' | 'email',
  { empty = false }: Rules,
  find: (text: string, name: string) => ReturnType<Kind<string>['read']>,
): Kind<string> => ({
  read: (value, name) => {
    if (typeof value !== 'string')
      return reject('rest_invalid_type', `${name} is not a text.`, { param: name })
    return empty && value.trim() === '' ? accept('') : find(value, name)
  },
  declared: { type: 'string', format },
  accepts: { type: 'string', format },
})

/** Address as stored: spec 01 §2 uri. */
export const uri = (rules: Rules = {}): Kind<string> =>
  addressKind('uri', rules, (value, name) => {
    if (value.length > URL_LENGTH)
      return reject('rest_too_long', `${name} must not have more than ${URL_LENGTH} characters.`)
    const address = readUri(value)
    return address === null ? reject('rest_invalid_uri', `${name} is not a valid address.`) : accept(address)
  })

/** One e-mail address. */
export const email = (rules: Rules = {}): Kind<string> =>
  addressKind('email', rules, (value, name) =>
    isEmail(value.trim())
      ? accept(value.trim())
      : reject('rest_invalid_email', `${name} is not an e-mail address.`),
  )
