import { noPosition } from '../../shared/kernel/brands.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { GenerationsDoc, Mark } from './board.ts'
import { generationDocuments, generationName } from './progress.ts'
import { listedIn, type Generations } from './generations.ts'
import type { Held } from './lease.ts'
import type { Projection } from './projection.ts'
import { writingSteps } from './step-writes.ts'

/** A read model, to be made on the documents of a generation. */
export type Model = {
  readonly name: string
  readonly make: (documents: Documents) => Promise<Projection>
}

/** Where generations of read models are fed: in this process for it alone, or in one of several for all of them. */
export type ModelHost = {
  readonly store: Pick<EventStore, 'head'>
  readonly documents: Documents
  readonly generationsOf: (model: string) => Generations
  /** Of a generation, by the name of its mark; null: nobody has fed it. */
  readonly markOf: (follower: string) => Promise<Mark | null>
  /** Takes the mark away. */
  readonly forget: (follower: string, held: Held) => Promise<void>
  /** Does `work` whenever it is this process's turn, again when it ends or fails, until `signal` aborts. */
  readonly hold: (follower: string, work: (held: Held) => Promise<void>, signal: AbortSignal) => Promise<void>
  /** Feeds a generation from the log until `signal` aborts; resolves when nothing is written any more. */
  readonly feed: (projection: Projection, held: Held, signal: AbortSignal) => Promise<void>
  /** Resolves when the generations of a model may have changed since they were `seen`, or have to be looked after. */
  readonly untilLook: (model: string, seen: GenerationsDoc | null, signal: AbortSignal) => Promise<void>
  /** A generation that no longer answers is kept so long for the requests that are being answered by it. */
  readonly graceMs: number
  readonly warn: (message: string, error: unknown) => void
}

/** How often it is looked whether a generation that is about to answer has come far enough. */
const SOON_MS = 25

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
const isAborted = (signal: AbortSignal): boolean => signal.aborted

/** One generation of a model, in the hands of this process. */
type Feeding = {
  readonly host: ModelHost
  readonly model: Model
  readonly generations: Generations
  readonly generation: number
  /** Name of its mark. */
  readonly follower: string
  readonly held: Held
  /** Aborts when there is no such generation any more. */
  readonly over: AbortController
}

/** Ends the feeding, and takes away all that was fed. */
type Clear = () => Promise<void>

/**
 * The order keeps read-your-writes: a writer that did not wait for this generation looked before its mark said that
 * it had caught up, so what was written is at or before the head that is asked after that.
 */
const takeOverWhenReady = async (feeding: Feeding, serving: number): Promise<void> => {
  const { host, model, generations, generation, follower, held } = feeding
  if ((await host.markOf(follower))?.caughtUp !== true) return
  const head = (await host.store.head()) ?? noPosition
  while (!isAborted(held.signal)) {
    if ((await generations.read()).building !== generation) return
    const mark = await host.markOf(follower)
    const before = await host.markOf(generationName(model.name, serving))
    if (mark === null || mark.stopped !== null || mark.parked > (before?.parked ?? 0)) return
    if ((mark.reached ?? noPosition) >= head) return generations.serve(generation)
    await pause(SOON_MS, held.signal)
  }
}

const remove = async ({ host, generations, generation, follower, held, over }: Feeding, clear: Clear) => {
  await clear()
  await generations.gone(generation)
  await host.forget(follower, held)
  over.abort()
}

/** Looks after the generation while it is fed: makes it answer when it is ready, takes it away when it is not asked. */
const tend = async (feeding: Feeding, clear: Clear): Promise<void> => {
  const { host, model, generations, generation, follower, held, over } = feeding
  while (!isAborted(held.signal) && !isAborted(over.signal)) {
    let seen: GenerationsDoc | null = null
    try {
      seen = await generations.read()
      const { serving, building, leaving = [], superseded = [] } = seen
      if (building === generation) await takeOverWhenReady(feeding, serving)
      if (leaving.includes(generation)) await pause(host.graceMs, held.signal)
      if ([...leaving, ...superseded].includes(generation) && !isAborted(held.signal)) {
        await remove(feeding, clear)
        return
      }
    } catch (error) {
      host.warn(`${follower} cannot be looked after; trying again`, error)
    }
    await host.untilLook(model.name, seen, held.signal)
  }
}

const feed = async (feeding: Feeding): Promise<void> => {
  const { host, model, generations, generation, follower, held, over } = feeding
  if (!listedIn(await generations.read()).includes(generation)) {
    over.abort()
    return
  }
  const { documents, drop } = generationDocuments(host.documents, generation)
  const projection = { ...(await writingSteps(documents, model.make)), name: follower }
  await projection.fence?.(held.epoch)
  const ending = new AbortController()
  const running = host.feed(projection, held, AbortSignal.any([held.signal, ending.signal]))
  const clear = async () => {
    ending.abort()
    // what it is still writing would make anew what is dropped
    await running
    await drop()
  }
  await Promise.all([running, tend(feeding, clear)])
}

const runGeneration = (
  host: ModelHost,
  model: Model,
  generation: number,
  signal: AbortSignal,
): Promise<void> => {
  const follower = generationName(model.name, generation)
  const generations = host.generationsOf(model.name)
  const over = new AbortController()
  return host.hold(
    follower,
    held => feed({ host, model, generations, generation, follower, held, over }),
    AbortSignal.any([signal, over.signal]),
  )
}

type Running = { readonly stop: () => void; readonly done: Promise<void> }

const runModel = async (host: ModelHost, model: Model, signal: AbortSignal): Promise<void> => {
  const generations = host.generationsOf(model.name)
  const running = new Map<number, Running>()
  while (!isAborted(signal)) {
    let seen: GenerationsDoc | null = null
    try {
      seen = await generations.read()
      const listed = listedIn(seen)
      for (const generation of listed) {
        if (running.has(generation)) continue
        const stopping = new AbortController()
        const until = AbortSignal.any([signal, stopping.signal])
        const done = runGeneration(host, model, generation, until)
        running.set(generation, { stop: () => stopping.abort(), done })
      }
      for (const [generation, { stop }] of running) if (!listed.includes(generation)) stop()
    } catch (error) {
      host.warn(`the generations of ${model.name} cannot be read; trying again`, error)
    }
    await host.untilLook(model.name, seen, signal)
  }
  await Promise.all([...running.values()].map(({ done }) => done))
}

/** Feeds read models until `signal` aborts, each generation for itself: builds new ones that are asked for beside those
 * that answer, has them take over when they are ready, and takes away what is asked no more. */
export const runModels = async (
  host: ModelHost,
  models: readonly Model[],
  signal: AbortSignal,
): Promise<void> => {
  await Promise.all(models.map(model => runModel(host, model, signal)))
}

/** A read model by its name, in full or without the version. */
const modelNamed = (models: readonly Model[], wanted: string): Model | undefined =>
  models.find(({ name }) => name === wanted || name.split('@', 1)[0] === wanted)

/** Asks for a read model to be built anew; null: there is none of that name. See `Generations`. */
export const rebuildOf =
  (models: readonly Model[], generationsOf: ModelHost['generationsOf']) =>
  async (wanted: string, superseding = false): Promise<number | null> => {
    const model = modelNamed(models, wanted)
    if (model === undefined) return null
    const generations = generationsOf(model.name)
    return superseding ? generations.supersede() : generations.rebuild()
  }
