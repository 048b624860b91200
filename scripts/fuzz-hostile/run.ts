import { performed, talkTo, whenIdle } from './alone.ts'
import { findingsOn, type Findings, type Mistake, type Numbered } from './findings.ts'
import { hostOf, type Host } from './host.ts'
import { bodiesInFlight } from './in-flight.ts'
import type { Input } from './input.ts'
import { budgetOf, type Fault } from './judge.ts'
import { looksAt } from './looks.ts'
import { inputsOf } from './plan.ts'
import { probesOf } from './probe.ts'
import { Silent } from './service.ts'
import { tally, type Figures, type Tally } from './tally.ts'

export type Outcome = { readonly mistakes: readonly Mistake[]; readonly figures: Figures }

export type Wish = {
  readonly requests: number
  readonly seed: number
  /** Hears of every look at the memory, and of every mistake. */
  readonly tell?: (line: string) => void
}

const GROUP = 48
const AT_ONCE = 12
const MOST_MISTAKES = 30
/** Whoever waits for longer finds the thread held. */
const HELD_MS = 10_000

/** Sends the inputs of a group, a few at once; the longest stretch in which something may have gone wrong, null: nothing has. */
const suspicion = async (group: readonly Input[], host: Host, figures: Tally): Promise<number | null> => {
  const service = host.service()
  const faults: Fault[] = []
  const fault = (one: Fault) => {
    faults.push(one)
    figures.wrong(one)
  }
  const talk = talkTo(service, host.published, { fault, after: async () => figures.answered() })
  const rest = [...group]
  const lane = async () => {
    for (let input = rest.shift(); input !== undefined; input = rest.shift())
      await performed(input, input.size, talk, service)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const { longestMs, reported } = await service.reading(HELD_MS)
    return faults.length > 0 || reported.length > 0 || longestMs > budgetOf('guest') ? longestMs : null
  } catch (error) {
    if (service.ended() === null && !(error instanceof Silent)) throw error
    await host.replace()
    return HELD_MS
  }
}

const groupFrom = (first: number, inputAt: (number: number) => Input, { isKnown }: Findings) => {
  const group: Numbered[] = []
  let number = first
  for (; group.length < GROUP; number++) {
    const input = inputAt(number)
    if (!isKnown(input)) group.push({ number, input })
  }
  return { group, next: number }
}

/** Asks one of the good questions; what is full for a moment says so, and answers the next time. */
const probed = async ({ service }: Host, turn: number): Promise<Fault | null> => {
  const probes = probesOf(service())
  const probe = probes[turn % probes.length]
  if (probe === undefined || (await probe()) === null) return null
  await whenIdle(service())
  return probe()
}

/** Sends hostile inputs to a service in a process of its own until so many requests were sent, and judges it. */
export const fuzzHostile = async ({ requests, seed, tell = () => undefined }: Wish): Promise<Outcome> => {
  const host = await hostOf()
  const figures = tally()
  const findings = findingsOn(host, tell)
  const looks = looksAt(host, figures)
  const look = async () => {
    findings.ofService(await looks.take())
    tell(figures.line())
  }
  const inputAt = inputsOf(seed, host.service().site)
  try {
    await look()
    let number = 0
    for (let turn = 0; figures.sent() < requests && findings.mistakes.length < MOST_MISTAKES; turn++) {
      const { group, next } = groupFrom(number, inputAt, findings)
      number = next
      const inputs = group.map(({ input }) => input)
      const stretch = await suspicion(inputs, host, figures)
      if (stretch !== null) {
        let isConfirmed = false
        for (const one of group) isConfirmed = (await findings.tried(one)) || isConfirmed
        figures.suspected(isConfirmed, stretch)
      }
      findings.ofService(await probed(host, turn))
      if (looks.isDue()) await look()
    }
    findings.ofService(await bodiesInFlight(host.service()))
    await look()
  } finally {
    await host.close()
  }
  return { mistakes: findings.mistakes, figures: figures.all() }
}

/** What is wrong with the input of a number, by itself. */
export const tryOne = async (seed: number, number: number): Promise<readonly Mistake[]> => {
  const host = await hostOf()
  try {
    const findings = findingsOn(host, () => undefined)
    await findings.tried({ number, input: inputsOf(seed, host.service().site)(number) })
    return findings.mistakes
  } finally {
    await host.close()
  }
}
