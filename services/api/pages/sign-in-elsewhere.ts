import { html } from '../../../shared/kernel/html/markup.ts'
import type { Page, Visit } from './page.ts'
import { signInAddress } from './return-address.ts'

/**
 * For who sends a form with a file and is signed in no more, where the form is too large to be kept until they are: what
 * was typed stands on the page before this one alone. `back`: where signing in leads to, below the site.
 */
export const signInElsewhere = ({ at: { site } }: Pick<Visit, 'at'>, back: string): Page => ({
  status: 401,
  title: 'Please sign in again',
  main: html`<div class="message">
    <h1>Please sign in again</h1>
    <p>
      You are not signed in any more, and the form is too large to be kept until you are. Nothing was done.
      What you typed is found by going back: please sign in in another window, then go back, choose the file
      again and send it.
    </p>
    <p>
      <a class="button" href="${signInAddress(site, `${site.baseUrl}${back}`)}" target="_blank" rel="opener"
        >Sign in in another window</a
      >
    </p>
  </div>`,
})
