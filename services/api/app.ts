import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import {
  HEAD_BYTES,
  REQUEST_ADDRESS_LENGTH,
  REQUEST_MS,
  SILENT_CONNECTION_MS,
} from '../../shared/limits/requests.ts'
import { batchRoute } from './batch.ts'
import { late } from '../../shared/late.ts'
import { madeAtFirst } from '../../shared/remembered.ts'
import type { OpenMedia } from '../images/media-files.ts'
import {
  type Address,
  askedFeed,
  nest,
  normalPath,
  parsePairs,
  PRETTY_PREFIX,
  queryOf,
  requestAddressOf,
  restUrl,
  withoutKey,
  withoutOrigin,
} from './platform/request/addressing.ts'
import { feedRoutes, type FeedDeps } from './feeds/routes.ts'
import { serveHealth } from './health.ts'
import { serveMedia, serveOldPictures } from './media.ts'
import type { HistoryFeedDeps } from './pages/history/feed.ts'
import { serveHistoryFeed } from './pages/history/serve-feed.ts'
import { serveAssets } from './pages/assets.ts'
import type { IndexesOf } from './pages/sending/send-page.ts'
import { servedPages, type PagesDeps, type ServedPages } from './pages/serve.ts'
import type { Compatibility } from './platform/compatibility/compatibility.ts'
import { answerCache } from './platform/answers/answer-cache.ts'
import { codedBodies, type Send, sender, sendPieces } from './platform/answers/send.ts'
import type { KeptMemory } from './platform/answers/kept-memory.ts'
import { type Answer, shown, wireOf } from './platform/answers/answer.ts'
import { knownType } from './platform/request/body.ts'
import { engine, type EngineDeps, type Said } from './platform/engine.ts'
import { refused } from './platform/answers/errors.ts'
import { isPlainRead } from './platform/identity.ts'
import { frameworkAnswer } from './platform/answers/framework-answer.ts'
import { withIndexes } from './platform/indexes.ts'
import { momentAt } from './platform/call.ts'
import { answering, type Handler } from './platform/request/find-page.ts'
import { type BodyOf, bodyPool, cameWhole, senderOf, sentBody } from './platform/request/intake.ts'
import { wantsPage } from './platform/request/wants-page.ts'
import { failedWith, type Route } from './platform/route.ts'
import { refuseUnreadable } from './platform/request/unreadable.ts'
import { plainForwarded } from './platform/request/forwarded.ts'
import { keepRouteTable } from './route-table.ts'
import { noSchemas } from './platform/no-schemas.ts'

export type ApiDeps = Omit<EngineDeps, 'routes'> & {
  /** Routes of the REST interface without the indexes, each namespace in its order. */
  readonly routes: readonly Route[]
  /** Routes of `/admin`, outside the interface and its index; asked for with the first request there. */
  readonly adminRoutes: () => Promise<readonly Route[]>
  /** Routes of `/operator`, for an instance that only the operator can reach; as those of `/admin`. */
  readonly operatorRoutes?: () => Promise<readonly Route[]>
  /** Awaited before anything is answered: learns what other processes have done; null: nobody else does anything. */
  readonly refresh: (() => Promise<void>) | null
  /**
   * Changes whenever a read model that answers depend on has moved; null: one of them lacks a write that was
   * answered, so kept answers may be older than what single items are answered with.
   */
  readonly readModelVersion: () => string | null
  /** Hears of every answer that all guests get how it was had. */
  readonly sharedAnswer?: (how: 'kept' | 'shown' | 'made') => void
  /** Bytes of all bodies that may be received and answered at once; absent: any number. */
  readonly bodiesBytes?: number
  /** Addresses and networks of proxies whose X-Forwarded-For is believed; absent: nobody's. */
  readonly trustedProxies?: readonly string[]
  /** Files of images, by name; absent: there are none. */
  readonly media?: OpenMedia
  /** The file of a picture that stood under that path in a calendar that moved in; null: none did. */
  readonly oldPicture?: (path: string) => Promise<string | null>
  /** Calendar feeds. */
  readonly feeds?: FeedDeps
  /** What people see. */
  readonly pages?: PagesDeps
  /** What happened, for readers of feeds. */
  readonly historyFeed?: HistoryFeedDeps
  /** Ends answers that go on for as long as something goes on; called before the service waits for answers to end. */
  readonly endStreams?: () => void
  /** Speaks to programs that were written for another interface; absent: to nobody. */
  readonly compatibility?: Compatibility | null
  /** What may be kept to save work. */
  readonly kept: KeptMemory
  /** What stands in the way of working normally; empty: ready. */
  readonly notReady: () => Promise<readonly string[]>
}

const NO_QUERY = {}

/** A path and everything below it, for the router. */
const below = (prefix: string | undefined): readonly string[] =>
  prefix === undefined ? [] : [prefix, `${prefix}/*`]

type SendAnswer = (answer: Answer, request: FastifyRequest, reply: FastifyReply) => void
type Fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

const sendAnswerOf =
  (deps: ApiDeps, send: Send): SendAnswer =>
  (answer, request, reply) => {
    const about = { method: request.method, guest: false, allow: null, overridden: false }
    const wire = wireOf(answer, deps.site().baseUrl, about)
    // short, and so sent at once
    void send(reply, { ...wire, asItIs: true }, request.headers)
  }

const failOf =
  (deps: ApiDeps, sendAnswer: SendAnswer): Fail =>
  (error, request, reply) => {
    const doing = `${request.method} ${withoutKey(request.url)}`
    const answer = frameworkAnswer(error) ?? failedWith(deps.report, doing, deps.newCorrelation())(error)
    sendAnswer(answer, request, reply)
  }

/** An application without routes that leaves bodies to whoever has something to do with them. */
const openApp = (
  { trustedProxies: trusted = [], compatibility = null, site }: ApiDeps,
  sendAnswer: SendAnswer,
  fail: Fail,
): FastifyInstance => {
  const app = Fastify({
    logger: false,
    trustProxy: trusted.length > 0 && [...trusted],
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    // addresses are short enough as they are
    routerOptions: { querystringParser: () => NO_QUERY, maxParamLength: HEAD_BYTES },
    frameworkErrors: fail,
    // a request without a body has nothing to be read, which Node need not find out by a stream
    http: { maxHeaderSize: HEAD_BYTES, optimizeEmptyRequests: true },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, site().baseUrl),
    schemaController: noSchemas,
    rewriteUrl: ({ url = '' }: IncomingMessage) => {
      const sought = withoutOrigin(url)
      const own = compatibility?.pageUrl(sought) ?? sought
      return askedFeed(own) ?? own
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, url = '' } = request.raw
    if (headers['content-type'] !== undefined) headers['content-type'] = knownType(headers['content-type'])
    const { 'x-forwarded-for': forwarded } = headers
    if (trusted.length > 0 && forwarded !== undefined)
      headers['x-forwarded-for'] = plainForwarded(String(forwarded))
    if (url.length > REQUEST_ADDRESS_LENGTH) sendAnswer(refused('rest_address_too_long'), request, reply)
    else done()
  })
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  // bodies are received by whoever wants them, whatever their type says
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.setErrorHandler(fail)
  return app
}

/** The index in our names, and in those of a mapping. */
const indexesOf =
  ({ compatibility = null }: ApiDeps): IndexesOf =>
  baseUrl => {
    const own = { href: restUrl(baseUrl, '/'), rel: 'index' }
    return compatibility === null ? [own] : [own, compatibility.index(baseUrl)]
  }

/** What is said where there is nothing: a page to browsers, an error of the interface to everybody else. */
const noRouteOf =
  (sendAnswer: SendAnswer, pages: ServedPages | null): Handler =>
  async (request, reply) => {
    if (pages !== null && wantsPage(request)) {
      // a route that found nothing ends at once, and would be taken to have answered nothing
      reply.hijack()
      await pages.notFound(request, reply)
    } else sendAnswer(refused('rest_no_route'), request, reply)
  }

const received = (request: FastifyRequest, reply: FastifyReply, bodyOf: BodyOf, isWhole: boolean) => ({
  method: request.method,
  headers: request.headers,
  address: senderOf(request),
  body: bodyOf(request, reply, isWhole),
})

/** What a handler needs beside what it asks. */
type Around = {
  readonly send: Send
  readonly bodyOf: BodyOf
  readonly noRoute: Handler
  readonly pages: ServedPages | null
}

/** The REST interface and, at its address, the home page; answers that all guests get are kept. */
const restHandler = (
  deps: ApiDeps,
  routes: readonly Route[],
  { send, bodyOf, noRoute, pages }: Around,
): Handler => {
  const rest = engine({ ...deps, routes })
  const cache = answerCache(deps.kept, deps.trails)
  const { compatibility = null } = deps
  return async (request, reply) => {
    const { url: address = '', headers } = request.raw
    const isWhole = deps.refresh !== null && (await cameWhole(request))
    await deps.refresh?.()
    const isPlain = isPlainRead(request) && compatibility?.mayHoldNonce(address, headers) !== true
    const version = isPlain && headers.authorization === undefined ? deps.readModelVersion() : null
    const ready = version === null ? null : cache.find(address, version, deps.nowMs())
    if (version !== null) deps.sharedAnswer?.(ready === null ? 'made' : 'body' in ready ? 'kept' : 'shown')
    if (ready !== null) {
      await send(reply, await ready, headers)
      return
    }
    const asks = isPlain && request.method === 'GET' ? rest.asksOf(address) : null
    const said = madeAtFirst((): Said & Pick<Address, 'kind'> => {
      const plain = requestAddressOf(address)
      return compatibility?.translated(address, plain) ?? plain
    })
    // what is known is no page, and was asked in our names
    const isKnown = asks !== null && rest.knows(asks)
    if (!isKnown && said().kind === 'page') {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      await (pages === null || !isRead ? noRoute(request, reply) : pages.home(request, reply))
      return
    }
    const got = received(request, reply, bodyOf, isWhole)
    const theirs = isKnown || said().speech === undefined ? null : compatibility
    const found = () => rest.foundFor({ ...got, headers: theirs?.headersOf(headers) ?? headers, asks, said })
    const served = await (version === null ? shown(await found()) : cache.kept(address, version, found))
    await send(reply, served, headers)
  }
}

/** `/admin` and `/operator`, whose answers may go on piece by piece. */
const deskHandler = (deps: ApiDeps, { send, bodyOf }: Pick<Around, 'send' | 'bodyOf'>): Handler => {
  const loaded = late(async () => {
    const routes = await Promise.all([deps.adminRoutes(), deps.operatorRoutes?.() ?? []])
    return engine({ ...deps, routes: routes.flat() })
  })
  return async (request, reply) => {
    const isWhole = deps.refresh !== null && (await cameWhole(request))
    const desk = await loaded()
    await deps.refresh?.()
    const [path = ''] = request.url.split('?', 1)
    const said = { path: normalPath(path), query: nest(parsePairs(queryOf(request.url))) }
    const served = await desk.respond({ ...received(request, reply, bodyOf, isWhole), said: () => said })
    const { pieces } = served
    if (pieces === undefined) await send(reply, served, request.headers)
    else
      await sendPieces(reply, served, pieces, request.headers).catch((error: unknown) => {
        deps.report(error, `${request.method} ${path}`)
      })
  }
}

/** Everything the service answers over HTTP. */
export const buildApp = (deps: ApiDeps): FastifyInstance => {
  const bodies = codedBodies(deps.kept)
  const send = sender(bodies)
  const sendAnswer = sendAnswerOf(deps, send)
  const app = openApp(deps, sendAnswer, failOf(deps, sendAnswer))
  const batch = batchRoute({ ...deps, routes: () => routes, now: () => momentAt(deps) })
  const routes: readonly Route[] = withIndexes([batch, ...deps.routes])
  const { adminRoutes: admin, operatorRoutes: operator = async () => [] } = deps
  const feeds = deps.feeds === undefined ? [] : feedRoutes(deps.feeds, bodies)
  keepRouteTable(app, { rest: routes, admin, operator }, deps.pages?.groups ?? [], feeds)
  const pool = bodyPool(deps.bodiesBytes ?? Infinity)
  const bodyOf: BodyOf = (request, reply, isWhole = false) =>
    sentBody(request, reply, pool, isWhole ? null : deps.refresh)

  app.addHook('preClose', async () => deps.endStreams?.())
  const around = { bodyOf, bodies, kept: deps.kept, indexesOf: indexesOf(deps) }
  const pages = deps.pages === undefined ? null : servedPages(deps.pages, around)
  const noRoute = noRouteOf(sendAnswer, pages)
  app.setNotFoundHandler(noRoute)
  const onRest = restHandler(deps, routes, { send, bodyOf, noRoute, pages })
  for (const address of ['/index.php', '/', ...[PRETTY_PREFIX, deps.compatibility?.prefix].flatMap(below)])
    app.all(address, onRest)
  const found = [...feeds, ...(pages?.routes ?? [])]
  if (found.length > 0) app.route({ method: ['GET', 'HEAD', 'POST'], url: '/*', handler: answering(found) })
  if (deps.pages !== undefined) serveAssets(app, deps.pages.assets, bodies)
  if (deps.media !== undefined) serveMedia(app, deps.media)
  if (deps.oldPicture !== undefined) serveOldPictures(app, deps.oldPicture)
  if (deps.historyFeed !== undefined) serveHistoryFeed(app, deps.historyFeed, { ...deps, sendAnswer })
  const onDesk = deskHandler(deps, { send, bodyOf })
  app.all('/admin/*', onDesk)
  if (deps.operatorRoutes !== undefined) app.all('/operator/*', onDesk)
  serveHealth(app, deps.notReady, sendAnswer)
  return app
}
