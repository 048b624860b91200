import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { isAccountPassword } from '../../../../shared/kernel/text/spelling.ts'
import { ACCOUNT_PASSWORD_LENGTH } from '../../../../shared/limits/accounts.ts'
import type { Accounts } from '../../../accounts/accounts.ts'
import type { Guard } from '../../../accounts/guard.ts'
import type { User } from '../../../accounts/state.ts'
import type { Context } from '../../../handle.ts'
import { passwordField } from '../account/own-password.ts'
import { strangeForm, tooMany, type Said } from '../attempt.ts'
import { browserTokens, type BrowserTokenDeps } from '../browser-token.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import type { PageRoute } from '../serve.ts'
import { linkIn, NEW_PASSWORD, type Link } from './address.ts'

export type NewPasswordDeps = BrowserTokenDeps & {
  readonly accounts: Pick<Accounts, 'linked' | 'useLink'>
  readonly guard: Guard
  /** Metadata of what somebody records by a page. */
  readonly contextOf: (visit: Visit, route: string) => Context
}

const card = (status: number, title: string, main: Markup, headers: Page['headers'] = {}): Page => ({
  ...{ status, title, headers: { 'Cache-Control': 'no-store', ...headers } },
  main: html`<div class="card narrow">
    <h1>${title}</h1>
    ${main}
  </div>`,
})

const isVoid = card(
  410,
  'This link is used up',
  html`<p>
    It was used, has expired, or another one has taken its place. Please ask whoever gave it to you for
    another one.
  </p>`,
)

const wait = (said: Said): Page =>
  card(said.status, 'Please wait', html`<p class="error" role="alert">${said.text}</p>`, said.headers)

const done = (login: string, { at }: Visit): Page =>
  card(
    200,
    'Your password is set',
    html`<p>You sign in as <strong>${login}</strong> with it from now on.</p>
      <div class="actions"><a class="button" href="${at.site.baseUrl}/sign-in">Sign in</a></div>`,
  )

const differ: Said = { status: 400, text: 'The two passwords are not the same. Nothing was changed.' }
const noNew: Said = {
  status: 400,
  text: `Please give a password of 1 to ${ACCOUNT_PASSWORD_LENGTH} characters.`,
}

type Bearer = { readonly user: User; readonly link: Link }

/** Whose password the link of a request sets; else the page that says why it sets nobody's. Wrong ones are counted. */
const bearer = ({ accounts, guard }: NewPasswordDeps, visit: Visit): Bearer | Page => {
  const { at, address, method, form, query } = visit
  const link = linkIn(method === 'POST' ? form : query)
  if (link === null) return isVoid
  const attempt = guard.attempt({ kind: 'password-link', userId: link.userId }, address, at.ms)
  if (!attempt.ok) return wait(tooMany(attempt))
  const user = accounts.linked(link, at.ms)
  if (user === null) return isVoid
  attempt.right()
  return { user, link }
}

const formPage = async (
  deps: NewPasswordDeps,
  visit: Visit,
  { user: { login }, link }: Bearer,
  said: Said | null,
): Promise<Page> => {
  const { field, headers } = await browserTokens(deps).field(visit)
  const form = html`${said === null ? null : html`<p class="error" role="alert">${said.text}</p>`}
    <p>For the account <strong>${login}</strong>. You are signed out everywhere when it is set.</p>
    <form method="post" action="${visit.at.site.baseUrl}${NEW_PASSWORD}">
      ${field}
      <input type="hidden" name="user" value="${link.userId}" />
      <input type="hidden" name="key" value="${link.secret}" />
      <input type="hidden" name="username" value="${login}" autocomplete="username" />
      ${passwordField('new_password', 'New password', 'new-password')}
      ${passwordField('new_password_again', 'New password once more', 'new-password')}
      <div class="actions"><button type="submit">Set the password</button></div>
    </form>`
  return card(said?.status ?? 200, 'Set your password', form, headers)
}

const set = async (deps: NewPasswordDeps, visit: Visit): Promise<Shown> => {
  const found = bearer(deps, visit)
  if ('main' in found) return found
  const { user, link } = found
  const again = (said: Said) => formPage(deps, visit, found, said)
  if (!(await browserTokens(deps).isOwn(visit))) return again(strangeForm)
  const wanted = textOf(visit.form, 'new_password')
  if (!isAccountPassword(wanted)) return again(noNew)
  if (wanted !== textOf(visit.form, 'new_password_again')) return again(differ)
  // whoever has the link is the user, signed in or not
  const context = {
    ...deps.contextOf(visit, `POST ${NEW_PASSWORD}`),
    actor: user.id,
    source: 'desk' as const,
  }
  const changed = await deps.accounts.useLink(link, wanted, context)
  return changed.ok ? done(user.login, visit) : isVoid
}

/** By a link that an administrator gave them, people set their password (spec 07 §10). */
export const newPasswordPages = (deps: NewPasswordDeps): readonly PageRoute[] => [
  {
    method: 'GET',
    path: NEW_PASSWORD,
    show: async visit => {
      const found = bearer(deps, visit)
      return 'main' in found ? found : formPage(deps, visit, found, null)
    },
  },
  { method: 'POST', path: NEW_PASSWORD, show: visit => set(deps, visit) },
]
