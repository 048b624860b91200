import { z } from 'zod'
import type { StoredRecord } from '../shared/event-store/port.ts'
import { PURGED } from '../shared/facts/purge.ts'

/** What is made for an event before it comes, and is in nobody's way but for its slug. */
export type PreparedNoun = 'venue' | 'organizer' | 'term'

/** A venue, organizer or term that was made for an event which has not come yet (spec 02 §5 create). */
export type PreparedItem = {
  /** `prepared/venue-12`. */
  readonly _id: string
  readonly rev: number
  readonly kind: 'prepared'
  readonly noun: PreparedNoun
  readonly id: number
  /** Epoch milliseconds. */
  readonly preparedMs: number
  /** Put away, since no event had come; one that still comes gets it back. */
  readonly discarded: boolean
}

/**
 * Whoever prepared something this long ago hardly comes back for it; an event that does come gets it back. With the
 * time until it is noticed and done this is less than the 60 s of spec 02 §5.
 */
export const PREPARED_MS = 45_000

// Narrow on purpose: every fact of every event passes here.
const Ids = z.array(z.number()).catch([])
const After = z.tuple([z.unknown(), Ids]).catch([null, []])
const Named = z.object({ venues: Ids, organizers: Ids, categories: Ids, tags: Ids })
const Fact = z.object({
  values: Named.optional(),
  changes: z.object({ venues: After, organizers: After, categories: After, tags: After }).optional(),
  /** Of the purge of an event. */
  named: Named.optional(),
})
const members = { venue: ['venues'], organizer: ['organizers'], term: ['categories', 'tags'] } as const

/** Streams that tell what events link, or linked before they were purged. */
export const LINKING: readonly string[] = ['event-', `${PURGED}event-`]

/** What of each kind a fact of an event links, or an event linked that was purged. */
const linksOf = ({ data }: Pick<StoredRecord, 'data'>): ((noun: PreparedNoun) => readonly number[]) => {
  const { values, changes, named } = Fact.parse(data)
  return noun =>
    members[noun].flatMap(member => [
      ...(values?.[member] ?? []),
      ...(changes?.[member][1] ?? []),
      ...(named?.[member] ?? []),
    ])
}

/** What of that kind a fact of an event links, or an event linked that was purged. */
export const linkedBy = (record: Pick<StoredRecord, 'data'>, noun: PreparedNoun): readonly number[] =>
  linksOf(record)(noun)

const ITEM = /^(venue|organizer|term)-(\d+)$/
const CREATED = ['VenueCreated', 'OrganizerCreated', 'TermCreated']
const nouns = ['venue', 'organizer', 'term'] as const
const PUT_AWAY = ['VenueTrashed', 'OrganizerTrashed', 'TermDiscarded']
/** Somebody has made it a term of its own. */
const ADOPTED = 'TermAdopted'
const keyOf = (noun: PreparedNoun, id: number) => `prepared/${noun}-${id}`

const prepared = ({ data, stream, type, position: rev, meta }: StoredRecord): PreparedItem | null => {
  const [, noun, number] = ITEM.exec(stream) ?? []
  if ((noun !== 'venue' && noun !== 'organizer' && noun !== 'term') || !CREATED.includes(type)) return null
  if (data['hiddenUntilLinked'] !== true) return null
  const id = Number(number)
  const preparedMs = Date.parse(meta.at)
  return { _id: keyOf(noun, id), rev, kind: 'prepared', noun, id, preparedMs, discarded: false }
}

export type PreparedChange = {
  readonly before: PreparedItem | null
  /** null: an event has come, or it needs none any more. */
  readonly after: PreparedItem | null
}

/** What a record changes of items that were prepared; `find`: those that still wait, by their ids. */
export const evolvePrepared = (
  find: (id: string) => PreparedItem | null,
  record: StoredRecord,
): readonly PreparedChange[] => {
  if (LINKING.some(prefix => record.stream.startsWith(prefix))) {
    const linked = linksOf(record)
    return nouns.flatMap(noun =>
      linked(noun).flatMap(id => {
        const before = find(keyOf(noun, id))
        return before === null || record.position <= before.rev ? [] : [{ before, after: null }]
      }),
    )
  }
  const fresh = prepared(record)
  if (fresh !== null) return [{ before: null, after: fresh }]
  const before = ITEM.test(record.stream) ? find(`prepared/${record.stream}`) : null
  if (before === null || record.position <= before.rev) return []
  if (record.type === ADOPTED) return [{ before: { ...before, discarded: false }, after: null }]
  if (!PUT_AWAY.includes(record.type)) return []
  return [{ before, after: { ...before, rev: record.position, discarded: true } }]
}
