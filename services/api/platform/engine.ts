import type { IncomingHttpHeaders } from 'node:http'
import type { Source } from '../../../shared/event-store/port.ts'
import { matcher, type Match } from './addressing.ts'
import { json, type Answer } from './answer.ts'
import { knownType, readBody } from './body.ts'
import type { Call } from './call.ts'
import type { Caller } from './caller.ts'
import { forbidden, refused } from './errors.ts'
import { identify, type Credentials } from './identity.ts'
import { describeRoute } from './indexes.ts'
import type { Moment, Site } from './moment.ts'
import type { Nested } from './nesting.ts'
import { outageAnswer } from './outage.ts'
import { merge, type Parameters, type Sources } from './parameters.ts'
import type { Endpoint, Route } from './route.ts'
import { envelopeText, wantedFields, withFields } from './shaping.ts'
import { constantHeaders, wireOf, type Wire } from './wire.ts'
import { nowUtc } from '../../../shared/kernel/time/calculate.ts'

export type RestRequest = {
  readonly method: string
  /** As normalised by `addressOf`; null fits no route. */
  readonly path: string | null
  readonly query: Nested
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | null
}

export type EngineDeps = {
  /** Every route, in index order (`withIndexes`). */
  readonly routes: readonly Route[]
  readonly site: () => Site
  readonly nowMs: () => number
  readonly credentials: Credentials
  readonly newCorrelation: () => string
  /** Tells the operator about a failure that is nobody's mistake. */
  readonly report: (error: unknown, doing: string) => void
}

/** An answer on its way out, and until when a guest may get it again (see `Answer.until`). */
export type Served = Wire & { readonly until: number | null }

type Outcome = {
  readonly answer: Answer
  readonly caller: Caller
  readonly allow: string | null
  readonly sent: Nested | Parameters['sent']
}

/** A real POST may stand for another method (spec 00 §2). */
const overrideOf = ({ method, query, headers }: RestRequest) => {
  const byQuery = query['_method']
  const byHeader = headers['x-http-method-override']
  if (method !== 'POST') return { method, byHeader: false }
  if (typeof byQuery === 'string') return { method: byQuery.toUpperCase(), byHeader: false }
  if (typeof byHeader === 'string') return { method: byHeader.toUpperCase(), byHeader: true }
  return { method, byHeader: false }
}

const SOURCES: Readonly<Record<string, Source>> = {
  // outside the interface: /admin and /operator
  '': 'operator',
  'calx/v1': 'calx',
  'cal/event-aggregator/v1': 'import',
}

const endpointFor = (route: Route, method: string): Endpoint | undefined => {
  const wanted = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find(({ methods }) => methods.some(one => one === wanted))
}

/** Methods the caller may use, in endpoint order. */
const allowOf = async (route: Route, call: Call): Promise<string> => {
  const offered = []
  for (const endpoint of route.endpoints) if (await endpoint.offered(call)) offered.push(...endpoint.methods)
  return [...new Set(offered)].join(', ')
}

/** Steps 4 to 9 of spec 01 §3. */
const run = async (endpoint: Endpoint, parameters: Parameters, call: Call): Promise<Answer> => {
  if (parameters.sent['_jsonp'] !== undefined) return refused('rest_callback_disabled')
  const prepared = await endpoint.prepare(parameters, call)
  if (!prepared.ok) return prepared.answer
  return endpoint.may(call.caller) ? prepared.execute() : forbidden(call.caller)
}

/** Methods whose bodies bring arguments; a broken one is refused on every method (spec 01 §1). */
const BODIED = ['POST', 'PUT', 'PATCH', 'DELETE']

const isUpdate = (method: string) => method === 'POST' || method === 'PUT' || method === 'PATCH'

export const engine = (deps: EngineDeps) => {
  const find = matcher(deps.routes)
  const now = (): Moment => {
    const ms = deps.nowMs()
    return { ms, nowUtc: nowUtc(ms), site: deps.site() }
  }

  const failed =
    (doing: string) =>
    (error: unknown): Answer => {
      const { answer, unexpected } = outageAnswer(error)
      if (unexpected) deps.report(error, doing)
      return answer
    }

  const callOf = (match: Match, method: string, caller: Caller, at: Moment, context: unknown): Call => ({
    caller,
    at,
    path: match.path,
    context: typeof context === 'string' ? context : 'view',
    source: SOURCES[match.route.namespace] ?? 'cal',
    route: `${method} ${match.route.path}`,
    correlation: deps.newCorrelation(),
  })

  const options = async (
    match: Match | null,
    caller: Caller,
    at: Moment,
    query: Nested,
  ): Promise<Outcome> => {
    if (match === null) return { answer: json(200, []), caller, allow: null, sent: query }
    const allow = await allowOf(match.route, callOf(match, 'OPTIONS', caller, at, undefined))
    return { answer: json(200, describeRoute(match.route, at)), caller, allow, sent: query }
  }

  const answerTo = async (request: RestRequest, method: string, at: Moment): Promise<Outcome> => {
    const { headers, query } = request
    const identified = await identify(deps.credentials, at.site, headers, query)
    if (!identified.ok) return { answer: identified.answer, caller: null, allow: null, sent: query }
    const { caller } = identified
    const match = request.path === null ? null : find(request.path)
    if (method === 'OPTIONS') return options(match, caller, at, query)
    const endpoint = match === null ? undefined : endpointFor(match.route, method)
    if (match === null || endpoint === undefined)
      return { answer: refused('rest_no_route'), caller, allow: null, sent: query }

    const body = await readBody(request.body, knownType(headers['content-type'] ?? ''))
    const counts = body.ok && BODIED.includes(request.method)
    const sources: Sources = counts ? { ...body, query } : { json: {}, form: {}, query }
    const parameters = merge(sources, match.path, isUpdate(method))
    const call = callOf(match, method, caller, at, parameters.sent['context'])
    return {
      answer: body.ok
        ? await run(endpoint, parameters, call).catch(failed(call.route))
        : refused(body.code, body.error),
      caller,
      allow: await allowOf(match.route, call),
      sent: parameters.sent,
    }
  }

  const shaped = ({ answer, allow, sent }: Outcome): Answer => {
    const filtered = withFields(answer, wantedFields(sent))
    if (sent['_envelope'] === undefined || filtered.type !== undefined) return filtered
    const own = allow === null ? filtered.headers : [['Allow', allow] as const, ...filtered.headers]
    return { ...filtered, status: 200, text: envelopeText(filtered, own) }
  }

  /** Never rejects: every failure becomes an answer. */
  const respond = async (request: RestRequest): Promise<Served> => {
    const at = now()
    const { method, byHeader } = overrideOf(request)
    const outcome = await answerTo(request, method, at).catch((error: unknown): Outcome => {
      const answer = failed(`${method} ${request.path ?? ''}`)(error)
      return { answer, caller: null, allow: null, sent: {} }
    })
    const guest = outcome.caller === null
    const wire = wireOf(shaped(outcome), constantHeaders(at.site.baseUrl), {
      method,
      guest,
      allow: outcome.allow,
      overridden: byHeader,
    })
    // a real POST that stands for a HEAD has an answer without a body, too
    const bare = method === 'HEAD' && request.method !== 'HEAD'
    if (bare) return { ...wire, headers: [...wire.headers.slice(0, -1), '0'], body: '', until: null }
    const until = guest && wire.etag !== null ? (outcome.answer.until ?? null) : null
    return { ...wire, until }
  }

  return { respond }
}
