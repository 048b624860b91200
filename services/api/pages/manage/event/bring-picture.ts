import type { Held } from '../../../../accounts/sessions.ts'
import { contextOf } from '../../../platform/call.ts'
import { textOf, type Visit } from '../../page.ts'
import { callAt } from '../call.ts'
import { idIn } from '../listing.ts'
import type { PictureDeps } from '../pictures/deps.ts'
import { altIn, altWrong, mayAdd, mayChange } from '../pictures/rules.ts'
import { hasFile, uploadPicture } from '../pictures/upload.ts'
import { choicesIn } from '../form/merge.ts'
import type { Wrong } from '../form/wrong.ts'
import { altTyped } from './picture.ts'
import type { SaveDeps } from './save.ts'
import { GROUPS, typedIn } from './typed.ts'

type Deps = Pick<PictureDeps, 'pictures' | 'pictureChanges' | 'addPicture' | 'newCorrelation' | 'settled'>

/** The same form with an uploaded picture in place of its file; else what is wrong with it. */
type Brought = { readonly visit: Visit } | { readonly wrong: Wrong }

const routeOf = (visit: Visit): string =>
  visit.path.endsWith('/new') ? 'POST /manage/events/new' : 'POST /manage/events/{id}'

/** Keeps the file that came with the form of an event. A file counts more than what else is said of a picture. */
export const withUpload = async (deps: Deps, held: Held, visit: Visit): Promise<Brought> => {
  if (!hasFile(visit)) {
    const why = altWrong(altTyped(visit.form) ?? '')
    return why === undefined ? { visit } : { wrong: { pictureAlt: why } }
  }
  if (!mayAdd(held.user)) return { wrong: { image: 'You may not upload pictures; choose one that is here.' } }
  const done = await uploadPicture(deps, held, visit, {
    ...{ alt: altTyped(visit.form) ?? '', route: routeOf(visit) },
  })
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

/** Whether the text of a form is meant for a picture that its event has now; one of an address has any number. */
const isMeant = ({ form }: Visit, now: number): boolean => {
  const { image } = typedIn(form)
  const had = textOf(form, 'image')
  // another picture than the one whose text stood in the form, or one that somebody else gave the event
  if (image === '' || (had !== '' && had !== image)) return false
  if (choicesIn(GROUPS, form).theirs.includes('image')) return false
  return idIn(image) === 0 || idIn(image) === now
}

/** Gives the picture that a saved event has now the alternative text that was typed; `event`: its number. */
export const describePicture = async (
  deps: Deps & Pick<SaveDeps, 'events'>,
  held: Held,
  visit: Visit,
  event: number,
): Promise<void> => {
  const alt = altTyped(visit.form)
  if (alt === null) return
  const { item } = await deps.events.meetEvent(event)
  const image = item?.values.image ?? null
  if (image === null || !isMeant(visit, image)) return
  const picture = await deps.pictures.byId(image)
  if (picture === null || !mayChange(held.user, picture)) return
  const call = callAt(held, visit, {
    ...{ route: routeOf(visit), correlation: deps.newCorrelation(), sent: {} },
  })
  await deps.pictureChanges.describe(picture._id, alt, contextOf(call))
  await deps.settled()
}
