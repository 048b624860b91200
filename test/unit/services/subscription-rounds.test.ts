import { expect, it } from 'vitest'
import { streamName, streamRevision, isoTime } from '../../../shared/kernel/brands.ts'
import { decide, type Round } from '../../../services/subscriptions/decide.ts'
import { evolve, initial, type SubscriptionState } from '../../../services/subscriptions/state.ts'
import type { SubscriptionFact, Waiting } from '../../../shared/facts/subscription.ts'

const START = Date.UTC(2027, 4, 1, 20)
const at = (hours: number) => isoTime(new Date(START + hours * 3_600_000).toISOString())

const which = { subscriptionId: 's1' } as const
const made: SubscriptionFact = {
  ...{ type: 'SubscriptionMade', ...which, name: 'App', url: 'https://app.example/', sees: 'public' },
  ...{ kinds: ['event'], happenings: ['changed'], salt: '0'.repeat(32) },
}

const item = (attempts: number, dueHours: number, id = 41): Waiting => ({
  ...{
    stream: streamName(`event-${id}`),
    revision: streamRevision(3),
    since: at(0),
    dueAt: at(dueHours),
    attempts,
  },
  ...{ reason: 'bad_status', found: '422' },
})

const quiet = { rounds: 1, through: null, waiting: [], delivered: 0, status: null, failure: null }

const after = (...facts: readonly SubscriptionFact[]): SubscriptionState =>
  [made, ...facts].reduce(evolve, initial)

/** What waits, or fails, since the beginning. */
const waits = (...waiting: Waiting[]): SubscriptionState =>
  after({ type: 'FactsDelivered', ...which, round: 1, through: null, waiting, delivered: 0, status: 422 })
const fails = after({
  ...{ type: 'DeliveryFailed', ...which, round: 1, through: null, waiting: [], delivered: 0 },
  ...{ reason: 'timeout', since: at(0), dueAt: at(1) },
})

const recorded = (state: SubscriptionState, hours: number, round: Partial<Round>, begunHours = hours) => {
  const times = { begunAt: at(begunHours), at: at(hours) }
  const decided = decide({ type: 'RecordRound', ...which, ...quiet, ...round, ...times }, state)
  return decided.ok ? decided.facts.map(({ type }) => type) : decided.refusal
}

it('08 §4: an item that fails again after 48 h is given up, one that has some minutes left is not', () => {
  const again = { status: 422, waiting: [item(6, 60)] }
  expect(recorded(waits(item(5, 46)), 48, again)).toEqual(['FactsDelivered', 'SubscriptionGivenUp'])
  expect(recorded(waits(item(5, 46)), 47.9, again)).toEqual(['FactsDelivered'])
})

it('08 §4: one whose next attempt lies behind the 48 h is not given up by a round about other items', () => {
  const other = { delivered: 1, status: 204, waiting: [item(5, 58)] }
  expect(recorded(waits(item(5, 58)), 50, other)).toEqual(['FactsDelivered'])
})

it('08 §4: nor by a round that was called off before it was tried', () => {
  const calledOff = { delivered: 2, status: 204, waiting: [item(5, 49)] }
  expect(recorded(waits(item(5, 49)), 50, calledOff)).toEqual(['FactsDelivered'])
})

it('08 §4: nor when the attempt was made before, and only recorded after them', () => {
  const late = { status: 422, waiting: [item(6, 60)] }
  expect(recorded(waits(item(5, 46)), 48.1, late, 47.9)).toEqual(['FactsDelivered'])
  const timeout = { failure: { reason: 'timeout' } }
  expect(recorded(fails, 48.1, timeout, 47.9)).toEqual(['DeliveryFailed'])
  expect(recorded(fails, 48, timeout)).toEqual(['DeliveryFailed', 'SubscriptionGivenUp'])
})

it('08 §4: an item that fails again after 48 h is given up also where the receiver then takes nothing', () => {
  const both = { delivered: 3, failure: { reason: 'timeout' }, waiting: [item(6, 60)] }
  expect(recorded(waits(item(5, 46)), 49, both)).toEqual(['DeliveryFailed', 'SubscriptionGivenUp'])
})

it('08 §4: of several items that wait, the one that was tried counts', () => {
  const state = waits(item(5, 58), item(5, 49, 42))
  const waiting = [item(5, 58), item(6, 61, 42)]
  expect(recorded(state, 49, { status: 422, waiting })).toEqual(['FactsDelivered', 'SubscriptionGivenUp'])
  expect(recorded(state, 49, { status: 204, delivered: 1, waiting: [item(5, 58)] })).toEqual([
    'FactsDelivered',
  ])
})

it('08 §1: a round that began before a pause says nothing after it was resumed', () => {
  const resumed = [
    { type: 'SubscriptionPaused', ...which },
    { type: 'SubscriptionResumed', ...which, dueAt: at(48) },
  ] as const satisfies readonly SubscriptionFact[]
  const state = resumed.reduce(evolve, waits(item(5, 46)))
  expect(recorded(state, 49, { status: 422, waiting: [item(6, 60)] }, 47.9)).toEqual([])
  expect(recorded(state, 49, { rounds: 2, status: 204, delivered: 1 })).toEqual(['FactsDelivered'])
})
