import type { IsoTime } from '../../shared/kernel/brands.ts'
import type {
  Happening,
  Place,
  Sees,
  SubscriptionFact,
  ToldKind,
  Waiting,
} from '../../shared/facts/subscription.ts'

/** What an operator chose. */
export type Chosen = {
  readonly name: string
  readonly url: string
  readonly kinds: readonly ToldKind[]
  readonly happenings: readonly Happening[]
  readonly sees: Sees
}

/** Since when (ISO instant) the receiver takes nothing, and when it is tried again. */
type Failing = { readonly since: IsoTime; readonly dueAt: IsoTime }

export type Subscription = Chosen & {
  readonly status: 'active' | 'paused' | 'given up'
  readonly salt: string
  /** What was signed with before, which still counts until an ISO instant. */
  readonly former: { readonly salt: string; readonly until: IsoTime } | null
  /** How many rounds of deliveries there were. */
  readonly rounds: number
  /** Everything up to here was told; null: from where it was made. */
  readonly through: Place | null
  readonly waiting: readonly Waiting[]
  readonly failing: Failing | null
}

export type SubscriptionState = { readonly status: 'unknown' } | { readonly status: 'removed' } | Subscription

/** Whether there is one (any more). */
export const isThere = (state: SubscriptionState): state is Subscription =>
  state.status !== 'unknown' && state.status !== 'removed'

export const initial: SubscriptionState = { status: 'unknown' }

const made = (fact: Extract<SubscriptionFact, { type: 'SubscriptionMade' }>): Subscription => {
  const { name, url, kinds, happenings, sees, salt } = fact
  return {
    ...{ status: 'active', name, url, kinds, happenings, sees, salt, former: null },
    ...{ rounds: 0, through: null, waiting: [], failing: null },
  }
}

type Later = Exclude<SubscriptionFact, { type: 'SubscriptionMade' | 'SubscriptionRemoved' }>

const withChanges = (
  state: Subscription,
  { changes }: Extract<Later, { type: 'SubscriptionChanged' }>,
): Subscription => ({
  ...state,
  name: changes.name?.[1] ?? state.name,
  url: changes.url?.[1] ?? state.url,
  kinds: changes.kinds?.[1] ?? state.kinds,
  happenings: changes.happenings?.[1] ?? state.happenings,
  sees: changes.sees?.[1] ?? state.sees,
  // what failed at the address before tells nothing of this one
  ...(changes.url === undefined ? {} : { failing: null }),
})

const anew =
  (dueAt: IsoTime) =>
  (waiting: Waiting): Waiting => ({ ...waiting, since: dueAt, dueAt })

const after = (state: Subscription, fact: Later): Subscription => {
  switch (fact.type) {
    case 'SubscriptionChanged':
      return withChanges(state, fact)
    case 'SubscriptionSecretRotated':
      return { ...state, salt: fact.salt, former: { salt: state.salt, until: fact.until } }
    case 'SubscriptionPaused':
      return { ...state, status: 'paused' }
    case 'SubscriptionResumed':
      // a round that began before the pause says nothing any more: that is the next number
      return {
        ...{ ...state, status: 'active', rounds: state.rounds + 1, failing: null },
        waiting: state.waiting.map(anew(fact.dueAt)),
      }
    case 'SubscriptionMoved':
      return { ...state, rounds: state.rounds + 1, through: fact.through, waiting: [], failing: null }
    case 'FactsDelivered':
      return { ...state, rounds: fact.round, through: fact.through, waiting: fact.waiting, failing: null }
    case 'DeliveryFailed': {
      const { since, dueAt, round, through, waiting } = fact
      return { ...state, rounds: round, through, waiting, failing: { since, dueAt } }
    }
    case 'SubscriptionGivenUp':
      return { ...state, status: 'given up' }
  }
}

export const evolve = (state: SubscriptionState, fact: SubscriptionFact): SubscriptionState => {
  if (fact.type === 'SubscriptionMade') return made(fact)
  if (fact.type === 'SubscriptionRemoved') return { status: 'removed' }
  return isThere(state) ? after(state, fact) : state
}
