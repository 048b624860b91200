import { late } from '../late.ts'
import type { SentText } from './texts.ts'

/** Makes texts safe beside the main thread, in order; what is sent first is done first. */
export type CleanTexts = (texts: readonly SentText[]) => Promise<readonly string[]>

/** Until a thread with nothing to do ends. */
const IDLE_MS = 60_000

/** One thread, begun when it is first needed. */
export const cleaningThread = (): {
  readonly clean: CleanTexts
  readonly close: () => Promise<void>
} => {
  let isBegun = false
  const pool = late(async () => {
    isBegun = true
    const { Piscina } = await import('piscina')
    return new Piscina<readonly SentText[], readonly string[]>({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
    })
  })
  return {
    clean: async texts => (await pool()).run(texts),
    close: async () => {
      if (isBegun) await (await pool()).close({ force: true })
    },
  }
}
