import { whenIdle } from './alone.ts'
import { findingsOn, type Findings, type Mistake, type Numbered } from './findings.ts'
import { hostOf, type Host } from './host.ts'
import { bodiesInFlight, bodiesWithheldAgain } from './in-flight.ts'
import type { Input } from './input.ts'
import type { Fault } from './judge.ts'
import { looksAt } from './looks.ts'
import { inputsOf } from './plan.ts'
import { probesOf } from './probe.ts'
import { stream } from './stream.ts'
import { tally, type Figures } from './tally.ts'

export type Outcome = { readonly mistakes: readonly Mistake[]; readonly figures: Figures }

export type Wish = {
  readonly requests: number
  readonly seed: number
  /** Inputs of the kind of this name alone; null: of every kind. */
  readonly kind?: string | null
  /** Hears of every look at the memory, and of every mistake. */
  readonly tell?: (line: string) => void
}

const MOST_MISTAKES = 30

/** The inputs in their order, without those whose kind is known to do something. */
const numbered = (inputAt: (number: number) => Input, { isKnown }: Findings): (() => Numbered) => {
  let number = 0
  return () => {
    let input = inputAt(number++)
    while (isKnown(input)) input = inputAt(number++)
    return { number: number - 1, input }
  }
}

/** What is wrong with the good answers, when the service has nothing else to do. */
const probed = async ({ service }: Host): Promise<Fault | null> => {
  await whenIdle(service())
  for (const probe of probesOf(service())) {
    const fault = await probe()
    if (fault !== null) return fault
  }
  return null
}

/** Sends hostile inputs to a service in a process of its own until so many requests were sent, and judges it. */
export const fuzzHostile = async ({
  requests,
  seed,
  kind = null,
  tell = () => undefined,
}: Wish): Promise<Outcome> => {
  const host = await hostOf()
  const figures = tally()
  const findings = findingsOn(host, tell)
  const looks = looksAt(host, figures)
  const look = async () => {
    findings.ofService(await looks.take())
    tell(figures.line())
  }
  const draw = numbered(inputsOf(seed, host.service().site, kind), findings)
  const next = () => {
    if (figures.sent() >= requests || looks.isDue()) return null
    const one = draw()
    figures.begun(one.input)
    return one
  }
  try {
    await look()
    while (figures.sent() < requests && findings.mistakes.length < MOST_MISTAKES) {
      const { suspects, stretchMs, isOddlyAnswered } = await stream(host, figures, next)
      let isConfirmed = false
      for (const one of suspects) isConfirmed = (await findings.tried(one)) || isConfirmed
      if (suspects.length > 0) figures.suspected(isConfirmed, stretchMs)
      if (isOddlyAnswered) findings.ofService(await probed(host))
      if (looks.isDue()) await look()
    }
    findings.ofService(await probed(host))
    findings.ofService(await bodiesInFlight(host.service()))
    findings.ofService(await bodiesWithheldAgain(host.service()))
    await look()
  } finally {
    await host.close()
  }
  return { mistakes: findings.mistakes, figures: figures.all() }
}

/** What is wrong with the input of a number, by itself. */
export const tryOne = async (
  seed: number,
  number: number,
  kind: string | null = null,
): Promise<readonly Mistake[]> => {
  const host = await hostOf()
  try {
    const findings = findingsOn(host, () => undefined)
    await findings.tried({ number, input: inputsOf(seed, host.service().site, kind)(number) })
    return findings.mistakes
  } finally {
    await host.close()
  }
}
