import { oneThingWith } from '../../../shared/members/one-thing.ts'
import type { Item } from './state.ts'

/**
 * Whether a person wrote a member last, or one that is one thing with it, so that what comes from elsewhere leaves it
 * (spec 05 §6 `preserve_changes`, §15).
 */
export const isPeoples = ({ changedBy }: Pick<Item<unknown>, 'changedBy'>): ((member: string) => boolean) => {
  const isTheirs = (member: string) => changedBy[member] === 'person'
  return member => oneThingWith(member).some(isTheirs)
}
