import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { APPLICATION_NAME_LENGTH } from '../../../../shared/limits/accounts.ts'
import { can } from '../../../../shared/rights.ts'
import type { ListedPassword } from '../../../accounts/users/application-passwords.ts'
import type { User } from '../../../accounts/state.ts'
import type { Site } from '../../platform/call.ts'
import type { Said } from '../attempt.ts'
import { roleWords } from '../manage/people/words.ts'
import type { Page } from '../page.ts'
import { when } from '../when.ts'

export const ACCOUNT = '/account'

export type Shown = {
  readonly user: User
  readonly passwords: readonly ListedPassword[]
  /** The hidden field of the forms of the page. */
  readonly token: Markup
  /** Of the form that makes a password. */
  readonly once: Markup
  readonly said: Said | null
  /** Where the user is signed in. */
  readonly sessions: Markup
  /** The form of the account password. */
  readonly ownPassword: Markup
  /** The name that was typed. */
  readonly name: string
  readonly site: Site
}

const privately = { 'Cache-Control': 'no-store' }

const aboutUser = ({ login, email, role, displayName }: User): Markup =>
  html`<dl class="account__about">
    <dt>Login</dt>
    <dd>${login}</dd>
    <dt>E-mail address</dt>
    <dd>${email}</dd>
    <dt>Name that everybody sees</dt>
    <dd>${displayName === '' ? 'none: you are shown as the site' : displayName}</dd>
    <dt>Role</dt>
    <dd>${roleWords[role]}</dd>
  </dl>`

const used = ({ last_used, last_ip }: ListedPassword, site: Site): Markup =>
  last_used === null
    ? html`not used so far`
    : html`last used ${when(last_used, site)}${last_ip === null ? null : html` from ${last_ip}`}`

const item = (password: ListedPassword, { site, token }: Shown): Markup =>
  html`<li class="password-row">
    <h3 class="password-row__name">${password.name}</h3>
    <p class="password-row__about">made ${when(password.created, site)} · ${used(password, site)}</p>
    <form method="post" action="${site.baseUrl}${ACCOUNT}">
      ${token}
      <input type="hidden" name="uuid" value="${password.uuid}" />
      <button type="submit" name="choice" value="revoke" class="quiet">
        Take back<span class="visually-hidden"> ${password.name}</span>
      </button>
    </form>
  </li>`

const list = (shown: Shown): Markup => {
  const { passwords, site, token } = shown
  if (passwords.length === 0) return html`<p class="notice">No application has a password of yours.</p>`
  return html`<ol class="password-list">
      ${passwords.map(password => item(password, shown))}
    </ol>
    ${
      passwords.length === 1
        ? null
        : html`<form method="post" action="${site.baseUrl}${ACCOUNT}">
            ${token}
            <div class="actions">
              <button type="submit" name="choice" value="revoke-all" class="danger">Take all back</button>
            </div>
          </form>`
    }`
}

const newPassword = ({ site, token, once, said, name }: Shown): Markup => {
  if (!site.applicationPasswords)
    return html`<p class="notice">Application passwords are not available on this site.</p>`
  return html`<form method="post" action="${site.baseUrl}${ACCOUNT}">
    ${said === null ? null : html`<p class="error" id="name-said" role="alert">${said.text}</p>`} ${token}
    ${once}
    <div class="field">
      <label for="name">Name of the application</label>
      <input
        id="name"
        name="name"
        value="${name}"
        maxlength="${String(APPLICATION_NAME_LENGTH)}"
        autocomplete="off"
        ${said === null ? null : html`aria-describedby="name-said" aria-invalid="true"`}
        required
      />
    </div>
    <div class="actions"><button type="submit" name="choice" value="make">Make a password</button></div>
  </form>`
}

/** What somebody has here, and what applications may do in their name (spec 06 §5). `answered`: what stood in the way. */
export const accountPage = (shown: Shown, answered: Said | null): Page => ({
  status: answered?.status ?? 200,
  title: 'Your account',
  styles: ['account.css'],
  headers: { ...privately, ...answered?.headers },
  main: html`<div class="card account">
    <h1>Your account</h1>
    ${can(shown.user, 'create') ? html`<p><a href="${shown.site.baseUrl}/manage">To the desk</a></p>` : null}
    ${aboutUser(shown.user)}
    <h2>Your password</h2>
    ${shown.ownPassword}
    <h2>Where you are signed in</h2>
    ${shown.sessions}
    <h2>Application passwords</h2>
    <p>
      An application with such a password works with this calendar in your name, until you take it back. Your
      own password stays with you.
    </p>
    ${list(shown)}
    <h2>Another application password</h2>
    ${newPassword(shown)}
    <h2>What is kept about you</h2>
    <p>
      A file with everything that this calendar holds about you and by you, and what of it would stay if you
      were erased. It may take a minute.
    </p>
    <p><a class="button button--quiet" href="${shown.site.baseUrl}${ACCOUNT}/report">Get the file</a></p>
  </div>`,
})
