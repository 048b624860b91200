import type { Place, SubscriptionFact, Waiting } from '../../shared/facts/subscription.ts'
import { nothing, record, refuse, type Decision } from '../../shared/kernel/decision.ts'
import { isHopeless, nextAttempt } from './attempt-rules.ts'
import { isThere, type Chosen, type Subscription, type SubscriptionState } from './state.ts'

/** Why a receiver took nothing. */
export type Failure = {
  readonly reason: string
  readonly found?: string | undefined
  /** It asks to be left alone for so long. */
  readonly waitMs?: number | undefined
  /** It says that it is there no more: nobody tries again. */
  readonly isGone?: boolean | undefined
}

/** What came of telling facts to a receiver. */
export type Round = {
  /** How many rounds there were when this one began: one more, and it was for nothing. */
  readonly rounds: number
  readonly through: Place | null
  readonly waiting: readonly Waiting[]
  readonly delivered: number
  /** Of the last answer; null: there was none. */
  readonly status: number | null
  /** null: it takes what it is told. */
  readonly failure: Failure | null
}

export type SubscriptionCommand = { readonly subscriptionId: string } & (
  | ({ readonly type: 'Make'; readonly salt: string } & Chosen)
  | ({ readonly type: 'Change' } & { readonly [Name in keyof Chosen]?: Chosen[Name] | undefined })
  | { readonly type: 'Rotate'; readonly salt: string; readonly until: string }
  | { readonly type: 'Pause' | 'Remove' }
  /** `at`: ISO instant. */
  | { readonly type: 'Resume'; readonly at: string }
  | { readonly type: 'Move'; readonly through: Place | null; readonly since: string }
  | ({ readonly type: 'RecordRound'; readonly at: string } & Round)
)

export type SubscriptionRefusal = {
  readonly code:
    | 'subscription_exists'
    | 'subscription_unknown'
    | 'subscription_unchanged'
    | 'subscription_paused'
    | 'subscription_not_paused'
}

type Decided = Decision<SubscriptionFact, SubscriptionRefusal>
type Of<Type extends SubscriptionCommand['type']> = Extract<SubscriptionCommand, { type: Type }>

const made = ({
  subscriptionId,
  name,
  url,
  kinds,
  happenings,
  sees,
  salt,
}: Of<'Make'>): SubscriptionFact => ({
  ...{ type: 'SubscriptionMade', subscriptionId, name, url, sees, salt },
  ...{ kinds: [...kinds], happenings: [...happenings] },
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const CHOSEN = ['name', 'url', 'kinds', 'happenings', 'sees'] as const

const changed = (command: Of<'Change'>, state: Subscription): Decided => {
  const pairs = CHOSEN.flatMap(name => {
    const wanted = command[name]
    return wanted === undefined || isSame(wanted, state[name]) ? [] : [[name, [state[name], wanted]]]
  })
  if (pairs.length === 0) return refuse({ code: 'subscription_unchanged' })
  const changes = Object.fromEntries(pairs) as Extract<
    SubscriptionFact,
    { type: 'SubscriptionChanged' }
  >['changes']
  return record<SubscriptionFact>({
    type: 'SubscriptionChanged',
    subscriptionId: command.subscriptionId,
    changes,
  })
}

const foundIn = ({ found }: { readonly found?: string | undefined }) => (found === undefined ? {} : { found })

const roundFacts = (command: Of<'RecordRound'>, state: Subscription): readonly SubscriptionFact[] => {
  const { subscriptionId, rounds, through, delivered, status, failure, at } = command
  const waiting = [...command.waiting]
  const told = { subscriptionId, round: rounds + 1, through, waiting, delivered }
  const late = waiting.find(({ since }) => isHopeless(since, at))
  const givenUp = ({ reason, found }: Failure): SubscriptionFact => ({
    ...{ type: 'SubscriptionGivenUp', subscriptionId, reason },
    ...foundIn({ found }),
  })
  const gives = state.status === 'active'
  if (failure === null) {
    const fact: SubscriptionFact = { type: 'FactsDelivered', ...told, status }
    return late === undefined || !gives ? [fact] : [fact, givenUp(late)]
  }
  const since = delivered === 0 ? (state.failing?.since ?? at) : at
  const dueAt = nextAttempt(since, at, failure.waitMs)
  const { reason } = failure
  const fact: SubscriptionFact = {
    ...{ type: 'DeliveryFailed', ...told, reason, since, dueAt },
    ...foundIn(failure),
  }
  return gives && (failure.isGone === true || isHopeless(since, at)) ? [fact, givenUp(failure)] : [fact]
}

/** What is asked of a subscription that there is. */
const decideKnown = (
  command: Exclude<SubscriptionCommand, { type: 'Make' }>,
  state: Subscription,
): Decided => {
  const { subscriptionId } = command
  switch (command.type) {
    case 'Change':
      return changed(command, state)
    case 'Rotate': {
      const { salt, until } = command
      return record<SubscriptionFact>({ type: 'SubscriptionSecretRotated', subscriptionId, salt, until })
    }
    case 'Pause':
      return state.status === 'paused'
        ? refuse({ code: 'subscription_paused' })
        : record<SubscriptionFact>({ type: 'SubscriptionPaused', subscriptionId })
    case 'Resume':
      return state.status === 'active'
        ? refuse({ code: 'subscription_not_paused' })
        : record<SubscriptionFact>({ type: 'SubscriptionResumed', subscriptionId, dueAt: command.at })
    case 'Move': {
      const { through, since } = command
      return record<SubscriptionFact>({ type: 'SubscriptionMoved', subscriptionId, through, since })
    }
    case 'Remove':
      return record<SubscriptionFact>({ type: 'SubscriptionRemoved', subscriptionId })
    case 'RecordRound':
      // told by somebody else meanwhile, or sent elsewhere in the log
      return state.rounds === command.rounds ? record(...roundFacts(command, state)) : nothing
  }
}

export const decide = (command: SubscriptionCommand, state: SubscriptionState): Decided => {
  if (command.type === 'Make')
    return state.status === 'unknown' ? record(made(command)) : refuse({ code: 'subscription_exists' })
  if (isThere(state)) return decideKnown(command, state)
  return command.type === 'RecordRound' ? nothing : refuse({ code: 'subscription_unknown' })
}
