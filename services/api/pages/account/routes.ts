import { APPLICATION_NAME_LENGTH } from '../../../../shared/limits/accounts.ts'
import type { Accounts } from '../../../accounts/accounts.ts'
import type { Held, Sessions } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import { tooMany, type Said } from '../attempt.ts'
import { formTokens } from '../form-token.ts'
import { onceField } from '../once.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { notFound, staleForm } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import type { SessionDesk } from '../session-desk.ts'
import { downloadOf, signedInOnly } from '../signed-in.ts'
import { madeBefore, makePassword, shownOnce, type PasswordMaker } from './new-password.ts'
import { changePassword, isChanged, ownPasswordForm } from './own-password.ts'
import { ACCOUNT, accountPage } from './page.ts'
import { sessionList } from './sessions.ts'

export type AccountDeps = PasswordMaker & {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf' | 'changePassword' | 'endOthers'>
  readonly sessions: Pick<Sessions, 'of' | 'endOf'>
  readonly accounts: Pick<
    Accounts,
    'listApplicationPasswords' | 'revokeApplicationPassword' | 'revokeAllApplicationPasswords'
  >
  readonly contextOf: (visit: Visit, route: string) => Context
}

const unavailable: Said = { status: 501, text: 'Application passwords are not available on this site.' }
const noChoice: Said = { status: 400, text: 'The form does not say what to do. Nothing was done.' }

/** Which form it is about what was said. */
type About = { readonly form: 'application' | 'own'; readonly said: Said }

const page = async (
  { accounts, desk, sessions }: AccountDeps,
  held: Held,
  visit: Visit,
  about: About | null,
): Promise<Page> => {
  const { user } = held
  const { at, form } = visit
  const passwords = await accounts.listApplicationPasswords(user.login)
  if (passwords === null) return notFound
  const token = await formTokens(desk).field(held, at.ms)
  const saidOf = (which: About['form']) => (about?.form === which ? about.said : null)
  const shown = {
    ...{ user, passwords, token, said: saidOf('application'), site: at.site },
    sessions: sessionList(sessions.of(user.id, at.ms), { held, token, site: at.site }),
    ownPassword: ownPasswordForm(token, at.site, saidOf('own'), isChanged(visit)),
    // whoever asks once more for what was made wants another one
    once: onceField(saidOf('application') === madeBefore ? {} : form),
    name: textOf(form, 'name').slice(0, APPLICATION_NAME_LENGTH),
  }
  return accountPage(shown, about?.said ?? null)
}

const make = async (deps: AccountDeps, held: Held, visit: Visit, context: Context): Promise<Shown> => {
  const again = (said: Said) => page(deps, held, visit, { form: 'application', said })
  const { site } = visit.at
  if (!site.applicationPasswords) return again(unavailable)
  const name = textOf(visit.form, 'name').trim()
  const made = await makePassword(deps, held, { name, appId: '' }, visit, context, `POST ${ACCOUNT}`)
  if (made.ok) return shownOnce(made.secret, name, site)
  return made.said === null ? notFound : again(made.said)
}

const endOthers = async (deps: AccountDeps, held: Held, visit: Visit, context: Context): Promise<Shown> => {
  const { address, at } = visit
  const ended = await deps.desk.endOthers(held, address, at.site, context)
  if (ended === null) return notFound
  if ('retryAfterS' in ended) return page(deps, held, visit, { form: 'own', said: tooMany(ended) })
  return { redirect: `${at.site.baseUrl}${ACCOUNT}`, headers: { 'Set-Cookie': ended.setCookie } }
}

const post =
  (deps: AccountDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    const { accounts, desk, sessions, contextOf } = deps
    if (!(await formTokens(desk).isOwn(held, visit))) return staleForm
    const context = contextOf(visit, `POST ${ACCOUNT}`)
    const done: Shown = { redirect: `${visit.at.site.baseUrl}${ACCOUNT}` }
    const { login } = held.user
    switch (textOf(visit.form, 'choice')) {
      case 'change-password':
        return changePassword(desk, held, visit, context, said =>
          page(deps, held, visit, { form: 'own', said }),
        )
      case 'make':
        return make(deps, held, visit, context)
      case 'end-session':
        await sessions.endOf(held.user.id, textOf(visit.form, 'session'), context)
        return done
      case 'end-others':
        return endOthers(deps, held, visit, context)
      case 'revoke':
        // one that is gone already is what was asked for
        await accounts.revokeApplicationPassword(login, textOf(visit.form, 'uuid'), context)
        return done
      case 'revoke-all':
        await accounts.revokeAllApplicationPasswords(login, context)
        return done
      default:
        return page(deps, held, visit, { form: 'application', said: noChoice })
    }
  }

/** Whoever is signed in changes their own password, sees their application passwords, makes and takes them back (spec 06 §5). */
export const accountPages = (deps: AccountDeps): readonly PageRoute[] => [
  { method: 'GET', path: ACCOUNT, show: signedInOnly((held, visit) => page(deps, held, visit, null)) },
  { method: 'POST', path: ACCOUNT, show: signedInOnly(post(deps)) },
  {
    method: 'GET',
    path: `${ACCOUNT}/report`,
    show: signedInOnly((held, visit) =>
      downloadOf(deps.desk, held, visit, `/report/user/${held.user.id}?format=html`),
    ),
  },
]
