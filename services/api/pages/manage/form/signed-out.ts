import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { ACCOUNT_NAME_LENGTH } from '../../../../../shared/limits/accounts.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { Context } from '../../../../handle.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { later, strangeForm, type Said } from '../../attempt.ts'
import { browserTokens, type BrowserTokenDeps } from '../../browser-token.ts'
import { loginFields } from '../../login-fields.ts'
import { textOf, type Page, type Shown, type Visit } from '../../page.ts'
import { forbidden } from '../../refusals.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { hasFile } from '../pictures/upload.ts'

export type SignedOutDeps = BrowserTokenDeps & {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf' | 'signIn' | 'sittingAt'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

/** Says of a kept form that a file came with it. */
const LOST_FILE = 'lost_file'

const OWN = new Set(['form_token', 'sign_in_login', 'sign_in_password', 'kept_for', LOST_FILE])

/** Whether a file came with a form, or with what is kept of it. */
export const hadFile = (visit: Pick<Visit, 'file' | 'form'>): boolean =>
  hasFile(visit) || textOf(visit.form, LOST_FILE) !== ''

/** A form whose file was too large, as one that came with it. */
export const withLostFile = (visit: Visit): Visit => ({ ...visit, form: { ...visit.form, [LOST_FILE]: '1' } })

/** Members of a form by the names of their fields. Pure. */
export const flat = (members: Nested, around = ''): readonly (readonly [name: string, value: string])[] =>
  Object.entries(members).flatMap(([name, value]) => {
    const full = around === '' ? name : `${around}[${name}]`
    return typeof value === 'string' ? [[full, value] as const] : flat(value, full)
  })

/** Hidden fields with all that a form said, but for some fields, by the first part of their names. */
export const keptFields = (form: Nested, without: ReadonlySet<string>): readonly Markup[] =>
  flat(form).flatMap(([name, value]) =>
    without.has(name.replace(/\[.*$/s, ''))
      ? []
      : [html`<input type="hidden" name="${name}" value="${value}" />`],
  )

/** Of a file that came with a form that was not saved: no page can hold it. */
export const CHOOSE_AGAIN = 'The file of the picture has to be chosen again.'

const signInForm = (visit: Visit, keptFor: string, token: Markup, said: Said | null): Markup =>
  html`<div class="card narrow">
    <h1>Please sign in again</h1>
    <p>
      You are not signed in any more. Nothing is lost: what you typed is shown again when you have signed in.
      ${hadFile(visit) ? CHOOSE_AGAIN : null}
    </p>
    ${said === null ? null : html`<p class="error" role="alert">${said.text}</p>`}
    <form method="post" action="${visit.at.site.baseUrl}/manage/sign-in">
      ${token} <input type="hidden" name="kept_for" value="${keptFor}" /> ${keptFields(visit.form, OWN)}
      ${hadFile(visit) ? html`<input type="hidden" name="${LOST_FILE}" value="1" />` : null}
      ${loginFields(
        { id: 'sign-in-', name: 'sign_in_' },
        textOf(visit.form, 'sign_in_login').slice(0, ACCOUNT_NAME_LENGTH),
      )}
      <div class="actions"><button type="submit">Sign in and go on</button></div>
    </form>
  </div>`

/**
 * For who sends a form and is signed in no more: what was typed waits in the page itself, which is as large as the
 * form was, until they have signed in. `keptFor`: the address of the form below the desk, `events/41`.
 */
export const signedOut = (deps: SignedOutDeps) => {
  const tokens = browserTokens(deps)
  return async (visit: Visit, keptFor: string, said: Said | null = null): Promise<Page> => {
    const { field, headers } = await tokens.field(visit)
    return {
      status: said?.status ?? 401,
      title: 'Please sign in again',
      main: signInForm(visit, keptFor, field, said),
      headers: { ...headers, ...said?.headers },
    }
  }
}

const wrong: Said = { status: 401, text: 'The login or the password is not right.' }

/** Signs in, and shows the form again with what was typed (spec 07 §5). */
export const signInAgain =
  (deps: SignedOutDeps, again: (held: Held, visit: Visit, keptFor: string) => Promise<Shown>) =>
  async (visit: Visit): Promise<Shown> => {
    const { form, at, cookie, address } = visit
    const keptFor = textOf(form, 'kept_for')
    const once = signedOut(deps)
    if (!(await browserTokens(deps).isOwn(visit))) return once(visit, keptFor, strangeForm)
    const [login, password] = [textOf(form, 'sign_in_login').trim(), textOf(form, 'sign_in_password')]
    if (login === '' || password === '')
      return once(visit, keptFor, { status: 400, text: 'Please give a login and a password.' })
    const sent = { login, password, address, cookie }
    const done = await deps.desk.signIn(sent, at.site, deps.contextOf(visit, 'POST /manage/sign-in'))
    if (!done.ok) return once(visit, keptFor, 'retryAfterS' in done ? later(done) : wrong)
    const held = await deps.desk.sittingAt(done.setCookie.split(';', 1)[0] ?? '', at)
    const headers = { 'Set-Cookie': done.setCookie }
    if (held === null) return { ...forbidden, headers }
    const shown = await again(held, { ...visit, held }, keptFor)
    if (shown === null) return { redirect: `${at.site.baseUrl}/manage`, headers }
    return { ...shown, headers: { ...shown.headers, ...headers } }
  }
