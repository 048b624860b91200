import { termId, type TermId, type Position } from '../../../../../shared/kernel/brands.ts'
import type { Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { PictureQueries } from '../../../../../projections/pictures/queries.ts'
import { html } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { Moment } from '../../../platform/call.ts'
import { formTokens } from '../../form-token.ts'
import { nameOf } from '../../items/objects.ts'
import { onceField } from '../../once.ts'
import type { Page, Visit } from '../../page.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { managePage } from '../frame.ts'
import { EDITOR } from '../form/edited-text.ts'
import { idsIn } from '../form/id-list.ts'
import type { Fields } from '../form/merge.ts'
import { pictureShown } from '../form/picture.ts'
import { wrongSummary, type Wrong } from '../form/wrong.ts'
import { termIn } from '../listing.ts'
import { authorChoices, categoryChoices, type OfferDeps } from '../offered.ts'
import { cut } from '../words.ts'
import { directoryForm } from './form.ts'
import type { Part } from './part.ts'
import { pageOf, wordsOf } from './words.ts'

export type ShowDeps = Pick<OfferDeps, 'terms' | 'users'> & {
  readonly pictures: PictureQueries
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
}

/** A form that is to be shown. */
export type Form = {
  readonly id: number | null
  readonly rev: Position
  readonly typed: Fields
  readonly wrong?: Wrong
  /** Said above it. */
  readonly said?: Markup | null
  readonly conflicts?: Markup | null
  /** Below the form: where the thing is used. */
  readonly used?: Markup | null
  readonly status?: number
}

const has = ({ fields }: Part, name: string): boolean => fields.some(field => field.name === name)

/** Categories that one may be below: all but itself; what is below it is refused when it is saved. */
const parentsFor = async ({ terms }: ShowDeps, part: Part, { id, typed }: Form) => {
  if (!has(part, 'parent')) return []
  const all = await categoryChoices(terms, termIn(typed['parent'] ?? ''))
  return all.filter(([value]) => value !== String(id))
}

/** What the tags of some forms are called. */
export const tagNames = async (
  { terms }: Pick<ShowDeps, 'terms'>,
  forms: readonly Fields[],
): Promise<(id: TermId) => string> => {
  const found = await terms.byIds([...new Set(forms.flatMap(({ tags = '' }) => idsIn(tags).map(termId)))])
  const names = new Map(found.map(({ _id, values }) => [_id, cut(nameOf(values.name))] as const))
  return id => names.get(id) ?? `no longer there (#${id})`
}

const ways = (
  { noun, subject }: Part,
  { user }: Held,
  { site }: Pick<Moment, 'site'>,
  id: number,
): Markup => {
  const { baseUrl } = site
  const page = pageOf(noun, id, site)
  const all = [
    ...(page === null ? [] : [html`<a href="${page}">Its page</a>`]),
    ...(can(user, 'edit-others')
      ? [
          html`<a href="${baseUrl}/history/${noun}/${id}">History</a>`,
          html`<a href="${baseUrl}${subject.path}/${id}/merge">Merge with another</a>`,
          ...(noun === 'organizer'
            ? [html`<a href="${baseUrl}${subject.path}/${id}/contact">Forget e-mail and phone</a>`]
            : []),
        ]
      : []),
  ]
  return html`<p>${all.map((way, n) => html`${n === 0 ? null : ' · '}${way}`)}</p>`
}

/** Shows the form of a thing of the directory to whoever is signed in. */
export const showForm = async (
  deps: ShowDeps,
  part: Part,
  held: Held,
  { at, form: sent }: Pick<Visit, 'at' | 'form'>,
  form: Form,
): Promise<Page> => {
  const { id, rev, typed, wrong = {}, said = null, conflicts = null, used = null } = form
  const { newOne, part: here } = wordsOf(part)
  const title = id === null ? newOne : cut(nameOf(typed['name'] ?? '')) || `#${id}`
  const offersAuthors = has(part, 'author') && can(held.user, 'assign-author')
  const main = directoryForm({
    ...{ part, id, rev, typed, wrong, conflicts, caller: held.user, site: at.site },
    authors: offersAuthors ? authorChoices(deps.users, Number(typed['author']) || null) : null,
    parents: await parentsFor(deps, part, form),
    picture: has(part, 'image') ? await pictureShown(deps.pictures, typed['image'] ?? '', sent) : null,
    tagName: await tagNames(deps, [typed]),
    token: html`${await formTokens(deps.desk).field(held, at.ms)}${id === null ? onceField(sent) : null}`,
  })
  return managePage({
    ...{ part: here, caller: held.user, site: at.site, title, status: form.status ?? 200 },
    ...{ styles: EDITOR.styles, scripts: ['manage-picture.js', ...EDITOR.scripts] },
    said: html`${said}${wrongSummary(wrong)}`,
    main: html`<header class="manage-head">
        <h1>${title}</h1>
        ${id === null ? null : ways(part, held, at, id)}
      </header>
      ${main} ${used}`,
  })
}
