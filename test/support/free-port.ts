import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort as findFreePort } from '../../services/wiring/free-port.ts'

/** Below the ports that outgoing connections are given: one of those could take a port before, or while, its owner is away. */
const FIRST = 12_000
const AMOUNT = 20_000

/** Whether the port is now ours until this process ends, by a name that Linux gives to one process of a machine at a time. */
const isKept = async (port: number): Promise<boolean> => {
  const server = createServer().listen(`\0belltower-test-port-${port}`)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.unref()
  return true
}

/** A port of this machine where nobody listens, and which no other process that runs tests is given before this one ends. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < AMOUNT; tries++) {
    const port = FIRST + Math.floor(Math.random() * AMOUNT)
    if ((await isKept(port)) && (await findFreePort(port)) === port) return port
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + AMOUNT - 1} is free`)
}
