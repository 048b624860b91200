import { eventMembers } from './event.ts'
import type { Members, NamedKind } from './member.ts'
import { organizerMembers } from './organizer.ts'
import { venueMembers } from './venue.ts'

const tables = new Map<string, Members>([
  ['event', eventMembers],
  ['venue', venueMembers],
  ['organizer', organizerMembers],
])

/** Of what has no table of members: categories, imports, schedules, the site. */
const others = new Map<string, NamedKind>([
  ['author', 'user'],
  ['importUser', 'user'],
  ['category', 'category'],
  ['parent', 'category'],
])

/** What the ids in a member are of, by the type of what has it; null: it holds none. */
export const namedBy = (type: string, member: string): NamedKind | null => {
  if (member === 'into') return type === 'venue' || type === 'organizer' || type === 'tag' ? type : 'category'
  const table = tables.get(type)
  if (table === undefined) return others.get(member) ?? null
  return Object.hasOwn(table, member) ? (table[member]?.names ?? null) : null
}
