import { z } from 'zod'
import type { StoredRecord } from '../event-store/port.ts'
import { isObject } from '../kernel/json.ts'
import { codecOf } from './codec.ts'
import { Id } from './common.ts'
import { Past } from './past.ts'

/** How an organizer is reached: what can be forgotten of it. */
export const CONTACT = ['email', 'phone'] as const

const what = { kind: z.enum(['organizer']), itemId: Id } as const

// On a stream of its own: what is forgotten of an item is told beside it. Nothing of the item stands here.
export const ForgottenFact = z.discriminatedUnion('type', [
  /** Members of the item are emptied, and whatever they were is going. The others name this one as their cause. */
  z.object({ type: z.literal('ForgettingBegun'), ...what, members: z.array(z.string()) }),
  /**
   * The records of the item below a revision are about to be deleted: the one with this revision says how it stands.
   * `past`, `digests`: of them, in as many facts as it takes; seals stay provable without them.
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
  `${FORGOTTEN}${kind}-${itemId}` as const

/** Whether a stream begins anew with this record, because what was before it is forgotten. */
export const isRestated = ({ data: { carried } }: Pick<StoredRecord, 'data'>): boolean =>
  carried !== undefined && isObject(carried) && carried['restated'] === true
