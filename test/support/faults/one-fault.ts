/** Whether the failing call had its effect. */
export type When = 'before' | 'after'

export type OneFault = {
  /** From now on the n-th call fails, once. */
  readonly arm: (n: number, when: When) => void
  /** When the next fault comes. */
  readonly fails: () => When
  /** Nothing fails any more; the name of the call that has failed, null if none has. */
  readonly disarm: () => string | null
  /** Makes a call one of those that are counted. `outage` is what the caller is told. */
  readonly counted: <Result>(name: string, call: () => Promise<Result>) => Promise<Result>
}

/** One call of a port that fails as an outage: it had its effect, or it had none. */
export const oneFault = (outage: (message: string) => Error): OneFault => {
  let left = 0
  let when: When = 'before'
  let failed: string | null = null
  return {
    arm: (n, moment) => {
      left = n
      when = moment
      failed = null
    },
    fails: () => when,
    disarm: () => {
      left = 0
      return failed
    },
    counted: async (name, call) => {
      const isMine = left > 0 && --left === 0
      if (isMine) failed = name
      if (isMine && when === 'before') throw outage(`${name} failed`)
      const result = await call()
      if (isMine) throw outage(`${name} failed after it took effect`)
      return result
    },
  }
}
