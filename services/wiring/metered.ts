import type { FastifyInstance } from 'fastify'
import {
  RevisionConflict,
  type Appended,
  type EventStore,
  type NewRecord,
} from '../../shared/event-store/port.ts'
import { PRETTY_PREFIX } from '../api/platform/request/addressing.ts'
import type { Metrics } from '../../shared/metrics.ts'

const ROUTE_MARK = 'rest_route='
const OTHER = 'other'

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
    const end = url.slice(from).search(/[&?]/)
    const path = end === -1 ? url.slice(from) : url.slice(from, from + end)
    // the front door is a page: the index is asked for by its route
    if (!isPretty && mark === -1 && path === '/') return OTHER
    if (families.has(path)) return path
    return longest(path.replaceAll(/%2f/gi, '/').toLowerCase())
  }
}

/** Counts every request of this instance and shows the figures of the process at `/metrics`. */
export const metered = (
  app: FastifyInstance,
  metrics: Metrics,
  paths: readonly string[],
  /** A request address in our names. */
  countedUrl = (url: string): string => url,
): FastifyInstance => {
  const family = familyOf([...paths, '/health/live', '/health/ready', '/metrics'])
  app.addHook('onResponse', (request, reply, done) => {
    const { url = '', method = '' } = request.raw
    metrics.request(family(countedUrl(url)), method, reply.statusCode, reply.elapsedTime / 1_000)
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
