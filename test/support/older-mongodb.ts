import { tcpProxy } from './tcp-proxy.ts'

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
  const { hostname: host, port } = new URL(url)
  let refused = 0
  const proxy = await tcpProxy({ host, port: Number(port) }, () => piece => {
    const at = piece.indexOf(COMMAND)
    if (at < 0) return
    refused++
    UNKNOWN.copy(piece, at)
  })
  return {
    url: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`,
    refused: () => refused,
    close: proxy.close,
  }
}
