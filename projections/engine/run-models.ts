import { setTimeout as sleep } from 'node:timers/promises'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { generationDocuments } from './generation-documents.ts'
import { generationsOf, listedIn, type Generations } from './generations.ts'
import { keepUnder } from './keep.ts'
import { underLease, type Held, type LeaseDeps } from './lease.ts'
import { generationName, type MarkDoc } from './marks.ts'
import type { Projection } from './projection.ts'
import { runProjections } from './runner.ts'

/** A read model, to be made on the documents of a generation. */
export type Model = {
  readonly name: string
  readonly make: (documents: Documents) => Promise<Projection>
}

export type RunModelsDeps = {
  readonly store: EventStore
  readonly documents: Documents
  readonly lease: Omit<LeaseDeps, 'awaited'>
  /** A generation that no longer answers is kept so long for the requests that are being answered by it. */
  readonly graceMs: number
}

/** How often a process looks what generations there are, and how one that is being built is getting on. */
const LOOK_MS = 250

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
const isAborted = (signal: AbortSignal): boolean => signal.aborted

/** One generation of a model, in the hands of this process. */
type Feeding = {
  readonly deps: RunModelsDeps
  readonly generations: Generations
  readonly follower: string
  readonly generation: number
  readonly held: Held
  /** Ends the feeding, and takes away all that was fed. */
  readonly clear: () => Promise<void>
  /** Aborts when there is no such generation any more. */
  readonly over: AbortController
}

const markOf = async ({ deps, follower }: Feeding, name = follower): Promise<MarkDoc | null> => {
  const found = await deps.lease.board.get(name)
  return found?.kind === 'mark' ? found : null
}

/**
 * The order keeps read-your-writes: a writer that did not wait for this generation looked before its mark said that
 * it had caught up, so what was written is at or before the head that is asked after that.
 */
const takeOverWhenReady = async (feeding: Feeding, model: string, serving: number): Promise<void> => {
  const { deps, generations, generation, held } = feeding
  if ((await markOf(feeding))?.caughtUp !== true) return
  const head = (await deps.store.head()) ?? -1
  while (!isAborted(held.signal)) {
    if ((await generations.read()).building !== generation) return
    const mark = await markOf(feeding)
    const before = await markOf(feeding, generationName(model, serving))
    if (mark === null || mark.stopped !== null || mark.parked > (before?.parked ?? 0)) return
    if ((mark.reached ?? -1) >= head) return generations.serve(generation)
    await pause(LOOK_MS / 10, held.signal)
  }
}

const remove = async ({ deps, generations, follower, generation, held, clear, over }: Feeding) => {
  await clear()
  await generations.gone(generation)
  await deps.lease.board.bulkWrite([{ deleteOne: { filter: { _id: follower, epoch: held.epoch } } }])
  over.abort()
}

/** Looks after the generation while it is fed: makes it answer when it is ready, takes it away when it is not asked. */
const tend = async (feeding: Feeding, model: string): Promise<void> => {
  const { deps, generations, generation, held, over } = feeding
  while (!isAborted(held.signal) && !isAborted(over.signal)) {
    try {
      const { serving, building, leaving = [], superseded = [] } = await generations.read()
      if (building === generation) await takeOverWhenReady(feeding, model, serving)
      if (leaving.includes(generation)) await pause(deps.graceMs, held.signal)
      if ([...leaving, ...superseded].includes(generation) && !isAborted(held.signal)) {
        await remove(feeding)
        return
      }
    } catch (error) {
      deps.lease.warn(`${feeding.follower} cannot be looked after; trying again`, error)
    }
    await pause(LOOK_MS, held.signal)
  }
}

const feed = async (feeding: Omit<Feeding, 'clear'>, { name, make }: Model): Promise<void> => {
  const { deps, generations, follower, generation, held, over } = feeding
  if (!listedIn(await generations.read()).includes(generation)) {
    over.abort()
    return
  }
  const { documents, drop } = generationDocuments(deps.documents, generation)
  const projection = { ...(await make(documents)), name: follower }
  await projection.fence?.(held.epoch)
  const { store, lease } = deps
  const { epoch, assure } = held
  const ending = new AbortController()
  const running = runProjections(
    { store, keep: keepUnder(held), epoch, assure, warn: lease.warn },
    [projection],
    AbortSignal.any([held.signal, ending.signal]),
  )
  const clear = async () => {
    ending.abort()
    // what it is still writing would make anew what is dropped
    await running
    await drop()
  }
  await Promise.all([running, tend({ ...feeding, clear }, name)])
}

const runGeneration = (
  deps: RunModelsDeps,
  model: Model,
  generation: number,
  signal: AbortSignal,
): Promise<void> => {
  const follower = generationName(model.name, generation)
  const generations = generationsOf(deps.lease.board, model.name)
  const over = new AbortController()
  return underLease(
    { ...deps.lease, awaited: true },
    follower,
    held => feed({ deps, generations, follower, generation, held, over }, model),
    AbortSignal.any([signal, over.signal]),
  )
}

type Running = { readonly stop: () => void; readonly done: Promise<void> }

const runModel = async (deps: RunModelsDeps, model: Model, signal: AbortSignal): Promise<void> => {
  const generations = generationsOf(deps.lease.board, model.name)
  const running = new Map<number, Running>()
  while (!isAborted(signal)) {
    try {
      const listed = listedIn(await generations.read())
      for (const generation of listed) {
        if (running.has(generation)) continue
        const stopping = new AbortController()
        const until = AbortSignal.any([signal, stopping.signal])
        const done = runGeneration(deps, model, generation, until)
        running.set(generation, { stop: () => stopping.abort(), done })
      }
      for (const [generation, { stop }] of running) if (!listed.includes(generation)) stop()
    } catch (error) {
      deps.lease.warn(`the generations of ${model.name} cannot be read; trying again`, error)
    }
    await pause(LOOK_MS, signal)
  }
  await Promise.all([...running.values()].map(({ done }) => done))
}

/**
 * Feeds read models that all processes share until `signal` aborts: each generation of each under a lease and by a
 * reader of its own, so an outage or a slow store of one does not keep the others waiting.
 */
export const runModels = async (
  deps: RunModelsDeps,
  models: readonly Model[],
  signal: AbortSignal,
): Promise<void> => {
  await Promise.all(models.map(model => runModel(deps, model, signal)))
}
