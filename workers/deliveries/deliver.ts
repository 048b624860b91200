import type { IsoTime } from '../../shared/kernel/brands.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { keptByHalves, LET_GO } from '../../shared/remembered.ts'
import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import { serviceContext } from '../../services/handle.ts'
import { keptItems } from '../../services/subscriptions/kept-items.ts'
import type { Round } from '../../services/subscriptions/decide.ts'
import { send, type SendDeps } from '../../services/subscriptions/send.ts'
import type { Subscription, SubscriptionState } from '../../services/subscriptions/state.ts'
import type { Subscriptions } from '../../services/subscriptions/subscriptions.ts'
import { messageFor, type TellDeps } from '../../services/subscriptions/told.ts'
import { untilMs } from '../due.ts'
import { NOUNS, wasLinked } from '../schedule/linked.ts'
import { tellRound, type RoundDeps } from './round.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

export type DeliverDeps = SendDeps &
  Pick<TellDeps, 'nameOf' | 'addresses'> & {
    readonly store: Pick<EventStore, 'read' | 'follow'>
    readonly subscriptions: Subscriptions
    readonly queue: Pick<JobQueue, 'enqueue'>
  }

const isActive = (state: SubscriptionState): state is Subscription => state.status === 'active'

/** What a process knows of before, so that it does not read it again for each fact. */
type Known = {
  readonly items: ReturnType<typeof keptItems>
  /** Streams of what was made for an event that came, which is true for ever. */
  readonly linked: ReturnType<typeof keptByHalves<string, number>>
}

const KNOWN_LINKED = 10_000

/** An event is recorded right after what is made for it. */
const EVENT_COMES_MS = 5_000

/** Waits for the event of what was made only just now; of what is older the log tells whether it came. */
const isLinkedOn =
  ({ store, nowMs }: DeliverDeps, signal: AbortSignal, { linked }: Known): TellDeps['isLinked'] =>
  async ({ stream, position, meta }) => {
    const noun = NOUNS.find(one => stream.startsWith(`${one}-`))
    if (noun === undefined || linked.get(stream) !== undefined) return true
    const patienceMs = nowMs() - msOfIso(meta.at) < EVENT_COMES_MS ? EVENT_COMES_MS : 0
    const prepared = { noun, id: Number(stream.slice(noun.length + 1)) }
    const isLinked = await wasLinked(store, position, prepared, signal, patienceMs)
    // what is called off says nothing
    if (isLinked && !signal.aborted) linked.set(stream, 1)
    return isLinked
  }

/** What a message, or where it goes, hangs on: the rest of a round of before it was changed is not told. */
const chosenOf = ({ url, kinds, happenings, sees }: Subscription): string =>
  JSON.stringify([url, kinds, happenings, sees])

const roundDepsOf = (
  deps: DeliverDeps,
  subscriptionId: string,
  subscription: Subscription,
  signal: AbortSignal,
  known: Known,
): RoundDeps => {
  const items = known.items.of(subscriptionId)
  const telling: TellDeps = { ...deps, items, isLinked: isLinkedOn(deps, signal, known) }
  return {
    store: deps.store,
    nowMs: deps.nowMs,
    messageFor: fact => messageFor(telling, subscription, fact),
    send: message => send(deps, subscriptionId, subscription, message, signal),
    goesOn: async () => {
      if (signal.aborted) return false
      const now = await deps.subscriptions.load(subscriptionId)
      return isActive(now) && now.rounds === subscription.rounds && chosenOf(now) === chosenOf(subscription)
    },
  }
}

/** Records how far it has come; the subscription as it is then. */
const recorded = async (
  { subscriptions, nowMs }: DeliverDeps,
  subscriptionId: string,
  round: Round,
): Promise<SubscriptionState> => {
  const context = serviceContext(`subscription.deliver-${subscriptionId}`, nowMs())
  const { at } = context
  const done = await subscriptions.execute({ type: 'RecordRound', subscriptionId, ...round, at }, context)
  return done.ok ? done.state : { status: 'unknown' }
}

/**
 * Job `subscription.deliver`: tells a receiver what it has not been told so far. How far it has come is recorded at its
 * end: whoever dies before tells the same again, under the same ids.
 */
export const deliver = (deps: DeliverDeps): JobHandler<'subscription.deliver'> => {
  const known: Known = { items: keptItems(deps.store), linked: keptByHalves(KNOWN_LINKED, LET_GO.ttl) }
  return async ({ subscriptionId }, { signal }) => {
    const subscription = await deps.subscriptions.load(subscriptionId)
    if (!isActive(subscription)) return
    const again = (delayMs: number) =>
      deps.queue.enqueue('subscription.deliver', { subscriptionId }, { delayMs })
    const until = (dueAt: IsoTime) => untilMs(msOfIso(dueAt), deps.nowMs())
    const { failing } = subscription
    if (failing !== null && until(failing.dueAt) > 0) {
      await again(until(failing.dueAt))
      return
    }
    const asked = { subscriptionId, subscription, signal }
    const { round, isNews, more, error } = await tellRound(
      roundDepsOf(deps, subscriptionId, subscription, signal, known),
      asked,
    )
    const after = isNews ? await recorded(deps, subscriptionId, round) : subscription
    if (error !== null)
      throw error instanceof Error ? error : new Error('a delivery failed', { cause: error })
    signal.throwIfAborted()
    if (!isActive(after)) return
    const dues = [...(after.failing === null ? after.waiting : [after.failing])].map(({ dueAt }) =>
      until(dueAt),
    )
    if (more || dues.length > 0) await again(more ? 0 : Math.min(...dues))
  }
}
