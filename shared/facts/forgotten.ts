import { z } from 'zod'
import { streamName, type Revision, logPosition, streamRevision } from '../kernel/brands.ts'
import type { Position, StoredRecord } from '../event-store/port.ts'
import { isObject, type Json } from '../kernel/json.ts'
import { codecOf } from './codec.ts'
import { Id } from './common.ts'
import { Past } from './past.ts'

/** How an organizer is reached: what can be forgotten of it. */
export const CONTACT = ['email', 'phone'] as const

const what = { kind: z.enum(['event', 'venue', 'organizer', 'user']), itemId: Id } as const

// On a stream of its own: what is forgotten of an item is told beside it. Nothing of the item stands here.
export const ForgottenFact = z.discriminatedUnion('type', [
  /** Members of the item are emptied, and whatever they were is going. The others name this one as their cause. */
  z.object({ type: z.literal('ForgettingBegun'), ...what, members: z.array(z.string()) }),
  /**
   * The records of the item below a revision are about to be deleted: the one with this revision says how it stands; of a
   * user those from it on say again what stays. `past`, `digests`: of them, in as many facts as it takes; seals stay provable without them.
   */
  z.object({
    type: z.literal('PastForgotten'),
    ...what,
    before: z.int().positive(),
    past: Past,
    digests: z.base64(),
  }),
  /** No payload of an import holds any more what the members were. */
  z.object({ type: z.literal('ForgettingEnded'), ...what }),
])
export type ForgottenFact = z.infer<typeof ForgottenFact>

export const forgottenCodec = codecOf(ForgottenFact)
export const FORGOTTEN = 'forgotten-'
export const forgottenStream = (kind: ForgottenFact['kind'], itemId: number) =>
  streamName(`${FORGOTTEN}${kind}-${itemId}`)

/** What a record carries besides what was made or done (`carried`), by member; undefined: nothing of it. */
export const carriedMember = (
  { data: { carried } }: Pick<StoredRecord, 'data'>,
  member: string,
): Json | undefined => (isObject(carried) ? carried[member] : undefined)

/** Whether it says again what stays of something whose past is forgotten: how an item stands, or a fact of a user. */
export const isRestated = (record: Pick<StoredRecord, 'data'>): boolean =>
  carriedMember(record, 'restated') === true

/** A number that says where what it says stood first; null: where it stands. */
const firstOf = (record: Pick<StoredRecord, 'data'>, member: 'position' | 'revision'): number | null => {
  const first = carriedMember(record, member)
  return typeof first === 'number' ? first : null
}

/** Where what it says was recorded first. */
export const placeOf = (record: Pick<StoredRecord, 'data' | 'position'>): Position => {
  const first = firstOf(record, 'position')
  return first === null ? record.position : logPosition(first)
}

/** The revision at which what it says was recorded first in its stream: the same in a copy of the log. */
export const firstRevisionOf = (record: Pick<StoredRecord, 'data' | 'revision'>): Revision => {
  const first = firstOf(record, 'revision')
  return first === null ? record.revision : streamRevision(first)
}
