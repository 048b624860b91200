import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { Cleaning } from '../../shared/cleaning/texts.ts'
import { DocumentsUnavailable } from '../../shared/documents/port.ts'
import { RevisionConflict, StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import type { ItemOutcome, SeriesSpan } from '../../shared/facts/import.ts'
import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import type { Handled } from '../../services/handle.ts'
import type { ChunkWork } from '../../services/imports/apply/apply.ts'
import type { Withdrawn } from '../../services/imports/series/withdraw.ts'
import { importContext } from '../../services/imports/apply/context.ts'
import { ImageUnderWay } from '../../services/imports/apply/images.ts'
import type { ItemsAhead } from '../../services/imports/apply/items-ahead.ts'
import type { RawItem } from '../../services/imports/item/item.ts'
import { cancelledOutcome, failedOutcome } from '../../services/imports/apply/outcome.ts'
import { at } from '../../services/imports/run/state-lists.ts'
import { expirePayload } from '../../services/imports/run/payload.ts'
import type { RunRefusal } from '../../services/imports/run/commands.ts'
import type { ImportRuns } from '../../services/imports/run/runs.ts'
import {
  evolve,
  nextBatch,
  type ReceivedBatch,
  type Run,
  type RunState,
} from '../../services/imports/run/state.ts'

export type ImportWorkDeps = {
  readonly store: EventStore
  readonly runs: ImportRuns
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => EpochMs
  /** Those that the plan of their batch has looked at. */
  readonly items: Pick<ItemsAhead, 'take' | 'cleaningOf'>
  /** How items of this batch are applied, prepared for one chunk. */
  readonly applyChunk: (importId: string, run: Run, batch: number) => Promise<ChunkWork>
  /** A fault of our own: what failed, where. */
  readonly warn: (message: string, error: unknown) => void
}

/** Work of one turn; then the others have theirs. */
const TURN_MS = 250
/** From this attempt on, an item that fails without an outage is recorded as failed. */
export const LAST_TRY = 3
/** An outage that outlives the attempts of a job is waited out. */
const LAST_ATTEMPT = 8
const WAIT_OUT_MS = 30_000
/** Until an import that waits for an image has its next turn. */
const IMAGE_MS = 750
/** Outcomes recorded at once without any work. */
const TOGETHER_AT_MOST = 500
/** Items that begin in one turn of the event loop: a few milliseconds of work. */
const BEGIN_AT_ONCE = 25

/** Passes by itself; says nothing about the item. */
const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof DocumentsUnavailable ||
  error instanceof RevisionConflict ||
  error instanceof ImageUnderWay

type Step = {
  readonly outcomes: readonly ItemOutcome[]
  /** What items among them said of their series. */
  readonly series?: readonly SeriesSpan[]
  readonly error: Error | null
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** The outcomes up to the first failure: positions are recorded without gaps. */
const upToFailure = (settled: readonly PromiseSettledResult<ItemOutcome>[]): Step => {
  const outcomes: ItemOutcome[] = []
  for (const one of settled) {
    if (one.status === 'rejected') return { outcomes, error: asError(one.reason) }
    outcomes.push(one.value)
  }
  return { outcomes, error: null }
}

type Turn = { readonly attempt: number; readonly signal: AbortSignal }

/**
 * Applies the items of a chunk side by side, so that their appends share group commits. They begin in their order, some
 * at a time or up to a large one; then everything else has its turn.
 */
const applyItems = async (
  { items: { cleaningOf }, warn }: Pick<ImportWorkDeps, 'items' | 'warn'>,
  apply: ChunkWork['apply'],
  items: readonly (readonly [position: number, item: RawItem])[],
  attempt: number,
): Promise<Step> => {
  const one = async (position: number, item: RawItem, cleaning: Cleaning): Promise<ItemOutcome> => {
    try {
      return await apply(position, item, cleaning)
    } catch (error) {
      if (isOutage(error) || attempt < LAST_TRY) throw error
      warn(`item ${position} cannot be imported`, error)
      return failedOutcome(position, 'internal_error')
    }
  }
  const begun: Promise<ItemOutcome>[] = []
  for (const [position, item] of items) {
    const cleaning = cleaningOf(item)
    const isLarge = cleaning instanceof Promise
    const outcome = one(position, item, isLarge ? await cleaning : cleaning)
    // it is waited for below
    outcome.catch(() => undefined)
    begun.push(outcome)
    if (isLarge || begun.length % BEGIN_AT_ONCE === 0) await nextTurn()
  }
  return upToFailure(await Promise.allSettled(begun))
}

/** Where the work stands: the batch that holds the first item without outcome. */
type Place = {
  readonly importId: string
  readonly run: Run
  readonly index: number
  readonly batch: ReceivedBatch
}

const placeOf = (importId: string, run: RunState): Place | null => {
  if (run.status === 'unknown' || run.paused) return null
  const index = nextBatch(run)
  const batch = at(run.batches, index)
  return batch === undefined ? null : { importId, run, index, batch }
}

/** Set before the last outcome is recorded, so that no crash leaves items behind for ever. */
const letGo = (deps: ImportWorkDeps, { importId, batch }: Place) =>
  expirePayload(deps.store, importId, batch.digest)

/** Outcomes of waiting positions that cannot be worked on at all. */
const endedStep = async (
  deps: ImportWorkDeps,
  place: Place,
  ended: (position: number) => ItemOutcome,
): Promise<Step> => {
  const { run, batch } = place
  await letGo(deps, place)
  const position = run.recorded + 1
  const left = Math.min(batch.firstPosition + batch.count - position, TOGETHER_AT_MOST)
  const positions = Array.from({ length: left }, (_, offset) => position + offset)
  return { outcomes: positions.map(ended), error: null }
}

const failedStep = (deps: ImportWorkDeps, place: Place, reason: string): Promise<Step> =>
  endedStep(deps, place, position => failedOutcome(position, reason))

/** Recorded before the import closes with its last outcomes: an attempt that is stopped here begins anew. */
const withdrawLeft = async (
  deps: ImportWorkDeps,
  importId: string,
  left: AsyncIterable<readonly Withdrawn[]>,
): Promise<void> => {
  for await (const withdrawn of left)
    await deps.runs.execute(
      { type: 'RecordWithdrawn', importId, withdrawn },
      importContext(importId, deps.nowMs()),
    )
}

/** Outcomes of the next chunk: applied items, or why they cannot be applied any more. */
const workOn = async (deps: ImportWorkDeps, place: Place, turn: Turn): Promise<Step> => {
  const { importId, run, index, batch } = place
  const position = run.recorded + 1
  if (run.cancelled) return endedStep(deps, place, cancelledOutcome)
  if (run.gone) return failedStep(deps, place, 'import_gone')
  const work = await deps.applyChunk(importId, run, index)
  const chunk = await deps.items.take({ importId, batch, position })
  if (chunk === null) return failedStep(deps, place, 'payload_gone')
  const items = chunk.items
    .map((item, offset) => [chunk.firstPosition + offset, item] as const)
    .filter(([one]) => one >= position)
  const isLast = chunk.firstPosition + chunk.items.length === batch.firstPosition + batch.count
  const [step] = await Promise.all([
    applyItems(deps, work.apply, items, turn.attempt),
    isLast ? letGo(deps, place) : null,
  ])
  if (step.error !== null) return { ...step, series: await work.spans() }
  if (isLast && run.lastBatchReceived && index === run.batches.length - 1)
    await withdrawLeft(deps, importId, work.withdraw(step.outcomes))
  return { ...step, series: await work.spans() }
}

/** Whatever goes wrong outside of items ends too: an import never waits for ever (spec OP-11). */
const nextStep = async (deps: ImportWorkDeps, place: Place, turn: Turn): Promise<Step> => {
  try {
    return await workOn(deps, place, turn)
  } catch (error) {
    if (isOutage(error) || turn.signal.aborted || turn.attempt < LAST_TRY) {
      return { outcomes: [], error: asError(error) }
    }
    deps.warn(`items of import ${place.importId} cannot be worked on`, error)
    return failedStep(deps, place, 'internal_error')
  }
}

/**
 * Records outcomes while the next chunk is worked on already, one chunk at a time. Whatever of a chunk was done and
 * could not be recorded is found "already so" later.
 */
const recorder = (deps: ImportWorkDeps) => {
  let underWay: Promise<Handled<RunState, RunRefusal> | null> = Promise.resolve(null)
  return {
    settled: async (): Promise<void> => {
      await underWay
    },
    /** Resolves, once what came before is recorded, to the import as it will be. */
    record: async (place: Place, { outcomes, series = [] }: Step): Promise<RunState> => {
      const { importId, run, index } = place
      if (outcomes.length === 0) return run
      const before = await underWay
      // somebody else records, too: what counts is where they are
      if (before?.ok === false) return deps.runs.load(importId)
      const context = importContext(importId, deps.nowMs())
      const command = { type: 'RecordOutcomes', importId, batch: index, outcomes, series } as const
      underWay = deps.runs.execute(command, context)
      // it is waited for before anything depends on it
      underWay.catch(() => undefined)
      const now = before === null || before.state.status === 'unknown' ? run : before.state
      // an operator does not wait until we are done
      const { gone, cancelled, paused, author } = now
      const steered = { ...run, gone, cancelled, paused, author }
      return evolve(steered, {
        type: 'ImportOutcomesRecorded',
        importId,
        batch: index,
        outcomes: [...outcomes],
        series: [...series],
      })
    },
  }
}

type Recorder = ReturnType<typeof recorder>

/** Works until nothing waits (null), the turn is over (where it is to go on) or something fails. */
const workTurn = async (
  deps: ImportWorkDeps,
  importId: string,
  turn: Turn,
  { record, settled }: Recorder,
): Promise<Place | null> => {
  const until = deps.nowMs() + TURN_MS
  let run = await deps.runs.load(importId)
  for (;;) {
    turn.signal.throwIfAborted()
    let place = placeOf(importId, run)
    if (place === null) {
      await settled()
      run = await deps.runs.load(importId)
      place = placeOf(importId, run)
    }
    if (place === null || deps.nowMs() >= until) return place
    const step = await nextStep(deps, place, turn)
    run = await record(place, step)
    if (step.error !== null) throw step.error
  }
}

/**
 * Job `import.work`: applies items that have no outcome yet, in order, whatever batch they came with, and records
 * their outcomes chunk by chunk (spec 05 §10). A crash costs two chunks, which are then found "already so". Works
 * a short turn and asks for another one, so that imports share the worker.
 */
export const importWork =
  (deps: ImportWorkDeps): JobHandler<'import.work'> =>
  async ({ importId, batch }, turn) => {
    const recording = recorder(deps)
    try {
      const place = await workTurn(deps, importId, turn, recording).finally(recording.settled)
      if (place !== null) await deps.queue.enqueue('import.work', { importId, batch: place.index })
    } catch (error) {
      if (error instanceof ImageUnderWay) {
        await deps.queue.enqueue('import.work', { importId, batch }, { delayMs: IMAGE_MS })
        return
      }
      if (!isOutage(error) || turn.attempt < LAST_ATTEMPT) throw error
      await deps.queue.enqueue('import.work', { importId, batch }, { delayMs: WAIT_OUT_MS })
    }
  }
