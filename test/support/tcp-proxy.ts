import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

export type TcpProxy = {
  readonly port: number
  /** Connections are cut and none is accepted until `up`. */
  readonly down: () => Promise<void>
  readonly up: () => Promise<void>
  /** Connections stay and are accepted, but nothing passes any more; what waited is lost with `thaw`. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Cuts the connection of the next request with this text in it: before the server has it, or before its answer passes. */
  readonly cut: (moment: 'before' | 'after', text: string) => void
  /** The answer to the next request with this text in it passes so many milliseconds late. */
  readonly delay: (text: string, ms: number) => void
  readonly close: () => Promise<void>
}

type Delay = { readonly text: string; readonly ms: number }
type Cut = { readonly moment: 'before' | 'after'; readonly text: string }

type Target = { readonly host: string; readonly port: number }

/** For each connection, what is done with each piece that the client sends before it goes on; it may change it in place. */
type Hearing = () => (piece: Buffer) => void

const deaf: Hearing = () => () => undefined

/** Stands between a client and the server at `target`, hears what the client sends, and harms what passes. */
export const tcpProxy = async (target: Target, hearing: Hearing = deaf): Promise<TcpProxy> => {
  const open = new Set<Socket>()
  const state: { frozen: boolean; cut: Cut | null; delay: Delay | null } = {
    frozen: false,
    cut: null,
    delay: null,
  }

  const server = createServer(client => {
    const upstream = connect(target.port, target.host)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    const hear = hearing()
    let doomed = false
    let late = 0
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket
        .setNoDelay(true)
        .on('error', end)
        .on('close', () => {
          open.delete(socket)
          end()
        })
    }
    client.on('data', data => {
      hear(data)
      if (state.frozen) return
      if (state.cut !== null && data.includes(state.cut.text)) {
        const { moment } = state.cut
        state.cut = null
        doomed = moment === 'after'
        if (!doomed) {
          end()
          return
        }
      }
      if (state.delay !== null && data.includes(state.delay.text)) {
        late = state.delay.ms
        state.delay = null
      }
      upstream.write(data)
    })
    upstream.on('data', data => {
      if (doomed) end()
      else if (state.frozen) return
      else if (late === 0) client.write(data)
      else setTimeout(() => client.write(data), late)
      late = 0
    })
  })

  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cutAll()
    await closed
  }
  const port = await listen(await freePort())
  return {
    port,
    down: stop,
    up: async () => {
      await listen(port)
    },
    freeze: () => (state.frozen = true),
    thaw: () => {
      state.frozen = false
      cutAll()
    },
    cut: (moment, text) => (state.cut = { moment, text }),
    delay: (text, ms) => (state.delay = { text, ms }),
    close: stop,
  }
}
