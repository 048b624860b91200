import type { ImageId } from '../../../../../shared/kernel/brands.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { contextOf } from '../../../platform/call.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { callAt } from '../call.ts'
import { idIn } from '../listing.ts'
import type { PictureDeps } from '../pictures/deps.ts'
import { altIn, altWrong, mayAdd, mayChange } from '../pictures/rules.ts'
import { hasFile, uploadPicture } from '../pictures/upload.ts'
import { choicesIn } from './merge.ts'
import { altTyped, imageIn } from './picture.ts'
import type { Wrong } from './wrong.ts'

type Deps = Pick<
  PictureDeps,
  'pictures' | 'pictureChanges' | 'addPicture' | 'forms' | 'newCorrelation' | 'settled'
>

/** The same form with an uploaded picture in place of its file; else what is wrong with it. */
type Brought = { readonly visit: Visit } | { readonly wrong: Wrong }

/**
 * Keeps the file that came with a form; `route`: declared path of its page. A file counts more than what else is said of
 * a picture.
 */
const withUpload = async (deps: Deps, held: Held, visit: Visit, route: string): Promise<Brought> => {
  if (!hasFile(visit)) {
    const why = altWrong(altTyped(visit.form) ?? '')
    return why === undefined ? { visit } : { wrong: { pictureAlt: why } }
  }
  if (!mayAdd(held.user)) return { wrong: { image: 'You may not upload pictures; choose one that is here.' } }
  const done = await uploadPicture(deps, held, visit, { alt: altTyped(visit.form) ?? '', route })
  if ('wrong' in done) {
    const { picture, alt } = done.wrong
    return {
      wrong: {
        ...(picture === undefined ? {} : { picture: `${picture} Please choose another one.` }),
        ...(alt === undefined ? {} : { pictureAlt: alt }),
      },
    }
  }
  await deps.settled()
  const image = String(done.id)
  // what stands in the form again has the picture, and its text as it is now
  const alt = altIn(textOf(visit.form, 'pictureAlt'))
  const form = { ...visit.form, image, chosenPicture: '', noPicture: '', pictureAltWas: alt }
  return { visit: { ...visit, form, file: null } }
}

/** Whether the text of a form is meant for a picture that its thing has now; one of an address has any number. */
const isMeant = ({ form }: Visit, now: number): boolean => {
  const image = imageIn(form)
  const had = textOf(form, 'image')
  // another picture than the one whose text stood in the form, or one that somebody else gave the thing
  if (image === '' || (had !== '' && had !== image)) return false
  if (choicesIn({ image: ['image'] }, form).theirs.length > 0) return false
  return idIn(image) === 0 || idIn(image) === now
}

/** Gives the picture that a saved thing has the alternative text that was typed; `imageNow`: its number, null: it has none. */
const describePicture = async (
  deps: Deps,
  held: Held,
  visit: Visit,
  route: string,
  imageNow: () => Promise<ImageId | null>,
): Promise<void> => {
  const alt = altTyped(visit.form)
  if (alt === null) return
  const image = await imageNow()
  if (image === null || !isMeant(visit, image)) return
  const picture = await deps.pictures.byId(image)
  if (picture === null || !mayChange(held.user, picture)) return
  const call = callAt(held, visit, { route, correlation: deps.newCorrelation(), sent: {} })
  await deps.pictureChanges.describe(picture._id, alt, contextOf(call))
  await deps.settled()
}

/** How a form that may have a picture is saved. */
type Saving = {
  /** Declared path of its page. */
  readonly route: string
  /** Saves the form; `whenSaved` is called once its thing is there, by its number. */
  readonly save: (visit: Visit, whenSaved: (id: number) => Promise<void>) => Promise<Shown>
  /** The form as it was sent, not saved. */
  readonly again: (said: { readonly status: number; readonly wrong: Wrong }) => Promise<Shown>
  /** Number of the picture that a thing has; null: none. */
  readonly imageOf: (id: number) => Promise<ImageId | null>
}

/** Saves a form and its picture: the file that came with it before, its alternative text once the form is saved. */
export const savedWithPicture = async (
  deps: Deps,
  held: Held,
  visit: Visit,
  { route, save, again, imageOf }: Saving,
): Promise<Shown> => {
  const brought = await withUpload(deps, held, visit, route)
  if ('wrong' in brought) return again({ status: 400, wrong: brought.wrong })
  return save(brought.visit, id => describePicture(deps, held, brought.visit, route, () => imageOf(id)))
}
