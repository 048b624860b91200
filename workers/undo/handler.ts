import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EpochMs } from '../../shared/kernel/brands.ts'
import { DocumentsUnavailable } from '../../shared/documents/port.ts'
import { RevisionConflict, StoreUnavailable } from '../../shared/event-store/port.ts'
import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import type { KeptItem, UndoCounts } from '../../shared/facts/undo.ts'
import type { There } from '../../services/calendar/put-back/gone.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import type { ImportRuns } from '../../services/imports/run/runs.ts'
import { userFinder, type UserOf } from '../../services/imports/undo/in-use.ts'
import { noCounts, openUndo, type Undo } from '../../services/imports/undo/state.ts'
import { scopeOf, type Scope } from '../../services/imports/undo/scope.ts'
import type { Target } from '../../services/imports/undo/targets.ts'
import { undoContext, undoItem, type ItemUndo } from '../../services/imports/undo/undo-item.ts'
import type { Undos } from '../../services/imports/undo/undos.ts'

export type UndoWorkDeps = {
  readonly writing: Writing
  readonly runs: ImportRuns
  readonly undos: Undos
  /** Whether what is to be named again is there. */
  readonly there: There
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => EpochMs
  /** A fault of our own: what failed, where. */
  readonly warn: (message: string, error: unknown) => void
}

/** Work of one turn; then the others have theirs. */
const TURN_MS = 250
/** Items undone side by side, so that their appends share group commits. */
const AT_ONCE = 25
/** Of these begin in one turn of the event loop. */
const BEGIN_AT_ONCE = 5
/** From this attempt on, an item that fails without an outage stays as it is. */
const LAST_TRY = 3
/** An outage that outlives the attempts of a job is waited out. */
const LAST_ATTEMPT = 8
const WAIT_OUT_MS = 30_000

const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof DocumentsUnavailable ||
  error instanceof RevisionConflict

/** Side by side, but not all in one turn of the event loop. */
const begunApart = async <One, Made>(
  all: readonly One[],
  begin: (one: One) => Promise<Made>,
): Promise<readonly Made[]> => {
  const begun: Promise<Made>[] = []
  for (const one of all) {
    const made = begin(one)
    // it is waited for below
    made.catch(() => undefined)
    begun.push(made)
    if (begun.length % BEGIN_AT_ONCE === 0) await nextTurn()
  }
  return Promise.all(begun)
}

type Done = Pick<ItemUndo, 'undone' | 'kept'>

/** The next items of one kind: venues wait until no event is under way any more. */
const sliceOf = (targets: readonly Target[], from: number): readonly Target[] => {
  const slice = targets.slice(from, from + AT_ONCE)
  return slice.filter(({ kind }) => kind === slice[0]?.kind)
}

const broken = ({ kind, id }: Target): Done => ({
  undone: 'kept',
  kept: { kind, id, reason: 'internal_error', usedBy: null, members: [] },
})

const countsOf = (all: readonly Done[]): UndoCounts => {
  const counts = { ...noCounts }
  for (const { undone } of all) counts[undone]++
  return counts
}

const keptIn = (all: readonly Done[]): readonly KeptItem[] => all.flatMap(({ kept }) => kept ?? [])

/** An undo, what it takes back, and who uses what it may take away, for as long as this process works on it. */
type Known = { readonly undoId: string; readonly scope: Scope; readonly userOf: UserOf }

/**
 * Job `undo.work`: undoes the items of an import one slice after the other and records what became of them (spec 05
 * §12). A crash costs one slice, which is then found done. Works a short turn and asks for another one.
 */
export const undoWork = (deps: UndoWorkDeps): JobHandler<'undo.work'> => {
  const { writing, runs, undos, there, queue, nowMs, warn } = deps
  let known: Known | null = null

  const knownOf = async (importId: string, undo: Undo, signal: AbortSignal): Promise<Known | null> => {
    if (known?.undoId !== undo.undoId) {
      const scope = await scopeOf({ store: writing.store, runs, undos }, importId)
      if (typeof scope === 'string') return null
      const wanted = () => new Set(scope.targets.flatMap(({ kind, id }) => (kind === 'event' ? [] : [id])))
      const userOf = userFinder(writing.store, { ...undo, scope }, wanted, signal)
      known = { undoId: undo.undoId, scope, userOf }
    }
    return known
  }

  /** The open undo, one slice further; null: there is none any more. */
  const step = async (importId: string, attempt: number, signal: AbortSignal): Promise<Undo | null> => {
    const undo = openUndo(await undos.load(importId))
    const about = undo === null ? null : await knownOf(importId, undo, signal)
    if (undo === null || about === null) return null
    const { undoId, done: from, askedBy } = undo
    const { scope, userOf } = about
    const [undoing, around] = [
      { ...undo, scope },
      { userOf, there },
    ]
    const context = undoContext(undoId, askedBy, nowMs())
    const one = async (target: Target): Promise<Done> => {
      try {
        return await undoItem(writing, target, undoing, around, context)
      } catch (error) {
        if (isOutage(error) || signal.aborted || attempt < LAST_TRY) throw error
        warn(`${target.kind} ${target.id} cannot be undone`, error)
        return broken(target)
      }
    }
    const all = await begunApart(sliceOf(scope.targets, from), one)
    const recorded = { undoId, from, counts: countsOf(all), kept: keptIn(all) }
    const handled = await undos.execute({ type: 'RecordItems', importId, ...recorded }, context)
    return handled.ok ? openUndo(handled.state) : null
  }

  return async ({ importId }, { attempt, signal }) => {
    const until = nowMs() + TURN_MS
    try {
      for (;;) {
        signal.throwIfAborted()
        if ((await step(importId, attempt, signal)) === null) return
        if (nowMs() >= until) break
      }
      await queue.enqueue('undo.work', { importId })
    } catch (error) {
      known = null
      if (!isOutage(error) || attempt < LAST_ATTEMPT) throw error
      await queue.enqueue('undo.work', { importId }, { delayMs: WAIT_OUT_MS })
    }
  }
}
