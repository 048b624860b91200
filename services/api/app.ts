import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { REQUEST_MS, SILENT_CONNECTION_MS, BODY_BYTES, OPERATOR_BODY_BYTES } from '../../shared/limits.ts'
import { batchRoute } from './batch.ts'
import type { OpenMedia } from '../images/media-files.ts'
import { serveFeeds, type FeedDeps } from './feeds/routes.ts'
import { serveMedia } from './media.ts'
import { servePages, type PagesDeps, type ServedPages } from './pages/serve.ts'
import { addressOf, queryOf, normalPath } from './platform/request/addressing.ts'
import { answerCache } from './platform/answers/answer-cache.ts'
import type { KeptMemory } from './platform/answers/kept-memory.ts'
import { json, type Answer } from './platform/answers/answer.ts'
import { knownType } from './platform/request/body.ts'
import { engine, type EngineDeps } from './platform/engine.ts'
import { refused, type ErrorCode } from './platform/answers/errors.ts'
import { withIndexes } from './platform/indexes.ts'
import { momentAt } from './platform/moment.ts'
import { nest, parsePairs } from './platform/request/nesting.ts'
import { outageAnswer } from './platform/answers/outage.ts'
import { senderOf } from './platform/request/sender.ts'
import type { Route } from './platform/route.ts'
import { send, sendPieces } from './platform/answers/send.ts'
import { refuseUnreadable } from './platform/request/unreadable.ts'
import { constantHeaders, wireOf } from './platform/answers/wire.ts'

export type ApiDeps = Omit<EngineDeps, 'routes'> & {
  /** Routes of the REST interface without the indexes, each namespace in its order. */
  readonly routes: readonly Route[]
  /** Routes of `/admin`, outside the interface and its index. */
  readonly adminRoutes: readonly Route[]
  /** Routes of `/operator`, for an instance that only the operator can reach. */
  readonly operatorRoutes?: readonly Route[]
  /** Awaited before anything is answered: learns what other processes have done; null: nobody else does anything. */
  readonly refresh: () => Promise<void> | null
  /**
   * Changes whenever a read model that answers depend on has moved; null: one of them lacks a write that was
   * answered, so kept answers may be older than what single items are answered with.
   */
  readonly readModelVersion: () => string | null
  /** Hears of every answer that all guests get: whether it was kept from before. */
  readonly sharedAnswer?: (kept: boolean) => void
  /** Addresses and networks of proxies whose X-Forwarded-For is believed; absent: nobody's. */
  readonly trustedProxies?: readonly string[]
  /** Files of images, by name; absent: there are none. */
  readonly media?: OpenMedia
  /** Calendar feeds. */
  readonly feeds?: FeedDeps
  /** What people see. */
  readonly pages?: PagesDeps
  /** Ends answers that go on for as long as something goes on; called before the service waits for answers to end. */
  readonly endStreams?: () => void
  /** What may be kept to save work. */
  readonly kept: KeptMemory
  /** What stands in the way of working normally; empty: ready. */
  readonly notReady: () => Promise<readonly string[]>
}

const NO_QUERY = {}

/** Everything the service answers over HTTP, in this order. */
export const buildApp = (deps: ApiDeps): FastifyInstance => {
  const trusted = deps.trustedProxies ?? []
  const app = Fastify({
    logger: false,
    trustProxy: trusted.length > 0 && [...trusted],
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    routerOptions: { querystringParser: () => NO_QUERY },
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
  })
  const batch = batchRoute({ ...deps, routes: () => routes, now: () => momentAt(deps) })
  const routes: readonly Route[] = withIndexes([batch, ...deps.routes])
  const rest = engine({ ...deps, routes })
  const desk = engine({ ...deps, routes: [...deps.adminRoutes, ...(deps.operatorRoutes ?? [])] })
  const cache = answerCache(deps.kept)

  const sendAnswer = (answer: Answer, request: FastifyRequest, reply: FastifyReply) => {
    const about = { method: request.method, guest: false, allow: null, overridden: false }
    send(reply, wireOf(answer, constantHeaders(deps.site().baseUrl), about), request.headers)
  }
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = frameworkAnswer(error)
    const { answer, unexpected } = known === null ? outageAnswer(error) : { answer: known, unexpected: false }
    // whoever hung up in the middle of a request is no failure of ours, and hears no answer
    if (unexpected && !request.raw.socket.destroyed) deps.report(error, `${request.method} ${request.url}`)
    sendAnswer(answer, request, reply)
  }
  let pages: ServedPages | null = null
  const noRoute = async (request: FastifyRequest, reply: FastifyReply) => {
    if (pages !== null && wantsPage(request)) {
      // a route that found nothing ends at once, and would be taken to have answered nothing
      reply.hijack()
      await pages.notFound(request, reply)
    } else sendAnswer(refused('rest_no_route'), request, reply)
  }

  // bodies are read by the platform, whatever their type says
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    if (headers['content-type'] !== undefined) headers['content-type'] = knownType(headers['content-type'])
    done()
  })
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(fail)
  app.setNotFoundHandler(noRoute)

  const onRest = async (request: FastifyRequest, reply: FastifyReply) => {
    const { url, headers } = request.raw
    const address = url ?? ''
    const refreshed = deps.refresh()
    if (refreshed !== null) await refreshed
    const version = isShared(request) ? deps.readModelVersion() : null
    const ready = version === null ? null : cache.find(address, version, deps.nowMs())
    if (version !== null) deps.sharedAnswer?.(ready !== null)
    if (ready !== null) {
      send(reply, ready, headers)
      return
    }

    const asked = addressOf(queryOf(address))
    if (asked.kind === 'page') {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      await (pages === null || !isRead ? noRoute(request, reply) : pages.home(request, reply))
      return
    }
    const served = await rest.respond({ ...asked, ...received(request) })
    if (version !== null && served.until !== null) cache.keep(address, served, version, served.until)
    send(reply, served, headers)
  }
  const onDesk = async (request: FastifyRequest, reply: FastifyReply) => {
    await deps.refresh()
    const [path = ''] = request.url.split('?', 1)
    const query = nest(parsePairs(queryOf(request.url)))
    const served = await desk.respond({ path: normalPath(path), query, ...received(request) })
    const { pieces } = served
    if (pieces === undefined) send(reply, served, request.headers)
    else
      await sendPieces(reply, served, pieces, request.headers).catch((error: unknown) => {
        deps.report(error, `${request.method} ${path}`)
      })
  }

  app.addHook('preClose', async () => deps.endStreams?.())
  app.all('/index.php', onRest)
  app.all('/', onRest)
  if (deps.media !== undefined) serveMedia(app, deps.media)
  if (deps.feeds !== undefined) serveFeeds(app, deps.feeds)
  if (deps.pages !== undefined) pages = servePages(app, deps.pages)
  app.all('/admin/*', onDesk)
  if (deps.operatorRoutes !== undefined) app.all('/operator/*', { bodyLimit: OPERATOR_BODY_BYTES }, onDesk)
  app.get('/health/live', async (request, reply) => sendAnswer(json(200, { status: 'live' }), request, reply))
  app.get('/health/ready', async (request, reply) => {
    const reasons = await deps.notReady()
    const body = reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reasons }
    sendAnswer(json(reasons.length === 0 ? 200 : 503, body), request, reply)
  })
  return app
}

/** A browser that shows what it gets. */
const wantsPage = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

/** `_nonce`, a nonce of a view, or letters written in a way that nobody writes them in. */
const MAY_HOLD_NONCE = /_nonce|tvn|%5f|%25|%[67]/i

/** Whether every guest gets the same answer to this request. */
const isShared = ({ method, headers, raw }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  headers['x-core-nonce'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  !MAY_HOLD_NONCE.test(raw.url ?? '')

const received = (request: FastifyRequest) => ({
  method: request.method,
  headers: request.headers,
  address: senderOf(request),
  body: Buffer.isBuffer(request.body) ? request.body : null,
})

/** What the framework itself may say, in our words. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'rest_request_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'rest_invalid_json',
  FST_ERR_BAD_URL: 'rest_no_route',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'rest_no_route',
}

/** null: it is something else. */
const frameworkAnswer = (error: unknown): Answer | null => {
  const code = error instanceof Error && 'code' in error ? frameworkCodes[String(error.code)] : undefined
  return code === undefined ? null : refused(code)
}
