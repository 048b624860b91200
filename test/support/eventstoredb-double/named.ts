import { appendFileSync } from 'node:fs'
import { inject, TestRunner } from 'vitest'
import type { Control } from './control.ts'
import { startDouble, type Double, type StartOptions } from './start.ts'

const DEFAULT = '24.10'

/** Leaves the running case out: nobody makes a server of somebody else misbehave, or restarts it. */
const leaveOut = (): never => {
  const test = TestRunner.getCurrentTest()
  if (test === undefined) throw new Error('outside of a case there is nothing to leave out')
  const { named } = inject('eventstore')
  if (named !== null) appendFileSync(named.leftOut, `${test.fullTestName}\n`)
  return test.context.skip('this server is not ours to doctor or to restart')
}
const refuse = async () => leaveOut()

const undoctored: Control = {
  loseAcknowledgements: refuse,
  refuseAppends: refuse,
  dropSubscriptions: refuse,
  dropSubscriptionsAfter: refuse,
  fallBehind: refuse,
  slow: refuse,
  notLeader: refuse,
  notReady: refuse,
  deny: refuse,
  freeze: refuse,
  release: async () => undefined,
  clear: async () => undefined,
  state: refuse,
}

/** Before and after the cases there is nothing to end. */
const unlessBetween = async (): Promise<void> => {
  if (TestRunner.getCurrentTest() !== undefined) leaveOut()
}

/**
 * The server that the environment names, so that every case runs on it that asks for nothing but a server; else a
 * double of our own.
 */
export const namedOrDouble = async (options: StartOptions = {}): Promise<Double> => {
  const { named } = inject('eventstore')
  // of the releases that are asked for one after the other only once
  if (named === null || (options.dialect ?? DEFAULT) !== DEFAULT) return startDouble(options)
  return {
    url: named.url,
    port: NaN,
    control: undoctored,
    stop: unlessBetween,
    kill: unlessBetween,
    restart: unlessBetween,
  }
}
