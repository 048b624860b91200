import { displayHtml } from '../../../../shared/kernel/html/sanitize.ts'
import { html } from '../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../accounts/sessions.ts'
import { textOf, type Shown, type Visit } from '../page.ts'
import type { PageRoute } from '../serve.ts'
import { creatorsOnly } from '../signed-in.ts'
import { managePage } from './frame.ts'

/**
 * The HTML as which a text is shown, for the editor to open (spec 07 §5): told as text, since it is not cleaned.
 * Nothing is changed by it.
 */
const shownText = async (held: Held, { at, form }: Visit): Promise<Shown> =>
  managePage({
    ...{ part: 'other', caller: held.user, site: at.site, title: 'Text' },
    main: html`<h1>Text</h1>
      <pre data-js="shown">${displayHtml(textOf(form, 'text'))}</pre>`,
  })

export const textPages: readonly PageRoute[] = [
  { method: 'POST', path: '/manage/text', show: creatorsOnly(shownText) },
]
