import { html } from '../../../shared/kernel/html/markup.ts'
import type { Context } from '../../handle.ts'
import type { SessionDesk } from './session-desk.ts'
import { formTokens } from './form-token.ts'
import type { Page, Visit } from './page.ts'
import { staleForm } from './refusals.ts'
import type { PageRoute } from './serve.ts'

export type SignOutDeps = {
  readonly desk: Pick<SessionDesk, 'signOut' | 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

const nobody = ({ at }: Visit): Page => ({
  status: 200,
  title: 'Signed out',
  main: html`<div class="card narrow">
    <h1>You are signed out</h1>
    <p>Nobody is signed in with this browser.</p>
    <div class="actions">
      <a class="button" href="${at.site.baseUrl}/">Go to the calendar</a>
      <a class="button button--quiet" href="${at.site.baseUrl}/sign-in">Sign in</a>
    </div>
  </div>`,
})

/** Sign-out (spec 00 §5): GET asks, POST ends the session and takes the cookie away. */
export const signOutPages = ({ desk, contextOf }: SignOutDeps): readonly PageRoute[] => {
  const tokens = formTokens(desk)
  return [
    {
      method: 'GET',
      path: '/sign-out',
      show: async visit => {
        const { held, at } = visit
        if (held === null) return nobody(visit)
        return {
          status: 200,
          title: 'Sign out',
          main: html`<div class="card narrow">
            <h1>Sign out?</h1>
            <p>You are signed in as <strong>${held.user.login}</strong>.</p>
            <form method="post" action="${at.site.baseUrl}/sign-out">
              ${await tokens.field(held, at.ms)}
              <div class="actions">
                <button type="submit">Sign out</button>
                <a class="button button--quiet" href="${at.site.baseUrl}/">Stay signed in</a>
              </div>
            </form>
          </div>`,
        }
      },
    },
    {
      method: 'POST',
      path: '/sign-out',
      show: async visit => {
        const { held, cookie, at } = visit
        if (held === null) return { redirect: `${at.site.baseUrl}/` }
        if (!(await tokens.isOwn(held, visit))) return staleForm
        const setCookie = await desk.signOut(cookie, at.site, contextOf(visit, 'POST /sign-out'))
        return { redirect: `${at.site.baseUrl}/`, headers: { 'Set-Cookie': setCookie } }
      },
    },
  ]
}
