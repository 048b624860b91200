import { type ImageId, imageId } from '../../../../../shared/kernel/brands.ts'
import type { PictureRow } from '../../../../../projections/pictures/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { type Caller, contextOf, type Site } from '../../../platform/call.ts'
import { formTokens } from '../../form-token.ts'
import type { Page, Shown, Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import { callAt } from '../call.ts'
import { idsIn } from '../chosen-ids.ts'
import { doneNotice, managePage, problemNotice } from '../frame.ts'
import { captionOf, cards, thumbnail } from './cards.ts'
import type { PictureDeps } from './deps.ts'
import { mayChange, picturesText } from './rules.ts'
import { useLink, usesOf } from './uses.ts'

/** Uses that a refusal names. */
const NAMED_USES = 3

/** A picture that stays, and why. */
type Kept = { readonly name: string; readonly id: ImageId; readonly why: Markup }

/** Why somebody may not remove it; null: they may. */
const whyNot = async (
  deps: PictureDeps,
  picture: PictureRow,
  caller: Caller,
  site: Site,
): Promise<Markup | null> => {
  if (!mayChange(caller, picture)) return html`Somebody else brought it.`
  if (picture.uses === 0) return null
  const uses = await usesOf(deps, picture, caller, { skip: 0, limit: NAMED_USES })
  const more = picture.uses - uses.length
  return html`It is used by
  ${uses.map((use, n) => html`${n === 0 ? '' : ', '}${useLink(use, site)}`)}${more > 0 ? ` and ${more} more` : ''}.`
}

/** What may be done to one of the chosen as it is now. */
type Looked = { readonly picture: PictureRow } | { readonly kept: Kept }

const notThere = (id: ImageId, name: string): Kept => ({ id, name, why: html`It is not there any more.` })

const looked = async (deps: PictureDeps, id: ImageId, caller: Caller, site: Site): Promise<Looked> => {
  const picture = await deps.pictures.byId(id)
  if (picture === null) return { kept: notThere(id, `Picture ${id}`) }
  const why = await whyNot(deps, picture, caller, site)
  return why === null ? { picture } : { kept: { id, name: picture.values.file, why } }
}

type Sorted = { readonly removable: readonly PictureRow[]; readonly kept: readonly Kept[] }

/** Those of the chosen that can be removed, and those that cannot. */
const sorted = async (
  deps: PictureDeps,
  ids: readonly ImageId[],
  caller: Caller,
  site: Site,
): Promise<Sorted> => {
  const removable: PictureRow[] = []
  const kept: Kept[] = []
  for (const id of ids) {
    const one = await looked(deps, id, caller, site)
    if ('kept' in one) kept.push(one.kept)
    else removable.push(one.picture)
  }
  return { removable, kept }
}

const keptList = (kept: readonly Kept[], title: string): Markup | null =>
  kept.length === 0
    ? null
    : html`<section aria-labelledby="kept">
        <h2 id="kept">${title}</h2>
        <ul class="manage-meant">
          ${kept.map(({ name, why }) => html`<li>${name}: <span class="why">${why}</span></li>`)}
        </ul>
      </section>`

/** Asks whether it is meant; changes nothing. */
export const askRemoval =
  (deps: PictureDeps) =>
  async (held: Held, { at, query }: Visit): Promise<Shown> => {
    const { site } = at
    const { removable, kept } = await sorted(deps, idsIn(query).map(imageId), held.user, site)
    const many = removable.length
    return managePage({
      ...{ part: 'pictures', caller: held.user, site, title: 'Remove pictures' },
      main: html`<h1>${many === 0 ? 'Remove pictures' : `Remove ${picturesText(many)}?`}</h1>
        ${keptList(kept, 'These stay')}
        ${
          many === 0
            ? html`<p>
                None of those chosen can be removed.
                <a href="${site.baseUrl}/manage/pictures">All pictures</a>
              </p>`
            : html`<form class="card" method="post" action="${site.baseUrl}/manage/pictures/remove">
                ${await formTokens(deps.desk).field(held, at.ms)}
                ${removable.map(({ _id }) => html`<input type="hidden" name="id[]" value="${_id}" />`)}
                ${cards(removable, one => html`${thumbnail(one, site)} ${captionOf(one, html`${one.values.file}`)}`)}
                <p>Their files are deleted. This cannot be taken back.</p>
                <div class="actions">
                  <button type="submit" class="danger">Remove ${picturesText(many)}</button>
                  <a class="button button--quiet" href="${site.baseUrl}/manage/pictures">No</a>
                </div>
              </form>`
        }`,
    })
  }

const resultPage = (gone: readonly PictureRow[], kept: readonly Kept[], caller: Caller, site: Site): Page =>
  managePage({
    ...{ part: 'pictures', caller, site, title: 'Pictures removed' },
    said: html`${gone.length === 0 ? null : doneNotice(html`<p>Removed: ${picturesText(gone.length)}.</p>`)}
    ${kept.length === 0 ? null : problemNotice(html`<p>Refused for ${picturesText(kept.length)}.</p>`)}`,
    main: html`<h1>Pictures removed</h1>
      ${keptList(kept, 'Refused')}
      ${
        gone.length === 0
          ? null
          : html`<ul class="manage-meant">
              ${gone.map(({ values }) => html`<li>${values.file}</li>`)}
            </ul>`
      }
      <p><a href="${site.baseUrl}/manage/pictures">All pictures</a></p>`,
  })

/** Removes what nothing uses, each by itself (spec 07 §8). */
export const removePictures =
  (deps: PictureDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const call = callAt(held, visit, {
      ...{ route: 'POST /manage/pictures/remove', correlation: deps.newCorrelation(), sent: {} },
    })
    const gone: PictureRow[] = []
    const kept: Kept[] = []
    for (const id of idsIn(visit.form).map(imageId)) {
      // what somebody chose a moment ago is used, also while those before it were removed
      await deps.settled()
      const one = await looked(deps, id, held.user, visit.at.site)
      if ('kept' in one) kept.push(one.kept)
      else if ((await deps.pictureChanges.remove(id, contextOf(call))) === 'done') gone.push(one.picture)
      else kept.push(notThere(id, one.picture.values.file))
    }
    await deps.settled()
    return resultPage(gone, kept, held.user, visit.at.site)
  }
