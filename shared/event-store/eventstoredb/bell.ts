/** Wakes one sleeper: when rung, when `signal` aborts, or when it was quiet for too long. */
export const bell = (signal: AbortSignal) => {
  let wake: (() => void) | null = null
  const ring = (): void => wake?.()
  signal.addEventListener('abort', ring)

  /** Resolves to whether it was rung. To be called in the same turn in which there was nothing to do. */
  const sleep = async (ms: number): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const rung = new Promise<boolean>(resolve => {
      wake = () => resolve(true)
      timer = setTimeout(() => resolve(false), ms)
    })
    try {
      return signal.aborted || (await rung)
    } finally {
      wake = null
      clearTimeout(timer)
    }
  }

  /** What the work comes to; null when `signal` aborts first. */
  const unlessAborted = async <Result>(work: Promise<Result>): Promise<Result | null> => {
    const aborted = new Promise<null>(resolve => {
      wake = () => {
        if (signal.aborted) resolve(null)
      }
      wake()
    })
    try {
      return await Promise.race([work, aborted])
    } finally {
      wake = null
    }
  }

  return { ring, sleep, unlessAborted, end: () => signal.removeEventListener('abort', ring) }
}

export type Bell = ReturnType<typeof bell>
