import { z } from 'zod'
import { streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'

/** SHA-256 of the manifest of the export, hex. */
const which = { digest: z.string().regex(/^[0-9a-f]{64}$/) } as const

// On one stream: a service is brought here once, into an empty one (spec 00 §6.5).
export const CarryingFact = z.discriminatedUnion('type', [
  /** The service was empty, and is filled with an export from now on. */
  z.object({ type: z.literal('CarryingBegun'), ...which }),
  /** Everything is here. */
  z.object({ type: z.literal('CarryingEnded'), ...which }),
])
export type CarryingFact = z.infer<typeof CarryingFact>

export const carryingCodec = codecOf(CarryingFact)
export const CARRYING_STREAM = streamName('carrying-1')
