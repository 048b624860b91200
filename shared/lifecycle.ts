import { setTimeout as sleep } from 'node:timers/promises'

/** One thing that must be stopped, named for the log. */
export type Part = { readonly name: string; readonly stop: () => Promise<void> }

/** What comes of it within so many milliseconds; else 'late', and whatever comes of it then is nobody's to hear. */
export const unlessLate = async <Result>(ms: number, work: Promise<Result>): Promise<Result | 'late'> => {
  const over = new AbortController()
  const late = sleep(ms, 'late' as const, { signal: over.signal }).catch(() => 'late' as const)
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
  }
}

/** Stops in reverse order of start, under one deadline. A part that hangs or fails is named and left behind. */
export const stopAll = async (
  parts: readonly Part[],
  deadlineMs: number,
  log: (message: string, error?: unknown) => void,
): Promise<'clean' | 'forced'> => {
  const by = performance.now() + deadlineMs
  let outcome: 'clean' | 'forced' = 'clean'
  for (const { name, stop } of [...parts].reverse()) {
    const failed: { error?: unknown } = {}
    const stopped = stop().then(
      () => 'done' as const,
      (error: unknown) => {
        failed.error = error
        return 'failed' as const
      },
    )
    const result = await unlessLate(Math.max(0, by - performance.now()), stopped)
    if (result === 'done') continue
    outcome = 'forced'
    log(`${name} did not stop: ${result}`, failed.error)
  }
  return outcome
}
