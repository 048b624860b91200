import { defined, type Json } from '../../shared/kernel/json.ts'
import type { RawItem } from '../imports/item/item.ts'
import { importContext } from '../imports/apply/context.ts'
import { BODY_BYTES } from '../../shared/limits/requests.ts'
import {
  batchReplyText,
  receiveBatch,
  refusedArguments,
  reportState,
  type ReceiveDeps,
  type RefusedArguments,
} from '../imports/run/receive.ts'
import { digestOf } from '../imports/run/digest.ts'
import { type Answer, json, jsonText } from './platform/answers/answer.ts'
import {
  type Arguments,
  type Given,
  object,
  optional,
  type Problem,
  type Problems,
  required,
} from './platform/arguments/arguments.ts'
import type { Call } from './platform/call.ts'
import { integer, oneLine, oneOf, text } from './platform/arguments/kinds.ts'
import {
  type Endpoint,
  invalid,
  type Resolved,
  resolvingEndpoint,
  route,
  type Route,
} from './platform/route.ts'

const NAMESPACE = 'cal/event-aggregator/v1'

const progress = object({
  total: required(integer({ minimum: 0 }), { description: 'How many there are.' }),
  done: required(integer({ minimum: 0 }), { description: 'How many were finished before this callback.' }),
})

export type CallbackDeps = ReceiveDeps & {
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

const common = {
  import_id: required(text(), { description: 'The import, as it was registered.' }),
  batch_hash: required(text(), { description: 'The hash that this callback may use once.' }),
  percentage_complete: required(integer({ minimum: 0, maximum: 100 }), {
    description: 'Progress of the import.',
  }),
}

const batchArguments = {
  ...common,
  status: required(
    object({
      data: required(progress, { description: 'Items of the whole import.' }),
      batch: required(progress, { description: 'Batches of the whole import.' }),
    }),
    { description: 'How far the import is, in items and in batches.' },
  ),
  interval: optional(integer({ minimum: 0 }), {
    description: 'Seconds until the next batch; noted, not used.',
  }),
}

const stateArguments = {
  ...common,
  status: required(oneOf(['success', 'failed', 'pending']), { description: 'What became of the import.' }),
  message: required(text(), { description: 'Why it failed, for people.' }),
  message_slug: required(oneLine(), { description: 'Why it failed, as a code.' }),
}

const problem = (code: Problem['code'], message: string): Problem => ({ code, message, data: null })

const REFUSED = {
  import_id: problem('rest_invalid_value', 'import_id does not name a pending import.'),
  batch_hash: problem('rest_invalid_value', 'batch_hash is not the hash that is expected now.'),
}

const problemsOn = (on: RefusedArguments): Problems =>
  Object.fromEntries(on.map(name => [name, REFUSED[name]]))

/** All failures in one answer (spec 05 §2): the import and its hash are looked at whatever else is wrong. */
const hashProblems = async (
  deps: ReceiveDeps,
  given: { readonly import_id?: string | undefined; readonly batch_hash?: string | undefined },
  digest: string,
): Promise<Problems> => {
  const { import_id: importId, batch_hash: hash = '' } = given
  if (importId === undefined) return {}
  return problemsOn(refusedArguments(await deps.runs.load(importId), hash, digest))
}

type Status = { readonly [Kind in 'data' | 'batch']: { readonly total: number; readonly done: number } }

const statusProblems = (status: Status | undefined): Problems => {
  const beyond = (['data', 'batch'] as const).find(
    kind => status !== undefined && status[kind].done > status[kind].total,
  )
  return beyond === undefined
    ? {}
    : {
        status: problem(
          'rest_out_of_bounds',
          `status[${beyond}][done] is more than status[${beyond}][total].`,
        ),
      }
}

const isItem = (value: unknown): value is RawItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const NOT_A_LIST = { events: problem('rest_invalid_type', 'events is not a list of objects.') }

/** Forms have no lists: `events[0][title]` makes an object with index keys (spec 01 §2). */
const withLists = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, withLists(member)] as const)
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
  return isList ? entries.map(([, member]) => member) : Object.fromEntries(entries)
}

/** `events` is not declared (spec 05 §2). null: not sent. */
const eventsOf = (
  given: unknown,
): { readonly items: readonly RawItem[] | null; readonly problems: Problems } => {
  if (given === undefined || given === null) return { items: null, problems: {} }
  const sent = Array.isArray(given) ? (given as readonly unknown[]) : withLists(given)
  return Array.isArray(sent) && sent.every(isItem)
    ? { items: sent, problems: {} }
    : { items: null, problems: NOT_A_LIST }
}

const resolved = <Value>(value: Value, problems: Problems): Resolved<Value> =>
  Object.keys(problems).length === 0 ? { ok: true, value } : { ok: false, problems }

const digestOfParameters = (kind: string, given: Given<Arguments>, events: Json): string => {
  return digestOf([kind, defined(given) as Json, events])
}

const answer = <Reply>(
  received:
    { readonly ok: true; readonly reply: Reply } | { readonly ok: false; readonly on: RefusedArguments },
  accepted: (reply: Reply) => Answer,
): Answer => (received.ok ? accepted(received.reply) : invalid(problemsOn(received.on)))

const contextOf = (importId: string, call: Call) => importContext(importId, call.at.ms, call.route)

const batchEndpoint = (deps: ReceiveDeps, sentEvents: unknown): Endpoint => {
  const events = eventsOf(sentEvents)
  return resolvingEndpoint({
    methods: ['POST'],
    args: batchArguments,
    resolve: async given => {
      const digest = digestOfParameters('batch', given, events.items)
      const problems = {
        ...(await hashProblems(deps, given, digest)),
        ...statusProblems(given.status),
        ...events.problems,
      }
      return resolved({ digest, items: events.items }, problems)
    },
    handle: async (input, call, { digest, items }) => {
      const { import_id: importId, batch_hash: batchHash, percentage_complete: percentage, status } = input
      const callback = { importId, batchHash, percentage, status, events: items, digest }
      const received = await receiveBatch(deps, callback, contextOf(importId, call))
      if ('tooMany' in received)
        return invalid({ events: problem('rest_too_many_items', `events: ${received.tooMany}`) })
      return answer(received, reply => jsonText(200, batchReplyText(reply)))
    },
  })
}

/** Its undeclared `events` are taken from what was sent. */
const batch = (deps: ReceiveDeps): Endpoint => ({
  ...batchEndpoint(deps, undefined),
  prepare: (parameters, call) => batchEndpoint(deps, parameters.sent['events']).prepare(parameters, call),
})

const state = (deps: CallbackDeps): Endpoint =>
  resolvingEndpoint({
    methods: ['POST'],
    args: stateArguments,
    resolve: async given => {
      const digest = digestOfParameters('state', given, null)
      return resolved(digest, await hashProblems(deps, given, digest))
    },
    handle: async (input, call, digest) => {
      const { import_id: importId, batch_hash: batchHash, percentage_complete: percentage, status } = input
      const { message, message_slug: messageSlug } = input
      const callback = { importId, batchHash, percentage, status, message, messageSlug, digest }
      const received = await reportState(deps, callback, contextOf(importId, call))
      if (received.ok) await deps.settled()
      return answer(received, reply => json(200, reply))
    },
  })

/** The two callback routes of an import aggregator (spec 05 §2-4): no credentials, the hash is the secret. */
export const importCallbacks = (deps: CallbackDeps): readonly Route[] => [
  route(NAMESPACE, `/${NAMESPACE}/import/{import_id}/batch`, [batch(deps)], {
    self: false,
    guestBytes: BODY_BYTES,
  }),
  route(NAMESPACE, `/${NAMESPACE}/import/{import_id}/state`, [state(deps)], { self: false }),
]
