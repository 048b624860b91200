import { BATCH_PARTS, REQUEST_ADDRESS_LENGTH } from '../../shared/limits/requests.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeText, nest, type Nested, normalPath, parsePairs } from './platform/request/addressing.ts'
import {
  allowOf,
  type CleanTextsAhead,
  endpoint,
  type Endpoint,
  endpointFor,
  failedWith,
  matcher,
  type Report,
  route,
  type Route,
  runEndpoint,
} from './platform/route.ts'
import {
  type Answer,
  envelopeText,
  ignoredOf,
  jsonText,
  shown,
  tellingIgnored,
  wantedFields,
  withFields,
} from './platform/answers/answer.ts'
import {
  accept,
  anyObject,
  type ArgumentKind,
  defaulted,
  list,
  object,
  optional,
  reject,
  required,
} from './platform/arguments/arguments.ts'
import type { Call, Moment } from './platform/call.ts'
import { refused } from './platform/answers/errors.ts'
import { oneOf, text } from './platform/arguments/kinds.ts'
import { merge, type Parameters } from './platform/request/body.ts'

/** A text, or several under one name; they are passed on, but no route of a batch reads any. */
const headerLines = (): ArgumentKind<{ readonly [name: string]: unknown }> => {
  const members = anyObject()
  return {
    ...members,
    read: (value, name, at) => {
      const read = members.read(value, name, at)
      if (!read.ok) return read
      for (const [header, line] of Object.entries(read.value)) {
        const lines: readonly unknown[] = Array.isArray(line) ? line : [line]
        if (!lines.every(one => typeof one === 'string'))
          return reject('rest_invalid_type', `${name}[${header}] is neither a text nor a list of texts.`, {
            param: `${name}[${header}]`,
          })
      }
      return accept(read.value)
    },
    accepts: {
      type: 'object',
      additionalProperties: {
        oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      },
    },
  }
}

const args = {
  validation: defaulted(oneOf(['require-all-validate', 'normal']), 'normal', {
    description: 'Whether one invalid part keeps all parts from running.',
  }),
  requests: required(
    list(
      object({
        method: defaulted(oneOf(['POST', 'PUT', 'PATCH', 'DELETE']), 'POST', {
          description: 'What to do with it.',
        }),
        path: required(text({ maxLength: REQUEST_ADDRESS_LENGTH }), { description: 'Route with its query.' }),
        body: optional(anyObject(), { description: 'Arguments.' }),
        headers: optional(headerLines(), { description: 'Header lines.' }),
      }),
      { maxItems: BATCH_PARTS },
    ),
    { description: 'The parts, in the order in which they run.' },
  ),
} as const

type Asked = {
  readonly method: string
  readonly path: string
  readonly body: { readonly [name: string]: unknown } | undefined
}

/** Path and query of a part's address; null: it cannot be read (spec 01 §10 path). */
const addressIn = (path: string): { readonly path: string; readonly query: Nested } | null => {
  const [, authority] = /^(?:[a-z][a-z0-9+.-]*:)?(\/\/[^/?#]*)/i.exec(path) ?? []
  if (authority !== undefined && !URL.canParse(authority, 'http://belltower')) return null
  const [address = ''] = path.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '').split('#', 1)
  const mark = address.indexOf('?')
  if (mark === -1) return { path: decodeText(address), query: {} }
  return { path: decodeText(address.slice(0, mark)), query: nest(parsePairs(address.slice(mark + 1))) }
}

export type BatchDeps = CleanTextsAhead & {
  /** The whole interface, this route included. */
  readonly routes: () => readonly Route[]
  readonly now: () => Moment
  readonly report: Report
}

/** What a part asks for, or the answer that says why it cannot be run. */
type Part =
  | {
      readonly ok: true
      readonly route: Route
      readonly endpoint: Endpoint
      readonly parameters: Parameters
      readonly pathValues: Readonly<Record<string, string>>
    }
  | { readonly ok: false; readonly answer: Answer }

const cannot = (answer: Answer): Part => ({ ok: false, answer })

const partOf = (find: ReturnType<typeof matcher>, { method, path, body }: Asked): Part => {
  const address = addressIn(path)
  if (address === null) return cannot(refused('parse_path_failed'))
  const wanted = normalPath(address.path)
  const match = wanted === null ? null : find(wanted)
  if (match === null) return cannot(refused('rest_no_route'))
  if (!match.route.batch) return cannot(refused('rest_batch_not_allowed'))
  const found = endpointFor(match.route, method)
  if (found === undefined) return cannot(refused('rest_no_route'))
  const sources = { json: body ?? {}, form: {}, query: address.query }
  const parameters = merge(sources, match.path, method !== 'DELETE')
  return { ok: true, route: match.route, endpoint: found, parameters, pathValues: match.path }
}

/** The call of a part: the outer caller, its own instant, so that later parts are later. */
const callOf = (part: Part & { ok: true }, { method }: Asked, outer: Call, at: Moment): Call => {
  const { sent } = part.parameters
  return {
    ...outer,
    at,
    sent,
    path: part.pathValues,
    context: typeof sent['context'] === 'string' ? sent['context'] : 'view',
    source: 'batch',
    route: `${method} ${part.route.path}`,
  }
}

const bare = (answer: Answer) => envelopeText(answer, [])

/** `POST /batch/v1` (spec 01 §10): parts one after the other, each seeing what the earlier ones did. */
export const batchRoute = (deps: BatchDeps): Route => {
  const { routes, now, report } = deps
  let found: ReturnType<typeof matcher> | null = null
  const find = (path: string) => (found ??= matcher(routes()))(path)

  /** What steps 2 to 5 refuse; null: the part is valid. */
  const refusalOf = async (asked: Asked, outer: Call): Promise<string | null> => {
    const part = partOf(find, asked)
    if (!part.ok) return bare(part.answer)
    const call = callOf(part, asked, outer, now())
    const failed = failedWith(report, call.route, call.correlation)
    const refusal = await Promise.resolve(part.endpoint.prepare(part.parameters, call)).then(
      prepared => (prepared.ok ? null : prepared.answer),
      failed,
    )
    return refusal === null ? null : bare(refusal)
  }

  const run = async (asked: Asked, outer: Call): Promise<string> => {
    const part = partOf(find, asked)
    if (!part.ok) return bare(part.answer)
    const call = callOf(part, asked, outer, now())
    const failed = failedWith(report, call.route, call.correlation)
    // parts share no turn of the event loop
    await nextTurn()
    const ran = await runEndpoint(part.endpoint, part.parameters, call, deps).then(shown).catch(failed)
    const ignored = ignoredOf(part.route, part.endpoint, Object.keys(part.parameters.sent))
    const answer = tellingIgnored(ran, ignored)
    const allow = await allowOf(part.route, call).catch(() => null)
    const shaped = withFields(answer, wantedFields(part.parameters.sent))
    return envelopeText(shaped, allow === null ? shaped.headers : [['Allow', allow], ...shaped.headers])
  }

  return route('', '/batch/v1', [
    endpoint({
      methods: ['POST'],
      args,
      handle: async ({ requests, validation }, call) => {
        if (validation === 'require-all-validate') {
          const refusals: (string | null)[] = []
          for (const asked of requests) refusals.push(await refusalOf(asked, call))
          if (refusals.some(one => one !== null))
            return jsonText(
              207,
              `{"failed":"validation","responses":[${refusals.map(one => one ?? 'null').join(',')}]}`,
            )
        }
        const answers: string[] = []
        for (const asked of requests) answers.push(await run(asked, call))
        return jsonText(207, `{"responses":[${answers.join(',')}]}`)
      },
    }),
  ])
}
