import { z } from 'zod'
import { streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'

// Made once by whichever process comes first; in the log, because all processes need the same (docs/adr/0014).
export const SecretFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SecretMade'), secret: z.string().regex(/^[0-9a-f]{64}$/) }),
])
export type SecretFact = z.infer<typeof SecretFact>

export const secretCodec = codecOf(SecretFact)
export const NONCE_SECRET_STREAM = streamName('secret-nonces')
