import type { Input } from './input.ts'
import type { Fault } from './judge.ts'
import type { Held } from './service.ts'

/** What a run comes to. Bytes. */
export type Figures = {
  readonly sent: number
  /** Of the inputs, each once. */
  readonly kinds: readonly string[]
  /** Answers that were wrong, by what was wrong. */
  readonly faults: { readonly [kind: string]: number }
  /** Groups in which the thread was held for long: by an input that does it by itself, or by what nothing repeats. */
  readonly suspected: {
    readonly confirmed: number
    readonly notRepeated: number
    /** Milliseconds of the longest of those. */
    readonly longestNotRepeated: number
  }
  readonly looks: readonly Held[]
}

const mib = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`

/** Counts while a run goes on. */
export const tally = () => {
  let [sent, confirmed, notRepeated, longest] = [0, 0, 0, 0]
  const faults: Record<string, number> = {}
  const looks: Held[] = []
  const kinds = new Set<string>()
  return {
    sent: () => sent,
    begun: ({ kind }: Input): void => {
      kinds.add(kind)
    },
    answered: (): void => {
      sent++
    },
    wrong: ({ kind }: Fault): void => {
      faults[kind] = (faults[kind] ?? 0) + 1
    },
    suspected: (isConfirmed: boolean, stretchMs: number): void => {
      if (isConfirmed) confirmed++
      else {
        notRepeated++
        longest = Math.max(longest, stretchMs)
      }
    },
    memory: (held: Held): void => {
      looks.push(held)
    },
    line: () => {
      const last = looks.at(-1)
      if (last === undefined) return `${sent} requests`
      const { heap, buffers, rss, openFiles, sockets, logBytes } = last
      return `${sent} requests: heap ${mib(heap)}, buffers ${mib(buffers)}, RSS ${mib(rss)}, ${openFiles} open files (${sockets} sockets), log ${mib(logBytes)}; suspected ${confirmed} + ${notRepeated} not repeated (${Math.round(longest)} ms at most)`
    },
    all: (): Figures => ({
      sent,
      kinds: [...kinds],
      faults,
      suspected: { confirmed, notRepeated, longestNotRepeated: Math.round(longest) },
      looks,
    }),
  }
}
export type Tally = ReturnType<typeof tally>
