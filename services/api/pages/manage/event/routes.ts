import { openedAt, NO_RECORD } from '../form/edited.ts'
import { eventId } from '../../../../../shared/kernel/brands.ts'
import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import type { ImportQueries } from '../../../../../projections/import-status/queries.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { mayEdit } from '../../../items/access.ts'
import { initialOf } from '../../../../../shared/members/derive.ts'
import { eventMembers } from '../../../../../shared/members/event.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { forbidden } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import { creatorsOnly } from '../../signed-in.ts'
import { savedNotice, sourceNotice, trashPage } from '../form/notices.ts'
import { savedWithPicture } from '../form/bring-picture.ts'
import { wantsPictures } from '../form/picture.ts'
import { onClock, posted, unsavedSaid, type PostedForm } from '../form/posted.ts'
import type { SignedOutDeps } from '../form/signed-out.ts'
import { pictureFile } from '../form/too-much.ts'
import { doneNotice } from '../frame.ts'
import { idIn } from '../listing.ts'
import type { PictureDeps } from '../pictures/deps.ts'
import { cut, EVENTS, statusWords } from '../words.ts'
import { nameOf } from '../../items/objects.ts'
import { additionsIn, NO_ADDITIONS } from './additions.ts'
import { preview, type PreviewDeps } from './preview.ts'
import { isRepeated, saveRepeated } from './repeat-save.ts'
import { asOf, editedEvent, typedFor } from './reads.ts'
import { madeBefore, saveChanges, saveNew, type SavingDeps } from './save.ts'
import { showForm, type Form } from './show.ts'
import { groupWords, hadIn, typedIn, typedOf, type Typed } from './typed.ts'

export type EventPagesDeps = PreviewDeps &
  PictureDeps &
  SignedOutDeps & { readonly imports: Pick<ImportQueries, 'listImports' | 'showImport'> }

/** Who sees an event that was just made. */
const seenBy = ({ _id, values: { status } }: EventDetail, { at }: Visit): Markup =>
  status === 'publish'
    ? html`Everybody sees it now, on <a href="${at.site.baseUrl}/?p=${_id}">its page</a>.`
    : html`It is not published: its status is “${statusWords[status]}”.`

const edit =
  (deps: EventPagesDeps) =>
  async (held: Held, visit: Visit, { id: text = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    const id = eventId(idIn(text))
    const edited = id === 0 ? 'unknown' : await editedEvent(deps.events, id, held.user)
    if (edited === 'unknown') return null
    if (edited === 'forbidden') return forbidden
    if (edited === 'trash') return trashPage('events', EVENTS, id, held.user, visit.at.site)
    const source = await sourceNotice(deps.imports, edited.item.values.origin, EVENTS)
    return showForm(deps, held, visit, {
      ...{ id, rev: edited.item.rev, additions: NO_ADDITIONS, currency: edited.item.values.currency },
      typed: await typedFor(deps, edited.item, held.user, visit.at.site.zone),
      said: html`${savedNotice(textOf(visit.query, 'saved'), EVENTS, groupWords, seenBy(edited.item, visit))}${source}`,
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
  const id = eventId(idIn(textOf(visit.query, 'from')))
  const { item } = id === 0 ? { item: null } : await deps.events.meetEvent(id)
  if (item === null || !mayEdit(held.user, item)) return null
  const typed = await typedFor(deps, item, held.user, visit.at.site.zone)
  // whoever moves one of a single day has one date to change
  const endDate = typed.endDate === typed.startDate ? '' : typed.endDate
  return { ...typed, endDate, status: 'draft', slug: '', publishedAt: '', author: String(held.user.id) }
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
    return showForm(deps, held, visit, { id: null, rev: NO_RECORD, typed, additions: NO_ADDITIONS, said })
  }

/** The form as it was sent, not saved, with a token of its own; `more`: what is said of it. */
const again =
  (deps: EventPagesDeps) =>
  async (
    held: Held,
    visit: Visit,
    keptFor: string,
    more: Pick<Form, 'status' | 'wrong' | 'said'>,
  ): Promise<Shown> => {
    const id = eventId(idIn(keptFor))
    const edited = id === 0 ? null : await editedEvent(deps.events, id, held.user)
    if (edited === 'trash') return trashPage('events', EVENTS, id, held.user, visit.at.site)
    if (typeof edited === 'string') return edited === 'unknown' ? null : forbidden
    const rev = openedAt(visit.form)
    if (edited !== null && asOf(edited, rev) === null) return null
    return showForm(deps, held, visit, {
      ...{ id: edited === null ? null : id, rev: edited === null ? NO_RECORD : rev, ...more },
      ...{ typed: typedIn(visit.form), additions: additionsIn(visit.form), had: hadIn(visit.form) },
      currency: edited?.item.values.currency ?? null,
    })
  }

const unsaved =
  (deps: EventPagesDeps): PostedForm['unsaved'] =>
  (held, visit, keptFor, said) =>
    again(deps)(held, visit, keptFor, unsavedSaid(visit, said))

const savedOr = (deps: EventPagesDeps & SavingDeps, held: Held, visit: Visit, id: string): Promise<Shown> => {
  if (id !== 'new') return saveChanges(deps, held, visit, eventId(idIn(id)))
  if (!isRepeated(visit.form)) return saveNew(deps, held, visit)
  return textOf(visit.form, 'then') === 'back'
    ? again(deps)(held, visit, id, {})
    : saveRepeated(deps, held, visit)
}

/** What the button that was pressed asks for: pictures to choose from, a look at it, or that it is saved. */
const save =
  (deps: EventPagesDeps): PostedForm['save'] =>
  async (held, visit, id) => {
    if (wantsPictures(visit.form)) return again(deps)(held, visit, id, {})
    if (textOf(visit.form, 'then') === 'preview') return preview(deps, held, visit, eventId(idIn(id)))
    const before = id === 'new' && !isRepeated(visit.form) ? await madeBefore(deps, held, visit) : null
    if (before !== null) return before
    return savedWithPicture(deps, held, visit, {
      route: id === 'new' ? 'POST /manage/events/new' : 'POST /manage/events/{id}',
      save: (of, whenSaved) => savedOr({ ...deps, whenSaved }, held, of, id),
      again: said => again(deps)(held, visit, id, said),
      imageOf: async event => (await deps.events.meetEvent(eventId(event))).item?.values.image ?? null,
    })
  }

/** The form of an event, as it is posted. */
export const eventForms = (deps: EventPagesDeps): PostedForm =>
  onClock({ part: 'events', only: creatorsOnly, save: save(deps), unsaved: unsaved(deps) })

/** The pages of one event (spec 07 §5, §6). */
export const eventPages = (deps: EventPagesDeps): readonly PageRoute[] => {
  const form = eventForms(deps)
  const show = posted(deps, form)
  const file = pictureFile(deps, 'events', form)
  return [
    { method: 'GET', path: '/manage/events/new', show: creatorsOnly(begin(deps)) },
    { method: 'POST', path: '/manage/events/new', show, file },
    { method: 'GET', path: '/manage/events/:id', show: creatorsOnly(edit(deps)) },
    { method: 'POST', path: '/manage/events/:id', show, file },
  ]
}
