import type { FastifyInstance } from 'fastify'
import type { Part } from '../../../shared/lifecycle.ts'
import type { Metrics } from '../../../shared/metrics.ts'
import { canEdit } from '../../../shared/rights.ts'
import { buildApp, type ApiDeps } from '../../api/app.ts'
import { declaredPaths, restPaths } from '../../api/route-table.ts'
import { apiDeps } from './api.ts'
import type { ApiParts } from './parts.ts'
import { eventReads } from '../read-side/read-models.ts'
import { compatibilityWith } from '../compatibility.ts'
import { gated, metered } from '../gateway.ts'
import { unlockWith } from '../../api/items/unlock.ts'

/** A write waits this long for the read models (spec 00 §8). */
const LISTING_LAG_MS = 5_000

export type AppNeeds = Omit<ApiParts, 'reads' | 'unlock' | 'maxLagMs' | 'mayEditEvents'> & {
  /** A client that is slower than this loses its connection when the service stops. */
  readonly graceMs: number
  readonly metrics: Metrics
  /** See `ApiDeps`; for the public interface alone. */
  readonly trustedProxies: readonly string[]
  readonly bodiesBytes: number
  /** The mapping that the setting COMPATIBILITY names; null: there is none. */
  readonly mappingText: string | null
}

export type Apps = {
  readonly app: FastifyInstance
  /** Made when it is first asked for, and the same from then on. */
  readonly operatorApp: () => FastifyInstance
  readonly parts: readonly Part[]
}

/** Idle connections end at once, requests under way may be answered, and nobody holds up the end for ever. */
export const closeServer = (name: string, app: FastifyInstance, graceMs: number): Part => ({
  name,
  stop: async () => {
    const patience = setTimeout(() => app.server.closeAllConnections(), graceMs)
    await app.close().finally(() => clearTimeout(patience))
  },
})

/** An instance that is made when it is first asked for; once the service has stopped, none is made any more. */
const appAtNeed = (name: string, make: () => FastifyInstance, graceMs: number) => {
  let made: FastifyInstance | null = null
  let isOver = false
  const app = (): FastifyInstance => {
    if (made === null && isOver) throw new Error('the service has stopped')
    return (made ??= make())
  }
  const stop = async (): Promise<void> => {
    isOver = true
    if (made !== null) await closeServer(name, made, graceMs).stop()
  }
  return { app, part: { name, stop } }
}

/** What listens: the public interface, and the same with the operator's commands. */
export const appsOf = (needs: AppNeeds): Apps => {
  const { store, models, board, directory, isStarted, metrics } = needs
  const deps = apiDeps(
    {
      ...needs,
      reads: eventReads(models, store, board),
      unlock: unlockWith(needs.guard),
      maxLagMs: LISTING_LAG_MS,
      mayEditEvents: id => {
        const user = directory.byId(id)
        return user !== null && canEdit(user, { author: user.id, status: 'publish' })
      },
    },
    metrics.viewFound,
  )
  const appOf = (api: ApiDeps) => {
    const app = buildApp(api)
    const countedUrl = api.compatibility?.countedUrl
    return gated(
      metered(app, metrics, {
        paths: restPaths(app),
        allPaths: () => declaredPaths(app),
        countedUrl,
      }),
      isStarted,
      () => api.site().baseUrl,
    )
  }
  const { trustedProxies, bodiesBytes } = needs
  const compatibility = compatibilityWith(needs.mappingText, deps.public)
  const app = appOf({
    ...deps.public,
    compatibility,
    trustedProxies,
    bodiesBytes,
    sharedAnswer: metrics.sharedAnswer,
  })
  const later = appAtNeed('operator socket', () => appOf(deps.operator), needs.graceMs / 2)
  return { app, operatorApp: later.app, parts: [closeServer('http', app, needs.graceMs), later.part] }
}
