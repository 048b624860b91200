import { z } from 'zod'
import { EpochMs, UserId, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'

// One stream per session, named by the digest of its token: whoever reads the log cannot sign in with it.
export const SessionFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('SignedIn'),
    userId: UserId,
    /** The session is over as soon as the user's password was changed, or sessions were ended, more often than that. */
    passwordChanges: z.int().nonnegative(),
    expires: EpochMs,
    /** Where the request came from; absent: not recorded. */
    address: z.string().optional(),
  }),
  z.object({ type: z.literal('SignedOut') }),
])
export type SessionFact = z.infer<typeof SessionFact>

export const sessionCodec = codecOf(SessionFact)
export const sessionStream = (digest: string) => streamName(`session-${digest}`)
