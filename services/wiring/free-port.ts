import { once } from 'node:events'
import { createServer } from 'node:net'

const isFree = async (port: number, host: string): Promise<number | null> => {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address === null || typeof address === 'string' ? null : address.port
}

/** `wanted` when nobody listens there, else any free port of this host. */
export const freePort = async (wanted: number, host = '127.0.0.1'): Promise<number> =>
  (await isFree(wanted, host)) ?? (await isFree(0, host)) ?? wanted
