import type { EventStore } from '../../shared/event-store/port.ts'
import { accountStream } from '../../shared/facts/claim.ts'
import { userStream, type Role } from '../../shared/facts/user.ts'
import { foldName } from '../../shared/kernel/text/fold.ts'
import { claimExclusively, heldBy, releaseHeld } from '../calendar/claim-stream.ts'
import type { Ids } from '../calendar/ids.ts'
import { handle, load, type Context, type Handled } from '../handle.ts'
import type { UserRefusal } from './decide.ts'
import type { UserState } from './state.ts'
import { user } from './user.ts'

export type NewUser = {
  readonly login: string
  readonly email: string
  readonly role: Role
  /** null: cannot sign in with an account password. */
  readonly password: string | null
}

const LOGIN = /^[^\s@:/\p{C}]{1,60}$/u
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,190}$/u

/** Login and e-mail address are unique, case-folded; a login has no `@`, so it never looks like an address. */
export const createUser = async (
  store: EventStore,
  ids: Ids,
  wanted: NewUser,
  hashPassword: (password: string) => Promise<string>,
  context: Context,
): Promise<Handled<UserState, UserRefusal>> => {
  const { role, password } = wanted
  const [login, email] = [wanted.login.trim(), wanted.email.trim()]
  if (!LOGIN.test(login)) return { ok: false, refusal: { code: 'invalid-login' } }
  if (!EMAIL.test(email)) return { ok: false, refusal: { code: 'invalid-email' } }
  const passwordHash = password === null ? null : await hashPassword(password)
  const userId = await ids.next('user', context)

  const claim = async (what: 'login' | 'email', text: string): Promise<boolean> => {
    const inUse = async (owner: number) => {
      const { state } = await load(store, user, userStream(owner))
      return state !== null && foldName(state[what]) === foldName(text)
    }
    const stream = accountStream(what, foldName(text))
    return (await claimExclusively(store, { stream, inUse }, userId, context)).mine
  }
  if (!(await claim('login', login))) return { ok: false, refusal: { code: 'login-taken' } }
  if (!(await claim('email', email))) {
    const held = await heldBy(store, accountStream('login', foldName(login)), userId)
    if (held !== null) await releaseHeld(store, held, context)
    return { ok: false, refusal: { code: 'email-taken' } }
  }
  const command = { type: 'Create', userId, login, email, role, passwordHash } as const
  return handle(store, user, userStream(userId), command, context)
}
