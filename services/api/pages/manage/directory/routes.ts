import { openedAt, NO_RECORD } from '../form/edited.ts'
import type { ImportQueries } from '../../../../../projections/import-status/queries.ts'
import { html } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { forbidden } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import type { FindDeps } from '../events/find.ts'
import { savedWithPicture } from '../form/bring-picture.ts'
import { wantsPictures } from '../form/picture.ts'
import { pictureFile } from '../form/too-much.ts'
import type { PictureDeps } from '../pictures/deps.ts'
import { savedNotice, sourceNotice, trashPage } from '../form/notices.ts'
import { onClock, posted, unsavedSaid, type PostedForm } from '../form/posted.ts'
import type { SignedOutDeps } from '../form/signed-out.ts'
import { severalRoutes, type SeveralDeps } from '../several/several.ts'
import { idIn } from '../listing.ts'
import { eventsText } from '../words.ts'
import { contactPages, type ContactPagesDeps } from './contact.ts'
import { listingIn } from './address.ts'
import { typedIn, typedOf } from './fields.ts'
import { mergedInstead, mergePages, sameNamed, type MergePagesDeps } from './merge-routes.ts'
import { directoryPage } from './page.ts'
import type { Part } from './part.ts'
import { madeBefore, saveChanges, saveNew, type SaveDeps, type SavingDeps } from './save.ts'
import { showForm, type Form } from './show.ts'
import { usedBy, usesOf } from './uses.ts'
import { wordsOf } from './words.ts'

export type DirectoryPagesDeps = SaveDeps &
  PictureDeps &
  MergePagesDeps &
  ContactPagesDeps &
  SignedOutDeps &
  SeveralDeps &
  FindDeps & {
    readonly imports: Pick<ImportQueries, 'showImport'>
    /** Venues, organizers, categories and tags. */
    readonly parts: readonly Part[]
  }

const table =
  (deps: DirectoryPagesDeps, part: Part) =>
  async ({ user }: Held, { at, query }: Visit): Promise<Shown> => {
    const listing = listingIn(part, query)
    const found = await part.find(listing, user)
    const ids = found.rows.map(({ id }) => id)
    const uses = await usesOf(deps, part.noun, ids, user, at)
    return directoryPage({ part, listing, found, uses, caller: user, site: at.site })
  }

const edit =
  (deps: DirectoryPagesDeps, part: Part) =>
  async (held: Held, visit: Visit, { id: text = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    const id = idIn(text)
    if (id === 0) return null
    const edited = await part.edited(id, held.user, visit.at.site.zone)
    // what was merged has no form
    const merged = typeof edited === 'string' ? await mergedInstead(deps, part, held, visit, id) : null
    if (merged !== null) return merged
    if (edited === 'unknown') return null
    if (edited === 'forbidden') return forbidden
    if (edited === 'trash') return trashPage(wordsOf(part).part, part.subject, id, held.user, visit.at.site)
    const labels = Object.fromEntries(part.fields.map(({ name, label }) => [name, label]))
    const source = await sourceNotice(deps.imports, edited.origin, part.subject)
    const same = await sameNamed(part, held, visit, { id, name: edited.typed['name'] ?? '' })
    return showForm(deps, part, held, visit, {
      ...{ id, rev: edited.rev, typed: edited.typed },
      said: html`${savedNotice(textOf(visit.query, 'saved'), part.subject, labels)}${source}${same}`,
      used: await usedBy(deps, part.noun, id, held.user, visit.at),
    })
  }

/** One that is not there yet, as its form begins. */
const blank = ({ fields }: Part, { user }: Held, { at: { site } }: Visit) => ({
  ...typedOf(fields, {}, site.zone),
  ...Object.fromEntries(fields.flatMap(({ name, initial }) => (initial ? [[name, '1'] as const] : []))),
  status: can(user, 'publish') ? 'publish' : 'pending',
  author: String(user.id),
})

/** The form as it was sent, not saved, with a token of its own; `more`: what is said of it. */
const again =
  (deps: DirectoryPagesDeps, part: Part) =>
  async (
    held: Held,
    visit: Visit,
    keptFor: string,
    more: Pick<Form, 'status' | 'wrong' | 'said'>,
  ): Promise<Shown> => {
    const id = idIn(keptFor)
    const edited = id === 0 ? null : await part.edited(id, held.user, visit.at.site.zone)
    if (edited === 'trash') return trashPage(wordsOf(part).part, part.subject, id, held.user, visit.at.site)
    if (typeof edited === 'string') return edited === 'unknown' ? null : forbidden
    const rev = openedAt(visit.form)
    if (edited !== null && (await edited.asOf(rev)) === null) return null
    return showForm(deps, part, held, visit, {
      ...{ id: edited === null ? null : id, rev: edited === null ? NO_RECORD : rev, ...more },
      typed: typedIn(part.fields, visit.form),
    })
  }

const unsaved =
  (deps: DirectoryPagesDeps, part: Part): PostedForm['unsaved'] =>
  (held, visit, keptFor, said) =>
    again(deps, part)(held, visit, keptFor, unsavedSaid(visit, said))

const hasPicture = ({ fields }: Part): boolean => fields.some(({ as }) => as === 'picture')

/** What the button that was pressed asks for: pictures to choose from, or that it is saved. */
const save =
  (deps: DirectoryPagesDeps, part: Part): PostedForm['save'] =>
  async (held, visit, id) => {
    const saved = (of: Visit, whenSaved: SavingDeps['whenSaved']) =>
      id === 'new'
        ? saveNew({ ...deps, whenSaved }, part, held, of)
        : saveChanges({ ...deps, whenSaved }, part, held, of, idIn(id))
    if (hasPicture(part) && wantsPictures(visit.form)) return again(deps, part)(held, visit, id, {})
    // before its picture is kept once more
    const before = id === 'new' ? await madeBefore(deps, part, held, visit) : null
    if (before !== null) return before
    if (!hasPicture(part)) return saved(visit, async () => undefined)
    return savedWithPicture(deps, held, visit, {
      route: `POST ${part.subject.path}/${id === 'new' ? 'new' : '{id}'}`,
      save: saved,
      again: said => again(deps, part)(held, visit, id, said),
      imageOf: part.imageOf,
    })
  }

const formOf = (deps: DirectoryPagesDeps, part: Part): PostedForm =>
  onClock({
    ...{ part: wordsOf(part).part, only: part.only },
    ...{ save: save(deps, part), unsaved: unsaved(deps, part) },
  })

/** The forms of the four parts, as they are posted. */
export const directoryForms = (deps: DirectoryPagesDeps): readonly PostedForm[] =>
  deps.parts.map(part => formOf(deps, part))

/** What is done to several, with how many events use each: whoever's they are, since all of them lose it. */
const severalOf = (deps: DirectoryPagesDeps, part: Part) =>
  severalRoutes(deps, {
    ...{ subject: part.subject, only: part.only, ...part.several },
    look: async ({ user }, _, { ids }) => {
      const entries = (await part.byIds(ids, user)).filter(({ mayEdit }) => mayEdit)
      const found = entries.map(({ id }) => id)
      const counts = await Promise.all(found.map(id => deps.merging.eventsOf({ kind: part.noun, id })))
      return {
        ...{ ids: found, asked: null },
        listed: entries.map(
          ({ name }, n) => html`${name} <span>(used by ${eventsText(counts[n] ?? 0)})</span>`,
        ),
      }
    },
  })

/** The pages of venues, organizers, categories and tags (spec 07 §7). */
export const directoryPages = (deps: DirectoryPagesDeps): readonly PageRoute[] =>
  deps.parts.flatMap((part): readonly PageRoute[] => {
    const { path } = part.subject
    const form = formOf(deps, part)
    const show = posted(deps, form)
    const file = hasPicture(part) ? { file: pictureFile(deps, wordsOf(part).part, form) } : {}
    const begin = async (held: Held, visit: Visit): Promise<Shown> =>
      showForm(deps, part, held, visit, { id: null, rev: NO_RECORD, typed: blank(part, held, visit) })
    return [
      { method: 'GET', path, show: part.only(table(deps, part)) },
      ...severalOf(deps, part),
      ...mergePages(deps, part),
      ...contactPages(deps, part),
      { method: 'GET', path: `${path}/new`, show: part.only(begin) },
      { method: 'GET', path: `${path}/:id`, show: part.only(edit(deps, part)) },
      { method: 'POST', path: `${path}/new`, show, ...file },
      { method: 'POST', path: `${path}/:id`, show, ...file },
    ]
  })
