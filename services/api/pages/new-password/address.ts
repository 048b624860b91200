import { type UserId, userId } from '../../../../shared/kernel/brands.ts'
import type { Site } from '../../platform/call.ts'
import { textOf, type Visit } from '../page.ts'

export const NEW_PASSWORD = '/new-password'

/** A link by which somebody sets the account password of a user. */
export type Link = { readonly userId: UserId; readonly secret: string }

export const linkAddress = ({ userId, secret }: Link, { baseUrl }: Site): string =>
  `${baseUrl}${NEW_PASSWORD}?user=${userId}&key=${secret}`

/** The link in an address or in the form of its page; null: there is none. */
export const linkIn = (members: Visit['query']): Link | null => {
  const [user, secret] = [textOf(members, 'user'), textOf(members, 'key')]
  return /^[1-9]\d{0,14}$/.test(user) && /^[\w-]{43}$/.test(secret)
    ? { userId: userId(Number(user)), secret }
    : null
}
