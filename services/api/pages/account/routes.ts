import { APPLICATION_NAME_LENGTH } from '../../../../shared/limits.ts'
import type { Accounts } from '../../../accounts/accounts.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import type { Said } from '../attempt.ts'
import { formTokens } from '../form-token.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { notFound, staleForm } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import type { SessionDesk } from '../session-desk.ts'
import { signedInOnly } from '../signed-in.ts'
import { makePassword, shownOnce, type PasswordMaker } from './new-password.ts'
import { ACCOUNT, accountPage } from './page.ts'

export type AccountDeps = PasswordMaker & {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly accounts: Pick<
    Accounts,
    'listApplicationPasswords' | 'revokeApplicationPassword' | 'revokeAllApplicationPasswords'
  >
  readonly contextOf: (visit: Visit, route: string) => Context
}

const unavailable: Said = { status: 501, text: 'Application passwords are not available on this site.' }
const noChoice: Said = { status: 400, text: 'The form does not say what to do. Nothing was done.' }

/** Whoever is signed in sees their own application passwords, makes one and takes them back (spec 06 §5). */
export const accountPages = ({ desk, accounts, guard, contextOf }: AccountDeps): readonly PageRoute[] => {
  const tokens = formTokens(desk)

  const page = async (held: Held, { at, form }: Visit, said: Said | null): Promise<Page> => {
    const { user } = held
    const passwords = await accounts.listApplicationPasswords(user.login)
    if (passwords === null) return notFound
    const token = await tokens.field(held, at.ms)
    return accountPage({
      user,
      passwords,
      token,
      said,
      name: textOf(form, 'name').slice(0, APPLICATION_NAME_LENGTH),
      site: at.site,
    })
  }

  const make = async (held: Held, visit: Visit, context: Context): Promise<Shown> => {
    const { site } = visit.at
    if (!site.applicationPasswords) return page(held, visit, unavailable)
    const name = textOf(visit.form, 'name').trim()
    const made = await makePassword({ accounts, guard }, held, { name, appId: '' }, visit, context)
    if (made.ok) return shownOnce(made.secret, name, site)
    return made.said === null ? notFound : page(held, visit, made.said)
  }

  const post = async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await tokens.isOwn(held, visit))) return staleForm
    const context = contextOf(visit, `POST ${ACCOUNT}`)
    const done: Shown = { redirect: `${visit.at.site.baseUrl}${ACCOUNT}` }
    const { login } = held.user
    switch (textOf(visit.form, 'choice')) {
      case 'make':
        return make(held, visit, context)
      case 'revoke':
        // one that is gone already is what was asked for
        await accounts.revokeApplicationPassword(login, textOf(visit.form, 'uuid'), context)
        return done
      case 'revoke-all':
        await accounts.revokeAllApplicationPasswords(login, context)
        return done
      default:
        return page(held, visit, noChoice)
    }
  }

  return [
    { method: 'GET', path: ACCOUNT, show: signedInOnly((held, visit) => page(held, visit, null)) },
    { method: 'POST', path: ACCOUNT, show: signedInOnly(post) },
  ]
}
