import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { madeAtFirst } from '../../shared/remembered.ts'
import { generationsOf, type Generations } from './generations.ts'
import { keepHere } from './keep.ts'
import type { Held } from './lease.ts'
import { type Board, type GenerationsDoc, type Mark, noMark } from './board.ts'
import type { ProgressBoard } from './progress.ts'
import type { Projection } from './projection.ts'
import type { ModelHost } from './run-models.ts'
import { runProjections, type RunnerDeps } from './runner.ts'

export type OwnHostNeeds = {
  readonly store: EventStore
  readonly documents: Documents
  /** Nobody else changes which generations there are. */
  readonly board: Board
  /** Is told of everything. */
  readonly progress: ProgressBoard
  /** How far read models had come when they were written down; complete before any is fed. */
  readonly from: ReadonlyMap<string, Partial<Mark>>
  /** The read models: the first generations of those that begin at the same place share one reader of the log. */
  readonly names: readonly string[]
  readonly graceMs: number
  /** Of a generation that could not be made, by the name of its mark; it is tried again. */
  readonly failed: (follower: string, error: unknown) => void
  readonly warn: (message: string, error: unknown) => void
}

/** While a generation is being built, it is looked so often how it is getting on. */
const LOOK_MS = 25
const AGAIN_MS = 250

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)

/** For read models of this process alone, which it follows from the log's beginning at each start. */
export const ownHost = (needs: OwnHostNeeds): ModelHost => {
  const { store, documents, progress, graceMs, failed, warn } = needs
  const deps = { store, keep: keepHere(progress, needs.from), epoch: 0, assure: null, warn }
  const generations = generationsHere(needs.board, doc => {
    progress.show(doc)
    // another may answer now, and the documents of the one before stay as they are
    documents.trails.endAll?.()
  })
  const together = madeAtFirst(() =>
    // those that are not known from before read what is theirs, and the others what is new
    commonReader(
      deps,
      needs.from.size === 0 ? needs.names : needs.names.filter(name => needs.from.has(name)),
    ),
  )
  return {
    ...{ store, documents, graceMs, warn, ...generations },
    markOf: async follower => progress.markOf(follower),
    // a reader that is shared goes on reporting
    forget: async () => undefined,
    hold: async (follower, work, signal) => {
      const nothing = async () => undefined
      const held: Held = {
        epoch: 0,
        mark: noMark,
        signal,
        assure: nothing,
        write: nothing,
        note: () => undefined,
      }
      while (!signal.aborted) {
        try {
          await work(held)
        } catch (error) {
          failed(follower, error)
          await pause(AGAIN_MS, signal)
        }
      }
    },
    feed: (projection, _held, signal) =>
      together()(projection, signal) ?? runProjections(deps, [projection], signal),
  }
}

/** Generations as this process alone knows them; `show` is told of each change. */
const generationsHere = (
  board: Board,
  show: ProgressBoard['show'],
): Pick<ModelHost, 'generationsOf' | 'untilLook'> => {
  const current = new Map<string, GenerationsDoc>()
  const changed = new EventTarget()
  const told = (doc: GenerationsDoc): GenerationsDoc => {
    if (current.get(doc.model) === doc) return doc
    current.set(doc.model, doc)
    show(doc)
    changed.dispatchEvent(new Event(doc.model))
    return doc
  }
  return {
    generationsOf: (model): Generations => {
      const inner = generationsOf(board, model)
      const read = async () => told(await inner.read())
      const after = async <Result>(change: Promise<Result>): Promise<Result> => {
        const result = await change
        await read()
        return result
      }
      return {
        read,
        rebuild: () => after(inner.rebuild()),
        supersede: () => after(inner.supersede()),
        serve: generation => after(inner.serve(generation)),
        gone: generation => after(inner.gone(generation)),
      }
    },
    untilLook: async (model, seen, signal) => {
      if (seen !== current.get(model) || signal.aborted) return
      if (seen.building !== null) await pause(LOOK_MS, signal)
      else await once(changed, model, { signal }).catch(() => undefined)
    },
  }
}

/** A projection that does nothing any more as soon as `signal` aborts; `idle`: when it has done the last. */
const endedBy = (projection: Projection, signal: AbortSignal) => {
  let applying: Promise<unknown> = Promise.resolve()
  // told rather than asked: a signal that is made of others asks all of them, at each step of each read model
  let isEnded = signal.aborted
  signal.addEventListener('abort', () => (isEnded = true), { once: true })
  const apply: Projection['apply'] = (...given) => {
    if (isEnded) return Promise.resolve()
    const applied = projection.apply(...given)
    applying = applied
    return applied
  }
  return { projection: { ...projection, apply }, idle: () => applying.catch(() => undefined) }
}

const until = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * Reads the log once for these projections, as soon as all of them have come; null for any other. One whose signal
 * aborts is fed no more, and the reading goes on until all of them have.
 */
const commonReader = (deps: RunnerDeps, names: readonly string[]) => {
  const missing = new Set(names)
  const joined: Projection[] = []
  const begun = Promise.withResolvers<unknown>()
  const ending = new AbortController()
  let left = names.length
  return (projection: Projection, signal: AbortSignal): Promise<void> | null => {
    if (!missing.delete(projection.name)) return null
    const fed = endedBy(projection, signal)
    joined.push(fed.projection)
    if (missing.size === 0) begun.resolve(runProjections(deps, joined, ending.signal))
    return Promise.race([until(signal), begun.promise]).then(async () => {
      if (--left === 0) ending.abort()
      await (left === 0 ? begun.promise : fed.idle())
    })
  }
}
