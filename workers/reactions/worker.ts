import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { CleanTexts } from '../../shared/cleaning/thread.ts'
import type { Config } from '../../shared/config.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { HttpFetcher } from '../../shared/http-fetcher.ts'
import type { JobName } from '../../shared/jobs/catalogue.ts'
import type { JobHandler, JobHandlers, JobQueue } from '../../shared/jobs/port.ts'
import { late, type Pieces } from '../../shared/late.ts'
import type { AnewDeps } from '../../services/calendar/item/begin-anew.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import type { importImages } from '../../services/imports/apply/images.ts'
import type { Schedules } from '../../services/imports/feed/schedule/schedules.ts'
import type { ImportRuns } from '../../services/imports/run/runs.ts'
import type { ImportSite } from '../import-batch/apply-chunk.ts'
import type { DeliverDeps } from '../deliveries/deliver.ts'
import type { RenderDeps } from '../views.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import { keeper, type Keeper } from './keeper.ts'
import type { Reaction } from './reaction.ts'

/** What a process that takes jobs can give to their handlers. */
export type WorkerContext = {
  readonly config: Config
  readonly store: EventStore
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly writing: Writing
  /** Dates that readers are told of an item. */
  readonly datesOf: AnewDeps['datesOf']
  readonly runs: ImportRuns
  readonly schedules: Schedules
  readonly fetcher: HttpFetcher
  readonly clean: CleanTexts
  readonly images: Omit<Parameters<typeof importImages>[0], 'nowMs'>
  /** As it is now, whoever set it. */
  readonly site: () => Promise<ImportSite>
  readonly views: RenderDeps
  /** What telling changes to others takes. */
  readonly telling: Omit<DeliverDeps, 'store' | 'queue' | 'nowMs'>
  readonly nowMs: () => EpochMs
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal
  readonly warn: (message: string, error: unknown) => void
}

/** A handler that is loaded with the first job for it. */
export const lateHandler = <Name extends JobName>(
  load: () => Promise<JobHandler<Name>>,
  pieces: Pieces = [],
): JobHandler<Name> => {
  const handler = late(load, pieces)
  return async (input, context) => (await handler())(input, context)
}

type Handlers = (context: WorkerContext) => JobHandlers

/** A reaction, and who does the jobs that it asks for. */
export type WorkingReaction = { readonly keeper: Keeper; readonly handlers: Handlers }

export const working = <Work extends JsonObject>(
  reaction: Reaction<Work>,
  handlers: Handlers,
): WorkingReaction & { readonly reaction: Reaction<Work> } => ({
  reaction,
  keeper: keeper(reaction),
  handlers,
})
