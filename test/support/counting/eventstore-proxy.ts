import { once } from 'node:events'
import {
  connect,
  constants,
  createServer,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Counting } from './mongodb-proxy.ts'

/** Appends share one call: each is a message of it. */
const SHARED = 'BatchAppend'
/** What the driver asks once of each server. */
const OF_THE_DRIVER = 'GetSupportedMethods'
const PREFIX_BYTES = 5

/** Hears of each message that goes by in pieces. */
const messagesOf = (heard: () => void) => {
  let rest = Buffer.alloc(0)
  return (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= PREFIX_BYTES && rest.length >= PREFIX_BYTES + rest.readUInt32BE(1)) {
      heard()
      rest = rest.subarray(PREFIX_BYTES + rest.readUInt32BE(1))
    }
  }
}

const ended = (flags: number): boolean => (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0

/** Passes a call on, as it is, and its answer back. */
const pass = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, upstream: ClientHttp2Session) => {
  const call = upstream.request(headers)
  let trailers: IncomingHttpHeaders = {}
  call.on('response', (answer, flags) => {
    if (stream.destroyed) return
    if (ended(flags)) stream.respond(answer, { endStream: true })
    else {
      stream.respond(answer, { waitForTrailers: true })
      call.pipe(stream)
    }
  })
  call.on('trailers', (last: IncomingHttpHeaders) => {
    trailers = last
  })
  stream.on('wantTrailers', () => stream.sendTrailers(trailers))
  const end = (code: number) => () => {
    for (const one of [stream, call]) if (!one.destroyed) one.close(code)
  }
  call.on('error', end(constants.NGHTTP2_INTERNAL_ERROR))
  stream.on('error', end(constants.NGHTTP2_CANCEL)).on('aborted', end(constants.NGHTTP2_CANCEL))
  stream.pipe(call)
}

/** Stands between a client and the EventStoreDB at `url` (without TLS), and notes each call and each append. */
export const eventstoreProxy = async (url: string): Promise<Counting> => {
  const target = new URL(url)
  const open = new Set<ClientHttp2Session | ServerHttp2Session>()
  let calls: string[] = []
  const server = createServer()
  server.on('session', session => {
    const upstream = connect(`http://${target.host}`)
    const end = () => {
      for (const one of [session, upstream]) {
        open.delete(one)
        one.destroy()
      }
    }
    for (const one of [session, upstream]) {
      open.add(one)
      one.on('error', end).on('close', end)
    }
    session.on('stream', (stream, headers) => {
      const name = String(headers[':path']).split('/').at(-1) ?? ''
      if (name === SHARED)
        stream.on(
          'data',
          messagesOf(() => calls.push(name)),
        )
      else if (name !== OF_THE_DRIVER) calls.push(name)
      pass(stream, headers, upstream)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: url.replace(target.host, `127.0.0.1:${port}`),
    taken: () => {
      const taken = calls
      calls = []
      return taken
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const one of open) one.destroy()
      await closed
    },
  }
}
