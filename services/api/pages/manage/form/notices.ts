import type { ImportQueries } from '../../../../../projections/import-status/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { doneNotice, managePage, type Part } from '../frame.ts'
import { cut, type Subject } from '../words.ts'

/** A form that made something is sent again: it makes nothing twice (spec 00 §5). */
const sentBefore = (one: string): string =>
  `This form was sent before and made this ${one}, so nothing was made again. ` +
  'If you changed something in the form since, change it here; for another one begin with an empty form.'

/** What is said after saving: also what others had changed in the meantime, which stays. `words`: of groups; `more`: of what is new. */
export const savedNotice = (
  text: string,
  { one }: Subject,
  words: Readonly<Record<string, string>>,
  more: Markup | null = null,
): Markup | null => {
  if (text === '') return null
  const [how, ...others] = text.split(',')
  const theirs = Object.keys(words).filter(group => others.includes(group))
  return doneNotice(
    html`<p>
      ${how === 'new' ? html`The ${one} is made. ${more}` : how === 'before' ? sentBefore(one) : 'Saved.'}
      ${
        theirs.length === 0
          ? null
          : html`Others have changed meanwhile, and that stays:
            ${theirs.map(group => words[group]).join(', ')}.`
      }
    </p>`,
  )
}

const AUTHORITY: Readonly<Record<string, (one: string) => string>> = {
  overwrite: one => `What you change here may be overwritten when it brings the ${one} again.`,
  preserve_changes: one => `What you change here stays when it brings the ${one} again.`,
  retain: one => `It leaves ${one}s as they are that are here already.`,
}

/** Whether the source of an imported item will write over what is changed here (spec 05 §6). */
export const sourceNotice = async (
  { showImport }: Pick<ImportQueries, 'showImport'>,
  origin: { readonly importId: string; readonly source: string } | null,
  { one }: Subject,
): Promise<Markup | null> => {
  if (origin === null) return null
  const record = await showImport(origin.importId, { newest: 0 })
  return html`<p class="notice">
    This ${one} comes from ${cut(origin.source)}. ${AUTHORITY[record?.update_authority ?? '']?.(one) ?? null}
  </p>`
}

/** In place of the form of what is in the trash. */
export const trashPage = (part: Part, { one, path }: Subject, id: number, caller: Caller, site: Site): Page =>
  managePage({
    ...{ part, caller, site, title: 'In the trash', status: 410 },
    main: html`<h1>In the trash</h1>
      <p>This ${one} is in the trash. Restored, it can be changed again.</p>
      <p class="actions">
        <a class="button" href="${site.baseUrl}${path}/several?do=restore&amp;id[]=${id}">Restore</a>
      </p>`,
  })
