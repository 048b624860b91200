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

/** Command and collections of a message of the client; null: none of ours. */
const commandIn = (message: Buffer): string | null => {
  if (message.readInt32LE(12) !== MESSAGE) return null
  let said: string | null = null
  const written: string[] = []
  for (let at = HEADER_BYTES + 4; at < message.length;) {
    const kind = message[at]
    const size = message.readInt32LE(at + 1)
    const section = message.subarray(at + 1, at + 1 + size)
    at += 1 + size
    if (kind === BODY) {
      const [[name, on] = []] = Object.entries(BSON.deserialize(section))
      if (name === undefined || OF_THE_DRIVER.has(name)) return null
      said = typeof on === 'string' ? `${name} ${on}` : name
    } else written.push(...namespacesIn(section))
  }
  return said === null ? null : [said, ...written].join(' ')
}

/** Collections that a command is about which names them one by one; the documents behind the name of the section. */
const namespacesIn = (section: Buffer): readonly string[] => {
  const start = section.indexOf(0, 4) + 1
  if (section.toString('utf8', 4, start - 1) !== 'nsInfo') return []
  const names: string[] = []
  for (let at = start; at < section.length; at += section.readInt32LE(at)) {
    const { ns } = BSON.deserialize(section.subarray(at, at + section.readInt32LE(at))) as {
      readonly ns: string
    }
    names.push(ns.slice(ns.indexOf('.') + 1))
  }
  return names
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
