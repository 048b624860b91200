import { readUri } from '../../../../shared/kernel/text/uri.ts'
import { ADDRESS_LENGTH } from '../../../../shared/limits/items.ts'
import { either } from './accepted.ts'
import { accept, type ArgumentKind, reject } from './arguments.ts'

/** What every accepted address begins with. */
const ADDRESS = '^\\s*(?:[Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp][Ss]?|[Mm][Aa][Ii][Ll][Tt][Oo]):'

/** Address as stored (spec 01 §2 uri). `empty`: "" is a value, it clears. */
export const uri = ({ empty = false }: { readonly empty?: boolean } = {}): ArgumentKind<string> => ({
  read: (value, name) => {
    if (typeof value !== 'string')
      return reject('rest_invalid_type', `${name} is not a text.`, { param: name })
    if (empty && value.trim() === '') return accept('')
    if (value.length > ADDRESS_LENGTH)
      return reject('rest_too_long', `${name} must not have more than ${ADDRESS_LENGTH} characters.`)
    const address = readUri(value)
    return address === null
      ? reject('rest_invalid_uri', `${name} must be an address such as https://school.example/fair.`)
      : accept(address)
  },
  declared: { type: 'string', format: 'uri' },
  accepts: either(
    { type: 'string', format: 'uri', maxLength: ADDRESS_LENGTH, pattern: ADDRESS },
    ...(empty ? [{ type: 'string', pattern: '^\\s*$' }] : []),
  ),
})
