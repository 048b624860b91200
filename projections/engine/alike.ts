import type { EventValues } from '../../shared/facts/event.ts'
import type { OrganizerId, TermId, VenueId } from '../../shared/kernel/brands.ts'

/** Different ones that are known at a time; then all are forgotten, which only costs room. */
const MOST = 4_096
/** Longer ones are seldom alike. */
const LONGEST_LIST = 8
const LONGEST_TEXT = 200

/** Answers the one that was given first of those with the same key. */
const first = <Value>() => {
  const known = new Map<string, Value>()
  return (key: string, value: Value): Value => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= MOST) known.clear()
    known.set(key, value)
    return value
  }
}

const alikeLists = <Id extends number>() => {
  const firstList = first<Id[]>()
  return (list: Id[]): Id[] => (list.length > LONGEST_LIST ? list : firstList(list.join(), list))
}

/**
 * Values in which what many events have alike is one object for all of them: lists of the same ids, zone, import and
 * source. Read from the log each event would have its own, 300 bytes of them.
 */
export const alikeValues = (): ((values: EventValues) => EventValues) => {
  const firstText = first<string>()
  const nothing: string[] = []
  const [venuesOf, organizersOf] = [alikeLists<VenueId>(), alikeLists<OrganizerId>()]
  const termsOf = alikeLists<TermId>()
  const text = (value: string) => (value.length > LONGEST_TEXT ? value : firstText(value, value))
  return values => {
    const { venues, organizers, categories, tags, timezone, lineage, origin } = values
    return {
      ...values,
      venues: venuesOf(venues),
      organizers: organizersOf(organizers),
      categories: termsOf(categories),
      tags: termsOf(tags),
      timezone: text(timezone),
      lineage: lineage.length === 0 ? nothing : lineage,
      origin:
        origin === null ? null : { ...origin, importId: text(origin.importId), source: text(origin.source) },
    }
  }
}
