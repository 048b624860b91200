import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A port of this machine on which somebody listens until the running test ends. */
export const takenPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
