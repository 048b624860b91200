import { MANAGED_EVENTS } from '../../../../shared/limits/desk.ts'
import type { Nested } from '../../platform/request/addressing.ts'
import { textOf, textsOf } from '../page.ts'
import { idIn } from './listing.ts'

/** Ids that a form or an address names by `id`, one by one or with commas between them, each once; `most` of them. */
export const idsIn = (members: Nested, most = MANAGED_EVENTS): readonly number[] => {
  const all = [textOf(members, 'id'), ...textsOf(members, 'id')]
  const ids = all.flatMap(one => one.split(',', most).map(idIn))
  return [...new Set(ids)].filter(id => id > 0).slice(0, most)
}
