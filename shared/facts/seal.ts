import { z } from 'zod'
import { streamName, Position } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'

/** SHA-256 as hex. */
const Digest = z.string().regex(/^[0-9a-f]{64}$/)

// One stream for the whole log; its first seal is number 1, and revision 0.
export const SealFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('LogSealed'),
    number: z.int().positive(),
    /** Records sealed, in the order of the log, behind those of the seal before. */
    count: z.int().positive(),
    /** Their digests (`recordDigest`), one behind the other, as base64: what is purged can be left out of the log. */
    digests: z.base64(),
    /** One bit for each, as base64: 1 when it may go without being told, because it lives for a time or repeats others. */
    passing: z.base64(),
    /** Merkle root over the leaves: digest and the byte 0 or 1 of `passing`. */
    root: Digest,
    /** Root of the seal before; null for the first. */
    previous: Digest.nullable(),
    /** Where the last of them stood; a copy of the log may have it elsewhere. */
    reached: Position,
  }),
])
export type SealFact = z.infer<typeof SealFact>

export const sealCodec = codecOf(SealFact)
export const SEALS = streamName('seals')
