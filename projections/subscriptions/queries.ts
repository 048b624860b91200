import type { IsoTime } from '../../shared/kernel/brands.ts'
import type { Collection } from '../../shared/documents/port.ts'
import type { Happening, Sees, ToldKind } from '../../shared/facts/subscription.ts'
import type { SubscriptionDoc, ToldRound } from './evolve.ts'

export { receiversIn, type Receivers } from './receivers.ts'

/** An address that is told what happens, as administrators see it. Times are ISO instants. */
export type ShownSubscription = {
  readonly subscription_id: string
  readonly name: string
  readonly url: string
  readonly kinds: readonly ToldKind[]
  readonly happenings: readonly Happening[]
  readonly sees: Sees
  readonly status: 'active' | 'paused' | 'given up'
  readonly made_at: string
  readonly secret_at: string
  /** Since when and by whom (id of a user, null: nobody in person) it is told nothing; null: it is active. */
  readonly rests: SubscriptionDoc['rests']
  /** Since when and why it takes nothing, how often it was asked, and when again; null: it does. */
  readonly failing: {
    readonly since: IsoTime
    readonly reason: string
    readonly found: string | null
    readonly due_at: IsoTime
    readonly attempts: number
  } | null
  /** Items of which it refuses something; nothing after it is told of them before. */
  readonly waiting: readonly {
    readonly item: string
    readonly since: IsoTime
    readonly due_at: IsoTime
    readonly reason: string
    readonly found: string | null
  }[]
  readonly delivered: number
  readonly last_taken_at: IsoTime | null
  /** The newest first, at most ten. */
  readonly rounds: readonly ToldRound[]
}

/** Attempts that fail one after the other, from which on people are told. */
const KEEPS_FAILING = 4

/** Whether people should know: nothing is told any more, or nothing was taken for a while. */
export const needsHelp = ({ status, failing }: Pick<ShownSubscription, 'status' | 'failing'>): boolean =>
  status === 'given up' || (status === 'active' && (failing?.attempts ?? 0) >= KEEPS_FAILING)

export type SubscriptionQueries = {
  /** Those that are not removed, oldest first. */
  readonly listSubscriptions: () => Promise<readonly ShownSubscription[]>
  /** null: there is none, or it is removed. */
  readonly showSubscription: (subscriptionId: string) => Promise<ShownSubscription | null>
}

const shown = (doc: SubscriptionDoc): ShownSubscription => ({
  subscription_id: doc._id,
  ...{ name: doc.name, url: doc.url, kinds: doc.kinds, happenings: doc.happenings, sees: doc.sees },
  ...{ status: doc.status, made_at: doc.madeAt, secret_at: doc.secretAt, rests: doc.rests },
  failing: doc.failing && {
    ...{ since: doc.failing.since, reason: doc.failing.reason, found: doc.failing.found },
    ...{ due_at: doc.failing.dueAt, attempts: doc.failing.attempts },
  },
  waiting: doc.waiting.map(({ stream, dueAt, since, reason, found }) => ({
    ...{ item: stream.replace('-', '/'), since, due_at: dueAt, reason, found },
  })),
  delivered: doc.delivered,
  last_taken_at: doc.takenAt,
  rounds: doc.rounds,
})

export const subscriptionQueries = (subscriptions: Collection<SubscriptionDoc>): SubscriptionQueries => ({
  listSubscriptions: async () =>
    (await subscriptions.find({ removed: false }, { sort: { removed: 1, made: 1, _id: 1 } })).map(shown),
  showSubscription: async subscriptionId => {
    const doc = await subscriptions.get(subscriptionId)
    return doc === null || doc.removed ? null : shown(doc)
  },
})
