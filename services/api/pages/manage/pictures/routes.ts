import { imageId } from '../../../../../shared/kernel/brands.ts'
import { html } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { contextOf } from '../../../platform/call.ts'
import { formTokens } from '../../form-token.ts'
import { onceField } from '../../once.ts'
import { textOf, type Page, type Shown, type Visit } from '../../page.ts'
import { pageIn } from '../../pager.ts'
import { forbidden, staleForm } from '../../refusals.ts'
import { signInAddress } from '../../return-address.ts'
import type { PageRoute, TooMuch } from '../../serve.ts'
import { creatorsOnly } from '../../signed-in.ts'
import { callAt } from '../call.ts'
import { idIn } from '../listing.ts'
import { doneNotice, problemNotice } from '../frame.ts'
import type { PictureDeps } from './deps.ts'
import { picturePage, USES_PER_PAGE } from './detail.ts'
import { NO_UPLOAD, PER_PAGE, pictureListingIn, picturesPage, type Upload } from './list.ts'
import { askRemoval, removePictures } from './remove.ts'
import { altIn, altWrong, mayAdd, mayChange } from './rules.ts'
import { uploadPicture } from './upload.ts'
import { usesOf } from './uses.ts'

type Said = Pick<Parameters<typeof picturesPage>[0], 'said' | 'status'> & { readonly upload: Upload }

const NOTHING: Said = { said: null, status: 200, upload: NO_UPLOAD }

const AGAIN = problemNotice(
  html`<p>You were not signed in any more, so nothing was uploaded. Please choose the file again.</p>`,
)

const listPage = async (
  deps: PictureDeps,
  held: Held,
  { at, query, form }: Pick<Visit, 'at' | 'query' | 'form'>,
  said: Said = NOTHING,
): Promise<Page> => {
  const listing = pictureListingIn(query)
  const { search, unused, page } = listing
  const found = await deps.pictures.list({
    ...{ search, unused, skip: (page - 1) * PER_PAGE, limit: PER_PAGE },
  })
  return picturesPage({
    ...{ listing, ...found, ...said, caller: held.user, site: at.site },
    token: html`${await formTokens(deps.desk).field(held, at.ms)}${onceField(form)}`,
  })
}

const list =
  (deps: PictureDeps) =>
  (held: Held, visit: Visit): Promise<Shown> =>
    listPage(deps, held, visit, visit.query['again'] === undefined ? NOTHING : { ...NOTHING, said: AGAIN })

const upload =
  (deps: PictureDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    if (!mayAdd(held.user)) return forbidden
    const alt = altIn(textOf(visit.form, 'alt'))
    const done = await uploadPicture(deps, held, visit, { alt, route: 'POST /manage/pictures' })
    if ('wrong' in done)
      return listPage(
        deps,
        held,
        { ...visit, query: {} },
        {
          ...{ status: 400, upload: { alt, wrong: done.wrong } },
          said: problemNotice(html`<p>Nothing was uploaded.</p>`),
        },
      )
    await deps.settled()
    return {
      redirect: `${visit.at.site.baseUrl}/manage/pictures/${done.id}?saved=${done.isBefore ? 'before' : 'new'}`,
    }
  }

/** More than fits in a request. */
const tooLarge =
  (deps: PictureDeps) =>
  (held: Held, { visit: { at, form }, said }: TooMuch): Promise<Page> =>
    listPage(
      deps,
      held,
      { at, query: {}, form },
      {
        ...{ status: 413, said: problemNotice(html`<p>Nothing was uploaded.</p>`) },
        upload: { alt: altIn(textOf(form, 'alt')), wrong: { picture: `The file is too large. ${said}` } },
      },
    )

/** For a guest whose file is larger than what guests send: nobody has looked at it. */
const signInFirst = async ({
  visit: {
    at: { site },
  },
}: TooMuch): Promise<Page> => ({
  status: 401,
  title: 'Please sign in again',
  main: html`<div class="message">
    <h1>Please sign in again</h1>
    <p>You are not signed in any more, so nothing was uploaded. Please sign in, and choose the file again.</p>
    <p><a class="button" href="${signInAddress(site, `${site.baseUrl}/manage/pictures`)}">Sign in</a></p>
  </div>`,
})

const SAID: Readonly<Record<string, string>> = {
  new: 'The picture is here.',
  before: 'The picture is here: this form brought it before.',
  yes: 'Saved.',
}

const detail =
  (deps: PictureDeps, typed: { readonly alt: string; readonly why: string } | null = null) =>
  async (held: Held, visit: Visit, { id = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    const picture = await deps.pictures.byId(imageId(idIn(id)))
    if (picture === null) return null
    const { at, query } = visit
    const page = pageIn(textOf(query, 'page'))
    const said = SAID[textOf(query, 'saved')]
    const by = can(held.user, 'edit-others') ? picture.addedBy : null
    return picturePage({
      ...{ picture, page, caller: held.user, site: at.site },
      uses: await usesOf(deps, picture, held.user, {
        ...{ skip: (page - 1) * USES_PER_PAGE, limit: USES_PER_PAGE },
      }),
      addedBy: by === null ? null : (deps.users.byId(by)?.login ?? null),
      alt: typed?.alt ?? picture.values.alt,
      why: typed?.why,
      token: await formTokens(deps.desk).field(held, at.ms),
      said: said === undefined ? null : doneNotice(html`<p>${said}</p>`),
    })
  }

const describe =
  (deps: PictureDeps) =>
  async (held: Held, visit: Visit, params: Readonly<Record<string, string>>): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const picture = await deps.pictures.byId(imageId(idIn(params['id'] ?? '')))
    if (picture === null) return null
    if (!mayChange(held.user, picture)) return forbidden
    const alt = altIn(textOf(visit.form, 'alt'))
    const why = altWrong(alt)
    if (why !== undefined) return detail(deps, { alt, why })(held, visit, params)
    const call = callAt(held, visit, {
      ...{ route: 'POST /manage/pictures/{id}', correlation: deps.newCorrelation(), sent: {} },
    })
    if ((await deps.pictureChanges.describe(picture._id, alt, contextOf(call))) === 'unknown') return null
    await deps.settled()
    return { redirect: `${visit.at.site.baseUrl}/manage/pictures/${picture._id}?saved=yes` }
  }

const toList = () => '/manage/pictures'

/** All pages of pictures (spec 07 §8). */
export const picturePages = (deps: PictureDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage/pictures', show: creatorsOnly(list(deps)) },
  {
    ...{ method: 'POST', path: '/manage/pictures' },
    show: creatorsOnly(upload(deps), () => '/manage/pictures?again=1'),
    file: { field: 'picture', tooLarge: tooLarge(deps), signedOut: signInFirst },
  },
  { method: 'GET', path: '/manage/pictures/remove', show: creatorsOnly(askRemoval(deps)) },
  { method: 'POST', path: '/manage/pictures/remove', show: creatorsOnly(removePictures(deps), toList) },
  { method: 'GET', path: '/manage/pictures/:id', show: creatorsOnly(detail(deps)) },
  { method: 'POST', path: '/manage/pictures/:id', show: creatorsOnly(describe(deps), toList) },
]
