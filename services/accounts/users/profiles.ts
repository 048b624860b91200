import { isAccountPassword, isDisplayName } from '../../../shared/kernel/text/spelling.ts'
import type { Context } from '../../handle.ts'
import type { Answer, Deciding } from './deciding.ts'
import type { Passwords } from '../passwords.ts'
import { isSignInDue, type User } from '../state.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

export type Profiles = {
  /** Shown to everybody as the author; "": none. */
  readonly rename: (login: string, displayName: string, context: Context) => Promise<Answer<User>>
  /** That somebody signed in at the instant of `context`; nothing is recorded where that was noted within the hour. */
  readonly noteSignIn: (user: User, context: Context) => Promise<void>
  /** Another account password; every session of the user is over, and on demand what applications have, too. */
  readonly changePassword: (
    login: string,
    wanted: { readonly password: string; readonly endApplications: boolean },
    context: Context,
  ) => Promise<Answer<User>>
}

/** What users say of themselves: the name that is shown, the account password, and that they were here. */
export const profilesOn = ({ hash }: Passwords, { decide, forLogin }: Deciding): Profiles => ({
  rename: (login, wanted, context) =>
    forLogin(login, ({ id: userId }) => {
      const displayName = wanted.trim()
      return isDisplayName(displayName)
        ? decide({ type: 'Rename', userId, displayName }, context)
        : { ok: false, refusal: { code: 'invalid-name' } }
    }),
  noteSignIn: async (known, context) => {
    if (!isSignInDue(known, msOfIso(context.at))) return
    // whoever was erased meanwhile has nothing noted
    await decide({ type: 'NoteSignIn', userId: known.id, signedInAt: context.at }, context)
  },
  changePassword: (login, { password, endApplications }, context) =>
    forLogin(login, async ({ id: userId }) => {
      if (!isAccountPassword(password)) return { ok: false, refusal: { code: 'invalid-password' } }
      const passwordHash = await hash(password)
      return decide({ type: 'ChangePassword', userId, passwordHash, endApplications }, context)
    }),
})
