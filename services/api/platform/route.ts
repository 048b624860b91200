import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { cleanedAhead } from '../../../shared/cleaning/ahead.ts'
import { GUEST_BODY_BYTES } from '../../../shared/limits/requests.ts'
import type { Answer, Found } from './answers/answer.ts'
import { forbidden, refused } from './answers/errors.ts'
import { outageAnswer } from './answers/outage.ts'
import {
  type Arguments,
  check,
  type Given,
  type Input,
  missing,
  type Problems,
} from './arguments/arguments.ts'
import { integer, text } from './arguments/kinds.ts'
import type { Call, Caller, Moment, SentArguments } from './call.ts'
import type { PageAsked } from './request/addressing.ts'
import type { Parameters } from './request/body.ts'

// A route as it is declared, how one is found by its path, and how its endpoint is run.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Executed = Promise<Answer | Found> | Answer | Found

/** What is asked of a list, for all who see the same: its pages, until the clock alone makes it another question. */
export type Paged = {
  readonly onPage: (asked: PageAsked, at: Moment) => Executed
  readonly until: EpochMs
}

/** Steps 4 and 5 of spec 01 §3 passed, or the answer that says why not. */
type Prepared =
  | { readonly ok: true; readonly execute: () => Executed; readonly paged?: Paged | null }
  | { readonly ok: false; readonly answer: Answer }

/** A declared endpoint; the types of its arguments live inside. */
export type Endpoint = {
  readonly methods: readonly Method[]
  readonly args: Arguments
  /** General right of the caller for the operation (step 6). */
  readonly may: (caller: Caller) => boolean
  /** Whether the rights on the item decide after `may` (step 7). */
  readonly itemDecides: boolean
  /** Whether `Allow` lists it for this caller; on item routes the item decides. */
  readonly offered: (call: Call) => Promise<boolean> | boolean
  readonly prepare: (parameters: Parameters, call: Call) => Promise<Prepared> | Prepared
  /** Whether that may give `paged`. */
  readonly isPaged: boolean
}

export type Route = {
  /** With `{id}`, `{slug}`, `{import_id}` for variable parts. */
  readonly path: string
  /** "" for `/` and `/batch/v1`. */
  readonly namespace: string
  readonly endpoints: readonly Endpoint[]
  /** Whether the index gives it `_links.self` (spec 01 §7). */
  readonly self: boolean
  /** Whether batch parts may use it (spec 01 §10). */
  readonly batch: boolean
  /** Bytes of a body that a guest may send. */
  readonly guestBytes: number
}

/** Rules across arguments and existence of referenced ids: the second half of step 5. */
export type Resolved<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problems: Problems }

type Declaration<Args extends Arguments> = {
  readonly methods: readonly Method[]
  readonly args: Args
  readonly may?: (caller: Caller) => boolean
  /** Given where the item decides. */
  readonly offered?: (call: Call) => Promise<boolean> | boolean
}

/** The same call with the names at hand that `read` has cleaned, where there are so many that it is done elsewhere. */
const withNames = async (call: Call, read: (at: Moment) => unknown): Promise<Call> => {
  if (call.clean === undefined) return call
  const cleaning = await cleanedAhead(call.clean, sought => read({ ...call.at, cleaning: sought }))
  return { ...call, at: { ...call.at, cleaning } }
}

/**
 * An endpoint whose arguments need looking at together or in the read models. `resolve` gets the arguments that
 * are valid by themselves (others are undefined), and its value reaches `handle` when nothing was refused.
 */
export const resolvingEndpoint = <Args extends Arguments, Value>({
  methods,
  args,
  may = () => true,
  offered,
  resolve,
  handle,
  paged,
}: Declaration<Args> & {
  readonly resolve: (given: Given<Args>, call: Call) => Promise<Resolved<Value>> | Resolved<Value>
  readonly handle: (input: Input<Args>, call: Call, value: Value) => Executed
  /** Of lists: what all of it but `page` means. */
  readonly paged?: (input: Input<Args>, value: Value) => Paged | null
}): Endpoint => ({
  methods,
  args,
  may,
  itemDecides: offered !== undefined,
  offered: offered ?? (call => may(call.caller)),
  isPaged: paged !== undefined,
  prepare: async ({ sent, hidden }, asked) => {
    const absent = missing(args, sent)
    if (absent.length > 0) return { ok: false, answer: lacking(absent) }
    const call = await withNames(asked, at => check(args, sent, at))
    const { problems, given } = check(args, sent, call.at)
    const resolved = await resolve(given, call)
    const across = resolved.ok ? {} : resolved.problems
    const all = { ...hiddenProblems(hidden, call), ...across, ...problems }
    if (!resolved.ok || Object.keys(all).length > 0) return { ok: false, answer: invalid(inOrder(args, all)) }
    const [input, { value }] = [given as Input<Args>, resolved]
    return { ok: true, execute: () => handle(input, call, value), paged: paged?.(input, value) ?? null }
  },
})

export const endpoint = <Args extends Arguments>({
  handle,
  ...declaration
}: Declaration<Args> & {
  readonly handle: (input: Input<Args>, call: Call) => Executed
}): Endpoint => resolvingEndpoint({ ...declaration, resolve: () => ({ ok: true, value: null }), handle })

/** What stands beside its value in the path is ignored, but must be of its type (spec 01 §1). */
const hiddenKinds = { id: integer(), import_id: text() } as const

const hiddenProblems = (hidden: SentArguments, call: Call): Problems =>
  Object.fromEntries(
    Object.entries(hiddenKinds).flatMap(([name, kind]) => {
      const read = hidden[name] === undefined ? null : kind.read(hidden[name], name, call.at)
      return read === null || read.ok ? [] : [[name, read.problem]]
    }),
  )

const lacking = (names: readonly string[]): Answer => {
  const message = `Required arguments are missing: ${names.join(', ')}.`
  return refused('rest_missing_callback_param', { params: [...names] }, { message })
}

/** Problems in the order in which the arguments are declared. */
const inOrder = (args: Arguments, problems: Problems): Problems =>
  Object.fromEntries(
    [...Object.keys(args), ...Object.keys(problems)].flatMap(name => {
      const problem = problems[name]
      return problem === undefined ? [] : [[name, problem]]
    }),
  )

/** Most clients show nothing but the message: it says of the first few what is wrong. */
const SAID = 5
const SAID_LENGTH = 1_000

/** 400 `rest_invalid_param` naming every refused argument (spec 01 §4). */
export const invalid = (problems: Problems): Answer => {
  const messages = Object.values(problems).map(({ message }) => message)
  const said = messages.slice(0, SAID).join(' ')
  const message = `Some arguments are not valid: ${said.length > SAID_LENGTH ? `${said.slice(0, SAID_LENGTH)}…` : said}`
  return refused(
    'rest_invalid_param',
    {
      params: Object.fromEntries(Object.entries(problems).map(([name, { message }]) => [name, message])),
      details: problems,
    },
    { message: message.toWellFormed() },
  )
}

/** The same endpoint; the index shows arguments in front that the path gives. */
export const publishing = (args: Arguments, given: Endpoint): Endpoint => ({
  ...given,
  args: { ...args, ...given.args },
})

/** Puts routes of one namespace behind each other; the index shows them in this order. */
export const route = (
  namespace: string,
  path: string,
  endpoints: readonly Endpoint[],
  {
    self = true,
    batch = false,
    guestBytes = GUEST_BODY_BYTES,
  }: { readonly self?: boolean; readonly batch?: boolean; readonly guestBytes?: number } = {},
): Route => ({ path, namespace, endpoints, self, batch, guestBytes })

export type Match = {
  readonly route: Route
  /** Values of the variable parts. */
  readonly path: Readonly<Record<string, string>>
}

const FORMS: Readonly<Record<string, RegExp>> = {
  id: /^\d+$/,
  slug: /^[^/]+$/,
  import_id: /^[A-Za-z0-9_]+$/,
  type: /^[a-z]+$/,
}

/** No item has this number: what stands for ids that no double can hold. */
const NO_ID = '0'

type Step = { readonly literal: string } | { readonly name: string; readonly form: RegExp }
type Pattern = { readonly route: Route; readonly steps: readonly Step[] }

const patternOf = (route: Route): Pattern => ({
  route,
  steps: route.path.split('/').map(part => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name === undefined ? { literal: part } : { name, form: FORMS[name] ?? /^[^/]+$/ }
  }),
})

const valueOf = (name: string, value: string) =>
  name === 'id' && !Number.isSafeInteger(Number(value)) ? NO_ID : value

const tryPattern = ({ route, steps }: Pattern, parts: readonly string[]): Match | null => {
  const path: Record<string, string> = {}
  for (const [index, step] of steps.entries()) {
    const part = parts[index] ?? ''
    if ('literal' in step) {
      if (part.toLowerCase() !== step.literal) return null
    } else if (step.form.test(part)) path[step.name] = valueOf(step.name, part)
    else return null
  }
  return { route, path }
}

const NO_PATH: Match['path'] = {}

/** Finds the route of a path; literal parts match in any case. */
export const matcher = (routes: readonly Route[]): ((path: string) => Match | null) => {
  const fixed = new Map(routes.filter(r => !r.path.includes('{')).map(r => [r.path.toLowerCase(), r]))
  const open = routes.filter(r => r.path.includes('{')).map(patternOf)
  return path => {
    const known = fixed.get(path.toLowerCase())
    if (known !== undefined) return { route: known, path: NO_PATH }
    const parts = path.split('/')
    for (const pattern of open) {
      const match = pattern.steps.length === parts.length ? tryPattern(pattern, parts) : null
      if (match !== null) return match
    }
    return null
  }
}

/** Tells the operator about a failure that is nobody's mistake. `correlation`: of the request that it befell. */
export type Report = (error: unknown, doing: string, correlation?: string) => void

/** Header by which whoever got a 500 and whoever reads the log speak of the same failure (spec 01 §4). */
export const CORRELATION = 'X-CAL-Correlation'

export const endpointFor = (route: Route, method: string): Endpoint | undefined => {
  const wanted = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find(({ methods }) => methods.some(one => one === wanted))
}

/** Methods the caller may use, in endpoint order. */
export const allowOf = async (route: Route, call: Call): Promise<string> => {
  const offered = []
  for (const endpoint of route.endpoints) if (await endpoint.offered(call)) offered.push(...endpoint.methods)
  return [...new Set(offered)].join(', ')
}

/** The same call with much text made ready to be cleaned elsewhere; absent: all is cleaned on the spot. */
export type CleanTextsAhead = { readonly withCleanTexts?: (call: Call) => Promise<Call> }

/** Steps 4 to 9 of spec 01 §3. Rejects only when something is out of order. */
export const runEndpoint = async (
  endpoint: Endpoint,
  parameters: Parameters,
  asked: Call,
  { withCleanTexts = async call => call }: CleanTextsAhead,
): Promise<Answer | Found> => {
  if (parameters.sent['_jsonp'] !== undefined) return refused('rest_callback_disabled')
  const call = await withCleanTexts(asked)
  const prepared = await endpoint.prepare(parameters, call)
  if (!prepared.ok) return prepared.answer
  return endpoint.may(call.caller) ? prepared.execute() : forbidden(call.caller)
}

/** The answer for something that is out of order; nobody's mistake is reported. */
export const failedWith =
  (report: Report, doing: string, correlation: string) =>
  (error: unknown): Answer => {
    const { answer, unexpected } = outageAnswer(error)
    if (unexpected) report(error, doing, correlation)
    return answer.status === 500
      ? { ...answer, headers: [...answer.headers, [CORRELATION, correlation]] }
      : answer
  }
