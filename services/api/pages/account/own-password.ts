import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { isAccountPassword } from '../../../../shared/kernel/text/spelling.ts'
import { ACCOUNT_PASSWORD_LENGTH } from '../../../../shared/limits/accounts.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import type { Site } from '../../platform/call.ts'
import { later, type Said } from '../attempt.ts'
import { textOf, type Shown, type Visit } from '../page.ts'
import { notFound } from '../refusals.ts'
import type { SessionDesk } from '../session-desk.ts'
import { ACCOUNT } from './page.ts'

const wrong: Said = { status: 401, text: 'The current password is not right.' }
const noNew: Said = {
  status: 400,
  text: `Please give a new password of 1 to ${ACCOUNT_PASSWORD_LENGTH} characters.`,
}
const differ: Said = { status: 400, text: 'The two new passwords are not the same. Nothing was changed.' }

/** Query of the page after the password was changed. */
const DONE = 'password=changed'
export const isChanged = ({ query }: Visit): boolean => textOf(query, 'password') === 'changed'

/** A field for a password. */
export const passwordField = (name: string, label: string, autocomplete: string): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required />
  </div>`

export const ownPasswordForm = (
  token: Markup,
  { baseUrl }: Site,
  said: Said | null,
  changed: boolean,
): Markup =>
  html`${
      changed
        ? html`<p class="notice" role="status">
            Your password is changed. You are signed in here and nowhere else.
          </p>`
        : null
    }
    <form method="post" action="${baseUrl}${ACCOUNT}">
      ${said === null ? null : html`<p class="error" role="alert">${said.text}</p>`} ${token}
      ${passwordField('current_password', 'Current password', 'current-password')}
      ${passwordField('new_password', 'New password', 'new-password')}
      ${passwordField('new_password_again', 'New password once more', 'new-password')}
      <div class="field">
        <label
          ><input type="checkbox" name="end_applications" value="yes" aria-describedby="applications-hint" />
          Take back all application passwords, too</label
        >
        <p class="hint" id="applications-hint">
          You are signed out everywhere else in any case. Applications go on working unless you tick this.
        </p>
      </div>
      <div class="actions">
        <button type="submit" name="choice" value="change-password">Change the password</button>
      </div>
    </form>`

type Again = (said: Said) => Promise<Shown>

/** Changes the password; `again` shows the page with what stood in the way. */
export const changePassword = async (
  desk: Pick<SessionDesk, 'changePassword'>,
  held: Held,
  { form, address, at: { site } }: Visit,
  context: Context,
  again: Again,
): Promise<Shown> => {
  const wanted = textOf(form, 'new_password')
  if (!isAccountPassword(wanted)) return again(noNew)
  if (wanted !== textOf(form, 'new_password_again')) return again(differ)
  const current = textOf(form, 'current_password')
  const endApplications = textOf(form, 'end_applications') === 'yes'
  const done = await desk.changePassword(held, { current, wanted, endApplications, address }, site, context)
  if (done.ok) {
    const headers = { 'Set-Cookie': done.setCookie }
    return { redirect: `${site.baseUrl}${ACCOUNT}?${DONE}`, headers }
  }
  if ('retryAfterS' in done) return again(later(done))
  return done.code === 'wrong' ? again(wrong) : notFound
}
