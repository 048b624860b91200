import { z } from 'zod'
import { Source } from './meta.ts'

/** What had happened to something whose records are deleted, oldest first; without a word of what it was. */
export const Past = z.array(
  z.object({
    position: z.int().nonnegative(),
    revision: z.int().nonnegative(),
    fact: z.string(),
    at: z.iso.datetime(),
    actor: z.int().nullable(),
    source: Source,
    correlation: z.string(),
  }),
)
