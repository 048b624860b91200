import { ACCOUNT_NAME_LENGTH } from '../../../shared/limits/accounts.ts'
import { html, type Markup } from '../../../shared/kernel/html/markup.ts'
import type { Context } from '../../handle.ts'
import type { DeskRefused, SessionDesk } from './session-desk.ts'
import { later, strangeForm, type Said } from './attempt.ts'
import { browserTokens, type BrowserTokenDeps } from './browser-token.ts'
import { loginFields } from './login-fields.ts'
import { textOf, type Page, type Shown, type Visit } from './page.ts'
import { returnAddress } from './return-address.ts'
import type { PageRoute } from './serve.ts'

export type SignInDeps = BrowserTokenDeps & {
  readonly desk: Pick<SessionDesk, 'signIn'>
  /** Metadata of what somebody records by a page. */
  readonly contextOf: (visit: Visit, route: string) => Context
}

const wrong: Said = { status: 401, text: 'The login or the password is not right.' }

const saidOf = (no: DeskRefused): Said => ('retryAfterS' in no ? later(no) : wrong)

type Form = {
  readonly action: string
  readonly token: Markup
  readonly login: string
  readonly back: string
  readonly said: string | null
}

const signInForm = ({ action, token, login, back, said }: Form): Markup =>
  html`<div class="card narrow">
    <h1>Sign in</h1>
    ${said === null ? null : html`<p class="error" role="alert">${said}</p>`}
    <form method="post" action="${action}">
      ${token}
      <input type="hidden" name="redirect_to" value="${back}" />
      ${loginFields({ id: '', name: '' }, login)}
      <div class="actions"><button type="submit">Sign in</button></div>
    </form>
  </div>`

const already = (visit: Visit, login: string): Page => ({
  status: 200,
  title: 'Sign in',
  main: html`<div class="card narrow">
    <h1>You are signed in</h1>
    <p>You are signed in as <strong>${login}</strong>.</p>
    <div class="actions">
      <a class="button" href="${visit.at.site.baseUrl}/">Go to the calendar</a>
      <a class="button button--quiet" href="${visit.at.site.baseUrl}/sign-out">Sign out</a>
    </div>
  </div>`,
})

/** Sign-in (spec 00 §5): the form belongs to the browser that asked for it, and leads to addresses of this site only. */
export const signInPages = ({ desk, newBrowser, contextOf }: SignInDeps): readonly PageRoute[] => {
  const tokens = browserTokens({ desk, newBrowser })

  const formPage = async (visit: Visit, said: Said | null): Promise<Page> => {
    const { at, form, query } = visit
    const { field: token, headers } = await tokens.field(visit)
    const sent = visit.method === 'POST' ? form : query
    return {
      status: said?.status ?? 200,
      title: 'Sign in',
      main: signInForm({
        action: `${at.site.baseUrl}/sign-in`,
        token,
        // nobody has a longer one, and a page need not carry it back
        login: textOf(form, 'login').slice(0, ACCOUNT_NAME_LENGTH),
        back: returnAddress(textOf(sent, 'redirect_to'), at.site) ?? '',
        said: said?.text ?? null,
      }),
      headers: { ...headers, ...said?.headers },
    }
  }

  const show = async (visit: Visit): Promise<Shown> => {
    if (visit.held === null) return formPage(visit, null)
    const back = returnAddress(textOf(visit.query, 'redirect_to'), visit.at.site)
    return back === null ? already(visit, visit.held.user.login) : { redirect: back }
  }

  const post = async (visit: Visit): Promise<Shown> => {
    const { at, form, cookie, address } = visit
    if (!(await tokens.isOwn(visit))) return formPage(visit, strangeForm)
    const [login, password] = [textOf(form, 'login').trim(), textOf(form, 'password')]
    if (login === '' || password === '')
      return formPage(visit, { status: 400, text: 'Please give a login and a password.' })
    const done = await desk.signIn(
      { login, password, address, cookie },
      at.site,
      contextOf(visit, 'POST /sign-in'),
    )
    if (!done.ok) return formPage(visit, saidOf(done))
    return {
      redirect: returnAddress(textOf(form, 'redirect_to'), at.site) ?? `${at.site.baseUrl}/`,
      headers: { 'Set-Cookie': done.setCookie },
    }
  }

  return [
    { method: 'GET', path: '/sign-in', show },
    { method: 'POST', path: '/sign-in', show: post },
  ]
}
