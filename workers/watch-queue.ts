import { setTimeout as sleep } from 'node:timers/promises'
import type { JobQueue } from '../shared/jobs/port.ts'

export type WatchDeps = {
  readonly queue: Pick<JobQueue, 'generation'>
  /** Offers the queue everything that is still to be done. */
  readonly offerAll: () => Promise<void>
  readonly warn: (message: string, error: unknown) => void
}

const LOOK_MS = 1_000
/** Everything is offered again after so many looks, whatever the queue says about itself. */
const SWEEP_LOOKS = 300

/** A queue may lose what it held: everything is offered again then, and from time to time, until `signal` aborts. */
export const watchQueue = async (deps: WatchDeps, signal: AbortSignal): Promise<void> => {
  let known = await generationOf(deps)
  for (let look = 1; await hasPassed(LOOK_MS, signal); look++) {
    const generation = await generationOf(deps)
    const isNew = generation !== null && generation !== known
    if (!isNew && look % SWEEP_LOOKS !== 0) continue
    if (isNew && known !== null)
      deps.warn('the queue may have lost jobs; open work is offered again', new Error(`now ${generation}`))
    if (isNew) known = generation
    await deps.offerAll()
  }
}

/** Null: a queue that is down says nothing; whoever offers it work is told. */
const generationOf = ({ queue }: WatchDeps): Promise<string | null> => queue.generation().catch(() => null)

/** False: called off. */
const hasPassed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal }).catch(() => false)
