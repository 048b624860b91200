import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { OneEach } from '../../shared/one-each.ts'
import type { HttpSender } from '../../shared/http-sender.ts'
import {
  SUBSCRIPTION_ADDRESS_LENGTH,
  SUBSCRIPTION_NAME_LENGTH,
  SUBSCRIPTIONS_AT_MOST,
} from '../../shared/limits/subscriptions.ts'
import { Happening, type Place, ToldKind } from '../../shared/facts/subscription.ts'
import type { Context } from '../handle.ts'
import type { SubscriptionCommand, SubscriptionRefusal } from './decide.ts'
import { send, type Answered, type SendDeps } from './send.ts'
import { secretText } from './signing.ts'
import { isThere, type Chosen, type Subscription } from './state.ts'
import type { Subscriptions } from './subscriptions.ts'
import { msOfIso, isoOfMs, plusMs } from '../../shared/kernel/time/calculate.ts'

export type SubscribeDeps = Omit<SendDeps, 'sender'> & {
  readonly sender: HttpSender
  readonly subscriptions: Subscriptions
  /** 32 hex, never the same. */
  readonly newHash: () => string
  /** Subscriptions that are pinged just now. */
  readonly pings: OneEach<string>
  /** How many there are. */
  readonly count: () => Promise<number>
  /** The place behind everything that happened before an instant (epoch milliseconds). */
  readonly placeBefore: (subscriptionId: string, ms: EpochMs) => Promise<Place>
}

/** What an operator gives; what is absent is as at first, or stays. */
export type Given = { readonly [Name in keyof Chosen]?: Chosen[Name] | undefined }

export type NotSubscribed = { readonly ok: false; readonly errors: Readonly<Record<string, string>> }
type Code = SubscriptionRefusal['code'] | 'subscription_too_many'
type Refused = { readonly ok: false; readonly code: Code }

const ADDRESS_PROBLEM =
  'url is no https address on the open internet, without user and password; networks of your own are named in DELIVERY_NETWORKS.'

const problemsOf = (sender: HttpSender, { name, url, kinds, happenings }: Given): Record<string, string> => ({
  ...(url === undefined || (url.length <= SUBSCRIPTION_ADDRESS_LENGTH && sender.allows(url))
    ? {}
    : { url: ADDRESS_PROBLEM }),
  ...(name === undefined || (name !== '' && name.length <= SUBSCRIPTION_NAME_LENGTH)
    ? {}
    : { name: `name has 1 to ${SUBSCRIPTION_NAME_LENGTH} characters.` }),
  ...(kinds?.length === 0 ? { kinds: 'kinds names at least one kind of thing.' } : {}),
  ...(happenings?.length === 0 ? { happenings: 'happenings names at least one thing that can happen.' } : {}),
})

/** How long the secret of before counts beside a new one. */
const BOTH_MS = 24 * 3_600_000

/** In the order in which they are named, each once. */
const inOrder = <Value extends string>(all: readonly Value[], some: readonly Value[]): readonly Value[] =>
  all.filter(one => some.includes(one))

const ordered = ({ kinds, happenings, ...rest }: Given): Given => ({
  ...rest,
  ...(kinds === undefined ? {} : { kinds: inOrder(ToldKind.options, kinds) }),
  ...(happenings === undefined ? {} : { happenings: inOrder(Happening.options, happenings) }),
})

/** Text by which a subscription is known that is made with this hash: 12 hex. */
export const subscriptionIdBy = (hash: string): string => hash.slice(0, 12)

/** Has changes told to an address from now on; the secret is shown this once. */
export const subscribe = async (
  deps: SubscribeDeps,
  given: Given & Pick<Chosen, 'name' | 'url'>,
  context: Context,
): Promise<
  { readonly ok: true; readonly subscriptionId: string; readonly secret: string } | NotSubscribed | Refused
> => {
  const errors = problemsOf(deps.sender, given)
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  if ((await deps.count()) >= SUBSCRIPTIONS_AT_MOST) return { ok: false, code: 'subscription_too_many' }
  const { kinds = ['event'], happenings = Happening.options, sees = 'public', name, url } = ordered(given)
  const [subscriptionId, salt] = [subscriptionIdBy(deps.newHash()), deps.newHash()]
  const chosen = { name, url, kinds, happenings, sees } as Chosen
  const done = await deps.subscriptions.execute({ type: 'Make', subscriptionId, salt, ...chosen }, context)
  if (!done.ok) return { ok: false, code: done.refusal.code }
  return { ok: true, subscriptionId, secret: secretText(await deps.logKey(), subscriptionId, salt) }
}

const executed = async (
  { subscriptions }: Pick<SubscribeDeps, 'subscriptions'>,
  command: SubscriptionCommand,
  context: Context,
): Promise<{ readonly ok: true } | Refused> => {
  const done = await subscriptions.execute(command, context)
  return done.ok ? { ok: true } : { ok: false, code: done.refusal.code }
}

/** Tells other things, or elsewhere, from now on. */
export const changeSubscription = async (
  deps: SubscribeDeps,
  subscriptionId: string,
  given: Given,
  context: Context,
): Promise<{ readonly ok: true } | NotSubscribed | Refused> => {
  const errors = problemsOf(deps.sender, given)
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return executed(deps, { type: 'Change', subscriptionId, ...ordered(given) }, context)
}

/** Another secret, which is shown this once; the one before counts beside it for a day. */
export const rotateSecret = async (
  deps: SubscribeDeps,
  subscriptionId: string,
  context: Context,
): Promise<{ readonly ok: true; readonly secret: string } | Refused> => {
  const salt = deps.newHash()
  const until = isoOfMs(plusMs(msOfIso(context.at), BOTH_MS))
  const done = await executed(deps, { type: 'Rotate', subscriptionId, salt, until }, context)
  return done.ok ? { ok: true, secret: secretText(await deps.logKey(), subscriptionId, salt) } : done
}

/** Tells everything since an instant (epoch milliseconds), again where it was told; later than now: nothing of before. */
export const tellSince = async (
  deps: SubscribeDeps,
  subscriptionId: string,
  sinceMs: EpochMs,
  context: Context,
): Promise<{ readonly ok: true } | Refused> => {
  if (!isThere(await deps.subscriptions.load(subscriptionId)))
    return { ok: false, code: 'subscription_unknown' }
  const through = await deps.placeBefore(subscriptionId, sinceMs)
  const since = isoOfMs(sinceMs)
  return executed(deps, { type: 'Move', subscriptionId, through, since }, context)
}

/** What a subscription can be told to do. */
export const subscriptionSteerings = {
  pause: (deps: SubscribeDeps, subscriptionId: string, context: Context) =>
    executed(deps, { type: 'Pause', subscriptionId }, context),
  resume: (deps: SubscribeDeps, subscriptionId: string, context: Context) =>
    executed(deps, { type: 'Resume', subscriptionId, at: context.at }, context),
  remove: (deps: SubscribeDeps, subscriptionId: string, context: Context) =>
    executed(deps, { type: 'Remove', subscriptionId }, context),
} as const
export type SubscriptionSteering = keyof typeof subscriptionSteerings

/** Sends a message that says nothing, a few at once; null: there is no such subscription. */
export const ping = async (
  deps: SubscribeDeps,
  subscriptionId: string,
  context: Context,
): Promise<Answered | { readonly kind: 'busy' } | null> => {
  const state = await deps.subscriptions.load(subscriptionId)
  if (!isThere(state)) return null
  if (deps.pings.isFull(subscriptionId)) return { kind: 'busy' }
  deps.pings.add(subscriptionId)
  return sendPing(deps, subscriptionId, state, context).finally(() => deps.pings.delete(subscriptionId))
}

const sendPing = async (
  deps: SubscribeDeps,
  subscriptionId: string,
  state: Subscription,
  context: Context,
): Promise<Answered> => {
  const body = { type: 'ping', timestamp: context.at, data: { subscription: state.name } }
  const message = { id: `msg_ping_${deps.newHash()}`, body: JSON.stringify(body) }
  return send(deps, subscriptionId, state, message, new AbortController().signal)
}
