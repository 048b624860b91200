import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Locked, Unlock } from '../../items/unlock.ts'
import { strangeForm, tooMany, type Said } from '../attempt.ts'
import type { BrowserTokens } from '../browser-token.ts'
import { textOf, type Visit } from '../page.ts'
import type { Openings } from './opened.ts'

export type LockDeps = {
  readonly tokens: BrowserTokens
  readonly openings: Openings
  readonly unlock: Unlock
}

type Headers = Readonly<Record<string, string>>

/** How protected items are opened on their pages. */
export type Lock = Pick<Openings, 'isOpen'> & {
  /** What asks for the password, and the headers of a page that has it. `action`: where the form leads. */
  readonly form: (
    visit: Visit,
    action: string,
    said: Said | null,
  ) => Promise<{ readonly markup: Markup; readonly headers: Headers }>
  /** `Set-Cookie` of a browser that sent the password; else what is to be said. */
  readonly tryOpen: (
    item: Locked,
    visit: Visit,
  ) => Promise<{ readonly ok: true; readonly cookie: string } | { readonly ok: false; readonly said: Said }>
}

const empty: Said = { status: 400, text: 'Please give the password.' }
const wrong: Said = { status: 403, text: 'The password is not right.' }

/** What stands for the rest of a protected item. */
export const isProtectedNotice = html`<p class="notice">The rest of this page is protected by a password.</p>`

const passwordForm = (token: Markup, action: string, said: Said | null): Markup =>
  html`${isProtectedNotice}
    <form class="item__lock" method="post" action="${action}">
      ${said === null ? null : html`<p class="error" id="item-password-said" role="alert">${said.text}</p>`}
      ${token}
      <div class="field">
        <label for="item-password">Password</label>
        <input
          id="item-password"
          name="password"
          type="password"
          autocomplete="off"
          ${said === null ? null : html`aria-describedby="item-password-said" aria-invalid="true"`}
          required
        />
      </div>
      <div class="actions"><button type="submit">Open</button></div>
    </form>`

export const lockOn = ({ tokens, openings, unlock }: LockDeps): Lock => ({
  isOpen: openings.isOpen,
  form: async (visit, action, said) => {
    const { field, headers } = await tokens.field(visit)
    return { markup: passwordForm(field, action, said), headers: { ...headers, ...said?.headers } }
  },
  tryOpen: async (item, visit) => {
    const { address, at, form } = visit
    const no = (said: Said) => ({ ok: false, said }) as const
    if (!(await tokens.isOwn(visit))) return no(strangeForm)
    const password = textOf(form, 'password')
    if (password === '') return no(empty)
    const unlocked = unlock(item, password, { address, ms: at.ms })
    if (!unlocked.ok) return no(unlocked.code === 'wrong' ? wrong : tooMany(unlocked))
    return { ok: true, cookie: await openings.cookie(item, visit) }
  },
})
