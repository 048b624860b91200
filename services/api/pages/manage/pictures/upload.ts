import { hash } from 'node:crypto'
import type { Held } from '../../../../accounts/sessions.ts'
import { contextOf } from '../../../platform/call.ts'
import { onceOf } from '../../once.ts'
import type { Visit } from '../../page.ts'
import { callAt } from '../call.ts'
import type { PictureDeps } from './deps.ts'
import { altWrong } from './rules.ts'

type Uploaded =
  /** `isBefore`: the same form brought it before. */
  { readonly id: number; readonly isBefore: boolean } | { readonly wrong: Readonly<Record<string, string>> }

/** Whether a form brought a file; browsers send an empty one where none was chosen. */
export const hasFile = ({ file }: Pick<Visit, 'file'>): boolean =>
  file !== null && (file.bytes.length > 0 || file.name !== '')

/** Keeps the file of a form as a picture, by the rules of 02 §5 `image`; what is wrong is said of its field. */
export const uploadPicture = async (
  { addPicture, newCorrelation, forms }: Pick<PictureDeps, 'addPicture' | 'newCorrelation' | 'forms'>,
  held: Held,
  visit: Visit,
  { alt, route }: { readonly alt: string; readonly route: string },
): Promise<Uploaded> => {
  const why = altWrong(alt)
  if (why !== undefined) return { wrong: { alt: why } }
  const { file } = visit
  if (file === null || !hasFile(visit)) return { wrong: { picture: 'Please choose a file.' } }
  const call = callAt(held, visit, { route, correlation: newCorrelation(), sent: {} })
  // whoever chooses another file means another picture
  const part = hash('sha256', file.bytes)
  const once = onceOf(forms, held, visit, { route, kind: 'image', part })
  const before = await once.made()
  if (before !== null) return { id: before, isBefore: true }
  const added = await addPicture({ ...file, alt }, contextOf(call), once.id)
  return 'refusal' in added
    ? { wrong: { picture: `“${file.name.slice(0, 100)}” was not taken: ${added.refusal}.` } }
    : { id: added.id, isBefore: false }
}
