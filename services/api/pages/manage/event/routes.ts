import { html } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import type { ImportQueries } from '../../../../../projections/import-status/queries.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { mayEdit } from '../../../items/access.ts'
import { initialOf } from '../../../../../shared/members/derive.ts'
import { eventMembers } from '../../../../../shared/members/event.ts'
import { formTokens } from '../../form-token.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { forbidden } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import { creatorsOnly } from '../../signed-in.ts'
import { doneNotice, managePage, problemNotice } from '../frame.ts'
import { cut } from '../words.ts'
import { nameOf } from '../../items/objects.ts'
import { additionsIn, NO_ADDITIONS } from './additions.ts'
import { asOf, editedEvent, withoutUnseen, type Edited } from './reads.ts'
import { saveChanges, saveNew, type SaveDeps } from './save.ts'
import { showForm } from './show.ts'
import { signedOut, signInAgain, type SignedOutDeps } from './signed-out.ts'
import { groups, groupWords, typedIn, typedOf, type Typed } from './typed.ts'

export type EventPagesDeps = SaveDeps &
  SignedOutDeps & { readonly imports: Pick<ImportQueries, 'listImports' | 'showImport'> }

const SAVED = 'Saved.'

/** What is said after saving: also what others had changed in the meantime, which stays. */
const savedNotice = (text: string) => {
  if (text === '') return null
  const [how, ...others] = text.split(',')
  const theirs = groups.filter(group => others.includes(group)).map(group => groupWords[group])
  return doneNotice(
    html`<p>
      ${how === 'new' ? 'The event is made.' : SAVED}
      ${theirs.length === 0 ? null : html`Others have changed meanwhile, and that stays: ${theirs.join(', ')}.`}
    </p>`,
  )
}

const AUTHORITY: Readonly<Record<string, string>> = {
  overwrite: 'What you change here may be overwritten when it brings the event again.',
  preserve_changes: 'What you change here stays when it brings the event again.',
  retain: 'It leaves events as they are that are here already.',
}

/** Whether the source of an imported event will write over what is changed here (spec 05 §6). */
const sourceNotice = async ({ imports }: EventPagesDeps, { event: { values } }: Edited) => {
  if (values.origin === null) return null
  const { importId, source } = values.origin
  const record = await imports.showImport(importId, { newest: 0 })
  return html`<p class="notice">
    This event comes from ${cut(source)}. ${AUTHORITY[record?.update_authority ?? ''] ?? null}
  </p>`
}

const trashPage = (held: Held, { at: { site } }: Visit, id: number) =>
  managePage({
    ...{ part: 'events', caller: held.user, site, title: 'In the trash', status: 410 },
    main: html`<h1>In the trash</h1>
      <p>This event is in the trash. Restored, it can be changed again.</p>
      <p class="actions">
        <a class="button" href="${site.baseUrl}/manage/events/several?do=restore&amp;id[]=${id}">Restore</a>
      </p>`,
  })

const typedNow = async (
  deps: EventPagesDeps,
  held: Held,
  { at }: Visit,
  { event }: Edited,
): Promise<Typed> => {
  const seenOf = await withoutUnseen(deps, [event.values], held.user)
  return typedOf(seenOf(event.values), at.site.zone)
}

const idIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

const edit =
  (deps: EventPagesDeps) =>
  async (held: Held, visit: Visit, { id: text = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    const id = idIn(text)
    const edited = id === 0 ? 'unknown' : await editedEvent(deps.events, id, held.user)
    if (edited === 'unknown') return null
    if (edited === 'forbidden') return forbidden
    if (edited === 'trash') return trashPage(held, visit, id)
    const source = await sourceNotice(deps, edited)
    return showForm(deps, held, visit, {
      ...{ id, rev: edited.event.rev, additions: NO_ADDITIONS, currency: edited.event.values.currency },
      typed: await typedNow(deps, held, visit, edited),
      said: html`${savedNotice(textOf(visit.query, 'saved'))}${source}`,
    })
  }

/** An event that is not there yet, as its form begins. */
const blank = (held: Held, { at }: Visit): Typed => ({
  ...typedOf({ ...initialOf(eventMembers), timezone: at.site.zone, author: held.user.id }, at.site.zone),
  ...{ startDate: '', startTime: '', endDate: '', endTime: '', showMap: '1', showMapLink: '1' },
  status: can(held.user, 'publish') ? 'publish' : 'pending',
})

/** What another event has, but for what is its own: a draft without an address of its own. */
const duplicate = async (deps: EventPagesDeps, held: Held, visit: Visit): Promise<Typed | null> => {
  const id = idIn(textOf(visit.query, 'from'))
  const { item } = id === 0 ? { item: null } : await deps.events.meetEvent(id)
  if (item === null || !mayEdit(held.user, item)) return null
  const typed = await typedNow(deps, held, visit, { event: item, records: [] })
  return { ...typed, status: 'draft', slug: '', publishedAt: '', author: String(held.user.id) }
}

const begin =
  (deps: EventPagesDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    const typed = visit.query['from'] === undefined ? blank(held, visit) : await duplicate(deps, held, visit)
    if (typed === null) return null
    const isCopy = visit.query['from'] !== undefined
    const said = isCopy
      ? doneNotice(html`<p>A copy of “${cut(nameOf(typed.title))}”. It is there when you save it.</p>`)
      : null
    return showForm(deps, held, visit, { id: null, rev: 0, typed, additions: NO_ADDITIONS, said })
  }

/** The form as it was sent, not saved, with a token of its own. */
const unsaved =
  (deps: EventPagesDeps, status: number, why: string) =>
  async (held: Held, visit: Visit, keptFor: string): Promise<Shown> => {
    const id = idIn(keptFor)
    const edited = id === 0 ? null : await editedEvent(deps.events, id, held.user)
    if (typeof edited === 'string') return edited === 'unknown' ? null : forbidden
    const rev = Number(textOf(visit.form, 'rev'))
    if (edited !== null && asOf(edited, rev) === null) return null
    return showForm(deps, held, visit, {
      ...{ id: edited === null ? null : id, rev: edited === null ? 0 : rev, status },
      ...{ typed: typedIn(visit.form), additions: additionsIn(visit.form) },
      currency: edited?.event.values.currency ?? null,
      said: problemNotice(
        html`<p>${why} What you typed is below, and not saved yet: please save it again.</p>`,
      ),
    })
  }

type Saves = (held: Held, visit: Visit, id: number) => Promise<Shown>

/** A form that somebody sends who may, or who was signed in when they opened it. */
const posted = (deps: EventPagesDeps, save: Saves) => {
  const signed = creatorsOnly(async (held, visit, { id = 'new' }) => {
    const isOwn = await formTokens(deps.desk).isOwn(held, visit)
    return isOwn
      ? save(held, visit, idIn(id))
      : unsaved(deps, 403, 'The page was open for too long, or you have signed in anew since.')(
          held,
          visit,
          id,
        )
  })
  const show = async (visit: Visit, params: Readonly<Record<string, string>>): Promise<Shown> =>
    visit.held === null ? signedOut(deps)(visit, params['id'] ?? 'new') : signed(visit, params)
  return Object.assign(show, signed.may === undefined ? {} : { may: signed.may })
}

/** The pages of one event (spec 07 §5, §6). */
export const eventPages = (deps: EventPagesDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage/events/new', show: creatorsOnly(begin(deps)) },
  {
    method: 'POST',
    path: '/manage/events/new',
    show: posted(deps, (held, visit) => saveNew(deps, held, visit)),
  },
  { method: 'GET', path: '/manage/events/:id', show: creatorsOnly(edit(deps)) },
  {
    method: 'POST',
    path: '/manage/events/:id',
    show: posted(deps, (held, visit, id) => saveChanges(deps, held, visit, id)),
  },
  {
    method: 'POST',
    path: '/manage/sign-in',
    show: signInAgain(deps, unsaved(deps, 200, 'You are signed in again.')),
  },
]
