import { z } from 'zod'

const times = z.int().positive()

/** What the control port takes as `POST /faults`. */
export const FaultCommand = z.discriminatedUnion('fault', [
  /** The next writes take effect and are not acknowledged: the caller's connection breaks, or it is told "timeout". */
  z.object({
    fault: z.literal('lose-acknowledgements'),
    appends: times,
    as: z.enum(['connection', 'timeout']),
  }),
  /** The next writes have no effect; `end`: the stream of calls ends as if all was well. */
  z.object({
    fault: z.literal('refuse-appends'),
    appends: times,
    as: z.enum(['connection', 'timeout', 'too-busy', 'end']),
  }),
  /** Open subscriptions end, now (0) or once they delivered so many more events, counted together. */
  z.object({
    fault: z.literal('drop-subscriptions'),
    afterEvents: z.int().nonnegative(),
    as: z.enum(['unavailable', 'too-slow', 'end']),
  }),
  /** Live subscriptions fall behind and catch up, which is told as a second `caught_up`; 23.10 drops them. */
  z.object({ fault: z.literal('fall-behind') }),
  /** Every answer, and every page of a read, comes so much later. */
  z.object({ fault: z.literal('slow'), ms: z.int().nonnegative() }),
  z.object({ fault: z.literal('not-leader'), calls: times }),
  /** null: until cleared. */
  z.object({ fault: z.literal('not-ready'), calls: times.nullable() }),
  /** The user is none, or may not do it; null: until cleared. */
  z.object({ fault: z.literal('denied'), calls: times.nullable() }),
  /** Connections are accepted and nothing is answered, until released or cleared. */
  z.object({ fault: z.literal('freeze') }),
  z.object({ fault: z.literal('release') }),
  z.object({ fault: z.literal('clear') }),
])
export type FaultCommand = z.infer<typeof FaultCommand>

/** What the control port answers to `GET /state`. */
export const ServerState = z.object({
  /** Calls since the start; appends in a batch stream count one by one. */
  calls: z.object({
    features: z.number(),
    append: z.number(),
    batchAppend: z.number(),
    delete: z.number(),
    tombstone: z.number(),
    read: z.number(),
    subscribe: z.number(),
  }),
  /** Open now. */
  subscriptions: z.number(),
  connections: z.number(),
})
export type ServerState = z.infer<typeof ServerState>
export type Method = keyof ServerState['calls']
