import type { Connections } from './connections.ts'
import type { Dialect } from './dialect.ts'
import type { Faults } from './faults.ts'
import type { Log } from './log.ts'
import type { Writer } from './write.ts'

/** What the handlers of calls work with. */
export type Context = {
  readonly log: Log
  readonly writer: Writer
  readonly faults: Faults
  readonly connections: () => Connections
  readonly now: () => number
  readonly maxAppendBytes: number
  /** The release whose subscriptions are spoken. */
  readonly dialect: Dialect
  /** Whether clients are told of the newer way to append. */
  readonly batchAppend: boolean
}
