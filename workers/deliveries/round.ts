import { type StreamName, revisionAfter, streamRevision, type EpochMs } from '../../shared/kernel/brands.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { Place, Waiting } from '../../shared/facts/subscription.ts'
import { ROUND_FACTS, WAITING_ITEMS } from '../../shared/limits/subscriptions.ts'
import { nextAttempt } from '../../services/subscriptions/attempt-rules.ts'
import type { Round } from '../../services/subscriptions/decide.ts'
import { placeOf, positionAfter } from '../../services/subscriptions/places.ts'
import type { Subscription } from '../../services/subscriptions/state.ts'
import type { FactAt } from '../../services/subscriptions/kept-items.ts'
import { itemOf } from '../../services/subscriptions/told.ts'
import { tellAll, type TellingDeps, type TellingEnd } from './telling.ts'
import { heldBack, upcoming, type Upcoming } from './upcoming.ts'
import { msOfIso, isoOfMs } from '../../shared/kernel/time/calculate.ts'

export type RoundDeps = Omit<TellingDeps, 'mostRefused'> & {
  readonly store: Pick<EventStore, 'read' | 'follow'>
  readonly nowMs: () => EpochMs
}

type Asked = {
  readonly subscriptionId: string
  readonly subscription: Subscription
  readonly signal: AbortSignal
}

export type Ended = {
  readonly round: Round
  /** Whether there is anything to be recorded. */
  readonly isNews: boolean
  /** There is more to be told at once. */
  readonly more: boolean
  /** What the service itself stumbled over; null: nothing. */
  readonly error: unknown
}

/** So many records are looked at again and again before it is recorded that nothing of them was to be told. */
const FRUITLESS = 1_000

/** An item that waits, as it is after the round; null: it waits no more. `rest`: the last that was read of a long one. */
const waitingAfter = (
  item: StreamName,
  before: Waiting | undefined,
  { refused }: TellingEnd,
  { held, rest }: { readonly held: FactAt | undefined; readonly rest: FactAt | undefined },
  nowMs: EpochMs,
): Waiting | null => {
  const at = isoOfMs(nowMs)
  const no = refused.get(item)
  if (no !== undefined) {
    const { reason, found, waitMs } = no.failure
    const revision = no.fact.stream === item ? no.fact.revision : streamRevision(0)
    // another one than before: what failed until now was taken, or is told no more
    const again = before?.revision === revision ? before : { since: at, attempts: 0 }
    return {
      ...{ stream: item, revision, since: again.since, reason, attempts: again.attempts + 1 },
      dueAt: nextAttempt(again.since, at, waitMs),
      ...(found === undefined ? {} : { found }),
    }
  }
  if (before === undefined) return null
  // all that a round takes of it was taken: it has not failed since, and what is left comes at once
  if (held === undefined && rest !== undefined)
    return { ...before, revision: revisionAfter(rest.revision), since: at, dueAt: at, attempts: 1 }
  if (held === undefined) return null
  return held.stream === item ? { ...before, revision: held.revision } : before
}

/** How far everything was told, or waits with its item; what was told beyond the first that was held is told again. */
const throughAfter = ({ facts, last }: Upcoming, isHeld: (fact: FactAt) => boolean): FactAt | null => {
  const first = facts.findIndex(isHeld)
  if (first === -1) return last
  return facts[first - 1] ?? null
}

type Work = {
  readonly later: readonly Waiting[]
  readonly due: readonly Waiting[]
  readonly behind: readonly FactAt[]
  /** By item of which more may wait than a round takes: the last fact of those that are told now. */
  readonly long: ReadonlyMap<string, FactAt>
  readonly next: Upcoming
}

/** What is to be told now: first of the items that waited until now, then what is new. */
const workOf = async (
  { store, nowMs }: RoundDeps,
  { subscriptionId, subscription, signal }: Asked,
): Promise<Work> => {
  const position = await positionAfter(store, subscriptionId, subscription.through)
  const isDue = ({ dueAt }: Waiting) => msOfIso(dueAt) <= nowMs()
  const due = subscription.waiting.filter(isDue)
  const later = subscription.waiting.filter(one => !isDue(one))
  const read = await Promise.all(
    due.map(async one => [one.stream, await heldBack(store, one, position)] as const),
  )
  const behind = read.flatMap(([, facts]) => facts)
  const long = new Map(
    read.flatMap(([item, facts]) => {
      const last = facts.at(-1)
      return last === undefined || facts.length < ROUND_FACTS ? [] : [[item, last] as const]
    }),
  )
  return { later, due, behind, long, next: await upcoming(store, position, subscription, signal) }
}

const throughOf = async (
  { store }: RoundDeps,
  { subscriptionId, subscription }: Asked,
  fact: FactAt | null,
): Promise<Place | null> => (fact === null ? subscription.through : placeOf(store, subscriptionId, fact))

/** Tells a receiver what there is to be told, up to a number of facts. Throws what the log throws. */
export const tellRound = async (deps: RoundDeps, asked: Asked): Promise<Ended> => {
  const begunAt = isoOfMs(deps.nowMs())
  const { later, due, behind, long, next } = await workOf(deps, asked)
  // what is new of an item comes behind everything of it that waits
  const waits = new Set([...later.map(({ stream }) => stream), ...long.keys()])
  const facts = [...behind, ...next.facts.filter(fact => !waits.has(itemOf(fact)))]
  const end = await tellAll({ ...deps, mostRefused: WAITING_ITEMS - later.length }, facts)
  const ends = new Map(facts.map((fact, n) => [fact, end.ends[n]] as const))
  const isHeld = (fact: FactAt) => ends.get(fact) === 'held'
  const nowMs = deps.nowMs()
  const items = new Set([...due.map(({ stream }) => stream), ...end.refused.keys()])
  const waiting = [...items].flatMap(item => {
    const before = due.find(({ stream }) => stream === item)
    const held = behind.find(fact => itemOf(fact) === item && isHeld(fact))
    return waitingAfter(item, before, end, { held, rest: long.get(item) }, nowMs) ?? []
  })
  const { delivered, status, failure, error } = end
  const { rounds, failing } = asked.subscription
  const round: Round = {
    ...{ begunAt, rounds, delivered, status, failure },
    through: await throughOf(deps, asked, throughAfter(next, isHeld)),
    waiting: [...later, ...waiting],
  }
  const more = next.more && failure === null && error === null
  // called off before anybody answered: that says nothing of the receiver, nor of what waits
  const isCalledOff = asked.signal.aborted || end.ends.includes('held')
  const isNothing = isCalledOff && failure === null && delivered === 0 && end.refused.size === 0
  const isNews =
    !isNothing &&
    ([delivered > 0, due.length > 0, waiting.length > 0, next.looked >= FRUITLESS].some(Boolean) ||
      // what the receiver failed at is told no more
      [more, failure !== null, failing !== null].some(Boolean))
  return { round, isNews, more, error }
}
