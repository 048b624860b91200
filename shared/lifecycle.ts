import { setTimeout as sleep } from 'node:timers/promises'

/** One thing that must be stopped, named for the log. */
export type Part = { readonly name: string; readonly stop: () => Promise<void> }

/** Stops in reverse order of start, under one deadline. A part that hangs or fails is named and left behind. */
export const stopAll = async (
  parts: readonly Part[],
  deadlineMs: number,
  log: (message: string, error?: unknown) => void,
): Promise<'clean' | 'forced'> => {
  const by = performance.now() + deadlineMs
  let outcome: 'clean' | 'forced' = 'clean'
  for (const { name, stop } of [...parts].reverse()) {
    const timer = new AbortController()
    const late = sleep(Math.max(0, by - performance.now()), 'late' as const, { signal: timer.signal }).catch(
      () => 'late' as const,
    )
    const failed: { error?: unknown } = {}
    const stopped = stop().then(
      () => 'done' as const,
      (error: unknown) => {
        failed.error = error
        return 'failed' as const
      },
    )
    const result = await Promise.race([stopped, late])
    timer.abort()
    if (result === 'done') continue
    outcome = 'forced'
    log(`${name} did not stop: ${result}`, failed.error)
  }
  return outcome
}
