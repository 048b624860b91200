import type { StoredRecord } from '../../shared/event-store/port.ts'
import { carriedMember } from '../../shared/facts/forgotten.ts'
import { isObject, numbersIn } from '../../shared/kernel/json.ts'
import { memberAfter } from './having.ts'

/** What an event names, by member. */
export type NamingMember = 'venues' | 'organizers' | 'categories' | 'tags'

/** Ids that an event names from this fact of it on, or ever named before it was purged or began anew. */
export const idsNamed = (record: Pick<StoredRecord, 'data'>, member: NamingMember): readonly number[] => {
  const before = [record.data['named'], carriedMember(record, 'named')]
  return [
    memberAfter(record, member),
    ...before.map(told => (isObject(told) ? told[member] : undefined)),
  ].flatMap(numbersIn)
}
