import { z } from 'zod'
import { streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { Id } from './common.ts'

// One stream per form that was sent, named by a digest of its user, of which form it is and of its key (ADR 40).
export const FormFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('FormTaken'),
    /** Numbers of what it makes, which nobody else gets. */
    things: z.array(
      z.object({
        id: Id,
        /** `YYYY-MM-DD`, of one of several that it makes; absent: it makes one. */
        day: z.string().optional(),
      }),
    ),
  }),
])
export type FormFact = z.infer<typeof FormFact>

export const formCodec = codecOf(FormFact)
export const FORMS = 'form-'
export const formStream = (digest: string) => streamName(`${FORMS}${digest}`)
