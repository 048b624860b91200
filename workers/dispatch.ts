import { setTimeout as sleep } from 'node:timers/promises'
import type { Checkpoints } from '../projections/engine/checkpoints.ts'
import type { Collection, Documents, WriteOp } from '../shared/documents/port.ts'
import type { EventStore, Followed } from '../shared/event-store/port.ts'
import { PURGED, PURGES } from '../shared/facts/purge.ts'
import { SCHEDULES } from '../shared/facts/schedule.ts'
import type { JobQueue } from '../shared/jobs/port.ts'
import { untilMs } from './due.ts'
import { FEED_CALLS } from './feed-work.ts'
import { evolveWork, isOpen, type DoneWork, type OpenImport, type OpenWork } from './open-work.ts'
import { evolvePrepared, LINKING, PREPARED_MS, type PreparedItem } from './prepared-work.ts'
import { endedBy, overIn } from './purge-work.ts'
import { CUT_OFF_MS } from './purge/finish.ts'
import { enqueuePublication } from './schedule/publish.ts'
import { watchQueue } from './watch-queue.ts'

export type DispatchDeps = {
  readonly store: EventStore
  readonly documents: Documents
  readonly checkpoints: Checkpoints
  readonly queue: Pick<JobQueue, 'enqueue' | 'generation'>
  readonly nowMs: () => number
  /** Told of what has just happened; absent: nobody listens. */
  readonly happened?: (records: Followed['records']) => Promise<void>
  readonly warn: (message: string, error: unknown) => void
}

const NAME = 'dispatch@1'
const PREFIXES = [
  ...LINKING,
  'import-',
  'venue-',
  'organizer-',
  'term-',
  'image-',
  'site-',
  PURGED,
  PURGES,
  SCHEDULES,
]
/** Facts after which somebody has something to do; the others only change how much is left. */
const CALLS = new Set([
  'ImportRegistered',
  'ImportBatchReceived',
  'ImportStateReported',
  'ImportResumed',
  'ImportClosed',
  ...FEED_CALLS,
  'ItemPurged',
  ...['Event', 'Venue', 'Organizer'].flatMap(noun => [
    `${noun}Created`,
    `${noun}StatusChanged`,
    `${noun}Restored`,
  ]),
])
const RETRY_MS = 1_000
/** How often it is looked for what has become old enough to be put away. */
const LOOK_MS = 1_000
type Queue = Pick<JobQueue, 'enqueue'>

const enqueueImport = async (queue: Queue, work: OpenImport, nowMs: number): Promise<void> => {
  const { importId, batch } = work
  if (work.paused === true) return
  if (work.recorded < work.received) await queue.enqueue('import.work', { importId, batch })
  if (!work.pending || (!work.takesCallbacks && work.batch >= 0)) return
  const delayMs = untilMs(work.heardMs + work.stallMinutes * 60_000, nowMs)
  await queue.enqueue('import.stall-check', { importId }, { delayMs })
}

const enqueueWork = (queue: Queue, work: OpenWork, nowMs: number): Promise<void> => {
  if (work.kind === 'import') return enqueueImport(queue, work, nowMs)
  if (work.kind === 'prepared') return queue.enqueue('prepared.settle', { noun: work.noun, id: work.id })
  // not before whoever was asked for it can have done it
  if (work.kind === 'purge') return queue.enqueue('purge.finish', {}, { delayMs: CUT_OFF_MS })
  if (work.kind === 'feed') {
    const delayMs = untilMs(work.dueMs, nowMs)
    return queue.enqueue('feed.fetch', { scheduleId: work.scheduleId }, { delayMs })
  }
  return enqueuePublication(queue, work, nowMs)
}

type Dispatch = {
  readonly deps: DispatchDeps
  readonly stored: Collection<OpenWork | DoneWork>
  readonly open: Map<string, OpenWork>
  /** What was prepared, is old, and was offered to be put away. */
  readonly offered: Set<string>
  /** Jobs are made of the present, never of the history behind it (spec 05 §10 rebuild). */
  live: boolean
}

/** One job finishes all purges. */
const oncePurge = (works: readonly OpenWork[]): readonly OpenWork[] => {
  const first = works.find(work => work.kind === 'purge')
  return works.filter(work => work.kind !== 'purge' || work === first)
}

/** A queue that is down is asked again until it takes the job. */
const enqueueAll = async ({ deps }: Dispatch, works: readonly OpenWork[], signal: AbortSignal) => {
  for (const work of oncePurge(works)) {
    let isTold = false
    while (!signal.aborted) {
      try {
        await enqueueWork(deps.queue, work, deps.nowMs())
        break
      } catch (error) {
        if (!isTold) deps.warn(`the queue does not take the work of ${work._id}`, error)
        isTold = true
        await pause(RETRY_MS, signal)
      }
    }
  }
}

/** What a dispatcher that was taken over writes late meets something newer. */
const guarded = (work: OpenWork | DoneWork): WriteOp<OpenWork | DoneWork> => ({
  replaceOne: { filter: { _id: work._id, rev: { $lt: work.rev } }, replacement: work, upsert: true },
})

const purges = (open: ReadonlyMap<string, OpenWork>): readonly OpenWork[] =>
  [...open.values()].filter(work => work.kind === 'purge')

/** Folds a step into the open work; answers what the step calls for. */
const fold = async (dispatch: Dispatch, { records }: Followed): Promise<readonly OpenWork[]> => {
  const { open, stored } = dispatch
  const touched = new Map<string, OpenWork | DoneWork>()
  const called = new Set<string>()
  const late: OpenWork[] = []
  const prepared = (id: string) => {
    const work = open.get(id)
    return work?.kind === 'prepared' ? work : null
  }
  for (const record of records) {
    for (const { before, after } of evolvePrepared(prepared, record)) {
      const _id = after?._id ?? before?._id ?? ''
      touched.set(_id, after ?? { _id, rev: record.position, kind: 'done' })
      if (after === null) open.delete(_id)
      else open.set(_id, after)
      if (after === null && before?.discarded === true) late.push(before)
    }
    for (const _id of overIn(record))
      if (open.delete(_id)) touched.set(_id, { _id, rev: record.position, kind: 'done' })
    const known = open.get(record.stream) ?? null
    const before = known?.kind === 'prepared' ? null : known
    const after = evolveWork(before, record)
    if (after !== null && CALLS.has(record.type)) called.add(record.stream)
    if (after === before) continue
    touched.set(record.stream, after ?? { _id: record.stream, rev: record.position, kind: 'done' })
    if (after === null) open.delete(record.stream)
    else open.set(record.stream, after)
    for (const _id of after?.kind === 'purge' ? endedBy(after) : [])
      if (open.delete(_id)) touched.set(_id, { _id, rev: record.position, kind: 'done' })
    // what it was given can be deleted now
    if (before?.kind === 'import' && after === null) for (const { _id } of purges(open)) called.add(_id)
  }
  if (touched.size > 0) await stored.bulkWrite([...touched.values()].map(guarded))
  return [...[...called].flatMap(stream => open.get(stream) ?? []), ...late]
}

/** Everything that is still to be done, but for what was prepared. */
const waiting = (open: ReadonlyMap<string, OpenWork>): readonly OpenWork[] =>
  [...open.values()].filter(work => work.kind !== 'prepared')

/** Young ones are left to those who made them; discarded ones only concern an event that links them after all. */
const isOverdue = (work: OpenWork, nowMs: number): work is PreparedItem =>
  work.kind === 'prepared' && !work.discarded && nowMs - work.preparedMs >= PREPARED_MS

/** Each once, unless the queue may have lost it. */
const offerOverdue = async (dispatch: Dispatch, signal: AbortSignal): Promise<void> => {
  const { deps, open, offered } = dispatch
  for (const id of offered) if (!open.has(id)) offered.delete(id)
  const now = deps.nowMs()
  const overdue = [...open.values()].filter(work => isOverdue(work, now) && !offered.has(work._id))
  for (const { _id } of overdue) offered.add(_id)
  await enqueueAll(dispatch, overdue, signal)
}

const followLog = async (dispatch: Dispatch, signal: AbortSignal): Promise<void> => {
  const { deps, open } = dispatch
  const after = await deps.checkpoints.load(NAME)
  for await (const step of deps.store.follow(after, PREFIXES, signal)) {
    const called = await fold(dispatch, step)
    if (dispatch.live) {
      await enqueueAll(dispatch, called, signal)
      await deps.happened?.(step.records)
    } else if (step.live) {
      dispatch.live = true
      await enqueueAll(dispatch, waiting(open), signal)
      await offerOverdue(dispatch, signal)
    }
    if (signal.aborted) return
    if (step.reached !== null) await deps.checkpoints.advance(NAME, step.reached)
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)

/**
 * Turns facts into jobs until `signal` aborts. The log decides what work exists: at a start (and whenever the
 * checkpoint is gone) the history is folded to what is still open, and only that is enqueued.
 */
export const runDispatch = async (deps: DispatchDeps, signal: AbortSignal): Promise<void> => {
  const stored = await deps.documents.collection<OpenWork | DoneWork>({ name: 'dispatch-open', indexes: [] })
  const kept = await stored.find({ kind: { $ne: 'done' } })
  const open = new Map(kept.filter(isOpen).map(work => [work._id, work]))
  const dispatch: Dispatch = { deps, stored, open, offered: new Set(), live: false }
  const following = async () => {
    while (!signal.aborted) {
      try {
        await followLog(dispatch, signal)
      } catch (error) {
        deps.warn('the log dropped the dispatcher; following again', error)
        await pause(RETRY_MS, signal)
      }
    }
  }
  const offerAll = async () => {
    if (!dispatch.live) return
    await enqueueAll(dispatch, waiting(open), signal)
    dispatch.offered.clear()
    await offerOverdue(dispatch, signal)
  }
  const lookingForOverdue = async () => {
    while (!signal.aborted) {
      await pause(LOOK_MS, signal)
      if (dispatch.live) await offerOverdue(dispatch, signal)
    }
  }
  const { queue, warn } = deps
  await Promise.all([following(), lookingForOverdue(), watchQueue({ queue, warn, offerAll }, signal)])
}
