import { setTimeout as sleep } from 'node:timers/promises'
import type { Input, Talk } from './input.ts'
import { answerFault, budgetOf, type Fault } from './judge.ts'
import type { Published } from './published.ts'
import { Refused, Silent, type ServiceProcess } from './service.ts'
import { sendWire, type Wire } from './wire.ts'

const LOOK_MS = 15
/** A service that spends less than this of a look has nothing to do but what it always does. */
const IDLE_MS = 2
const MOST_LOOKS = 100

/** Longest stretch until the service has nothing left to do. */
export const whenIdle = async (service: ServiceProcess): Promise<number> => {
  let [longest, idle] = [0, 0]
  for (let look = 0; look < MOST_LOOKS && idle < 2; look++) {
    const { longestMs, spentMs } = await service.reading()
    longest = Math.max(longest, longestMs)
    idle = spentMs < IDLE_MS ? idle + 1 : 0
    if (idle < 2) await sleep(LOOK_MS)
  }
  return longest
}

/** One step of an input by itself: what it took of the thread, and of whom it came. */
type Step = { readonly caller: Wire['caller']; readonly longestMs: number }

/** Commands that nothing an input did before may stand in the way of. */
const isOwed = (name: string): boolean => name === 'register-import' || name === 'schedule-import'

/** How a service can be asked while something else watches what comes of it. */
export const talkTo = (
  service: ServiceProcess,
  { published }: Published,
  seen: {
    readonly fault: (fault: Fault) => void
    readonly after?: (caller: Wire['caller']) => Promise<void>
  },
): Talk => ({
  send: async wire => {
    const heard = await sendWire(service.site.port, wire)
    const fault = answerFault(wire, heard)
    if (fault !== null) seen.fault(fault)
    await seen.after?.(wire.caller)
    return heard
  },
  operate: async (name, body) => {
    const answer = await service.operate(name, body).catch((error: unknown) => {
      if (error instanceof Refused && isOwed(name)) seen.fault({ kind: 'answers', what: error.message })
      throw error
    })
    await seen.after?.('feed')
    return answer
  },
  published,
})

/** Sends an input; what it does after an answer that it did not expect is of no interest. */
export const performed = async (
  input: Input,
  size: number,
  talk: Talk,
  service: ServiceProcess,
): Promise<void> => {
  try {
    await input.perform(size, nextSalt(), talk)
  } catch (error) {
    if (!(error instanceof Refused) || service.ended() !== null) throw error
  }
}

let salts = 1_000_000

/** Another one each time. */
export const nextSalt = (): number => salts++

const once = async (input: Input, size: number, service: ServiceProcess, published: Published) => {
  const steps: Step[] = []
  const faults: Fault[] = []
  await whenIdle(service)
  const talk = talkTo(service, published, {
    fault: fault => faults.push(fault),
    after: async caller => {
      steps.push({ caller, longestMs: await whenIdle(service) })
    },
  })
  await performed(input, size, talk, service)
  return { steps, faults }
}

const REPEATS = 4

const isOver = ({ caller, longestMs }: Step) => longestMs > budgetOf(caller)

/** The least of each step over all tries, so that neither a collection nor a busy neighbour counts. */
const least = (known: readonly Step[], again: readonly Step[]): readonly Step[] =>
  known.map((step, at) => ({
    ...step,
    longestMs: Math.min(step.longestMs, again[at]?.longestMs ?? step.longestMs),
  }))

/**
 * What is wrong with an input that is tried by itself, again and again; empty: nothing. A service that ends or falls
 * silent over it is a fault too, and is to be replaced.
 */
export const faultsAlone = async (
  input: Input,
  size: number,
  service: ServiceProcess,
  published: Published,
): Promise<readonly Fault[]> => {
  try {
    const first = await once(input, size, service, published)
    let steps: readonly Step[] = first.steps
    let { faults } = first
    for (let tries = 1; tries < REPEATS && faults.length === 0 && steps.some(isOver); tries++) {
      const again = await once(input, size, service, published)
      faults = again.faults
      steps = least(steps, again.steps)
    }
    const held = steps.flatMap((step, at): Fault[] => {
      const { caller, longestMs } = step
      const what = `step ${at + 1} holds the thread for ${Math.round(longestMs)} ms, where ${budgetOf(caller)} may be (${caller})`
      return isOver(step) ? [{ kind: 'held', what }] : []
    })
    const { reported } = await service.reading()
    const told = reported.map((line): Fault => ({ kind: 'reported', what: line.slice(0, 1_000) }))
    return [...faults, ...held, ...told]
  } catch (error) {
    if (error instanceof Silent) return [{ kind: 'silent', what: error.message }]
    const ended = service.ended()
    if (ended !== null) return [{ kind: 'died', what: ended.slice(0, 1_500) }]
    throw error
  }
}
