import { localTime, utcTime, type UserId } from '../../../shared/kernel/brands.ts'
import { cleanedAhead } from '../../../shared/cleaning/ahead.ts'
import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import type { EventFact, EventValues } from '../../../shared/facts/event.ts'
import type { OrganizerFact, OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueFact, VenueValues } from '../../../shared/facts/venue.ts'
import { gate } from '../../../shared/gate.ts'
import type { Sequence } from '../../../shared/facts/claim.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import { keepIds } from '../../calendar/kept-ids.ts'
import { itemKinds } from '../../calendar/kinds.ts'
import { newEventValues, newOrganizerValues, newVenueValues } from '../../calendar/values.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import type { MovedKind } from '../identity.ts'
import { oldOrganizer, oldVenue } from '../old/directory.ts'
import { oldEvent, type Here } from '../old/event.ts'
import type { OldThing } from '../old/shape.ts'
import { oldTerm } from '../old/term.ts'
import { moveItem, type ItemScope } from './move-item.ts'
import { moveTerm } from './move-term.ts'
import type { Moved, Moving } from './moving.ts'

/** Things of one batch that are written at once: each waits for the disk, which takes many together. */
const AT_ONCE = 24

export type ThingsDeps = {
  readonly writing: Writing
  readonly clean: CleanTexts
  readonly here: (context: Context) => Here
  /** In whose name things are that name nobody. */
  readonly standIn: () => UserId
}

/** What is asked for: things of one kind of a calendar. */
export type ThingsAsked = {
  readonly source: string
  readonly kind: Exclude<MovedKind, 'image'>
  readonly keep: boolean
  readonly dryRun: boolean
  readonly things: readonly OldThing[]
}

export const sequenceOf = (kind: MovedKind): Sequence =>
  kind === 'category' || kind === 'tag' ? 'term' : 'post'

/** The ids of these that are kept, or would be. */
export const movingOf = async (
  writing: Writing,
  { source, kind, keep, dryRun }: Pick<ThingsAsked, 'source' | 'keep' | 'dryRun'> & { kind: MovedKind },
  ids: readonly number[],
  context: Context,
): Promise<Moving> => {
  const asked = { sequence: sequenceOf(kind), source, ids }
  const kept = keep && !dryRun ? await keepIds(writing.store, asked, context) : new Set<number>()
  return { writing, source, kept, dryRun }
}

const scopesOf = (writing: Writing, author: UserId) => {
  const calendar = calendarOn(writing)
  const some = { status: 'draft', author } as const
  const event: ItemScope<EventValues, EventFact> = {
    kind: itemKinds.event,
    writer: calendar.event,
    make: ({ title = '', ...sent }) => newEventValues({ ...NEVER, ...some, ...sent, title }),
  }
  const venue: ItemScope<VenueValues, VenueFact> = {
    kind: itemKinds.venue,
    writer: calendar.venue,
    make: ({ name = '', ...sent }) => newVenueValues({ ...some, ...sent, name }),
  }
  const organizer: ItemScope<OrganizerValues, OrganizerFact> = {
    kind: itemKinds.organizer,
    writer: calendar.organizer,
    make: ({ name = '', ...sent }) => newOrganizerValues({ ...some, ...sent, name }),
  }
  return { event, venue, organizer }
}

const START = '0001-01-01 00:00:00'
/** Never stays: what has no dates is refused before. */
const NEVER = {
  ...{ allDay: false, timezone: 'UTC' },
  ...{ start: localTime(START), end: localTime(START), startUtc: utcTime(START), endUtc: utcTime(START) },
}

type One = (thing: OldThing, cleaning: Cleaning, context: Context) => Promise<Moved>

const oneOf = (deps: ThingsDeps, kind: ThingsAsked['kind'], moving: Moving, here: Here): One => {
  const scopes = scopesOf(deps.writing, deps.standIn())
  switch (kind) {
    case 'category':
    case 'tag': {
      const taxonomy = kind === 'tag' ? 'post_tag' : 'cal_events_cat'
      return (thing, cleaning, context) =>
        moveTerm(moving, taxonomy, thing.id, oldTerm(taxonomy, thing, cleaning), context)
    }
    case 'venue':
      return (thing, cleaning, context) =>
        moveItem(moving, scopes.venue, thing.id, oldVenue(thing, cleaning), context)
    case 'organizer':
      return (thing, cleaning, context) =>
        moveItem(moving, scopes.organizer, thing.id, oldOrganizer(thing, cleaning), context)
    case 'event':
      return (thing, cleaning, context) =>
        moveItem(moving, scopes.event, thing.id, oldEvent(thing, here, cleaning), context)
  }
}

/** The texts of these things, to be made safe beside the main thread. */
const readAll =
  (kind: ThingsAsked['kind'], things: readonly OldThing[], here: Here) => (cleaning: Cleaning) => {
    for (const thing of things) {
      if (kind === 'event') oldEvent(thing, here, cleaning)
      else if (kind === 'venue') oldVenue(thing, cleaning)
      else if (kind === 'organizer') oldOrganizer(thing, cleaning)
      else oldTerm('post_tag', thing, cleaning)
    }
  }

/** A thing whose parent has come with it, before it. */
const below = (thing: OldThing, moved: ReadonlyMap<number, number>): OldThing => {
  const { above } = thing.links
  const parent = above === undefined ? undefined : moved.get(above)
  return parent === undefined ? thing : { ...thing, links: { ...thing.links, parent } }
}

/** Moves things of one kind in, in order of the answer; each takes effect whole or not at all (spec 05 §15). */
export const moveThings = async (
  deps: ThingsDeps,
  asked: ThingsAsked,
  context: Context,
): Promise<readonly Moved[]> => {
  const { kind, things } = asked
  const ids = things.map(({ id }) => id)
  const moving = await movingOf(deps.writing, asked, ids, context)
  const here = deps.here(context)
  const cleaning = await cleanedAhead(deps.clean, readAll(kind, things, here))
  const one = oneOf(deps, kind, moving, here)
  const inTurn = gate(kind === 'category' ? 1 : AT_ONCE)
  const moved = new Map<number, number>()
  return Promise.all(
    things.map(thing =>
      inTurn(async () => {
        const done = await one(below(thing, moved), cleaning, context)
        if (done.here !== null) moved.set(done.id, done.here)
        return done
      }),
    ),
  )
}
