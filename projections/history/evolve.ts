import {
  type UserId,
  userId,
  streamName,
  type Position,
  type Revision,
  type EpochMs,
} from '../../shared/kernel/brands.ts'
import {
  firstRevisionOf,
  FORGOTTEN,
  forgottenCodec,
  isRestated,
  placeOf,
} from '../../shared/facts/forgotten.ts'
import { PURGED, purgeCodec } from '../../shared/facts/purge.ts'
import { ERASED, keepsRole, userCodec } from '../../shared/facts/user.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { Source } from '../../shared/facts/meta.ts'
import { isObject, type JsonObject } from '../../shared/kernel/json.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/**
 * That something happened, and who did it; what it was stays in the item's stream and is read from there. So an
 * entry is small, and what was purged is gone from the history, too.
 */
export type HistoryEntry = {
  /** Position. */
  readonly _id: Position
  /** `event/41`: kind and id of the stream. */
  readonly key: string
  readonly kind: Kind
  /** Epoch milliseconds. */
  readonly at: EpochMs
  readonly actor: UserId | null
  readonly source: Source
  readonly correlation: string
  readonly fact: string
  /** Where the record stands that tells it. */
  readonly revision: Revision
  /** The revision at which it was recorded first, if that is another one. */
  readonly first?: Revision
  /** Names of what was changed; of what began or was deleted, and of what was purged, none. */
  readonly members: readonly string[]
}

/** Kinds of streams whose facts people ask about. */
export const kinds = [
  'event',
  'venue',
  'organizer',
  'term',
  'image',
  'user',
  'import',
  'undo',
  'schedule',
  'subscription',
  'site',
] as const
export type Kind = (typeof kinds)[number]

const prefixOf = (kind: Kind): string => `${kind}-`
export const keyOf = (kind: Kind, id: string): string => `${kind}/${id}`
export const streamOf = (kind: Kind, id: string) => streamName(prefixOf(kind) + id)

/** Things with a name of their own instead of a number, and of which nobody asks what they were. */
const named: readonly string[] = ['import', 'undo', 'schedule', 'subscription'] satisfies readonly Kind[]
export const isNamed = (type: string): boolean => named.includes(type)

/** What changes nothing: that a feed is as it was, how far others were told, that somebody or a program of theirs signed in,
 * and digests of what is deleted. */
const untold: readonly string[] = [
  'FeedUnchanged',
  'FactsDelivered',
  'UserSignedIn',
  'ApplicationPasswordUsed',
  'UserForgotten',
  'ForgettingEnded',
]

/** Nor does it, of a user, that they keep their role: others were made something else, or they are about to be erased. */
const isUntold = ({ type, data }: StoredRecord): boolean =>
  untold.includes(type) || (type === 'UserRoleChanged' && keepsRole(userCodec.decode(type, data)))

/** Streams that have a history; that an item was purged or a user erased is told among what is left of it. */
export const prefixes: readonly string[] = [...kinds.map(prefixOf), ERASED, PURGED, FORGOTTEN]

/** Where it is told of an item that its records, or some of them, were deleted. */
const BESIDE = [PURGED, FORGOTTEN]

/** What had happened to something whose records are gone. */
const pastOf = (entry: HistoryEntry, { stream, type, data }: StoredRecord): readonly HistoryEntry[] => {
  const codec = stream.startsWith(PURGED) ? purgeCodec : forgottenCodec
  const fact = codec.decode(type, data)
  return !('past' in fact)
    ? []
    : fact.past.map(({ position, at, actor, ...told }) => ({
        ...told,
        actor: actor === null ? null : userId(actor),
        _id: position,
        key: entry.key,
        kind: entry.kind,
        at: msOfIso(at),
        members: [],
      }))
}

/** Of what is told beside an item. */
const TOLD = ['ItemPurged', 'ForgettingBegun']

/** None when the stream is of no kind that has a history, or nothing happened: what a purge left was removed. */
export const entriesOf = (record: StoredRecord): readonly HistoryEntry[] => {
  const entry = isUntold(record) ? null : entryOf(record)
  // that it begins anew is told by what was forgotten; what is said again, where it was said first
  if (entry === null || (isRestated(record) && entry._id === record.position)) return []
  if (!BESIDE.some(prefix => record.stream.startsWith(prefix))) return [entry]
  return [...pastOf(entry, record), ...(TOLD.includes(record.type) ? [entry] : [])]
}

const changedIn = ({ changes }: JsonObject): readonly string[] =>
  changes !== undefined && isObject(changes) ? Object.keys(changes).sort() : []

const entryOf = (record: StoredRecord): HistoryEntry | null => {
  const { stream: name, revision, type, meta } = record
  const beside = BESIDE.find(one => name.startsWith(one)) ?? ''
  const stream = name.slice(beside.length)
  const prefix = prefixes.find(one => stream.startsWith(one))
  const kind = stream.startsWith(ERASED) ? 'user' : kinds.find(k => prefixOf(k) === prefix)
  if (prefix === undefined || kind === undefined) return null
  const first = firstRevisionOf(record)
  return {
    _id: placeOf(record),
    key: keyOf(kind, stream.slice(prefix.length)),
    kind,
    at: msOfIso(meta.at),
    actor: meta.actor,
    source: meta.source,
    correlation: meta.correlation,
    fact: type,
    revision,
    ...(first === revision ? {} : { first }),
    members: changedIn(record.data),
  }
}
