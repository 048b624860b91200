import { recordId } from '../../../../shared/facts/codec.ts'
import { html } from '../../../../shared/kernel/html/markup.ts'
import { APPLICATION_NAME_LENGTH, MOST_APPLICATION_PASSWORDS } from '../../../../shared/limits/accounts.ts'
import type { Accounts } from '../../../accounts/accounts.ts'
import type { UserRefusal } from '../../../accounts/decide.ts'
import type { Guard } from '../../../accounts/guard.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import type { Site } from '../../platform/call.ts'
import { tooMany, type Said } from '../attempt.ts'
import { hashOfForm } from '../once.ts'
import type { Page, Visit } from '../page.ts'
import { ACCOUNT } from './page.ts'

/** Why no application password was made; null: the account is gone. */
const saidOf = ({ code }: UserRefusal): Said | null => {
  if (code === 'application_password_empty_name')
    return { status: 400, text: 'Please give the application a name.' }
  if (code === 'application-password-name-too-long')
    return { status: 400, text: `Please use at most ${APPLICATION_NAME_LENGTH} characters.` }
  if (code === 'application-password-made') return madeBefore
  if (code === 'too-many-application-passwords') {
    const text = `You have ${MOST_APPLICATION_PASSWORDS} of them, which is the most. Please take one back first.`
    return { status: 409, text }
  }
  return null
}

/** The form is sent once more: its password was shown, and is to nobody again (spec 00 §5). */
export const madeBefore: Said = {
  status: 409,
  text:
    'This form was sent before and made a password, which is shown only once. If it did not arrive, ' +
    'take it back in your account and make another one.',
}

/** The uuid of a password that a form makes, by the hash of the form; undefined: any. */
const uuidOf = (once: string | null): string | undefined => (once === null ? undefined : recordId(once, 0))

export type PasswordMaker = {
  readonly accounts: Pick<Accounts, 'createApplicationPassword'>
  readonly guard: Guard
}

type Made =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly code: string; readonly said: Said | null }

/**
 * Makes one for whoever is signed in; not without end, since those that were taken back are remembered. `route`: of the
 * form that asks for it.
 */
export const makePassword = async (
  { accounts, guard }: PasswordMaker,
  held: Held,
  named: { readonly name: string; readonly appId: string },
  visit: Pick<Visit, 'address' | 'at' | 'form'>,
  context: Context,
  route: string,
): Promise<Made> => {
  const { address, at } = visit
  const { id, login } = held.user
  const attempt = guard.attempt({ kind: 'new-application-password', userId: id }, address, at.ms)
  if (!attempt.ok) return { ok: false, code: 'rest_too_many_attempts', said: tooMany(attempt) }
  const kept = uuidOf(hashOfForm(held, visit, route))
  const made = await accounts.createApplicationPassword(login, named, context, kept)
  if (made.ok) return { ok: true, secret: made.value.secret }
  attempt.refund()
  return { ok: false, code: made.refusal.code, said: saidOf(made.refusal) }
}

/** Groups of four, as people copy them (spec 01 §8.1). */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The only time that somebody sees it. */
export const shownOnce = (secret: string, name: string, site: Site): Page => ({
  status: 200,
  title: 'Your account',
  styles: ['account.css'],
  headers: { 'Cache-Control': 'no-store' },
  main: html`<div class="card narrow">
    <h1>A new application password</h1>
    <p>This is the password of <strong>${name}</strong>. It will not be shown again.</p>
    <p class="secret"><code>${grouped(secret)}</code></p>
    <div class="actions"><a class="button" href="${site.baseUrl}${ACCOUNT}">Done</a></div>
  </div>`,
})
