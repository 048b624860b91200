import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import type { ToldKind } from '../../shared/facts/subscription.ts'
import { isPublic } from '../../shared/rights.ts'
import { itemKinds } from '../calendar/kinds.ts'
import { term } from '../calendar/term/index.ts'
import { folded } from '../handle.ts'

/** What something was after some of its facts. */
export type Seen = {
  readonly kind: ToldKind
  readonly values: JsonObject
  /** Whether everybody may read it (spec 01 §9.1). */
  readonly isPublic: boolean
  /** Whether it is there for those who keep the calendar: not deleted, and not one with another. */
  readonly isThere: boolean
}

const termSeen = (records: readonly StoredRecord[]): Seen | null => {
  const { state } = folded(term, records)
  if (state.status === 'absent') return null
  const { values } = state
  const isLive = state.status === 'live'
  const kind = values.taxonomy === 'post_tag' ? 'tag' : 'category'
  return { kind, values, isPublic: isLive, isThere: isLive }
}

/** `records`: those of one stream, from its first on. null: there was nothing, or its kind is none that is told of. */
export const seenAfter = (stream: string, records: readonly StoredRecord[]): Seen | null => {
  const [noun] = stream.split('-')
  if (noun === 'term') return termSeen(records)
  if (noun !== 'event' && noun !== 'venue' && noun !== 'organizer') return null
  const { state } =
    noun === 'event'
      ? folded(itemKinds.event.aggregate, records)
      : noun === 'venue'
        ? folded(itemKinds.venue.aggregate, records)
        : folded(itemKinds.organizer.aggregate, records)
  if (state === null) return null
  const { values } = state
  return { kind: noun, values, isPublic: isPublic(values), isThere: true }
}
