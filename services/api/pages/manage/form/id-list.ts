import { MOST_ELEMENTS } from '../../../../../shared/limits/items.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textsOf } from '../../page.ts'
import { idIn } from '../listing.ts'

/** Ids that a field of a form holds, joined by commas. */
export const idsIn = (text: string): readonly number[] =>
  text
    .split(',')
    .map(idIn)
    .filter(id => id > 0)

/** In the order in which they stand, or by number where order says nothing. */
export const joined = (ids: readonly number[], isOrdered: boolean): string =>
  (isOrdered ? ids : ids.toSorted((a, b) => a - b)).join(',')

/** The ids of a list of a form, each once, as its field holds them; of too many, one more than are taken. */
export const idListIn = (form: Nested, list: string, isOrdered: boolean): string =>
  joined([...new Set(idsIn(textsOf(form, list).join(',')))].slice(0, MOST_ELEMENTS + 1), isOrdered)
