import { z } from 'zod'
import type { StoredRecord } from '../shared/event-store/port.ts'
import { PURGED } from '../shared/facts/purge.ts'

/** Items that are made for an event before it comes, and that are in nobody's way but for their slug. */
export type PreparedNoun = 'venue' | 'organizer'

/** A venue or organizer that was made for an event which has not come yet (spec 02 §5 create). */
export type PreparedItem = {
  /** `prepared/venue-12`. */
  readonly _id: string
  readonly rev: number
  readonly kind: 'prepared'
  readonly noun: PreparedNoun
  readonly id: number
  /** Epoch milliseconds. */
  readonly preparedMs: number
  /** In the trash, since no event had come; one that still comes gets it back. */
  readonly discarded: boolean
}

/** Whoever prepared something this long ago does not come back for it: requests and jobs end much sooner. */
export const PREPARED_MS = 10 * 60_000

// Narrow on purpose: every fact of every event passes here.
const Ids = z.array(z.number()).catch([])
const After = z.tuple([z.unknown(), Ids]).catch([null, []])
const Fact = z.object({
  values: z.object({ venues: Ids, organizers: Ids }).optional(),
  changes: z.object({ venues: After, organizers: After }).optional(),
  /** Of the purge of an event. */
  named: z.object({ venues: Ids, organizers: Ids }).optional(),
})
const members = { venue: 'venues', organizer: 'organizers' } as const

/** Streams that tell what events link, or linked before they were purged. */
export const LINKING: readonly string[] = ['event-', `${PURGED}event-`]

/** Venues or organizers that a fact of an event links, or an event linked that was purged. */
export const linkedBy = ({ data }: Pick<StoredRecord, 'data'>, noun: PreparedNoun): readonly number[] => {
  const { values, changes, named } = Fact.parse(data)
  const member = members[noun]
  return [...(values?.[member] ?? []), ...(changes?.[member][1] ?? []), ...(named?.[member] ?? [])]
}

const ITEM = /^(venue|organizer)-(\d+)$/
const nouns = ['venue', 'organizer'] as const
const keyOf = (noun: PreparedNoun, id: number) => `prepared/${noun}-${id}`

const prepared = ({ data, stream, type, position: rev, meta }: StoredRecord): PreparedItem | null => {
  const [, noun, number] = ITEM.exec(stream) ?? []
  if ((noun !== 'venue' && noun !== 'organizer') || !type.endsWith('Created')) return null
  if (data['hiddenUntilLinked'] !== true) return null
  const id = Number(number)
  const preparedMs = Date.parse(meta.at)
  return { _id: keyOf(noun, id), rev, kind: 'prepared', noun, id, preparedMs, discarded: false }
}

export type PreparedChange = {
  readonly before: PreparedItem | null
  /** null: an event has come. */
  readonly after: PreparedItem | null
}

/** What a record changes of items that were prepared; `find`: those that still wait, by their ids. */
export const evolvePrepared = (
  find: (id: string) => PreparedItem | null,
  record: StoredRecord,
): readonly PreparedChange[] => {
  if (LINKING.some(prefix => record.stream.startsWith(prefix)))
    return nouns.flatMap(noun =>
      linkedBy(record, noun).flatMap(id => {
        const before = find(keyOf(noun, id))
        return before === null || record.position <= before.rev ? [] : [{ before, after: null }]
      }),
    )
  const fresh = prepared(record)
  if (fresh !== null) return [{ before: null, after: fresh }]
  const before = ITEM.test(record.stream) ? find(`prepared/${record.stream}`) : null
  if (before === null || record.position <= before.rev || !record.type.endsWith('Trashed')) return []
  return [{ before, after: { ...before, rev: record.position, discarded: true } }]
}
