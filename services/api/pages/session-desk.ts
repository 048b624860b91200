import type { UserId, EpochMs } from '../../../shared/kernel/brands.ts'
import type { User } from '../../accounts/state.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import { GUEST, isNonce, issueNonce, type Bearer, type NonceAction } from '../../accounts/nonces.ts'
import { sealOf, type Sealed } from '../../accounts/seals.ts'
import { SESSION_MS, type Held, type Sessions } from '../../accounts/sessions.ts'
import type { ChangeOwnPassword, EndSessions } from '../../accounts/own-password.ts'
import type { SignedIn, SignIn } from '../../accounts/sign-in.ts'
import { GUEST_LOGIN } from '../../../shared/kernel/text/spelling.ts'
import type { Context } from '../../handle.ts'
import type { Credentials } from '../platform/identity.ts'
import type { Moment, Site } from '../platform/call.ts'
import { sessionCookie, tokenIn } from '../platform/request/session-cookie.ts'

type SessionDeskDeps = {
  readonly directory: Pick<UsersInMemory, 'byLogin'>
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly changeOwnPassword: ChangeOwnPassword
  readonly endSessions: EndSessions
  /** See `nonce-secret.ts`. */
  readonly secret: () => Promise<string>
  /** Awaited before anybody is believed; null: this process knows every user as of now. */
  readonly usersCurrent: () => Promise<void> | null
}

export type DeskRefused = Exclude<SignedIn, { readonly ok: true }>

/** A signed-in answer brings the `Set-Cookie` header. */
type DeskSignedIn = { readonly ok: true; readonly user: User; readonly setCookie: string } | DeskRefused

/** Who holds a nonce: a session, a user without one, a browser nobody has signed in with, or all guests alike (null). */
export type Holder = Held | { readonly userId: UserId } | { readonly browser: string } | null

/** Cookie sessions and nonces of people at their browsers (spec 01 §8.2); `cookie` is a `Cookie` header. */
export type SessionDesk = {
  readonly session: Credentials['session']
  readonly signIn: (
    sent: { login: string; password: string; address: string; cookie: string | null },
    site: Site,
    context: Context,
  ) => Promise<DeskSignedIn>
  /** Ends every session of whoever holds this one, which goes on as another (spec 06 §5). */
  readonly changePassword: (
    held: Held,
    sent: Omit<Parameters<ChangeOwnPassword>[0], 'login'>,
    site: Site,
    context: Context,
  ) => Promise<
    | { readonly ok: true; readonly setCookie: string }
    | Exclude<Awaited<ReturnType<ChangeOwnPassword>>, { readonly ok: true }>
  >
  /** Ends every session of whoever holds this one, which goes on as another; null: the account is gone. */
  readonly endOthers: (
    held: Held,
    address: string,
    site: Site,
    context: Context,
  ) => Promise<{ readonly setCookie: string } | { readonly retryAfterS: number } | null>
  /** Ends the session; the `Set-Cookie` header that takes the cookie away. */
  readonly signOut: (cookie: string | null, site: Site, context: Context) => Promise<string>
  /** Who sits there, whatever nonce comes along: for pages, which show no secret to other sites. */
  readonly sittingAt: (cookie: string | null, at: Moment) => Promise<Held | null>
  readonly nonceFor: (holder: Holder, action: NonceAction, ms: EpochMs) => Promise<string>
  readonly isNonceOf: (holder: Holder, nonce: string, action: NonceAction, ms: EpochMs) => Promise<boolean>
  /** What only this site can have written beside a statement, see `seals.ts`. */
  readonly seal: (about: Sealed) => Promise<string>
  /** Session-less, of a login or of `guest`; null: no user has this login. */
  readonly nonceOfLogin: (login: string, action: NonceAction, ms: EpochMs) => Promise<string | null>
}

const bearerOf = (holder: Holder): Bearer => {
  if (holder === null) return GUEST
  if ('userId' in holder) return { userId: holder.userId, session: null }
  if ('browser' in holder) return { userId: GUEST.userId, session: holder.browser }
  return { userId: holder.user.id, session: holder.session }
}

export const sessionDesk = (needs: SessionDeskDeps): SessionDesk => {
  const { directory, sessions, signIn, changeOwnPassword, endSessions, secret, usersCurrent } = needs
  const cookieOf = (token: string, site: Site) => sessionCookie(token, site, SESSION_MS / 1_000)
  const sittingAt: SessionDesk['sittingAt'] = async (cookie, { ms, site }) => {
    const token = tokenIn(cookie, site)
    if (token === null) return null
    await usersCurrent()
    return sessions.find(token, ms)
  }
  const nonceFor: SessionDesk['nonceFor'] = async (holder, action, ms) =>
    issueNonce(await secret(), action, bearerOf(holder), ms)
  const isNonceOf: SessionDesk['isNonceOf'] = async (holder, nonce, action, ms) =>
    isNonce(await secret(), nonce, action, bearerOf(holder), ms)

  return {
    sittingAt,
    nonceFor,
    isNonceOf,
    seal: async about => sealOf(await secret(), about),
    session: async (cookie, nonce, at) => {
      const held = await sittingAt(cookie, at)
      if (!(await isNonceOf(held, nonce, 'core_rest', at.ms))) return null
      if (held === null) return { user: null, fresh: null }
      return { user: held.user, fresh: await nonceFor(held, 'core_rest', at.ms) }
    },
    signIn: async ({ login, password, address, cookie }, site, context) => {
      await usersCurrent()
      const done = await signIn({ login, password, address, held: tokenIn(cookie, site) }, context)
      if (!done.ok) return done
      return { ok: true, user: done.user, setCookie: cookieOf(done.token, site) }
    },
    changePassword: async ({ user: { login } }, sent, site, context) => {
      const done = await changeOwnPassword({ ...sent, login }, context)
      return done.ok ? { ok: true, setCookie: cookieOf(done.token, site) } : done
    },
    endOthers: async ({ user: { id: userId, login } }, address, site, context) => {
      const ended = await endSessions({ userId, login, address }, context)
      return ended !== null && 'token' in ended ? { setCookie: cookieOf(ended.token, site) } : ended
    },
    signOut: async (cookie, site, context) => {
      const token = tokenIn(cookie, site)
      if (token !== null) await sessions.end(token, context)
      return sessionCookie('', site, 0)
    },
    nonceOfLogin: async (login, action, ms) => {
      if (login === GUEST_LOGIN) return issueNonce(await secret(), action, GUEST, ms)
      await usersCurrent()
      const user = directory.byLogin(login)
      return user === null ? null : issueNonce(await secret(), action, { userId: user.id, session: null }, ms)
    },
  }
}
