/** One that sleeps until it is woken, `signal` aborts, or nothing has come for too long. */
export const sleeperUntil = (signal: AbortSignal) => {
  let rouse: (() => void) | null = null
  const wake = (): void => rouse?.()
  signal.addEventListener('abort', wake)

  /**
   * Resolves to whether it was woken, or nothing has come for so long (absent: for ever). To be called in the same turn in
   * which there was nothing to do.
   */
  const sleep = async (ms?: number): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const woken = new Promise<boolean>(resolve => {
      rouse = () => resolve(true)
      if (ms !== undefined) timer = setTimeout(() => resolve(false), ms)
    })
    try {
      return signal.aborted || (await woken)
    } finally {
      rouse = null
      clearTimeout(timer)
    }
  }

  /** What the work comes to; null when `signal` aborts first. */
  const unlessAborted = async <Result>(work: Promise<Result>): Promise<Result | null> => {
    const aborted = new Promise<null>(resolve => {
      rouse = () => {
        if (signal.aborted) resolve(null)
      }
      rouse()
    })
    try {
      return await Promise.race([work, aborted])
    } finally {
      rouse = null
    }
  }

  return { wake, sleep, unlessAborted, end: () => signal.removeEventListener('abort', wake) }
}

export type Sleeper = ReturnType<typeof sleeperUntil>
