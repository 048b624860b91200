import type { FastifyInstance } from 'fastify'
import { late } from '../../../../shared/late.ts'
import type { Around, HistoryFeedDeps } from './feed.ts'
import { HISTORY_FEED } from './feed-address.ts'

/** Serves what happened lately; what makes a feed of it is loaded for the first who asks. */
export const serveHistoryFeed = (app: FastifyInstance, deps: HistoryFeedDeps, around: Around): void => {
  const feed = late(async () => (await import('./feed.ts')).feedOfHistory(deps, around))
  app.get(HISTORY_FEED, async (request, reply) => (await feed())(request, reply))
}
