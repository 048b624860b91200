import { isDisplayName, isEmailAddress, isLogin } from '../../../shared/kernel/text/spelling.ts'
import { DISPLAY_NAME_LENGTH } from '../../../shared/limits/accounts.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Context } from '../../handle.ts'

/** Who wrote something over there, as far as it is shown: "" for what is not. */
export type OldUser = {
  readonly id: number
  readonly login: string
  readonly email: string
  readonly name: string
}

export type MovedUser = {
  readonly id: number
  readonly here: number | null
  readonly login: string
  /** Was made now: without a password, as a subscriber. */
  readonly made: boolean
}

type Names = { readonly login: string; readonly email: string }

/** The names of a user of whom nothing is shown but the number: the same every time. */
const namesOf = ({ id, login, email }: OldUser, source: string): Names => {
  const place = source.replace(/[^a-z\d.]+/g, '-')
  const ownLogin = `author-${id}-${place}`.slice(0, 60)
  return {
    login: isLogin(login) ? login : ownLogin,
    email: isEmailAddress(email) ? email : `${ownLogin}@moved-in.invalid`,
  }
}

const found = (accounts: Pick<Accounts, 'idOf'>, texts: readonly string[]): number | null => {
  for (const text of texts) {
    // a number alone would be read as an id of here
    const id = /^\d*$/.test(text) ? null : accounts.idOf(text)
    if (id !== null) return id
  }
  return null
}

/** The user of the same login or e-mail address; else one is made, who cannot sign in (spec 05 §15). */
export const moveUser = async (
  accounts: Pick<Accounts, 'idOf' | 'createUser'>,
  { source, dryRun }: { readonly source: string; readonly dryRun: boolean },
  user: OldUser,
  context: Context,
): Promise<MovedUser> => {
  const names = namesOf(user, source)
  const known = found(accounts, [user.login, user.email, names.login, names.email])
  if (known !== null || dryRun) return { id: user.id, here: known, login: names.login, made: known === null }
  const name = user.name.slice(0, DISPLAY_NAME_LENGTH)
  const created = await accounts.createUser(
    { ...names, role: 'subscriber', password: null, displayName: isDisplayName(name) ? name : '' },
    context,
  )
  const here = created.ok ? (accounts.idOf(names.login) ?? null) : null
  return { id: user.id, here, login: names.login, made: created.ok }
}
