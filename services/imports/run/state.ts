import type { UserId, TermId } from '../../../shared/kernel/brands.ts'
import {
  ActivityList,
  ActivityType,
  endsWaiting,
  type ImportFact,
  type ItemOutcome,
  type SeriesSpan,
  type UpdateAuthority,
} from '../../../shared/facts/import.ts'
import type { ItemStatus } from '../../../shared/facts/common.ts'
import { added, appended, at, emptyList, emptyMap, type Growing, type GrowingMap } from './state-lists.ts'

/** How items become events: spec 05 §1. */
export type RunSettings = {
  readonly origin: string
  readonly source: string
  readonly postStatus: Exclude<ItemStatus, 'future' | 'trash'>
  readonly author: UserId
  readonly category: TermId | null
  readonly updateAuthority: UpdateAuthority
  readonly interval: number
  readonly stallMinutes: number
}

/** A callback that was accepted, and what its answer is rebuilt from. */
export type AcceptedCallback = {
  readonly hash: string
  readonly digest: string
  readonly batch: { readonly nextHash: string | null; readonly outcomesKnown: number } | null
}

export type ReceivedBatch = {
  readonly digest: string
  readonly count: number
  readonly firstPosition: number
}

/** An item that an outcome touched; `after`: outcomes recorded before that one. */
type Touch = {
  readonly type: ActivityType
  readonly list: ActivityList
  readonly id: number
  readonly after: number
}

export type Run = RunSettings & {
  readonly status: 'pending' | 'success' | 'failed'
  /** Deleted or cancelled by an operator: what waits is not applied any more. */
  readonly gone: boolean
  /** It was a cancellation: what waits is skipped, not failed. */
  readonly cancelled: boolean
  /** By an operator: what waits is left alone until it is resumed. */
  readonly paused: boolean
  /** A batch was refused for its number of items. */
  readonly overfull: boolean
  /** Expected batch hash; null: takes no callback (any more). */
  readonly hash: string | null
  readonly lastBatchReceived: boolean
  readonly carriedEvents: boolean
  readonly percentage: number
  /** `status.data.total` of the latest accepted batch. */
  readonly total: number
  readonly batches: Growing<ReceivedBatch>
  /** By digest, which covers the hash. */
  readonly callbacks: GrowingMap<AcceptedCallback>
  /** Items received; items with an outcome: positions 1 … recorded. */
  readonly received: number
  readonly recorded: number
  readonly failed: number
  /** Uids of items that failed. */
  readonly failedUids: GrowingMap<true>
  /** An item failed of which nobody knows what it was. */
  readonly unread: boolean
  /** What items said of their series, as long as some of their events may turn out to be left over. */
  readonly series: Growing<SeriesSpan>
  /** By id: events that were withdrawn. */
  readonly withdrawn: GrowingMap<true>
  /** By `touchKey`. */
  readonly touches: GrowingMap<Touch, number | string>
  /** Ids of all touches, in their order and with commas between them, by `type/list`: texts to be put together. */
  readonly touchedIds: Readonly<Record<string, Growing<string>>>
}

export type RunState = { readonly status: 'unknown' } | Run

export const initial: RunState = { status: 'unknown' }

const [TYPES, LISTS] = [ActivityType.options, ActivityList.options]

/**
 * Another one for each type, list and id: a number, which is looked up sooner than a text that is put together, as long
 * as it is exact.
 */
export const touchKey = (type: ActivityType, list: ActivityList, id: number): number | string => {
  const key = (id * TYPES.length + TYPES.indexOf(type)) * LISTS.length + LISTS.indexOf(list)
  return Number.isSafeInteger(key) ? key : `${type}/${list}/${id}`
}

const registered = (fact: Extract<ImportFact, { type: 'ImportRegistered' }>): Run => ({
  status: 'pending',
  gone: false,
  cancelled: false,
  paused: false,
  overfull: false,
  origin: fact.origin,
  source: fact.source,
  postStatus: fact.postStatus,
  author: fact.author,
  category: fact.category,
  updateAuthority: fact.updateAuthority,
  interval: fact.interval,
  stallMinutes: fact.stallMinutes,
  hash: fact.hash,
  lastBatchReceived: false,
  carriedEvents: false,
  percentage: 0,
  total: 0,
  batches: emptyList(),
  callbacks: emptyMap(),
  received: 0,
  recorded: 0,
  failed: 0,
  failedUids: emptyMap(),
  unread: false,
  series: emptyList(),
  withdrawn: emptyMap(),
  touches: emptyMap(),
  touchedIds: {},
})

type Received = Extract<ImportFact, { type: 'ImportBatchReceived' }>
type Recorded = Extract<ImportFact, { type: 'ImportOutcomesRecorded' }>

/** What decides whether an import is complete. */
export type Tally = Pick<
  Run,
  'lastBatchReceived' | 'carriedEvents' | 'total' | 'received' | 'recorded' | 'failed'
>

/** After one more fact, at the cost of that fact. */
export const tallyAfter = (run: Run, fact: Received | Recorded): Tally => {
  const { lastBatchReceived, carriedEvents, total, received, recorded, failed } = run
  if (fact.type === 'ImportBatchReceived') {
    return {
      lastBatchReceived: fact.nextHash === null,
      carriedEvents: carriedEvents || fact.carriedEvents,
      total: fact.total,
      received: received + fact.count,
      recorded,
      failed,
    }
  }
  const fails = fact.outcomes.filter(({ outcome }) => outcome === 'failed').length
  return {
    lastBatchReceived,
    carriedEvents,
    total,
    received,
    recorded: fact.outcomes.at(-1)?.position ?? recorded,
    failed: failed + fails,
  }
}

const sameCallback = (a: AcceptedCallback, b: AcceptedCallback) =>
  a.hash === b.hash &&
  a.batch?.nextHash === b.batch?.nextHash &&
  a.batch?.outcomesKnown === b.batch?.outcomesKnown

const accepted = (
  { callbacks }: Run,
  { hash, digest }: Omit<AcceptedCallback, 'batch'>,
  batch: AcceptedCallback['batch'],
) => added(callbacks, digest, { hash, digest, batch }, sameCallback)

const received = (run: Run, fact: Received): Run => ({
  ...run,
  ...tallyAfter(run, fact),
  hash: fact.nextHash,
  percentage: Math.max(run.percentage, fact.percentage),
  batches: appended(run.batches, {
    digest: fact.digest,
    count: fact.count,
    firstPosition: fact.firstPosition,
  }),
  callbacks: accepted(run, fact, { nextHash: fact.nextHash, outcomesKnown: fact.outcomesKnown }),
})

const sameTouch = (a: Touch, b: Touch) => a.after === b.after

/** Reasons of items that were not even looked at. */
export const UNREAD: ReadonlySet<string | null> = new Set(['internal_error', 'payload_gone'])

const same = () => true

const withFailures = (run: Run, outcomes: readonly ItemOutcome[]): Pick<Run, 'failedUids' | 'unread'> => {
  let { failedUids, unread } = run
  for (const { outcome, uid, reason } of outcomes) {
    if (outcome !== 'failed') continue
    unread ||= UNREAD.has(reason)
    if (uid !== null) failedUids = added(failedUids, uid, true, same)
  }
  return { failedUids, unread }
}

const withTouches = (run: Run, outcomes: readonly ItemOutcome[]): Pick<Run, 'touches' | 'touchedIds'> => {
  let { touches } = run
  const fresh = new Map<string, number[]>()
  for (const { touched, position } of outcomes) {
    const after = position - 1
    for (const [type, list, id] of touched) {
      const before = touches.size
      touches = added(touches, touchKey(type, list, id), { type, list, id, after }, sameTouch)
      if (touches.size === before) continue
      const name = `${type}/${list}`
      const ids = fresh.get(name)
      if (ids === undefined) fresh.set(name, [id])
      else ids.push(id)
    }
  }
  const touchedIds = { ...run.touchedIds }
  for (const [name, ids] of fresh) {
    const known = touchedIds[name] ?? emptyList()
    touchedIds[name] = appended(known, `${known.length === 0 ? '' : ','}${ids.join(',')}`)
  }
  return { touches, touchedIds }
}

const withOutcomes = (run: Run, fact: Recorded): Run => ({
  ...run,
  ...tallyAfter(run, fact),
  ...withTouches(run, fact.outcomes),
  ...withFailures(run, fact.outcomes),
  series: (fact.series ?? []).reduce<Growing<SeriesSpan>>(appended, run.series),
})

const withWithdrawn = (run: Run, outcomes: readonly ItemOutcome[]): Run => ({
  ...run,
  ...withTouches(run, outcomes),
  withdrawn: outcomes.reduce((known, { id }) => added(known, String(id), true, same), run.withdrawn),
})

/** It takes nothing any more, and nothing waits to be worked on; one that nobody knows is as good. */
export const isSettled = (
  state: { readonly status: 'unknown' } | Pick<Run, 'status' | 'recorded' | 'received'>,
): boolean => state.status === 'unknown' || (state.status !== 'pending' && state.recorded === state.received)

/** Index of the batch that holds the next item to be worked on; -1 when nothing waits. */
export const nextBatch = (run: Run): number => {
  let [low, high] = [0, run.batches.length - 1]
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const batch = at(run.batches, middle)
    if (batch === undefined) return -1
    if (batch.firstPosition > run.recorded + 1) high = middle - 1
    else if (batch.firstPosition + batch.count <= run.recorded + 1) low = middle + 1
    else return middle
  }
  return -1
}

const closed = (run: Run, { status, reason }: Extract<ImportFact, { type: 'ImportClosed' }>): Run => {
  const gone = run.gone || endsWaiting(reason)
  const cancelled = run.cancelled || reason === 'cancelled'
  // what waits for an import that is gone is not left alone: it is told what became of it
  return { ...run, status, hash: null, gone, cancelled, paused: run.paused && !gone }
}

/** Everything the rules of spec 05 §1-4 ask about, grown by one fact at the cost of that fact. */
export const evolve = (state: RunState, fact: ImportFact): RunState => {
  if (fact.type === 'ImportRegistered') return registered(fact)
  if (state.status === 'unknown') return state
  switch (fact.type) {
    case 'ImportBatchReceived':
      return received(state, fact)
    case 'ImportBatchRefused':
      return { ...state, overfull: true }
    case 'ImportStateReported':
      return {
        ...state,
        percentage: Math.max(state.percentage, fact.percentage),
        callbacks: accepted(state, fact, null),
      }
    case 'ImportOutcomesRecorded':
      return withOutcomes(state, fact)
    case 'ImportOccurrencesWithdrawn':
      return withWithdrawn(state, fact.outcomes)
    case 'ImportPaused':
      return { ...state, paused: true }
    case 'ImportResumed':
      return { ...state, paused: false }
    case 'ImportReattributed':
      return { ...state, author: fact.changes.author[1] }
    case 'ImportClosed':
      return closed(state, fact)
  }
}
