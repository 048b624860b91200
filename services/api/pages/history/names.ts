import {
  type UserId,
  userId,
  type VenueId,
  termId,
  organizerId,
  type EventId,
  venueId,
  type TermId,
  eventId,
  type OrganizerId,
} from '../../../../shared/kernel/brands.ts'
import type { EventListingQueries } from '../../../../projections/event-listing/queries.ts'
import type { OrganizerQueries } from '../../../../projections/organizers/queries.ts'
import type { TermQueries } from '../../../../projections/terms/queries.ts'
import type { VenueQueries } from '../../../../projections/venues/queries.ts'
import type { NamedKind as MemberKind } from '../../../../shared/members/member.ts'
import { namedBy } from '../../../../shared/members/named.ts'
import type { Json, JsonObject } from '../../../../shared/kernel/json.ts'

export type NameDeps = {
  readonly events: Pick<EventListingQueries, 'byIds'>
  readonly venues: Pick<VenueQueries, 'byIds'>
  readonly organizers: Pick<OrganizerQueries, 'byIds'>
  readonly terms: Pick<TermQueries, 'byIds'>
  /** null: no such user any more. */
  readonly loginOf: (id: UserId) => string | null
}

/** What has a history that names lead to; `term`: a category or a tag. */
export type NamedKind = Exclude<MemberKind, 'image'> | 'term'

/** What ids are called now, as stored; null: not there, or not any more. */
export type Names = (kind: NamedKind, id: number) => string | null

/** Ids that are needed, by kind. */
export type WantedNames = {
  readonly event?: readonly EventId[]
  readonly venue?: readonly VenueId[]
  readonly organizer?: readonly OrganizerId[]
  readonly term?: readonly TermId[]
}

/** Which kind the ids in a member are of; null: it holds none that lead anywhere. */
export const kindIn = (member: string, type: string): NamedKind | null => {
  const kind = namedBy(type, member)
  return kind === 'image' ? null : kind
}

export const idsOf = (value: Json): readonly number[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(id => typeof id === 'number')

/** Both sides of a change, as an item each. */
export const sidesOf = (changes: {
  readonly [member: string]: readonly [unknown, unknown] | undefined
}): readonly JsonObject[] =>
  ([0, 1] as const).map(side =>
    Object.fromEntries(
      // values of facts are JSON
      Object.entries(changes).map(([member, pair]) => [member, (pair?.[side] ?? null) as Json]),
    ),
  )

/** The ids in some members of an item of a type. */
export const wantedBy = (type: string, values: readonly JsonObject[]): WantedNames => {
  const ids = {
    event: new Set<number>(),
    venue: new Set<number>(),
    organizer: new Set<number>(),
    term: new Set<number>(),
  }
  for (const members of values)
    for (const [member, value] of Object.entries(members)) {
      const kind = kindIn(member, type)
      if (kind === null || kind === 'user') continue
      const all = ids[kind === 'category' || kind === 'tag' ? 'term' : kind]
      for (const id of idsOf(value)) all.add(id)
    }
  return {
    event: [...ids.event].map(eventId),
    venue: [...ids.venue].map(venueId),
    organizer: [...ids.organizer].map(organizerId),
    term: [...ids.term].map(termId),
  }
}

/** All that is wanted by some, each once. */
export const joined = (all: readonly WantedNames[]): WantedNames => {
  const each = <Id>(of: (wanted: WantedNames) => readonly Id[] | undefined): readonly Id[] => [
    ...new Set(all.flatMap(wanted => of(wanted) ?? [])),
  ]
  return {
    event: each(({ event }) => event),
    venue: each(({ venue }) => venue),
    organizer: each(({ organizer }) => organizer),
    term: each(({ term }) => term),
  }
}

/** Names of what is wanted, asked for at once. */
export const namesOf = async (deps: NameDeps, wanted: WantedNames): Promise<Names> => {
  const [events, venues, organizers, terms] = await Promise.all([
    deps.events.byIds(wanted.event ?? []),
    deps.venues.byIds(wanted.venue ?? []),
    deps.organizers.byIds(wanted.organizer ?? []),
    deps.terms.byIds(wanted.term ?? []),
  ])
  const known = new Map<string, string>([
    ...events.map(({ _id, values }) => [`event ${_id}`, values.title] as const),
    ...venues.map(({ _id, values }) => [`venue ${_id}`, values.name] as const),
    ...organizers.map(({ _id, values }) => [`organizer ${_id}`, values.name] as const),
    ...terms.map(({ _id, values }) => [`term ${_id}`, values.name] as const),
  ])
  return (kind, id) => {
    if (kind === 'user') return deps.loginOf(userId(id))
    return known.get(`${kind === 'category' || kind === 'tag' ? 'term' : kind} ${id}`) ?? null
  }
}
