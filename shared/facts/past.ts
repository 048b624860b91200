import { z } from 'zod'
import { IsoTime, Position, Revision } from '../kernel/brands.ts'
import { Source } from './meta.ts'

/** What had happened to something whose records are deleted, oldest first; without a word of what it was. */
export const Past = z.array(
  z.object({
    position: Position,
    revision: Revision,
    fact: z.string(),
    at: IsoTime,
    actor: z.int().nullable(),
    source: Source,
    correlation: z.string(),
  }),
)
