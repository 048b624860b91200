import type { OrganizerId, TermId, VenueId } from '../../../../shared/kernel/brands.ts'
import type { Input, Problem } from '../../platform/arguments/arguments.ts'
import type { newOrganizerMembers, newVenueMembers } from '../item-arguments.ts'
import type { Taxonomy } from '../../../../shared/facts/term.ts'
import type { Caller } from '../../platform/call.ts'
import { can, canRead } from '../../../../shared/rights.ts'
import type { EventReads, FindPlaces } from '../../items/event-deps.ts'
import { unknownId } from '../../items/answer.ts'
import type { Reference } from '../references.ts'
import { termKinds } from '../terms/term-kinds.ts'

/** A sent list of references, looked up: known ids stay, described ones are still to be found or made. */
export type Linked<Described, Id extends number = number> = readonly Reference<Described, Id>[]
export type LinkResult<Described, Id extends number = number> =
  { readonly links: Linked<Described, Id> | undefined } | { readonly problem: Problem }

/** Ids must be of items that the caller can read; others count as unknown (spec 01 §3). */
export const itemLinks = async <Described, Id extends number>(
  name: string,
  references: Linked<Described, Id> | undefined,
  find: FindPlaces<Id>,
  caller: Caller,
): Promise<LinkResult<Described, Id>> => {
  const ids = (references ?? []).flatMap(one => ('id' in one ? [one.id] : []))
  const found = ids.length === 0 ? [] : await find(ids)
  const known = ids.every(id => found.some(one => one._id === id && canRead(caller, one)))
  return known ? { links: references } : { problem: unknownId(name) }
}

/** By id, or by slug, then by name; what is neither must be makeable by the caller (spec 02 §5). */
export const termLinks = async (
  name: string,
  references: Linked<string, TermId> | undefined,
  taxonomy: Taxonomy,
  { terms, termNamed }: EventReads,
  caller: Caller,
): Promise<LinkResult<string, TermId>> => {
  const links = await Promise.all(
    (references ?? []).map(async (one): Promise<Reference<string, TermId> | null> => {
      if ('id' in one) {
        const [term] = await terms.byIds([one.id])
        return term?.taxonomy === taxonomy ? one : null
      }
      const id = await termNamed(taxonomy, one.described)
      if (id !== null) return { id }
      return can(caller, termKinds[taxonomy].right) ? one : null
    }),
  )
  const known = links.flatMap(one => one ?? [])
  if (known.length < links.length) return { problem: unknownId(name) }
  return { links: references === undefined ? undefined : known }
}

/** References of an event write, looked up; undefined: not sent. */
export type Links = {
  readonly categories: Linked<string, TermId> | undefined
  readonly tags: Linked<string, TermId> | undefined
  readonly venue: Linked<Input<typeof newVenueMembers>, VenueId> | undefined
  readonly organizer: Linked<Input<typeof newOrganizerMembers>, OrganizerId> | undefined
}
