import { StoreUnavailable } from '../event-store/port.ts'
import { openedOnce } from '../remembered.ts'
import type { SentText } from './texts.ts'

/** Makes texts safe beside the main thread, in order; what is sent first is done first. */
export type CleanTexts = (texts: readonly SentText[]) => Promise<readonly string[]>

/** Until a thread with nothing to do ends. */
const IDLE_MS = 60_000

type Pool = { readonly run: CleanTexts; readonly close: () => Promise<void> }

const poolOfOne = async (): Promise<Pool> => {
  const { Piscina } = await import('piscina')
  const pool = new Piscina<readonly SentText[], readonly string[]>({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  })
  return { run: async texts => pool.run(texts), close: async () => pool.close({ force: true }) }
}

const closed = (cause?: unknown) =>
  new StoreUnavailable('the thread that makes texts safe is closed', { cause })

export type Cleaner = { readonly clean: CleanTexts; readonly close: () => Promise<void> }

/**
 * One thread, begun by `begin` when it is first needed. Once closed, it throws what a closed log throws, to those as well
 * whose texts wait or are cut off then.
 */
export const cleaningThread = (begin = poolOfOne): Cleaner => {
  const pool = openedOnce(begin)
  let isOpen = true
  return {
    clean: async texts => {
      if (!isOpen) throw closed()
      const { run } = await pool.now()
      return run(texts).catch((error: unknown) => {
        throw isOpen ? error : closed(error)
      })
    },
    close: async () => {
      isOpen = false
      // one that could not be begun has nothing to close
      const begun = await pool.soFar()?.catch(() => null)
      await begun?.close()
    },
  }
}
