import { reject } from '../platform/arguments.ts'

/** Most elements of one kind that an event may have (spec 00 §8). */
export const MOST = 100

/** What is said of a list that has more of them. */
export const tooMany = (name: string) =>
  reject('rest_too_many_items', `${name} must not have more than ${MOST} elements.`)
