import { type UserId, type EpochMs, epochMs, type IsoTime, isoTime } from '../../../shared/kernel/brands.ts'
import {
  needsHelp,
  type ShownSubscription,
  type SubscriptionQueries,
} from '../../../projections/subscriptions/queries.ts'
import { Happening, Sees, ToldKind } from '../../../shared/facts/subscription.ts'
import {
  changeSubscription,
  ping,
  rotateSecret,
  subscribe,
  subscriptionSteerings,
  tellSince,
  type NotSubscribed,
  type SubscribeDeps,
  type SubscriptionSteering,
} from '../../subscriptions/operate.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { refused } from '../platform/answers/errors.ts'
import { type Input, list, optional, required } from '../platform/arguments/arguments.ts'
import { oneLine, oneOf } from '../platform/arguments/kinds.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { endpoint, invalid, route, type Route } from '../platform/route.ts'
import { dayIn } from '../platform/typed-times.ts'
import { problemsOf } from './problems.ts'
import { maySubscribe } from './rights.ts'
import { found, idOf } from './one.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

export type SubscriptionDeskDeps = {
  readonly subscribing: SubscribeDeps
  readonly subscriptions: SubscriptionQueries
  /** null: there is no such user any more. */
  readonly loginOf: (id: UserId) => string | null
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** A subscription as administrators see it. */
export type ToldSubscription = Omit<ShownSubscription, 'rests'> & {
  readonly rests: {
    readonly at: IsoTime
    /** null: nobody in person. */
    readonly by: { readonly id: UserId; readonly login: string | null } | null
  } | null
  /** Whether people should do something about it (spec 08 §4). */
  readonly needs_help: boolean
}

export const toldSubscription = (
  { loginOf }: Pick<SubscriptionDeskDeps, 'loginOf'>,
  shown: ShownSubscription,
): ToldSubscription => {
  const { rests } = shown
  const by = rests === null || rests.by === null ? null : { id: rests.by, login: loginOf(rests.by) }
  return { ...shown, rests: rests && { at: rests.at, by }, needs_help: needsHelp(shown) }
}

const chosen = {
  kinds: optional(list(oneOf(ToldKind.options)), {
    description: 'Kinds of things of which is told; at first event.',
  }),
  happenings: optional(list(oneOf(Happening.options)), {
    description: 'What is told of them; at first everything.',
  }),
  sees: optional(oneOf(Sees.options), {
    description: 'What everybody may read (public, at first), or everything (all).',
  }),
}

export const subscriptionArguments = {
  name: required(oneLine(), { description: 'What people call the receiver.' }),
  url: required(oneLine(), { description: 'Its https address.' }),
  ...chosen,
}

/** What may be changed; an absent one stays. */
export const subscriptionChanges = {
  name: optional(oneLine(), { description: 'What people call the receiver.' }),
  url: optional(oneLine(), { description: 'Its https address.' }),
  ...chosen,
}

export const sinceArgument = {
  since: required(oneLine(), {
    description:
      'A day of the zone of the site, such as 2027-05-08, or an instant such as 2027-05-08T10:00:00Z.',
  }),
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** Epoch milliseconds; null: the text is neither a day nor an instant. */
export const sinceMs = (text: string, zone: string): EpochMs | null => {
  const ms = ISO.test(text) ? msOfIso(isoTime(text)) : (dayIn(text, zone)?.from ?? epochMs(NaN))
  return Number.isNaN(ms) ? null : ms
}

type Done = { readonly ok: true } | { readonly ok: false; readonly code: string } | NotSubscribed
type No = Extract<Done, { ok: false }>

/** Why nothing happened; null: there is no such subscription. */
const notDone = (done: No): Answer | null => {
  if ('errors' in done) return invalid(problemsOf(done.errors))
  switch (done.code) {
    case 'subscription_unchanged':
    case 'subscription_paused':
    case 'subscription_not_paused':
    case 'subscription_too_many':
      return refused(done.code)
    default:
      return null
  }
}

export const listSubscriptions = async (deps: SubscriptionDeskDeps): Promise<Answer> => {
  const shown = await deps.subscriptions.listSubscriptions()
  return json(200, { subscriptions: shown.map(one => toldSubscription(deps, one)) })
}

/** null: there is no such subscription. */
export const showSubscription = async (
  deps: SubscriptionDeskDeps,
  id: string,
  more: object = {},
  status = 200,
): Promise<Answer | null> => {
  const shown = await deps.subscriptions.showSubscription(id)
  return shown && json(status, { ...toldSubscription(deps, shown), ...more })
}

/** 201 with the subscription and its secret, which is shown this once. */
export const makeSubscription =
  (deps: SubscriptionDeskDeps) =>
  async (input: Input<typeof subscriptionArguments>, call: Call): Promise<Answer> => {
    const done = await subscribe(deps.subscribing, input, contextOf(call))
    if (!done.ok) return found(notDone(done))
    await deps.settled()
    const { subscriptionId, secret } = done
    const shown = await showSubscription(deps, subscriptionId, { secret }, 201)
    return shown ?? json(201, { subscription_id: subscriptionId, secret })
  }

/** What it became, or why it stays as it is; null: there is none. */
const afterwards = async (
  deps: SubscriptionDeskDeps,
  id: string,
  done: Done,
  more: object = {},
): Promise<Answer | null> => {
  if (!done.ok) return notDone(done)
  await deps.settled()
  return (
    (await showSubscription(deps, id, more)) ?? json(200, { subscription_id: id, removed: true, ...more })
  )
}

export const otherSubscription = async (
  deps: SubscriptionDeskDeps,
  id: string,
  input: Input<typeof subscriptionChanges>,
  call: Call,
): Promise<Answer | null> =>
  afterwards(deps, id, await changeSubscription(deps.subscribing, id, input, contextOf(call)))

export const steerSubscription = async (
  deps: SubscriptionDeskDeps,
  steering: SubscriptionSteering,
  id: string,
  call: Call,
): Promise<Answer | null> =>
  afterwards(deps, id, await subscriptionSteerings[steering](deps.subscribing, id, contextOf(call)))

/** With the new secret, which is shown this once. */
export const rotateSubscription = async (
  deps: SubscriptionDeskDeps,
  id: string,
  call: Call,
): Promise<Answer | null> => {
  const done = await rotateSecret(deps.subscribing, id, contextOf(call))
  return afterwards(deps, id, done, done.ok ? { secret: done.secret } : {})
}

export const resendSubscription = async (
  deps: SubscriptionDeskDeps,
  id: string,
  { since }: Input<typeof sinceArgument>,
  call: Call,
): Promise<Answer | null> => {
  const ms = sinceMs(since, call.at.site.zone)
  if (ms === null)
    return invalid(
      problemsOf({ since: 'since is a day such as 2027-05-08, or an instant such as 2027-05-08T10:00:00Z.' }),
    )
  return afterwards(deps, id, await tellSince(deps.subscribing, id, ms, contextOf(call)))
}

/** What the receiver made of a message that says nothing; null: there is no such subscription. */
export const pingSubscription = async (
  deps: SubscriptionDeskDeps,
  id: string,
  call: Call,
): Promise<Answer | null> => {
  const answered = await ping(deps.subscribing, id, contextOf(call))
  if (answered === null) return null
  if (answered.kind === 'busy') return refused('subscription_pinged')
  const { kind, status } = answered
  const reason = kind === 'taken' ? null : answered.failure.reason
  return json(200, { subscription_id: id, taken: kind === 'taken', status, reason })
}

const ONE = '/admin/subscriptions/{import_id}'

type Post = (deps: SubscriptionDeskDeps, id: string, call: Call) => Promise<Answer | null>

const postRoute = (deps: SubscriptionDeskDeps, name: string, post: Post): Route =>
  route('', `${ONE}/${name}`, [
    endpoint({
      methods: ['POST'],
      args: {},
      may: maySubscribe,
      handle: async (_, call) => found(await post(deps, idOf(call), call)),
    }),
  ])

const oneRoute = (deps: SubscriptionDeskDeps): Route =>
  route('', ONE, [
    endpoint({
      methods: ['GET'],
      args: {},
      may: maySubscribe,
      handle: async (_, call) => found(await showSubscription(deps, idOf(call))),
    }),
    endpoint({
      methods: ['POST', 'PUT', 'PATCH'],
      args: subscriptionChanges,
      may: maySubscribe,
      handle: async (input, call) => found(await otherSubscription(deps, idOf(call), input, call)),
    }),
    endpoint({
      methods: ['DELETE'],
      args: {},
      may: maySubscribe,
      handle: async (_, call) => found(await steerSubscription(deps, 'remove', idOf(call), call)),
    }),
  ])

/** Addresses that are told what happens (spec 08). */
export const subscriptionRoutes = (deps: SubscriptionDeskDeps): readonly Route[] => [
  route('', '/admin/subscriptions', [
    endpoint({ methods: ['GET'], args: {}, may: maySubscribe, handle: () => listSubscriptions(deps) }),
    endpoint({
      methods: ['POST'],
      args: subscriptionArguments,
      may: maySubscribe,
      handle: makeSubscription(deps),
    }),
  ]),
  oneRoute(deps),
  postRoute(deps, 'pause', (all, id, call) => steerSubscription(all, 'pause', id, call)),
  postRoute(deps, 'resume', (all, id, call) => steerSubscription(all, 'resume', id, call)),
  postRoute(deps, 'ping', pingSubscription),
  postRoute(deps, 'secret', rotateSubscription),
  route('', `${ONE}/resend`, [
    endpoint({
      methods: ['POST'],
      args: sinceArgument,
      may: maySubscribe,
      handle: async (input, call) => found(await resendSubscription(deps, idOf(call), input, call)),
    }),
  ]),
]
