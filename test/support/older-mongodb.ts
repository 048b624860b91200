import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const COMMAND = Buffer.from('\0\x10bulkWrite\0', 'latin1')
const UNKNOWN = Buffer.from('\0\x10bulkWrote\0', 'latin1')

export type OlderMongoDb = {
  readonly url: string
  /** How often the command was asked for that only newer ones have. */
  readonly refused: () => number
  readonly close: () => Promise<void>
}

/** The MongoDB at `url` as one before 8.0 is: without the command that writes to several collections. */
export const olderMongoDb = async (url: string): Promise<OlderMongoDb> => {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let refused = 0
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    const end = () => {
      for (const socket of [client, upstream]) {
        open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', data => {
      const at = data.indexOf(COMMAND)
      if (at >= 0) {
        refused++
        UNKNOWN.copy(data, at)
      }
      upstream.write(data)
    })
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = server.address() as AddressInfo
  return {
    url: `mongodb://127.0.0.1:${here.port}/?directConnection=true`,
    refused: () => refused,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
