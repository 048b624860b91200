import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Held, ListedSession } from '../../../accounts/sessions.ts'
import type { Site } from '../../platform/call.ts'
import { when } from '../when.ts'
import { ACCOUNT } from './page.ts'
import { isoOfMs } from '../../../../shared/kernel/time/calculate.ts'

type Showing = { readonly held: Held; readonly token: Markup; readonly site: Site }

const button = (choice: string, label: Markup | string, { token, site }: Showing, hidden: Markup | null) =>
  html`<form method="post" action="${site.baseUrl}${ACCOUNT}">
    ${token} ${hidden}
    <button type="submit" name="choice" value="${choice}" class="quiet">${label}</button>
  </form>`

const item = ({ session, at, address, expires }: ListedSession, showing: Showing): Markup => {
  const { held, site } = showing
  const since = when(at, site)
  const name = html`<input type="hidden" name="session" value="${session}" />`
  const end = html`End it<span class="visually-hidden">: since ${since}</span>`
  return html`<li class="password-row">
    <h3 class="password-row__name">Since ${since}</h3>
    <p class="password-row__about">
      ${address === null ? null : html`from ${address} · `}until ${when(isoOfMs(expires), site)}
    </p>
    ${session === held.session ? html`<p class="hint">This one, here.</p>` : button('end-session', end, showing, name)}
  </li>`
}

/** Sessions that are told one by one, the newest ones. */
const SHOWN = 50

/** Where somebody is signed in (spec 07 §11). */
export const sessionList = (sessions: readonly ListedSession[], showing: Showing): Markup =>
  html`<ol class="password-list">
      ${sessions.slice(0, SHOWN).map(one => item(one, showing))}
    </ol>
    ${sessions.length > SHOWN ? html`<p>And ${sessions.length - SHOWN} more.</p>` : null}
    ${sessions.length < 2 ? null : button('end-others', 'End all others', showing, null)}`
