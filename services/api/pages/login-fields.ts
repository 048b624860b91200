import { html, type Markup } from '../../../shared/kernel/html/markup.ts'

/** How a form calls its two fields: `login` and `password` behind these beginnings of ids and of names. */
type Called = { readonly id: string; readonly name: string }

/** The two fields by which somebody signs in. `login`: what was typed before. */
export const loginFields = ({ id, name }: Called, login: string): Markup => {
  const secret = `${name}password`
  return html`<div class="field">
      <label for="${id}login">Login or e-mail address</label>
      <input
        id="${id}login"
        name="${name}login"
        value="${login}"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        required
      />
    </div>
    <div class="field">
      <label for="${id}password">Password</label>
      <input id="${id}password" name="${secret}" type="password" autocomplete="current-password" required />
    </div>`
}
