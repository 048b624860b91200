import type { JobInput, JobName, JobPayload } from './catalogue.ts'

/**
 * Background work, at least once. Jobs point at data in the log and never carry it; ids are derived, so asking
 * twice while the first is waiting is one job. The queue may be emptied at any moment: dispatch refills it.
 *
 * Every adapter passes `test/contract/jobs.contract.ts`.
 */
type EnqueueOptions = { readonly delayMs?: number }

export type JobQueue = {
  readonly enqueue: <Name extends JobName>(
    name: Name,
    payload: JobPayload<Name>,
    options?: EnqueueOptions,
  ) => Promise<void>
  /** Starts working; resolves when the handlers are attached. Jobs of one `group` run one after the other. */
  readonly work: (handlers: JobHandlers) => Promise<void>
  /** Jobs waiting, delayed or running. */
  readonly pending: () => Promise<number>
  /** Another answer than before: jobs may have been lost in between; offer again what is still to be done. */
  readonly generation: () => Promise<string>
  /** Takes no new job, lets running ones finish (their signal aborts), then resolves. */
  readonly close: () => Promise<void>
}

export type JobContext = { readonly attempt: number; readonly signal: AbortSignal }
export type JobHandler<Name extends JobName> = (input: JobInput<Name>, context: JobContext) => Promise<void>
export type JobHandlers = { readonly [Name in JobName]?: JobHandler<Name> }

/** The queue is closed or cannot be reached; the job was not taken. */
export class JobsUnavailable extends Error {
  override readonly name = 'JobsUnavailable'
}

/** Trying again cannot help: malformed payload, a rule that will say no for ever. */
export class Hopeless extends Error {
  override readonly name = 'Hopeless'
}
