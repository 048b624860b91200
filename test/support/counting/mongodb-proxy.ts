import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { BSON } from 'mongodb'

/** What a client asked of a server since the last time, in order: `find board`, `read event-41`. */
export type Counting = {
  /** The same server, through the proxy. */
  readonly url: string
  readonly taken: () => readonly string[]
  readonly close: () => Promise<void>
}

const HEADER_BYTES = 16
const MESSAGE = 2013
const BODY = 0
/** What the driver says for itself, to know its servers and to leave them. */
const OF_THE_DRIVER: ReadonlySet<string> = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'endSessions'])

/** Command and collection of a message of the client; null: none of ours. */
const commandIn = (message: Buffer): string | null => {
  if (message.readInt32LE(12) !== MESSAGE) return null
  for (let at = HEADER_BYTES + 4; at < message.length;) {
    const kind = message[at]
    const size = message.readInt32LE(at + 1)
    if (kind === BODY) {
      const [[name, on] = []] = Object.entries(BSON.deserialize(message.subarray(at + 1, at + 1 + size)))
      if (name === undefined || OF_THE_DRIVER.has(name)) return null
      return typeof on === 'string' ? `${name} ${on}` : name
    }
    at += 1 + size
  }
  return null
}

/** Hears whole messages in what comes in pieces. */
const messagesOf = (heard: (message: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  return (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const size = rest.readInt32LE(0)
      heard(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
  }
}

/** Stands between a client and the MongoDB at `url`, and notes each command; what is compressed cannot be read. */
export const mongodbProxy = async (url: string): Promise<Counting> => {
  const target = new URL(url)
  const open = new Set<Socket>()
  let commands: string[] = []
  const server = createServer(client => {
    const upstream = connect(Number(target.port), target.hostname)
    const hear = messagesOf(message => {
      const command = commandIn(message)
      if (command !== null) commands.push(command)
    })
    const end = () => {
      for (const socket of [client, upstream]) {
        open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.setNoDelay(true).on('error', end).on('close', end)
    }
    client.on('data', hear).pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = Object.assign(new URL(url), {
    hostname: '127.0.0.1',
    port: String((server.address() as AddressInfo).port),
  })
  // a server that tells of its others would be asked beside the proxy
  here.searchParams.set('directConnection', 'true')
  return {
    url: here.href,
    taken: () => {
      const taken = commands
      commands = []
      return taken
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
