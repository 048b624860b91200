import { createHash } from 'node:crypto'
import type { UserId, EpochMs } from '../../../shared/kernel/brands.ts'
import { isAccountPassword } from '../../../shared/kernel/text/spelling.ts'
import type { Context } from '../../handle.ts'
import type { RandomBytes } from '../authenticate.ts'
import { isLinkGood } from '../decide.ts'
import type { Passwords } from '../passwords.ts'
import type { User } from '../state.ts'
import type { Answer, Deciding } from './deciding.ts'
import { msOfIso, plusMs } from '../../../shared/kernel/time/calculate.ts'

/** A link is good for so long, and once. */
export const PASSWORD_LINK_MS = 24 * 3_600_000

type Link = { readonly userId: UserId; readonly secret: string }

export type PasswordLinks = {
  /**
   * A secret by which whoever has it sets the account password of the user, once and within a day: shown this once,
   * stored only as a digest. The one before is void from then on.
   */
  readonly makePasswordLink: (
    login: string,
    wanted: { readonly endApplications: boolean },
    context: Context,
  ) => Promise<Answer<Link>>
  /** Whose password it sets at this moment (epoch milliseconds); null: nobody's. */
  readonly linked: (link: Link, ms: EpochMs) => User | null
  /** Sets the password; every session of the user is over. Of two at once one is refused. */
  readonly useLink: (link: Link, password: string, context: Context) => Promise<Answer<User>>
  /** Every session of the user is over. */
  readonly endSessions: (login: string, context: Context) => Promise<Answer<User>>
}

type LinkDeps = {
  readonly random: RandomBytes
  readonly passwords: Passwords
  readonly byId: (id: UserId) => User | null
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
const isVoid = { ok: false, refusal: { code: 'password-link-void' } } as const

/** Account passwords that are set by a link, and the end of sessions (spec 07 §10). */
export const passwordLinksOn = (
  { random, passwords, byId }: LinkDeps,
  { decide, forLogin }: Deciding,
): PasswordLinks => {
  const linked: PasswordLinks['linked'] = ({ userId, secret }, ms) => {
    const user = byId(userId)
    return isLinkGood(user?.passwordLink ?? null, hashOf(secret), ms) ? user : null
  }
  return {
    linked,
    makePasswordLink: (login, { endApplications }, context) =>
      forLogin(login, async ({ id: userId }) => {
        const secret = Buffer.from(random(32)).toString('base64url')
        const expires = plusMs(msOfIso(context.at), PASSWORD_LINK_MS)
        const link = { hash: hashOf(secret), expires, endApplications }
        const made = await decide({ type: 'MakePasswordLink', userId, ...link }, context)
        return made.ok ? { ok: true, value: { userId, secret } } : made
      }),
    useLink: async (link, password, context) => {
      const ms = msOfIso(context.at)
      // nothing is hashed for those who guess
      if (linked(link, ms) === null) return isVoid
      if (!isAccountPassword(password)) return { ok: false, refusal: { code: 'invalid-password' } }
      const passwordHash = await passwords.hash(password)
      const { userId } = link
      return decide({ type: 'UsePasswordLink', userId, hash: hashOf(link.secret), passwordHash, ms }, context)
    },
    endSessions: (login, context) =>
      forLogin(login, ({ id: userId, passwordChanges: changes }) =>
        decide({ type: 'EndSessions', userId, changes }, context),
      ),
  }
}
