import { type StreamName, noRevision } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import type { ToldKind } from '../../shared/facts/subscription.ts'
import { isPublic } from '../../shared/rights.ts'
import { itemKinds } from '../calendar/kinds.ts'
import { term } from '../calendar/term/term.ts'
import type { TermState } from '../calendar/term/state.ts'
import { folded, type Aggregate } from '../handle.ts'
import type { Loaded } from '../../shared/event-store/folding.ts'

/** What something was after some of its facts. */
export type Seen = {
  readonly kind: ToldKind
  readonly values: JsonObject
  /** Whether everybody may read it (spec 01 §9.1). */
  readonly isPublic: boolean
  /** Whether it is there for those who keep the calendar: not deleted, and not one with another. */
  readonly isThere: boolean
}

/** A stream up to one of its records, and on from there. */
export type Fold = {
  /** null: there was nothing, or its kind is none that is told of. */
  readonly seen: Seen | null
  /** Records that come right behind. */
  readonly with: (records: readonly StoredRecord[]) => Fold
}

const foldOf = <State, Command, Fact, Refusal>(
  aggregate: Aggregate<State, Command, Fact, Refusal>,
  seenIn: (state: State) => Seen | null,
  known: Loaded<State> = { state: aggregate.initial, revision: noRevision },
): Fold => ({
  seen: seenIn(known.state),
  with: records => foldOf(aggregate, seenIn, folded(aggregate, records, known)),
})

const termSeen = (state: TermState): Seen | null => {
  if (state.status === 'absent') return null
  const { values } = state
  const isLive = state.status === 'live'
  const kind = values.taxonomy === 'post_tag' ? 'tag' : 'category'
  return { kind, values, isPublic: isLive, isThere: isLive }
}

type Valued = { readonly values: JsonObject & Parameters<typeof isPublic>[0] } | null

const itemSeen =
  (kind: 'event' | 'venue' | 'organizer') =>
  (state: Valued): Seen | null =>
    state && { kind, values: state.values, isPublic: isPublic(state.values), isThere: true }

const NOTHING: Fold = { seen: null, with: () => NOTHING }

/** A stream before its first record. */
export const beginningOf = (stream: StreamName): Fold => {
  switch (stream.split('-')[0]) {
    case 'term':
      return foldOf(term, termSeen)
    case 'event':
      return foldOf(itemKinds.event.aggregate, itemSeen('event'))
    case 'venue':
      return foldOf(itemKinds.venue.aggregate, itemSeen('venue'))
    case 'organizer':
      return foldOf(itemKinds.organizer.aggregate, itemSeen('organizer'))
    default:
      return NOTHING
  }
}
