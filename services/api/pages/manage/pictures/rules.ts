import type { PictureRow } from '../../../../../projections/pictures/queries.ts'
import { LINE_LENGTH } from '../../../../../shared/limits/items.ts'
import { oneLine } from '../../../../../shared/kernel/text/spelling.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Caller } from '../../../platform/call.ts'
import { countText } from '../words.ts'

/** Whether somebody may bring pictures: those who may also have them fetched (spec 01 §9). */
export const mayAdd = (caller: Caller): boolean => can(caller, 'image-by-url')

/** Whether somebody may describe and remove a picture: their own, and editors any (spec 07 §8). */
export const mayChange = (caller: Caller, { addedBy }: Pick<PictureRow, 'addedBy'>): boolean =>
  can(caller, 'edit-others') || (mayAdd(caller) && caller?.id === addedBy)

/** An alternative text as it is kept: one line. One that is too long stays as it is, and is refused by `altWrong`. */
export const altIn = (text: string): string =>
  text.length > LINE_LENGTH ? text : oneLine(text).replaceAll(/\s+/g, ' ')

/** What is wrong with it; undefined: nothing. */
export const altWrong = (alt: string): string | undefined =>
  alt.length > LINE_LENGTH ? `An alternative text has at most ${LINE_LENGTH} characters.` : undefined

/** `81 KB`, `2.4 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** `1 picture`, `12 pictures`. */
export const picturesText = (count: number): string =>
  countText({ one: 'picture', many: 'pictures', path: '/manage/pictures' }, count)

/** `Used 3 times`. */
export const usesText = (uses: number): string =>
  uses === 0 ? 'Not used' : uses === 1 ? 'Used once' : `Used ${uses} times`
