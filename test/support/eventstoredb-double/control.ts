import { ServerState, type FaultCommand } from './fault-command.ts'

type As<Kind extends FaultCommand['fault']> = Extract<FaultCommand, { fault: Kind; as: string }>['as']

/** Makes a running double misbehave, from a test. Each resolves once the double has taken it in. */
export type Control = {
  /**
   * The next writes take effect, but nobody is told: the connection of the caller breaks, or a timeout is reported.
   */
  readonly loseAcknowledgements: (appends: number, as?: As<'lose-acknowledgements'>) => Promise<void>
  /**
   * The next writes have no effect: the connection breaks, a timeout is reported, the server is too busy, or ('end') the stream
   * in which they were sent ends as if all was well.
   */
  readonly refuseAppends: (appends: number, as?: As<'refuse-appends'>) => Promise<void>
  /** Ends every open subscription: with an error, or ('end') as if all was well. */
  readonly dropSubscriptions: (as?: As<'drop-subscriptions'>) => Promise<void>
  /** The same, once `events` more events have been delivered, counted over all subscriptions. */
  readonly dropSubscriptionsAfter: (events: number, as?: As<'drop-subscriptions'>) => Promise<void>
  /** Live subscriptions fall behind: they hear once more that they caught up, or (23.10) are dropped as too slow. */
  readonly fallBehind: () => Promise<void>
  /** Milliseconds before each answer and each page of events; 0: none. */
  readonly slow: (ms: number) => Promise<void>
  /** The next calls are told that somebody else leads (at the address of this same double). */
  readonly notLeader: (calls: number) => Promise<void>
  /** The next calls, or all until cleared, are told that the server is not ready. */
  readonly notReady: (calls?: number) => Promise<void>
  /** The next calls, or all until cleared, are told that the user may not do this. */
  readonly deny: (calls?: number) => Promise<void>
  /** Connections are accepted and held, old ones and new ones; nothing is answered until `release`. */
  readonly freeze: () => Promise<void>
  readonly release: () => Promise<void>
  readonly clear: () => Promise<void>
  /** Calls since the start of the process, and what is open now. */
  readonly state: () => Promise<ServerState>
}

export const controlOf = (port: number): Control => {
  const url = `http://127.0.0.1:${port}`
  const apply = async (command: FaultCommand) => {
    const answer = await fetch(`${url}/faults`, { method: 'POST', body: JSON.stringify(command) })
    if (!answer.ok) throw new Error(`${command.fault}: ${await answer.text()}`)
  }
  return {
    loseAcknowledgements: (appends, as = 'connection') =>
      apply({ fault: 'lose-acknowledgements', appends, as }),
    refuseAppends: (appends, as = 'connection') => apply({ fault: 'refuse-appends', appends, as }),
    dropSubscriptions: (as = 'unavailable') => apply({ fault: 'drop-subscriptions', afterEvents: 0, as }),
    dropSubscriptionsAfter: (events, as = 'unavailable') =>
      apply({ fault: 'drop-subscriptions', afterEvents: events, as }),
    fallBehind: () => apply({ fault: 'fall-behind' }),
    slow: ms => apply({ fault: 'slow', ms }),
    notLeader: calls => apply({ fault: 'not-leader', calls }),
    notReady: calls => apply({ fault: 'not-ready', calls: calls ?? null }),
    deny: calls => apply({ fault: 'denied', calls: calls ?? null }),
    freeze: () => apply({ fault: 'freeze' }),
    release: () => apply({ fault: 'release' }),
    clear: () => apply({ fault: 'clear' }),
    state: async () => ServerState.parse(await (await fetch(`${url}/state`)).json()),
  }
}
