import type { Host } from './host.ts'
import type { Input } from './input.ts'
import type { Fault } from './judge.ts'

/** An input that breaks a rule, as small as halving makes it. */
export type Mistake = {
  /** `--only` repeats it, with the seed of the run; null: no single input does it. */
  readonly number: number | null
  readonly input: string
  readonly size: number
  readonly fault: Fault
}

export type Numbered = { readonly number: number; readonly input: Input }

/** One kind is known after so many. */
const MOST_ALIKE = 2

/** What was found so far. */
export const findingsOn = (host: Host, tell: (line: string) => void) => {
  const mistakes: Mistake[] = []
  const alike = new Map<string, number>()
  return {
    mistakes,
    /** Its kind was found often enough. */
    isKnown: ({ kind }: Input): boolean => (alike.get(kind) ?? 0) >= MOST_ALIKE,
    /** Tries an input by itself; whether anything is wrong with it. */
    tried: async ({ number, input }: Numbered): Promise<boolean> => {
      const [fault] = await host.tryAlone(input)
      if (fault === undefined) return false
      alike.set(input.kind, (alike.get(input.kind) ?? 0) + 1)
      const size = await host.smallestOf(input, fault)
      mistakes.push({ number, input: `${input.kind}: ${input.what}`, size, fault })
      tell(`#${number} ${input.kind} × ${size}: ${fault.what}`)
      return true
    },
    /** What no single input did. */
    ofService: (fault: Fault | null): void => {
      if (fault !== null) mistakes.push({ number: null, input: 'the service', size: 1, fault })
    },
  }
}
export type Findings = ReturnType<typeof findingsOn>
