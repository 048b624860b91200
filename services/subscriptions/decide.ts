import type { IsoTime } from '../../shared/kernel/brands.ts'
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
  /** ISO instant: nothing of it was tried before. */
  readonly begunAt: IsoTime
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
  | { readonly type: 'Rotate'; readonly salt: string; readonly until: IsoTime }
  | { readonly type: 'Pause' | 'Remove' }
  /** `at`: ISO instant. */
  | { readonly type: 'Resume'; readonly at: IsoTime }
  | { readonly type: 'Move'; readonly through: Place | null; readonly since: IsoTime }
  | ({ readonly type: 'RecordRound'; readonly at: IsoTime } & Round)
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

/** How the round itself is told. `since`: for how long nothing is taken. */
const roundFact = (command: Of<'RecordRound'>, since: IsoTime): SubscriptionFact => {
  const { subscriptionId, rounds, through, delivered, status, failure, at } = command
  const told = { subscriptionId, round: rounds + 1, through, waiting: [...command.waiting], delivered }
  if (failure === null) return { type: 'FactsDelivered', ...told, status }
  const { reason, waitMs } = failure
  const dueAt = nextAttempt(since, at, waitMs)
  return { type: 'DeliveryFailed', ...told, reason, since, dueAt, ...foundIn(failure) }
}

/** What ends it: what was tried in this round, and has failed for too long; null: nothing does. */
const lastStraw = (
  { begunAt, waiting, failure }: Of<'RecordRound'>,
  state: Subscription,
  since: IsoTime,
): Pick<Failure, 'reason' | 'found'> | null => {
  if (failure !== null && (failure.isGone === true || isHopeless(since, begunAt))) return failure
  const attemptsBefore = new Map(state.waiting.map(({ stream, attempts }) => [stream, attempts]))
  const wasTried = ({ stream, attempts }: Waiting) => attempts > (attemptsBefore.get(stream) ?? 0)
  return waiting.find(one => wasTried(one) && isHopeless(one.since, begunAt)) ?? null
}

/** It is given up after an attempt that was made when its time was over (spec 08 §4), and not by what was never tried. */
const roundFacts = (command: Of<'RecordRound'>, state: Subscription): readonly SubscriptionFact[] => {
  const { subscriptionId, delivered, at } = command
  const since = delivered === 0 ? (state.failing?.since ?? at) : at
  const fact = roundFact(command, since)
  const straw = state.status === 'active' ? lastStraw(command, state, since) : null
  if (straw === null) return [fact]
  const { reason } = straw
  return [fact, { type: 'SubscriptionGivenUp', subscriptionId, reason, ...foundIn(straw) }]
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
