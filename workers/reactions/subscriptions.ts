import { PURGED } from '../../shared/facts/purge.ts'
import {
  SUBSCRIPTIONS,
  subscriptionCodec,
  type SubscriptionFact,
  type ToldKind,
} from '../../shared/facts/subscription.ts'
import { concerns } from '../../services/subscriptions/told.ts'
import { lateHandler, working } from './worker.ts'

/** A subscription, which has something to do whenever something happens to what it is about. */
type Telling = {
  readonly subscriptionId: string
  readonly kinds: readonly ToldKind[]
  /** Absent: it is told nothing. */
  readonly isActive?: boolean
}

/** What one request records comes together. */
const TOGETHER_MS = 200

/** The work after a fact; null: it is as it was. Whoever tells facts comes back by itself. */
const after = (before: Telling, fact: SubscriptionFact): Telling | null => {
  switch (fact.type) {
    case 'SubscriptionPaused':
    case 'SubscriptionGivenUp': {
      const { subscriptionId, kinds } = before
      return { subscriptionId, kinds }
    }
    case 'SubscriptionResumed':
      return { ...before, isActive: true }
    case 'SubscriptionChanged':
      return { ...before, kinds: fact.changes.kinds?.[1] ?? before.kinds }
    case 'SubscriptionMoved':
      return before
    default:
      return null
  }
}

/** Changes are told to those who subscribed to them (spec 08). */
export const tellingOfSubscriptions = working<Telling>(
  {
    name: 'subscriptions',
    prefixes: ['event-', 'venue-', 'organizer-', 'term-', PURGED, SUBSCRIPTIONS],
    evolve: (open, { type, data, stream }) => {
      if (!stream.startsWith(SUBSCRIPTIONS)) {
        const calls = [...open.keys()].filter(key => {
          const work = open.get(key)
          return work?.isActive === true && concerns(work, stream)
        })
        return { calls }
      }
      const fact = subscriptionCodec.decode(type, data)
      if (fact.type === 'SubscriptionRemoved') return { changes: { [stream]: null } }
      if (fact.type === 'SubscriptionMade') {
        const { subscriptionId, kinds } = fact
        return { changes: { [stream]: { subscriptionId, kinds, isActive: true } } }
      }
      const before = open.get(stream)
      const work = before === null ? null : after(before, fact)
      return work === null ? {} : { changes: { [stream]: work }, calls: [stream] }
    },
    enqueue: async (queue, works) => {
      for (const { subscriptionId, isActive } of works)
        if (isActive === true)
          await queue.enqueue('subscription.deliver', { subscriptionId }, { delayMs: TOGETHER_MS })
    },
  },
  context => ({
    'subscription.deliver': lateHandler(async () => {
      const { deliver } = await import('../deliveries/deliver.ts')
      return deliver({ ...context, ...context.telling })
    }),
  }),
)
