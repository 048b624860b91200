import { type UserId, userId } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { accountStream } from '../../../shared/facts/claim.ts'
import { userStream, type Role } from '../../../shared/facts/user.ts'
import {
  accountName,
  foldName,
  isAccountPassword,
  isDisplayName,
  isEmailAddress,
  isLogin,
} from '../../../shared/kernel/text/spelling.ts'
import { claimExclusively, heldBy, holdersOf, releaseHeld } from '../../calendar/claim-stream.ts'
import type { Ids } from '../../calendar/ids.ts'
import { anyId, handle, load, type Context, type Handled, type IdFor } from '../../handle.ts'
import type { UserRefusal } from '../decide.ts'
import type { UserState } from '../state.ts'
import { user } from '../user.ts'

export type NewUser = {
  readonly login: string
  readonly email: string
  readonly role: Role
  /** null: cannot sign in with an account password. */
  readonly password: string | null
  /** Shown to everybody as the author; absent: none. */
  readonly displayName?: string | undefined
}

/** Whether `owner` has it from now on: logins and e-mail addresses are unique, case-folded. */
export const claimName = async (
  store: EventStore,
  { what, text }: { readonly what: 'login' | 'email'; readonly text: string },
  owner: UserId,
  context: Context,
): Promise<boolean> => {
  const inUse = async (holder: number) => {
    const { state } = await load(store, user, userStream(userId(holder)))
    return state !== null && foldName(state[what]) === foldName(text)
  }
  const stream = accountStream(what, foldName(text))
  return (await claimExclusively(store, { stream, inUse }, owner, context)).mine
}

/** Login and e-mail address are unique, case-folded. */
export const createUser = async (
  store: EventStore,
  ids: Ids,
  wanted: NewUser,
  hashPassword: (password: string) => Promise<string>,
  context: Context,
  idFor: IdFor = anyId,
): Promise<Handled<UserState, UserRefusal>> => {
  const { role, password } = wanted
  const displayName = wanted.displayName?.trim()
  const [login, email] = [accountName(wanted.login), accountName(wanted.email)]
  if (!isLogin(login)) return { ok: false, refusal: { code: 'invalid-login' } }
  if (!isEmailAddress(email)) return { ok: false, refusal: { code: 'invalid-email' } }
  if (displayName !== undefined && !isDisplayName(displayName))
    return { ok: false, refusal: { code: 'invalid-name' } }
  if (password !== null && !isAccountPassword(password))
    return { ok: false, refusal: { code: 'invalid-password' } }
  const passwordHash = password === null ? null : await hashPassword(password)
  const kept = await idFor(context)
  const id = userId(kept ?? (await ids.next('user', context)))

  const claim = (what: 'login' | 'email', text: string) => claimName(store, { what, text }, id, context)
  if (!(await claim('login', login))) return { ok: false, refusal: { code: 'login-taken' } }
  if (!(await claim('email', email))) {
    // who has a number that was kept may be there by now, made by somebody else
    const held = kept === undefined ? await heldBy(store, accountStream('login', foldName(login)), id) : null
    if (held !== null) await releaseHeld(store, held, context)
    return { ok: false, refusal: { code: 'email-taken' } }
  }
  const named = displayName === undefined ? {} : { displayName }
  const command = { type: 'Create', userId: id, login, email, role, passwordHash, ...named } as const
  return handle(store, user, userStream(id), command, context)
}

/** Gives back whatever is claimed of these, whoever claimed it: only for a log without users that nobody else writes. */
export const forgetClaims = async (
  store: EventStore,
  { login, email }: Pick<NewUser, 'login' | 'email'>,
  context: Context,
): Promise<void> => {
  for (const stream of [accountStream('login', foldName(login)), accountStream('email', foldName(email))]) {
    for (const { owner } of (await holdersOf(store, stream)).holders) {
      const held = await heldBy(store, stream, owner)
      if (held !== null) await releaseHeld(store, held, context)
    }
  }
}
