import { setTimeout as sleep } from 'node:timers/promises'
import type { Connections } from './connections.ts'
import type { FaultCommand, Method, ServerState } from './fault-command.ts'
import { accessDenied, notLeader, notReady, tooSlow, type Failure } from './grpc-errors.ts'

type OpenSubscription = {
  /** null: ends as if all was well. */
  readonly end: (failure: Failure | null) => void
  readonly fallBehind: () => void
}

type Command<Kind extends FaultCommand['fault']> = Extract<FaultCommand, { fault: Kind }>

/** What the handlers of calls ask before they do what they were called for. */
export type Faults = {
  /** Counts the call; how it has to fail, if it has to. */
  readonly enter: (method: Method) => Failure | null
  readonly refusal: () => Command<'refuse-appends'>['as'] | null
  readonly loss: () => Command<'lose-acknowledgements'>['as'] | null
  readonly delay: () => Promise<void>
  /** Registers a subscription until the returned function is called. */
  readonly opened: (subscription: OpenSubscription) => () => void
  /** A subscription delivered one event. */
  readonly delivered: () => void
}

export type FaultControl = {
  readonly apply: (command: FaultCommand) => void
  readonly state: () => ServerState
}

const ending = (as: Command<'drop-subscriptions'>['as']): Failure | null => {
  if (as === 'end') return null
  return as === 'unavailable' ? notReady() : tooSlow()
}

/** A fault that is used up: how often it still happens. */
type Remaining<Kind extends FaultCommand['fault']> = { left: number; readonly command: Command<Kind> }

const take = (fault: { left: number } | null): boolean => {
  if (fault === null || fault.left === 0) return false
  fault.left--
  return true
}

type Armed = {
  loss: Remaining<'lose-acknowledgements'> | null
  refusal: Remaining<'refuse-appends'> | null
  drop: Remaining<'drop-subscriptions'> | null
  notLeader: Remaining<'not-leader'> | null
  notReady: Remaining<'not-ready'> | null
  denied: Remaining<'denied'> | null
  slowMs: number
}

const none = (): Armed => ({
  loss: null,
  refusal: null,
  drop: null,
  notLeader: null,
  notReady: null,
  denied: null,
  slowMs: 0,
})

export const createFaults = (connections: () => Connections): Faults & FaultControl => {
  const calls = { features: 0, append: 0, batchAppend: 0, delete: 0, tombstone: 0, read: 0, subscribe: 0 }
  const subscriptions = new Set<OpenSubscription>()
  let armed = none()

  const drop = (as: Command<'drop-subscriptions'>['as']) => {
    for (const subscription of [...subscriptions]) subscription.end(ending(as))
  }

  const apply = (command: FaultCommand) => {
    switch (command.fault) {
      case 'lose-acknowledgements':
        armed.loss = { left: command.appends, command }
        return
      case 'refuse-appends':
        armed.refusal = { left: command.appends, command }
        return
      case 'drop-subscriptions':
        if (command.afterEvents === 0) drop(command.as)
        else armed.drop = { left: command.afterEvents, command }
        return
      case 'fall-behind':
        for (const subscription of subscriptions) subscription.fallBehind()
        return
      case 'slow':
        armed.slowMs = command.ms
        return
      case 'not-leader':
        armed.notLeader = { left: command.calls, command }
        return
      case 'not-ready':
        armed.notReady = { left: command.calls ?? Infinity, command }
        return
      case 'denied':
        armed.denied = { left: command.calls ?? Infinity, command }
        return
      case 'freeze':
        connections().freeze()
        return
      case 'release':
        connections().release()
        return
      case 'clear':
        armed = none()
        connections().release()
        return
    }
  }

  return {
    apply,
    state: () => ({
      calls: { ...calls },
      subscriptions: subscriptions.size,
      connections: connections().count(),
    }),
    enter: method => {
      calls[method]++
      // a server answers what it can do whatever state it is in
      if (method === 'features') return null
      if (take(armed.denied)) return accessDenied()
      if (take(armed.notReady)) return notReady()
      return take(armed.notLeader) ? notLeader(connections().port) : null
    },
    refusal: () => (take(armed.refusal) ? (armed.refusal?.command.as ?? null) : null),
    loss: () => (take(armed.loss) ? (armed.loss?.command.as ?? null) : null),
    delay: async () => {
      if (armed.slowMs > 0) await sleep(armed.slowMs)
    },
    opened: subscription => {
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },
    delivered: () => {
      const { drop: waiting } = armed
      if (waiting === null || !take(waiting) || waiting.left > 0) return
      armed.drop = null
      drop(waiting.command.as)
    },
  }
}
