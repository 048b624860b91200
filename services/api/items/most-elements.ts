import { MOST_ELEMENTS } from '../../../shared/limits/items.ts'
import { reject } from '../platform/arguments/arguments.ts'

/** What is said of a list that has more elements than an event may have (spec 00 §8). */
export const tooMany = (name: string) =>
  reject('rest_too_many_items', `${name} must not have more than ${MOST_ELEMENTS} elements.`)
