import type { StreamName } from '../../shared/kernel/brands.ts'
import { gate } from '../../shared/gate.ts'
import { DELIVERIES_AT_ONCE } from '../../shared/limits/subscriptions.ts'
import type { Failure } from '../../services/subscriptions/decide.ts'
import type { Answered } from '../../services/subscriptions/send.ts'
import type { FactAt } from '../../services/subscriptions/kept-items.ts'
import { itemOf, type Message } from '../../services/subscriptions/told.ts'

export type TellingDeps = {
  /** null: nothing is told of the fact. */
  readonly messageFor: (fact: FactAt) => Promise<Message | null>
  readonly send: (message: Message) => Promise<Answered>
  /** Whether it is still to be told: it may be paused meanwhile. */
  readonly goesOn: () => Promise<boolean>
  /** Items that may be refused, beyond which the receiver counts as one that takes nothing. */
  readonly mostRefused: number
}

/** What became of a fact: `held`: it was not told, and nothing is wrong with it. */
type Told = 'told' | 'refused' | 'held'

export type TellingEnd = {
  /** In the order of the facts. */
  readonly ends: readonly Told[]
  /** By item: the fact that was not taken, and why. */
  readonly refused: ReadonlyMap<StreamName, { readonly fact: FactAt; readonly failure: Failure }>
  readonly delivered: number
  readonly status: number | null
  readonly failure: Failure | null
  /** What the service itself stumbled over; null: nothing. */
  readonly error: unknown
}

type Progress = {
  readonly refused: Map<StreamName, { readonly fact: FactAt; readonly failure: Failure }>
  delivered: number
  status: number | null
  failure: Failure | null
  error: unknown
}

const after = (
  progress: Progress,
  fact: FactAt,
  answered: Answered,
  { mostRefused }: Pick<TellingDeps, 'mostRefused'>,
): Told => {
  progress.status = answered.status ?? progress.status
  if (answered.kind === 'taken') {
    progress.delivered++
    return 'told'
  }
  const isOne = answered.kind === 'refused' && progress.refused.size < mostRefused
  if (isOne) progress.refused.set(itemOf(fact), { fact, failure: answered.failure })
  else progress.failure ??= answered.failure
  return isOne ? 'refused' : 'held'
}

const tellOne = async (deps: TellingDeps, progress: Progress, fact: FactAt): Promise<Told> => {
  const isOver = () => progress.failure !== null || progress.error !== null
  if (isOver()) return 'held'
  if (progress.refused.has(itemOf(fact))) return 'refused'
  try {
    const message = await deps.messageFor(fact)
    if (message === null) return 'told'
    if (isOver() || !(await deps.goesOn())) return 'held'
    const answered = await deps.send(message)
    // called off while it was under way: that says nothing of the receiver
    if (answered.kind !== 'taken' && !(await deps.goesOn())) return 'held'
    return after(progress, fact, answered, deps)
  } catch (error) {
    progress.error ??= error
    return 'held'
  }
}

/** Tells facts, a few at once, those of one item one after the other. Never throws. */
export const tellAll = async (deps: TellingDeps, facts: readonly FactAt[]): Promise<TellingEnd> => {
  const progress: Progress = { refused: new Map(), delivered: 0, status: null, failure: null, error: null }
  const inTurn = gate(DELIVERIES_AT_ONCE)
  const lanes = new Map<string, Promise<unknown>>()
  const ends = facts.map(fact => {
    const item = itemOf(fact)
    const end = (lanes.get(item) ?? Promise.resolve()).then(() => inTurn(() => tellOne(deps, progress, fact)))
    lanes.set(item, end)
    return end
  })
  return { ends: await Promise.all(ends), ...progress }
}
