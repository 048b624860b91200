import { budgetOf, memoryFault, type Fault } from './judge.ts'
import { nextSalt, talkTo, whenIdle } from './alone.ts'
import { bodiesInFlight } from './in-flight.ts'
import { hostOf, type Host } from './host.ts'
import type { Input } from './input.ts'
import { inputsOf } from './plan.ts'
import { probesOf } from './probe.ts'
import { Silent, type Held } from './service.ts'
import { tally, type Figures } from './tally.ts'

/** An input that breaks a rule, as small as halving makes it. */
export type Mistake = {
  /** `--only` repeats it, with the seed of the run; null: no single input does it. */
  readonly number: number | null
  readonly input: string
  readonly size: number
  readonly fault: Fault
}

export type Outcome = { readonly mistakes: readonly Mistake[]; readonly figures: Figures }

export type Wish = {
  readonly requests: number
  readonly seed: number
  /** Hears of every look at the memory. */
  readonly tell?: (line: string) => void
}

const GROUP = 8
const AT_ONCE = 4
const LOOK_EVERY = 5_000
const MOST_MISTAKES = 30
/** One kind is known after so many. */
const MOST_ALIKE = 2
/** Whoever waits for longer finds the thread held. */
const HELD_MS = 10_000

type Tried = { readonly suspicious: boolean; readonly held: boolean }

/** Inputs of a group, a few at once. */
const tryGroup = async (
  group: readonly Input[],
  host: Host,
  count: (fault: Fault | null) => void,
): Promise<Tried> => {
  const service = host.service()
  const faults: Fault[] = []
  const fault = (one: Fault) => {
    faults.push(one)
    count(one)
  }
  const talk = talkTo(service, host.published, { fault, after: async () => count(null) })
  const rest = [...group]
  const lane = async () => {
    for (let input = rest.shift(); input !== undefined; input = rest.shift())
      await input.perform(input.size, nextSalt(), talk)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const { longestMs, reported } = await service.reading(HELD_MS)
    return {
      suspicious: faults.length > 0 || reported.length > 0 || longestMs > budgetOf('guest'),
      held: false,
    }
  } catch (error) {
    if (service.ended() !== null || error instanceof Silent) return { suspicious: true, held: true }
    throw error
  }
}

/** Sends hostile inputs to a service in a process of its own until so many requests were sent, and judges it. */
export const fuzzHostile = async ({ requests, seed, tell = () => undefined }: Wish): Promise<Outcome> => {
  const host = await hostOf()
  const inputAt = inputsOf(seed, host.service().site)
  const mistakes: Mistake[] = []
  const alike = new Map<string, number>()
  const figures = tally()

  const found = async (input: Input, number: number, faults: readonly Fault[]) => {
    const [fault] = faults
    if (fault === undefined) return
    alike.set(input.kind, (alike.get(input.kind) ?? 0) + 1)
    const size = await host.smallestOf(input, fault)
    mistakes.push({ number, input: `${input.kind}: ${input.what}`, size, fault })
    tell(`#${number} ${input.kind} × ${size}: ${fault.what}`)
  }
  const byItself = (fault: Fault) => mistakes.push({ number: null, input: 'the service', size: 1, fault })

  const probeOnce = async (turn: number) => {
    const probes = probesOf(host.service())
    const probe = probes[turn % probes.length]
    const first = (await probe?.()) ?? null
    // what is full for a moment says so, and answers the next time
    const fault = first === null ? null : ((await whenIdle(host.service()), await probe?.()) ?? null)
    if (fault !== null) byItself(fault)
  }

  /** What the service held when it was new, and how many requests had been sent when it was last looked at. */
  const watched: { base: Held | null; looked: number } = { base: null, looked: 0 }
  const look = async () => {
    watched.looked = figures.sent()
    await whenIdle(host.service())
    const now = await host.service().memory()
    watched.base ??= now
    figures.memory(now)
    tell(figures.line())
    const fault = memoryFault(watched.base, now)
    if (fault !== null) byItself(fault)
  }

  try {
    await look()
    for (let number = 0, turn = 0; figures.sent() < requests && mistakes.length < MOST_MISTAKES; turn++) {
      const numbered: { readonly number: number; readonly input: Input }[] = []
      for (; numbered.length < GROUP; number++) {
        const input = inputAt(number)
        if ((alike.get(input.kind) ?? 0) < MOST_ALIKE) numbered.push({ number, input })
      }
      const before = host.replaced()
      const { suspicious, held } = await tryGroup(
        numbered.map(({ input }) => input),
        host,
        figures.answered,
      )
      if (held) await host.replace()
      if (suspicious) {
        const mistakesBefore = mistakes.length
        for (const { number: own, input } of numbered) await found(input, own, await host.tryAlone(input))
        figures.suspected(mistakes.length > mistakesBefore)
      }
      if (host.replaced() > before) watched.base = null
      await probeOnce(turn)
      if (watched.base === null || figures.sent() - watched.looked >= LOOK_EVERY) await look()
    }
    const fault = await bodiesInFlight(host.service())
    if (fault !== null) byItself(fault)
    await look()
  } finally {
    await host.close()
  }
  return { mistakes, figures: figures.all() }
}

/** What is wrong with the input of a number, by itself. */
export const tryOne = async (seed: number, number: number): Promise<readonly Mistake[]> => {
  const host = await hostOf()
  try {
    const input = inputsOf(seed, host.service().site)(number)
    const faults = await host.tryAlone(input)
    const size = faults[0] === undefined ? input.size : await host.smallestOf(input, faults[0])
    return faults.map(fault => ({ number, input: `${input.kind}: ${input.what}`, size, fault }))
  } finally {
    await host.close()
  }
}
