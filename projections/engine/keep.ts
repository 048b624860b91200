import type { Held } from './lease.ts'
import { type Mark, noMark } from './board.ts'

/** Where runners note how far they have come. */
export type Keep = {
  readonly load: (name: string) => Promise<Mark>
  /** Known in this process at once. */
  readonly report: (name: string, change: Partial<Mark>) => void
  /** Makes known to other processes what was reported; only after it took effect. null: there are none. */
  readonly save: ((name: string) => Promise<void>) | null
}

/** For read models that live in the memory of this process, and end with it. */
export const keepHere = (
  board: Pick<Keep, 'report'>,
  /** How far some had come that are known from before. */
  from: ReadonlyMap<string, Partial<Mark>> = new Map(),
): Keep => ({
  load: async name => ({ ...noMark, ...from.get(name) }),
  report: board.report,
  save: null,
})

/** For the one follower that runs under this lease. What a paused holder saves late has no effect. */
export const keepUnder = ({ mark, write }: Held): Keep => {
  let now: Mark = { ...mark, stopped: null, workingOnMs: null, live: false }
  let isSaved = false
  return {
    load: async () => now,
    report: (_name, change) => {
      now = { ...now, ...change }
      if (now.live) now = { ...now, caughtUp: true }
      isSaved = false
    },
    save: async () => {
      if (isSaved) return
      const saving = now
      await write(saving)
      if (saving === now) isSaved = true
    },
  }
}
