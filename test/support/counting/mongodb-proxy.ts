import { BSON } from 'mongodb'
import { tcpProxy } from '../tcp-proxy.ts'

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
  const { hostname: host, port } = new URL(url)
  let commands: string[] = []
  const proxy = await tcpProxy({ host, port: Number(port) }, () =>
    messagesOf(message => {
      const command = commandIn(message)
      if (command !== null) commands.push(command)
    }),
  )
  const here = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) })
  // a server that tells of its others would be asked beside the proxy
  here.searchParams.set('directConnection', 'true')
  return {
    url: here.href,
    taken: () => {
      const taken = commands
      commands = []
      return taken
    },
    close: proxy.close,
  }
}
