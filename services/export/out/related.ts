import type { IdOf } from '../../../shared/facts/id-of.ts'
import type { UtcTime, OrganizerId, TermId, VenueId } from '../../../shared/kernel/brands.ts'
import type { Carried, ItemKind } from '../../../shared/facts/common.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { TermValues } from '../../../shared/facts/term.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { lastUsed } from '../../../shared/remembered.ts'
import { itemKinds } from '../../calendar/kinds.ts'
import { itemStream } from '../../calendar/purged.ts'
import { itemLine, termLine, type Telling } from './lines-of.ts'

/** What an event names, as the calendars and tables of an export tell of it. */
type Named<Values> = { readonly _id: IdOf<Values>; readonly modified: UtcTime; readonly values: Values }

export type Related = {
  /** In the order of the ids; what nobody is shown is left out. */
  readonly venues: (ids: readonly VenueId[]) => Promise<readonly Named<VenueValues>[]>
  readonly organizers: (ids: readonly OrganizerId[]) => Promise<readonly Named<OrganizerValues>[]>
  readonly terms: (ids: readonly TermId[]) => Promise<readonly Named<TermValues>[]>
}

/** Of each kind that are at hand; the others are read again. */
const AT_HAND = 5_000

type Line<Values> = { readonly id: number; readonly carried: Carried; readonly values: Values }

const lookUp = <Values>(find: (id: IdOf<Values>) => Promise<Line<Values> | null>) => {
  const known = lastUsed<string, Promise<Named<Values> | null>>(AT_HAND)
  const named = async (id: IdOf<Values>): Promise<Named<Values> | null> => {
    const line = await find(id)
    return line && { _id: id, modified: line.carried.modified, values: line.values }
  }
  return async (ids: readonly IdOf<Values>[]): Promise<readonly Named<Values>[]> => {
    const found = await Promise.all(
      ids.map(id => {
        const key = String(id)
        const looked = known.get(key) ?? named(id)
        known.set(key, looked)
        return looked
      }),
    )
    return found.filter(one => one !== null)
  }
}

/** `telling`: with the passwords, so that what is protected is known for it. */
export const relatedOn = (telling: Omit<Telling, 'secrets'>): Related => {
  const open = { ...telling, secrets: true }
  return {
    venues: lookUp(id => itemLine(open, itemKinds.venue, itemStream('venue', id))),
    organizers: lookUp(id => itemLine(open, itemKinds.organizer, itemStream('organizer', id))),
    terms: lookUp(id => termLine(open, itemStream('term', id))),
  }
}

/** What everybody finds in lists, feeds and calendars (spec 06 §4). */
export const isForAll = ({
  status,
  hidden,
  password,
}: Pick<EventValues, 'status' | 'hidden'> & { readonly password: string | null }): boolean =>
  status === 'publish' && !hidden && password === ''

export type PageUrl = (
  kind: ItemKind,
  id: number,
  values: { readonly status: string; readonly slug: string },
) => string
