import type { FastifyInstance } from 'fastify'
import {
  type Appended,
  type EventStore,
  type NewRecord,
  RevisionConflict,
  StoreUnavailable,
} from '../../shared/event-store/port.ts'
import { late } from '../../shared/late.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { wireOf } from '../api/platform/answers/answer.ts'
import { outageAnswer } from '../api/platform/answers/outage.ts'
import { sendAsItIs } from '../api/platform/answers/send.ts'
import { PRETTY_PREFIX } from '../api/platform/request/addressing.ts'

// What every request and every append passes: the door that is shut until the service has started, and the counters.

const ALWAYS_OPEN = ['/health/live', '/health/ready', '/metrics', '/operator/projections']

/** Closed until the service has started. */
export const frontDoor = () => {
  let isOpen = false
  return {
    isOpen: () => isOpen,
    open: (): void => {
      isOpen = true
    },
  }
}

/** It is for nobody in particular, and soon another one: nobody keeps it. */
const STARTING = { guest: false, allow: null, overridden: false } as const

/**
 * Until `isOpen`, everything but the health of the service is answered as an outage: an empty list would be a lie
 * while the read models are being filled.
 */
export const gated = (app: FastifyInstance, isOpen: () => boolean, baseUrl: () => string): FastifyInstance =>
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpen() || ALWAYS_OPEN.includes(request.url.split('?', 1)[0] ?? '')) {
      done()
      return
    }
    const { method, headers } = request
    const { answer } = outageAnswer(new StoreUnavailable('the service is starting'))
    sendAsItIs(reply, wireOf(answer, baseUrl(), { ...STARTING, method }), headers.origin)
  })

const ROUTE_MARK = 'rest_route='
const OTHER = 'other'

/** Where a route ends that begins there: with `&` or `?`. */
const endOfRoute = (url: string, from: number): number => {
  for (let at = from; at < url.length; at++) if (url[at] === '&' || url[at] === '?') return at
  return url.length
}

/** The family of the route that a request address means: its path up to the first variable part, or `other`. */
export const familyOf = (paths: readonly string[]): ((url: string) => string) => {
  const families = new Set(paths.map(path => path.split('/{', 1)[0] ?? path))
  // nothing behind the longest of them can make a difference, and an address may be long
  const most = Math.max(0, ...[...families].map(family => family.length)) + 1
  const longest = (whole: string): string => {
    const path = whole.slice(0, most)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const family = path.slice(0, end)
      if (families.has(family)) return family
    }
    return OTHER
  }
  return url => {
    const mark = url.indexOf(ROUTE_MARK)
    const isPretty = url.startsWith(`${PRETTY_PREFIX}/`)
    const from = isPretty ? PRETTY_PREFIX.length : mark === -1 ? 0 : mark + ROUTE_MARK.length
    const path = url.slice(from, endOfRoute(url, from))
    // the front door is a page: the index is asked for by its route
    if (!isPretty && mark === -1 && path === '/') return OTHER
    if (families.has(path)) return path
    return longest(path.replaceAll(/%2f/gi, '/').toLowerCase())
  }
}

const HEALTH = ['/health/live', '/health/ready', '/metrics']

const isAtDesk = (url: string): boolean => url.startsWith('/admin/') || url.startsWith('/operator/')

type Counted = {
  /** Paths of the interface of this instance. */
  readonly paths?: readonly string[]
  /** The same with those of `/admin` and `/operator`; asked for with the first request there. */
  readonly allPaths?: () => Promise<readonly string[]>
  /** A request address in our names. */
  readonly countedUrl?: ((url: string) => string) | undefined
}

/** Counts every request of this instance and shows the figures of the process at `/metrics`. */
export const metered = (
  app: FastifyInstance,
  metrics: Metrics,
  { paths = [], allPaths = async () => paths, countedUrl = url => url }: Counted = {},
): FastifyInstance => {
  const family = familyOf([...paths, ...HEALTH])
  const familyAtDesks = late(async () => familyOf([...(await allPaths()), ...HEALTH]))
  app.addHook('onResponse', (request, reply, done) => {
    const { url = '', method = '' } = request.raw
    const [counted, seconds] = [countedUrl(url), reply.elapsedTime / 1_000]
    const count = (of: typeof family) => metrics.request(of(counted), method, reply.statusCode, seconds)
    if (isAtDesk(counted)) void familyAtDesks().then(count, () => count(family))
    else count(family)
    done()
  })
  app.get('/metrics', async (_request, reply) => {
    await reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
  return app
}

/** The log, counting what is appended to it. */
export const meteredLog = (store: EventStore, metrics: Metrics): EventStore => {
  const counted = async (
    records: readonly NewRecord[],
    appending: () => Promise<Appended>,
  ): Promise<Appended> => {
    try {
      const appended = await appending()
      metrics.appended(records.length)
      for (const record of records) countItems(record, metrics)
      return appended
    } catch (error) {
      if (error instanceof RevisionConflict) metrics.conflict()
      throw error
    }
  }
  return {
    ...store,
    append: (stream, records, expected) => counted(records, () => store.append(stream, records, expected)),
    appendAll: (before, last) =>
      counted(
        [...before, last].flatMap(({ records }) => records),
        () => store.appendAll(before, last),
      ),
  }
}

/** As far as it is counted; a record of our own making, so its shape is known. */
type Recorded = { readonly outcomes: readonly { readonly outcome: string }[] }

const countItems = ({ type, data }: NewRecord, metrics: Metrics): void => {
  if (type !== 'ImportOutcomesRecorded' && type !== 'ImportOccurrencesWithdrawn') return
  for (const { outcome } of (data as Recorded).outcomes) metrics.importItem(outcome)
}
