import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The sockets of the clients, in front of the gRPC server, so that they can be cut and held. */
export type Connections = {
  readonly port: number
  readonly count: () => number
  /** Breaks the connection that the gRPC server knows by this peer address, without an answer. */
  readonly cut: (peer: string) => void
  /** From now on connections are accepted and nothing is passed on, in either direction. */
  readonly freeze: () => void
  /** Passes on what was held, and everything after it. */
  readonly release: () => void
  readonly close: () => void
}

type Pair = { readonly client: Socket; readonly server: Socket; readonly end: () => void }

const pass = ({ client, server }: Pair) => {
  client.pipe(server)
  server.pipe(client)
}

const hold = ({ client, server }: Pair) => {
  client.unpipe(server).pause()
  server.unpipe(client).pause()
}

/** Listens on `port` (0: any) and passes bytes on to `target`, both on this machine only. */
export const openConnections = async (port: number, target: number): Promise<Connections> => {
  const pairs = new Set<Pair>()
  let frozen = false
  const listener = createServer(client => {
    const server = connect(target, '127.0.0.1')
    const end = () => {
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    const pair: Pair = { client, server, end }
    pairs.add(pair)
    for (const socket of [client, server]) socket.setNoDelay(true).on('close', end).on('error', end)
    if (!frozen) pass(pair)
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  return {
    port: address.port,
    count: () => pairs.size,
    cut: peer => {
      for (const pair of pairs) if (peer.endsWith(`:${String(pair.server.localPort)}`)) pair.end()
    },
    freeze: () => {
      if (!frozen) pairs.forEach(hold)
      frozen = true
    },
    release: () => {
      if (frozen) pairs.forEach(pass)
      frozen = false
    },
    close: () => {
      listener.close()
      for (const pair of pairs) pair.end()
    },
  }
}
