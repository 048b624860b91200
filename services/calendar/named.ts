import type { StoredRecord } from '../../shared/event-store/port.ts'
import { isObject, numbersIn } from '../../shared/kernel/json.ts'
import { memberAfter } from './having.ts'

/** What an event names, by member. */
export type NamingMember = 'venues' | 'organizers' | 'categories' | 'tags'

/** Ids that an event names from this fact of it on, or ever named before it was purged or began anew. */
export const idsNamed = (record: Pick<StoredRecord, 'data'>, member: NamingMember): readonly number[] => {
  const { named, carried } = record.data
  const before = [named, isObject(carried) ? carried['named'] : undefined]
  return [
    memberAfter(record, member),
    ...before.map(told => (isObject(told) ? told[member] : undefined)),
  ].flatMap(numbersIn)
}
