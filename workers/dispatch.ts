import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { EpochMs } from '../shared/kernel/brands.ts'
import type { Checkpoints } from '../projections/engine/checkpoints.ts'
import type { Documents } from '../shared/documents/port.ts'
import type { EventStore } from '../shared/event-store/port.ts'
import type { JobQueue } from '../shared/jobs/port.ts'
import type { Asking, Keeper, Running } from './reactions/keeper.ts'
import { concerns } from './reactions/reaction.ts'
import { watchQueue } from './watch-queue.ts'

export type DispatchDeps = {
  readonly store: EventStore
  readonly documents: Documents
  readonly checkpoints: Checkpoints
  readonly queue: Pick<JobQueue, 'enqueue' | 'generation'>
  readonly reactions: readonly Keeper[]
  readonly nowMs: () => EpochMs
  readonly warn: (message: string, error: unknown) => void
}

const RETRY_MS = 1_000
/** How often it is looked for what has become overdue. */
const LOOK_MS = 1_000

/** Names how far the log was read for these reactions: with other ones it is read from its beginning. */
export const dispatchName = (reactions: readonly Pick<Keeper, 'name'>[]): string =>
  `dispatch ${reactions.map(({ name }) => name).join(' ')}`

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)

type Reacting = Running &
  Pick<Keeper, 'name' | 'prefixes'> & {
    /** Facts call for something. Waits until it is asked for, but where that is to come later. */
    readonly call: (asking: Asking) => Promise<void>
    /** Resolves when nothing more is asked for later. */
    readonly ended: () => Promise<void>
  }

type Dispatch = {
  readonly deps: DispatchDeps
  readonly reacting: readonly Reacting[]
  /** Jobs are made of the present, never of the history behind it (spec 05 §10 rebuild). */
  live: boolean
}

/** A queue that is down is asked again until it takes the jobs. */
const ask = async (deps: DispatchDeps, name: string, asking: Asking, signal: AbortSignal) => {
  let isTold = false
  while (!signal.aborted) {
    try {
      await asking(deps.queue, deps.nowMs())
      return
    } catch (error) {
      if (!isTold) deps.warn(`the queue does not take what is to be done: ${name}`, error)
      isTold = true
      await pause(RETRY_MS, signal)
    }
  }
}

/**
 * Asks so long after the first call, once for all until then: whoever is called while that ask is on its way is asked for
 * after it, since the job may have begun by then. At a stop what was called for goes out at once.
 */
const askingLater = (
  deps: DispatchDeps,
  { name, togetherMs }: { readonly name: string; readonly togetherMs: number },
  signal: AbortSignal,
): Pick<Reacting, 'call' | 'ended'> => {
  let called: Asking | null = null
  let running: Promise<void> | null = null
  const run = async () => {
    while (called !== null) {
      await pause(togetherMs, signal)
      const asking = called
      called = null
      if (signal.aborted)
        await asking(deps.queue, deps.nowMs()).catch((error: unknown) =>
          deps.warn(`the queue does not take what is to be done: ${name}`, error),
        )
      else await ask(deps, name, asking, signal)
    }
    running = null
  }
  return {
    call: async asking => {
      called ??= asking
      running ??= run()
    },
    ended: async () => {
      await running
    },
  }
}

const reactingOf = async (
  { name, prefixes, togetherMs, open }: Keeper,
  deps: DispatchDeps,
  signal: AbortSignal,
): Promise<Reacting> => ({
  ...{ name, prefixes, ...(await open(deps.documents)) },
  ...(togetherMs === undefined
    ? { call: asking => ask(deps, name, asking, signal), ended: async () => undefined }
    : askingLater(deps, { name, togetherMs }, signal)),
})

const askForAll = async (dispatch: Dispatch, signal: AbortSignal): Promise<void> => {
  for (const { name, all } of dispatch.reacting) await ask(dispatch.deps, name, all(), signal)
}

const askForOverdue = async (dispatch: Dispatch, signal: AbortSignal): Promise<void> => {
  for (const { name, overdue } of dispatch.reacting) {
    const asking = overdue(dispatch.deps.nowMs())
    if (asking !== null) await ask(dispatch.deps, name, asking, signal)
  }
}

const followLog = async (dispatch: Dispatch, signal: AbortSignal): Promise<void> => {
  const { store, checkpoints, reactions } = dispatch.deps
  const name = dispatchName(reactions)
  const prefixes = [...new Set(reactions.flatMap(reaction => reaction.prefixes))]
  const after = await checkpoints.load(name)
  const following = store.follow(after, prefixes, signal, { unhurried: true })
  for await (const { records, live, reached } of following) {
    // whoever waits for an answer goes first
    await nextTurn()
    for (const reaction of dispatch.reacting) {
      const own = records.filter(record => concerns(reaction.prefixes, record))
      const asking = own.length === 0 ? null : await reaction.learn(own)
      if (dispatch.live && asking !== null) await reaction.call(asking)
    }
    if (live && !dispatch.live) {
      dispatch.live = true
      await askForAll(dispatch, signal)
      await askForOverdue(dispatch, signal)
    }
    if (signal.aborted) return
    if (reached !== null) await checkpoints.advance(name, reached)
  }
}

/**
 * Turns facts into jobs until `signal` aborts. The log decides what work exists: at a start (and whenever the
 * checkpoint is gone) the history is folded to what is still open, and only that is enqueued.
 */
export const runDispatch = async (deps: DispatchDeps, signal: AbortSignal): Promise<void> => {
  const reacting: Reacting[] = []
  for (const keeper of deps.reactions) reacting.push(await reactingOf(keeper, deps, signal))
  const dispatch: Dispatch = { deps, reacting, live: false }
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
    await askForAll(dispatch, signal)
    for (const { forgetOffers } of reacting) forgetOffers()
    await askForOverdue(dispatch, signal)
  }
  const lookingForOverdue = async () => {
    while (!signal.aborted) {
      await pause(LOOK_MS, signal)
      if (dispatch.live) await askForOverdue(dispatch, signal)
    }
  }
  const { queue, warn } = deps
  await Promise.all([following(), lookingForOverdue(), watchQueue({ queue, warn, offerAll }, signal)])
  await Promise.all(reacting.map(({ ended }) => ended()))
}
