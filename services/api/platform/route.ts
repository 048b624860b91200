import type { Answer } from './answers/answer.ts'
import { GUEST_BODY_BYTES } from '../../../shared/limits/requests.ts'
import {
  check,
  missing,
  type Arguments,
  type Given,
  type Input,
  type Problems,
  type SentArguments,
} from './arguments/arguments.ts'
import type { Call } from './call.ts'
import type { Caller } from './caller.ts'
import { cleanedAhead } from '../../../shared/cleaning/ahead.ts'
import type { Moment } from './moment.ts'
import { refused } from './answers/errors.ts'
import { integer, text } from './arguments/kinds.ts'
import type { Parameters } from './request/parameters.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Steps 4 and 5 of spec 01 §3 passed, or the answer that says why not. */
type Prepared =
  | { readonly ok: true; readonly execute: () => Promise<Answer> | Answer }
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

const everybody = () => true

/**
 * An endpoint whose arguments need looking at together or in the read models. `resolve` gets the arguments that
 * are valid by themselves (others are undefined), and its value reaches `handle` when nothing was refused.
 */
export const resolvingEndpoint = <Args extends Arguments, Value>({
  methods,
  args,
  may = everybody,
  offered,
  resolve,
  handle,
}: Declaration<Args> & {
  readonly resolve: (given: Given<Args>, call: Call) => Promise<Resolved<Value>> | Resolved<Value>
  readonly handle: (input: Input<Args>, call: Call, value: Value) => Promise<Answer> | Answer
}): Endpoint => ({
  methods,
  args,
  may,
  itemDecides: offered !== undefined,
  offered: offered ?? (call => may(call.caller)),
  prepare: async ({ sent, hidden }, asked) => {
    const absent = missing(args, sent)
    if (absent.length > 0) return { ok: false, answer: lacking(absent) }
    const call = await withNames(asked, at => check(args, sent, at))
    const { problems, given } = check(args, sent, call.at)
    const resolved = await resolve(given, call)
    const across = resolved.ok ? {} : resolved.problems
    const all = { ...hiddenProblems(hidden, call), ...across, ...problems }
    if (!resolved.ok || Object.keys(all).length > 0) return { ok: false, answer: invalid(inOrder(args, all)) }
    return { ok: true, execute: () => handle(given as Input<Args>, call, resolved.value) }
  },
})

export const endpoint = <Args extends Arguments>({
  handle,
  ...declaration
}: Declaration<Args> & {
  readonly handle: (input: Input<Args>, call: Call) => Promise<Answer> | Answer
}): Endpoint =>
  resolvingEndpoint({
    ...declaration,
    resolve: () => ({ ok: true, value: null }),
    handle: (input, call) => handle(input, call),
  })

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
