import { z } from 'zod'
import { DIALECTS } from './dialect.ts'

/** What a double may be told to be like. */
export const DoubleOptions = z.object({
  maxAppendBytes: z
    .int()
    .positive()
    .default(1024 * 1024),
  /** Memory for recent event ids. */
  recentIdBytes: z
    .int()
    .positive()
    .default(8 * 1024 * 1024),
  /** Release whose subscriptions are spoken. */
  dialect: z.enum(DIALECTS).default('24.10'),
  /** False: clients are told of `Append` alone. */
  batchAppend: z.boolean().default(true),
})
export type DoubleOptions = z.infer<typeof DoubleOptions>

/** Where one is that was lent. */
export const LentPorts = z.object({ port: z.int(), control: z.int() })
export type LentPorts = z.infer<typeof LentPorts>
