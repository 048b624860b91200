import type { FastifyInstance } from 'fastify'
import type { Progress } from '../../../projections/engine/progress.ts'
import type { SubscriptionQueries } from '../../../projections/subscriptions/queries.ts'
import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import type { Config } from '../../../shared/config.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { Holding } from '../../../shared/event-store/holding.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { httpFetcher, type HttpFetcher } from '../../../shared/http-fetcher.ts'
import { httpSender, sendingTo, type HttpSender } from '../../../shared/http-sender.ts'
import type { JobQueue } from '../../../shared/jobs/port.ts'
import type { Part } from '../../../shared/lifecycle.ts'
import type { Metrics } from '../../../shared/metrics.ts'
import type { Writing } from '../../calendar/writing.ts'
import { imagesOn } from '../api/images.ts'
import { projectionGauges, prompt, receiverGauge } from '../health.ts'
import { seldom } from '../log-timeouts.ts'
import type { LiveSite } from '../read-side/site-texts.ts'
import type { startWaiting } from '../start-waiting.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { Surroundings } from '../surroundings.ts'

export type Opened = {
  readonly config: Config
  readonly surroundings: Surroundings
  readonly store: EventStore
  /** Who may have changes refused for a moment. */
  readonly holding: Pick<Holding, 'set' | 'over'>
  readonly documents: Documents
  /** null: none are written, since read models are on a server, or nobody wants them. */
  readonly snapshots: Snapshots | null
  /** null: this role has nothing to do with jobs. */
  readonly queue: JobQueue | null
  readonly metrics: Metrics
  readonly cleaning: { readonly clean: CleanTexts }
  /** What must be stopped, in the order of its start. */
  readonly parts: Part[]
  readonly starting: ReturnType<typeof startWaiting>
}

/** The administrator's password when one was made up, to be shown this once. */
export type Started = { readonly madeUpPassword: string | null }

export type ServiceParts = {
  /** What the public sees; in a process without the interface its health alone. */
  readonly app: FastifyInstance
  /**
   * The same, and the operator commands: only for sockets that the owner alone may open. Made when it is first asked
   * for.
   */
  readonly operatorApp: () => FastifyInstance
  /** Begins to follow and to work, makes the first administrator, and resolves when requests can be answered. */
  readonly start: () => Promise<Started>
}

export const monotonicOf = ({ surroundings }: Pick<Opened, 'surroundings'>) =>
  surroundings.monotonicMs ?? performance.now.bind(performance)

export const warnOf = (opened: Pick<Opened, 'surroundings'>) => {
  const { log } = opened.surroundings
  return seldom((message, error) => log.warn({ err: error }, message), monotonicOf(opened))
}

/** For pictures and feeds, whose addresses others name. */
export const fetcherOf = ({ surroundings }: Opened): HttpFetcher => surroundings.fetcher ?? httpFetcher()

/** For changes that are told to others, whose addresses operators name. */
export const senderOf = ({ config, surroundings }: Opened): HttpSender =>
  surroundings.sender ?? httpSender({ policy: sendingTo(config.DELIVERY_NETWORKS) })

export const imagesIn = (opened: Opened, writing: Writing, { texts }: LiveSite) =>
  imagesOn({ writing, baseUrl: () => texts.url, fetcher: fetcherOf(opened) })

/** `subscriptions`: null where this process does not ask about them. */
export const watch = (
  {
    metrics,
    surroundings: { nowMs },
    queue,
  }: Pick<Opened, 'metrics' | 'queue'> & { readonly surroundings: Pick<Surroundings, 'nowMs'> },
  board: Progress,
  names: readonly string[],
  subscriptions: Pick<SubscriptionQueries, 'listSubscriptions'> | null,
) =>
  metrics.watch({
    projections: () => prompt(projectionGauges(board, names, nowMs)),
    pendingJobs: queue === null ? async () => NaN : () => prompt(queue.pending()),
    ...(subscriptions === null
      ? {}
      : {
          receivers: async () => receiverGauge(await prompt(subscriptions.listSubscriptions()), nowMs()),
        }),
  })
