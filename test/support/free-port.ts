import { env } from 'node:process'
import { freePort as findFreePort } from '../../services/wiring/free-port.ts'

/** Below the ports that outgoing connections are given: one of those could take a port before, or while, its owner is away. */
const FIRST = 12_000
/** Each process that runs tests has as many of its own, so that two never choose the same: up to so many processes. */
const EACH = 2_000
const PROCESSES = 10

const first = FIRST + (Number(env['VITEST_POOL_ID'] ?? 0) % PROCESSES) * EACH
// files of one process may each load this anew, while services of the file before are still ending
let chosen = Math.floor(Math.random() * EACH)

/** A port of this machine where nobody listens, and which no other of so many processes that run tests will choose. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < EACH; tries++) {
    chosen = (chosen + 1) % EACH
    const port = first + chosen
    if ((await findFreePort(port)) === port) return port
  }
  throw new Error(`no port from ${first} to ${first + EACH - 1} is free`)
}
