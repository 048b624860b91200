import { PERIOD } from '../../../shared/members/period.ts'
import type { Item } from './state.ts'

/**
 * Whether a person wrote a member last, so that what comes from elsewhere leaves it (spec 05 §6 `preserve_changes`, §15);
 * when an event takes place is one thing.
 */
export const isPeoples = ({ changedBy }: Pick<Item<unknown>, 'changedBy'>): ((member: string) => boolean) => {
  const isTheirs = (member: string) => changedBy[member] === 'person'
  const periodIsTheirs = PERIOD.some(isTheirs)
  return member => (PERIOD.includes(member) ? periodIsTheirs : isTheirs(member))
}
