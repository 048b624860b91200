import {
  type EventId,
  organizerId,
  type Position,
  termId,
  venueId,
} from '../../../../../shared/kernel/brands.ts'
import { type EventDetail, eventFromRecords } from '../../../../../projections/event-listing/queries.ts'
import { canRead } from '../../../../../shared/rights.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Caller } from '../../../platform/call.ts'
import { editedItem, recordsAt, type EditedItem, type NoForm } from '../form/edited.ts'
import { idsIn, joined } from '../form/id-list.ts'
import type { OfferDeps } from '../offered.ts'
import { LISTS, typedOf, type ListField, type Typed } from './typed.ts'

export type Edited = EditedItem<EventDetail>

/** The event of a form, as the log says, for somebody who may change it. */
export const editedEvent = async (
  { meetEvent }: Pick<EventReads, 'meetEvent'>,
  id: EventId,
  caller: Caller,
): Promise<Edited | NoForm> => editedItem(await meetEvent(id), caller)

/** The event as a form that was opened at `rev` shows it; null: it was never so. Pure. */
export const asOf = ({ records }: Edited, rev: Position): EventDetail | null => {
  const before = recordsAt(records, rev)
  return before && eventFromRecords(before)
}

const namedIn = (all: readonly Typed[], list: ListField): readonly number[] => [
  ...new Set(all.flatMap(typed => idsIn(typed[list]))),
]

type NamedDeps = Pick<OfferDeps, 'venues' | 'organizers' | 'terms'>

/** What forms name, as far as this reader may see it (spec 01 §9.1). */
export const seenIn = async (
  { venues, organizers, terms }: NamedDeps,
  all: readonly Typed[],
  caller: Caller,
) => {
  const [places, people, categories, tags] = await Promise.all([
    venues.byIds(namedIn(all, 'venues').map(venueId)),
    organizers.byIds(namedIn(all, 'organizers').map(organizerId)),
    terms.byIds(namedIn(all, 'categories').map(termId)),
    terms.byIds(namedIn(all, 'tags').map(termId)),
  ])
  return {
    venues: places.filter(({ values }) => canRead(caller, values)),
    organizers: people.filter(({ values }) => canRead(caller, values)),
    ...{ categories, tags },
  }
}

/**
 * Forms without what `all` of them name and this reader does not see, or not any more: nobody can have meant it, and
 * events keep it (spec 02 §6).
 */
export const withoutUnseen = async (
  deps: NamedDeps,
  all: readonly Typed[],
  caller: Caller,
): Promise<(typed: Typed) => Typed> => {
  const seen = await seenIn(deps, all, caller)
  const unseen = LISTS.map(list => {
    const ids = new Set<number>(seen[list].map(({ _id }) => _id))
    return [list, new Set(namedIn(all, list).filter(id => !ids.has(id)))] as const
  })
  const without = (text: string, gone: ReadonlySet<number>) =>
    joined(
      idsIn(text).filter(id => !gone.has(id)),
      true,
    )
  return typed => ({
    ...typed,
    ...Object.fromEntries(unseen.map(([list, gone]) => [list, without(typed[list], gone)])),
  })
}

/** An event as its form shows it to this reader. */
export const typedFor = async (
  deps: NamedDeps,
  { values }: EventDetail,
  caller: Caller,
  siteZone: string,
): Promise<Typed> => {
  const typed = typedOf(values, siteZone)
  return (await withoutUnseen(deps, [typed], caller))(typed)
}
