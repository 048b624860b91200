import type { IncomingHttpHeaders } from 'node:http'
import type { EpochMs } from '../../../shared/kernel/brands.ts'
import type { Trails } from '../../../shared/documents/trails.ts'
import {
  allowOf,
  type CleanTextsAhead,
  type Endpoint,
  endpointFor,
  failedWith,
  type Match,
  matcher,
  type Report,
  type Route,
  runEndpoint,
} from './route.ts'
import {
  type Answer,
  type Circumstances,
  type Found,
  ignoredOf,
  json,
  shaped,
  type Served,
  shown,
  isShaped,
  telling,
  whenShown,
  type Wire,
  wireOf,
} from './answers/answer.ts'
import {
  type Call,
  type Caller,
  type Moment,
  momentAt,
  overrideOf,
  type SentArguments,
  type Site,
  sourceOf,
} from './call.ts'
import { type Body, merge, type Parameters, type Sources } from './request/body.ts'
import { challengeFor, type Credentials, type Identified, identify, isBasic } from './identity.ts'
import { BODY_BYTES } from '../../../shared/limits/requests.ts'
import { madeAtFirst } from '../../../shared/remembered.ts'
import { refused } from './answers/errors.ts'
import type { Speech } from './compatibility/speeches.ts'
import { describeRoute } from './indexes.ts'
import { keptQuestions, pageAskedBy, type Questions } from './questions.ts'
import type { Nested, PageAsked } from './request/addressing.ts'
import { refusedBody, type SentBody, takeBody } from './request/intake.ts'

export type RestRequest = {
  readonly method: string
  /** What its address says; reads it at the first call. */
  readonly said: () => Said
  /** Its address cut into question and page (ADR 36); absent or null: it has to be read as a whole, by `said`. */
  readonly asks?: PageAsked | null
  readonly headers: IncomingHttpHeaders
  /** null: there is none. */
  readonly body: SentBody | null
  /** Where it comes from. */
  readonly address: string
}

export type Said = {
  /** As normalised by `addressOf`; null fits no route. */
  readonly path: string | null
  readonly query: Nested
  /** How it is read and answered in names of others; absent: it is in ours. */
  readonly speech?: Speech
}

export type EngineDeps = CleanTextsAhead & {
  /** Every route, in index order (`withIndexes`). */
  readonly routes: readonly Route[]
  readonly site: () => Site
  readonly nowMs: () => EpochMs
  readonly credentials: Credentials
  readonly newCorrelation: () => string
  readonly report: Report
  /** What answers are made of, and what is asked. */
  readonly trails: Trails
}

type Outcome = {
  readonly made: Answer | Found
  readonly caller: Caller
  readonly allow: string | null
  /** null: it was understood without reading what its address says. */
  readonly sent: Nested | Parameters['sent'] | null
}

/** A request whose route has been looked for. */
type Asked = {
  readonly method: string
  readonly match: Match | null
  readonly endpoint: Endpoint | undefined
  readonly caller: Caller
  readonly at: Moment
  readonly bodyOf: () => Promise<Body>
}

/** Methods whose bodies bring arguments; a broken one is refused on every method (spec 01 §1). */
const BODIED = ['POST', 'PUT', 'PATCH', 'DELETE']

const isUpdate = (method: string) => method === 'POST' || method === 'PUT' || method === 'PATCH'

/** `_nonce` in the body of a request that may have one. */
const nonceIn = async ({ method, body }: RestRequest, bodyOf: () => Promise<Body>): Promise<unknown> => {
  if (body === null || !BODIED.includes(method)) return null
  const read = await bodyOf()
  return read.ok ? (read.json['_nonce'] ?? read.form['_nonce']) : null
}

const withNonce = (outcome: Outcome, nonce: string): Outcome => ({
  ...outcome,
  made: whenShown(outcome.made, answer => ({
    ...answer,
    headers: [...answer.headers, ['X-CORE-Nonce', nonce]],
  })),
})

type CallDeps = Pick<EngineDeps, 'newCorrelation'>
type Asking = Pick<Call, 'caller' | 'at' | 'address'>

const callOf = (
  { newCorrelation }: CallDeps,
  { route, path }: Match,
  method: string,
  circumstances: Asking,
  sent: SentArguments,
): Call => ({
  ...circumstances,
  sent,
  path,
  context: typeof sent['context'] === 'string' ? sent['context'] : 'view',
  source: sourceOf(route.namespace),
  route: `${method} ${route.path}`,
  correlation: newCorrelation(),
})

/** What a route takes and allows; nothing is run. */
const describe = async (
  deps: CallDeps,
  match: Match | null,
  circumstances: Asking,
  query: Nested,
): Promise<Outcome> => {
  const { caller, at } = circumstances
  if (match === null) return { made: json(200, []), caller, allow: null, sent: query }
  const allow = await allowOf(match.route, callOf(deps, match, 'OPTIONS', circumstances, {}))
  return { made: json(200, describeRoute(match.route, at)), caller, allow, sent: query }
}

/** Runs the endpoint that a request asks for. */
const run = async (
  deps: EngineDeps,
  request: RestRequest,
  { method, match, endpoint, caller, at, bodyOf }: Asked,
  questions: Questions,
): Promise<Outcome> => {
  const { address, asks = null } = request
  const { query, speech } = request.said()
  if (method === 'OPTIONS') return describe(deps, match, { caller, at, address }, query)
  if (match === null || endpoint === undefined)
    return { made: refused('rest_no_route'), caller, allow: null, sent: query }

  const body = await bodyOf()
  const counts = body.ok && BODIED.includes(request.method)
  const sources: Sources = counts ? { ...body, query } : { json: {}, form: {}, query }
  const parameters = merge(sources, match.path, isUpdate(method))
  const { 'last-event-id': lastEventId, cookie } = request.headers
  // what came with a body is judged when it had come
  const circumstances = { caller, at: request.body === null ? at : momentAt(deps), address }
  const call: Call = {
    ...callOf(deps, match, method, circumstances, parameters.sent),
    ...(typeof lastEventId === 'string' ? { lastEventId } : {}),
    ...(cookie === undefined || isBasic(request.headers, at.site) ? {} : { cookie }),
  }
  const failed = failedWith(deps.report, call.route, call.correlation)
  const { sent } = parameters
  const isPlain = asks !== null && speech === undefined && !isShaped(sent)
  const noted = isPlain ? questions.noted(asks, endpoint, caller, at) : null
  const running = noted?.endpoint ?? endpoint
  const made = body.ok ? await runEndpoint(running, parameters, call, deps).catch(failed) : refusedBody(body)
  const ignored = ignoredOf(match.route, endpoint, Object.keys(sent))
  const allow = await allowOf(match.route, call)
  noted?.keep({ route: match.route, doing: call.route, allow })
  return { made: telling(made, ignored, failed), caller, allow, sent }
}

/** What an answer is shown by; it may be kept for long, so nothing here holds the request, its headers or all that was sent. */
type Manner = {
  readonly about: Circumstances
  /** `_fields` and `_envelope` as they were sent. */
  readonly shape: SentArguments
  readonly speech: Speech | undefined
  readonly path: string
  readonly baseUrl: string
  /** A real POST that stands for a HEAD has an answer without a body, too. */
  readonly bare: boolean
}

/** As it goes out: in the names that it was asked by. */
const inWords = (answer: Answer, { speech, path, baseUrl, about }: Manner): Wire => {
  if (speech === undefined) return wireOf(answer, baseUrl, about)
  const wire = wireOf(speech.answer(answer, path, baseUrl), baseUrl, about)
  return { ...wire, headers: speech.headers(wire.headers, baseUrl) }
}

const served = (answer: Answer, manner: Manner): Served => {
  const wire = inWords(shaped(answer, manner.shape, manner.about.allow), manner)
  if (manner.bare) return { ...wire, headers: [...wire.headers.slice(0, -1), '0'], body: '', until: null }
  const until = manner.about.guest && wire.etag !== null ? (answer.until ?? null) : null
  return { ...wire, until }
}

/** By itself, because all that any function inside of a function uses is held by each that is kept. */
const showing = (made: Answer | Found, manner: Manner): Served | Found<Served> =>
  whenShown(made, answer => served(answer, manner))

/** Reads a request and runs what it asks for. Who asks is looked for wherever they may say so, unless it is known already. */
const reading = (deps: EngineDeps, questions: Questions) => {
  const find = matcher(deps.routes)
  return async (
    request: RestRequest,
    method: string,
    at: Moment,
    who: Identified | null,
  ): Promise<Outcome> => {
    const { query, path, speech } = request.said()
    const match = path === null ? null : find(path)
    const endpoint = match === null || method === 'OPTIONS' ? undefined : endpointFor(match.route, method)
    let most = match?.route.guestBytes ?? 0
    const bodyOf = madeAtFirst(async () => {
      const taken = await takeBody(request.body, most)
      return speech?.body(taken, path ?? '') ?? taken
    })
    // a body that nobody wants is not even received
    const nonceSent = async () => query['_nonce'] ?? (endpoint && (await nonceIn(request, bodyOf)))
    const identified = who ?? (await identify(deps.credentials, at, request, nonceSent))
    if (!identified.ok) return { made: identified.answer, caller: null, allow: null, sent: query }
    const { caller, nonce } = identified
    if (caller !== null) most = Math.max(most, BODY_BYTES)
    const outcome = await run(deps, request, { method, match, endpoint, caller, at, bodyOf }, questions)
    return nonce === null ? outcome : withNonce(outcome, nonce)
  }
}

export const engine = (deps: EngineDeps) => {
  const questions = keptQuestions(deps.trails)
  const read = reading(deps, questions)

  const answerTo = async (request: RestRequest, method: string, at: Moment): Promise<Outcome> => {
    const { asks = null } = request
    if (asks === null) return read(request, method, at, null)
    const identified = await identify(deps.credentials, at, request)
    const known = identified.ok ? questions.find(asks, identified.caller, at) : null
    if (!identified.ok || known === null) return read(request, method, at, identified)
    const { doing, allow, ignored } = known
    const failed = (error: unknown) => failedWith(deps.report, doing, deps.newCorrelation())(error)
    // a page that cannot be made may throw before there is a promise
    const onPage = async () => known.onPage(asks, at)
    const made = await onPage().catch(failed)
    return { made: telling(made, ignored, failed), caller: identified.caller, allow, sent: null }
  }

  /** Never rejects: every failure becomes an answer. */
  const foundFor = async (request: RestRequest): Promise<Served | Found<Served>> => {
    const at = momentAt(deps)
    const { method, byHeader } = overrideOf(request)
    const outcome = await answerTo(request, method, at).catch((error: unknown): Outcome => {
      const doing = `${method} ${request.said().path ?? ''}`
      const answer = failedWith(deps.report, doing, deps.newCorrelation())(error)
      return { made: answer, caller: null, allow: null, sent: {} }
    })
    const { made, caller, allow, sent } = outcome
    const { path, speech }: Partial<Said> = sent === null ? {} : request.said()
    const challenge = challengeFor(request.headers, at.site.applicationPasswords)
    return showing(made, {
      about: { method, guest: caller === null, allow, overridden: byHeader, challenge },
      shape: { _fields: sent?.['_fields'], _envelope: sent?.['_envelope'] },
      speech,
      path: path ?? '',
      baseUrl: at.site.baseUrl,
      bare: method === 'HEAD' && request.method !== 'HEAD',
    })
  }

  return {
    foundFor,
    asksOf: pageAskedBy(deps.routes),
    knows: questions.knows,
    respond: async (request: RestRequest) => shown(await foundFor(request)),
  }
}
