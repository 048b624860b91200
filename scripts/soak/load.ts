import { setTimeout as sleep } from 'node:timers/promises'
import { nextSalt, talkTo } from '../fuzz-hostile/alone.ts'
import type { Talk } from '../fuzz-hostile/input.ts'
import type { Fault } from '../fuzz-hostile/judge.ts'
import { inputsOf } from '../fuzz-hostile/plan.ts'
import type { Published } from '../fuzz-hostile/published.ts'
import type { ServiceProcess } from '../fuzz-hostile/service.ts'
import { randomFrom } from '../fuzz-bodies/random.ts'
import { byAddress, byCallback } from './imports.ts'
import { read, sit, stream, write, type Timed } from './people.ts'

/** What comes of the load, as it comes. */
export type Seen = {
  /** An ordinary request, and the milliseconds until its answer was whole. */
  readonly asked: (ms: number) => void
  readonly hostile: () => void
  readonly fault: (fault: Fault, doing: string) => void
}

/** One kind of work, done by so many at once, each of whom begins anew so often. */
export type Work = {
  readonly name: string
  /** Milliseconds from one beginning to the next, or more where it takes longer. */
  readonly everyMs: number
  readonly lanes: number
  readonly once: () => Promise<void>
}

/** Everything that people, feeds and strangers do, side by side; what is made is purged again. */
export const workOn = (
  service: ServiceProcess,
  published: Published,
  seed: number,
  seen: Seen,
): readonly Work[] => {
  const { site } = service
  const random = randomFrom(seed)
  const inputAt = inputsOf(seed, site)
  const talk = (doing: string, after: () => void = () => undefined): Talk =>
    talkTo(service, published, { fault: fault => seen.fault(fault, doing), after: async () => after() })
  const timed: Timed = async (doing, act) => {
    const started = performance.now()
    const done = await act(talk(doing))
    seen.asked(performance.now() - started)
    return done
  }
  let hostile = 0
  const attack = async () => {
    const input = inputAt(hostile++)
    await input.perform(input.size, nextSalt(), talk(`${input.kind}: ${input.what}`, seen.hostile))
  }
  return [
    { name: 'reads', everyMs: 150, lanes: 3, once: () => read(site, random, timed) },
    { name: 'writes', everyMs: 600, lanes: 1, once: () => write(site, nextSalt(), timed) },
    { name: 'attacks', everyMs: 200, lanes: 2, once: attack },
    {
      name: 'callbacks',
      everyMs: 10_000,
      lanes: 1,
      once: () => byCallback(site, nextSalt(), talk('callbacks')),
    },
    { name: 'feeds', everyMs: 10_000, lanes: 1, once: () => byAddress(site, nextSalt(), talk('feeds')) },
    { name: 'streams', everyMs: 300, lanes: 3, once: () => stream(site, talk('streams')) },
    { name: 'sessions', everyMs: 3_000, lanes: 1, once: () => sit(site, timed) },
  ]
}

/**
 * Does it until `isOver`. Never rejects: what fails is told. By the clock, so that a minute has as many requests when the
 * machine is busy as when it is not: what a service holds follows how much it is asked.
 */
export const keepAt = async (
  { name, everyMs, once }: Work,
  isOver: () => boolean,
  { fault }: Pick<Seen, 'fault'>,
): Promise<void> => {
  while (!isOver()) {
    const begun = performance.now()
    await once().catch((error: unknown) => fault({ kind: 'answers', what: String(error) }, name))
    await sleep(Math.max(0, everyMs - (performance.now() - begun)))
  }
}
