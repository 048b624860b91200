import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import type { SessionDesk } from '../session-desk.ts'
import { APPLICATION_NAME_LENGTH } from '../../../../shared/limits/accounts.ts'
import type { Said } from '../attempt.ts'
import { madeBefore, makePassword, shownOnce, type PasswordMaker } from '../account/new-password.ts'
import { formTokens, type FormTokens } from '../form-token.ts'
import { onceField } from '../once.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { staleForm } from '../refusals.ts'
import { signInAddress } from '../return-address.ts'
import type { PageRoute } from '../serve.ts'
import { askedAddress, readAsked, withQuery, type Asked } from './asked.ts'
import { originOf } from './leads-to.ts'

export type AuthorizeDeps = PasswordMaker & {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

/** Why no password was made. */
type Refused = Said & { readonly code: string }

const PATH = '/authorize-application'
const TITLE = 'Connect an application'
const privately = { 'Cache-Control': 'no-store' }

const page = (status: number, main: Markup, more: Partial<Page> = {}): Page => ({
  ...{ status, title: TITLE, main: html`<div class="card narrow">${main}</div>`, headers: privately },
  ...more,
})

const badRequest = (why: string): Page =>
  page(
    400,
    html`<h1>${TITLE}</h1>
      <p class="error" role="alert">${why} Nothing was created.</p>`,
  )

/** Application passwords are off (spec 01 §8.1): the way back says so. */
const disabled = ({ back }: Asked, baseUrl: string): Page =>
  page(
    501,
    html`<h1>${TITLE}</h1>
      <p class="error" role="alert">Application passwords are not available on this site.</p>
      <p>
        ${
          back === null
            ? html`<a class="button" href="${baseUrl}/">Back</a>`
            : html`<a class="button" href="${withQuery(back, { error: 'disabled' })}"
                >Back to ${originOf(back)}</a
              >`
        }
      </p>`,
  )

/** Only addresses that were checked come here, so they are links whatever their scheme is. */
const leadsWhere = ({ success }: Asked): Markup =>
  success === null
    ? html`<p>The password will be shown to you once, to be typed into the application.</p>`
    : html`<p>You will be sent to <strong>${originOf(success)}</strong>, which gets the password.</p>`

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}" />`

/** The form that asks whether to connect. */
const question = async (
  { field }: FormTokens,
  { at, form }: Visit,
  held: Held,
  asked: Asked,
  said: Refused | null,
): Promise<Page> => {
  const leadsTo = [asked.success, asked.reject].flatMap(to => (to === null ? [] : [originOf(to)]))
  const called = asked.name.trim() === '' ? 'An application' : asked.name
  const main = html`<h1>${TITLE}</h1>
    ${said === null ? null : html`<p class="error" role="alert" data-code="${said.code}">${said.text}</p>`}
    <p>
      <strong>${called}</strong> wants to work with this calendar in your name. It could do everything that
      <strong>${held.user.login}</strong> may do, until you take its password back.
    </p>
    ${leadsWhere(asked)}
    <form method="post" action="${at.site.baseUrl}${PATH}">
      ${await field(held, at.ms)} ${onceField(said?.text === madeBefore.text ? {} : form)}
      ${hidden('app_id', asked.appId)} ${hidden('success_url', asked.success ?? '')}
      ${hidden('reject_url', asked.back ?? '')}
      <div class="field">
        <label for="app_name">Name of the application</label>
        <input
          id="app_name"
          name="app_name"
          value="${asked.name}"
          maxlength="${String(APPLICATION_NAME_LENGTH)}"
        />
      </div>
      <div class="actions">
        <button type="submit" name="choice" value="approve">Yes, connect it</button>
        <button type="submit" name="choice" value="reject" class="quiet">No</button>
      </div>
    </form>`
  return page(said?.status ?? 200, main, {
    leadsTo: [...new Set(leadsTo)],
    headers: { ...privately, ...said?.headers },
  })
}

type Ask = (visit: Visit, held: Held, asked: Asked) => Promise<Shown>

/** Asks whoever may be asked something; to others the page says why not. */
const admitted =
  (ask: Ask) =>
  async (visit: Visit): Promise<Shown> => {
    const { site } = visit.at
    const sent = visit.method === 'POST' ? visit.form : visit.query
    if (visit.held === null)
      return { redirect: signInAddress(site, askedAddress(site.baseUrl, sent)), headers: privately }
    const read = readAsked(sent, site.baseUrl)
    if (!read.ok) return badRequest(read.why)
    if (!site.applicationPasswords) return disabled(read.asked, site.baseUrl)
    return ask(visit, visit.held, read.asked)
  }

const approve =
  ({ accounts, guard, contextOf }: AuthorizeDeps, tokens: FormTokens): Ask =>
  async (visit, held, asked) => {
    const named = { name: asked.name.trim(), appId: asked.appId }
    const context = contextOf(visit, `POST ${PATH}`)
    const created = await makePassword({ accounts, guard }, held, named, visit, context, `POST ${PATH}`)
    if (!created.ok) {
      const { code, said } = created
      return said === null
        ? badRequest('Your account is gone.')
        : question(tokens, visit, held, asked, { ...said, code })
    }
    const { secret: password } = created
    if (asked.success === null) return shownOnce(password, named.name, visit.at.site)
    const members = { site_url: visit.at.site.baseUrl, user_login: held.user.login, password }
    return { redirect: withQuery(asked.success, members) }
  }

/** `{auth_url}`: people give applications passwords of their own (spec 01 §8.3). */
export const authorizePages = (deps: AuthorizeDeps): readonly PageRoute[] => {
  const tokens = formTokens(deps.desk)
  const approved = approve(deps, tokens)
  const show: Ask = (visit, held, asked) => question(tokens, visit, held, asked, null)
  const answer: Ask = async (visit, held, asked) => {
    if (!(await tokens.isOwn(held, visit))) return staleForm
    const choice = textOf(visit.form, 'choice')
    if (choice === 'approve') return approved(visit, held, asked)
    if (choice !== 'reject') return badRequest('The form says neither yes nor no.')
    return { redirect: asked.reject ?? `${visit.at.site.baseUrl}/` }
  }
  return [
    { method: 'GET', path: PATH, show: admitted(show) },
    { method: 'POST', path: PATH, show: admitted(answer) },
  ]
}
