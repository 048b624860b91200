import { allSettled } from '../../../../shared/all-settled.ts'
import {
  furthestKnown,
  organizerId,
  venueId,
  type TermId,
  type UserId,
} from '../../../../shared/kernel/brands.ts'
import type { Position } from '../../../../shared/event-store/port.ts'
import type { Taxonomy } from '../../../../shared/facts/term.ts'
import type { ItemStatus } from '../../../../shared/facts/common.ts'
import type { Wanted } from '../../../calendar/directory/find-or-create.ts'
import type { KnownIds } from '../../../calendar/known-names.ts'
import { fillAbsent } from '../../../calendar/directory/reusable.ts'
import { turns } from '../../../turns.ts'
import { type Call, contextOf } from '../../platform/call.ts'
import { defined } from '../../../../shared/kernel/json.ts'
import { foldName } from '../../../../shared/kernel/text/spelling.ts'
import { canEdit } from '../../../../shared/rights.ts'
import type { EventDeps, Places } from '../../items/event-deps.ts'
import type { LinkedIds } from '../../items/unseen-links.ts'
import type { Linked, Links } from './look-up-references.ts'
import { wantedOrganizer, wantedVenue } from '../item-values.ts'
import type { Answer } from '../../platform/answers/answer.ts'
import type { Given } from '../../platform/arguments/arguments.ts'
import { withImages } from '../item-images.ts'
import type { updateArguments } from './event-arguments.ts'

export type Linking = {
  readonly ids: LinkedIds
  /** Adds what reused venues and organizers lack; for when the event has been written. Answers the last position. */
  readonly complete: () => Promise<Position | null>
}

type Placed = { readonly author: UserId; readonly status: ItemStatus }

const unique = <Id>(ids: readonly Id[]) => [...new Set(ids)]

/** Venues or organizers that events describe. */
type PlaceKind<Described, Id extends number, Values extends Placed> = {
  readonly noun: 'venue' | 'organizer'
  readonly of: (id: number) => Id
  readonly places: Places<Values>
  readonly wanted: (described: Described, call: Call) => Wanted<Values>
}

/**
 * What one that is described by nothing but its name is known by: whoever else says so is to have the same. null: it is
 * described by more, or by something else.
 */
const keyOfName = (noun: string, described: object): string | null => {
  const values: readonly unknown[] = Object.values(described)
  const [name, ...others] = values.filter(value => value !== undefined)
  return typeof name === 'string' && others.length === 0 ? `${noun}/${foldName(name)}` : null
}

/** Finds or makes what is described; those of one name one after the other, so that the same thing twice is one. */
const place = async <Described extends object, Id extends number, Values extends Placed>(
  links: Linked<Described, Id> | undefined,
  { noun, of, places, wanted }: PlaceKind<Described, Id, Values>,
  known: KnownIds,
  call: Call,
) => {
  if (links === undefined) return { ids: undefined, complete: async () => null }
  const inTurn = turns()
  const placed = await allSettled(
    links.map(async link => {
      if ('id' in link) return { id: link.id, found: null }
      const key = keyOfName(noun, link.described)
      const id = key === null ? undefined : known.get(key)
      if (id !== undefined) return { id: of(id), found: null }
      const asked = wanted(link.described, call)
      const found = await inTurn([foldName(asked.sent.name)], () =>
        places.findOrCreate(asked, contextOf(call)),
      )
      if (key !== null) known.set(key, found.id)
      return { id: of(found.id), found }
    }),
  )
  const complete = async () => {
    let last: Position | null = null
    for (const { found } of placed) {
      if (found === null) continue
      const { id, values, missing } = found
      if (Object.keys(missing).length === 0 || !canEdit(call.caller, values)) continue
      const written = await places.change(id, fillAbsent(missing), contextOf(call))
      if (written.ok) last = furthestKnown(last, written.position)
    }
    return last
  }
  return { ids: unique(placed.map(({ id }) => id)), complete }
}

/** One after the other: a text may be the slug of what another one has just made. */
const termIds = async (
  links: Linked<string, TermId> | undefined,
  taxonomy: Taxonomy,
  { writes }: EventDeps,
  call: Call,
): Promise<TermId[] | undefined> => {
  if (links === undefined) return undefined
  const ids: TermId[] = []
  for (const link of links) {
    if ('id' in link) ids.push(link.id)
    else ids.push((await writes.findOrCreateTerm(taxonomy, link.described, contextOf(call))).id)
  }
  return unique(ids)
}

/** Makes every reference of an event an id. What it has to create stays invisible until the event names it. */
const linkAll = async (deps: EventDeps, links: Links, call: Call): Promise<Linking> => {
  const { venues: atVenues, organizers: byOrganizers, knownPlaces } = deps.writes
  const known = knownPlaces()
  const [categories, tags, venues, organizers] = await allSettled([
    termIds(links.categories, 'cal_events_cat', deps, call),
    termIds(links.tags, 'post_tag', deps, call),
    place(links.venue, { noun: 'venue', of: venueId, places: atVenues, wanted: wantedVenue }, known, call),
    place(
      links.organizer,
      { noun: 'organizer', of: organizerId, places: byOrganizers, wanted: wantedOrganizer },
      known,
      call,
    ),
  ])
  return {
    ids: defined({ venues: venues.ids, organizers: organizers.ids, categories, tags }),
    complete: async () => furthestKnown(await venues.complete(), await organizers.complete()),
  }
}

/** With everything fetched, found and made that it brings along. */
export const readied = async <Sent extends Given<typeof updateArguments>>(
  deps: EventDeps,
  asked: Sent,
  links: Links,
  call: Call,
): Promise<
  ({ readonly ok: true; readonly sent: Sent } & Linking) | { readonly ok: false; readonly answer: Answer }
> => {
  const ready = await withImages(deps.writes, asked, links, call)
  return ready.ok ? { ok: true, sent: ready.sent, ...(await linkAll(deps, ready.links, call)) } : ready
}
