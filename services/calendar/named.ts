import type { StoredRecord } from '../../shared/event-store/port.ts'
import { isObject, numbersIn, type Json } from '../../shared/kernel/json.ts'

/** What an event names, by member. */
export type NamingMember = 'venues' | 'organizers' | 'categories' | 'tags'

/** Where a fact may say it: all that it is, that it was purged, or that it begins anew. Narrow: the whole log passes here. */
const saying = ({
  data: { values, named, carried },
}: Pick<StoredRecord, 'data'>): readonly (Json | undefined)[] => [
  values,
  named,
  carried !== undefined && isObject(carried) ? carried['named'] : undefined,
]

/** Ids that an event names from this fact of it on, or ever named before it was purged or began anew. */
export const idsNamed = (record: Pick<StoredRecord, 'data'>, member: NamingMember): readonly number[] => {
  const { changes } = record.data
  const pair = changes !== undefined && isObject(changes) ? changes[member] : undefined
  return [
    ...saying(record).flatMap(told => (told !== undefined && isObject(told) ? numbersIn(told[member]) : [])),
    ...(Array.isArray(pair) ? numbersIn((pair as readonly Json[])[1]) : []),
  ]
}
