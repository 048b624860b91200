import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'

/** Something that is shown this one time: to be copied, and then on to another page. `id`: of its field. */
export const shownOnce = (id: string, label: string, value: string, done: string): Markup =>
  html`<div class="field">
      <label for="${id}">${label}</label>
      <input id="${id}" value="${value}" readonly dir="ltr" data-js="copy" />
    </div>
    <div class="actions"><a class="button" href="${done}">Done</a></div>`
