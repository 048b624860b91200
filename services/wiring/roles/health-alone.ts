import type { FastifyInstance } from 'fastify'
import type { SubscriptionQueries } from '../../../projections/subscriptions/queries.ts'
import { closeServer } from '../api/apps.ts'
import { healthApp } from '../health-app.ts'
import { notReady, type Watched } from '../health.ts'
import { metered } from '../gateway.ts'
import { type Opened, watch } from './process.ts'

/** What listens in a process without the interface. */
export const healthOf = (
  opened: Opened,
  watched: Watched,
  subscriptions: SubscriptionQueries | null,
): FastifyInstance => {
  const { metrics, parts, config } = opened
  const app = healthApp(() => notReady(watched))
  parts.push(closeServer('health', app, config.SHUTDOWN_MS / 2))
  watch(opened, watched.board, watched.names, subscriptions)
  return metered(app, metrics)
}
