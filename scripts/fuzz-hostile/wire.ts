import { connect, type Socket } from 'node:net'
import type { Caller } from '../fuzz/shape.ts'

/** One request as bytes on a connection of its own. */
export type Wire = {
  /** Whose budget counts. */
  readonly caller: Caller | 'feed'
  /** Request line and headers, with the empty line. */
  readonly head: Buffer
  /** Written one after the other. */
  readonly pieces: readonly Buffer[]
  readonly pauseMs: number
  /** What the sender does behind the last piece. */
  readonly then: 'wait' | 'close' | 'reset'
  /** Milliseconds until the sender goes away without an answer. */
  readonly waitMs: number
  /**
   * What must come of it: an answer, for the request is whole as HTTP goes; or an end at least, for an answer that comes
   * before everything was read may be lost with the connection.
   */
  readonly owed: 'answer' | 'end' | 'nothing'
}

/** What came back. `broken`: the connection ended without an answer; `silent`: none came in time. */
export type Heard =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly retryAfter: boolean
      readonly text: string
      readonly bytes: number
    }
  | { readonly kind: 'broken' | 'silent' }

/** More of an answer is not looked at. */
const KEPT = 200_000
const HEAD_END = Buffer.from('\r\n\r\n')

type Head = { readonly status: number; readonly retryAfter: boolean; readonly length: number | null }

const headOf = (text: string): Head | null => {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
  if (status === undefined) return null
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text) ?? []
  return {
    status: Number(status),
    retryAfter: /\r\nretry-after:/i.test(text),
    length: length === undefined ? null : Number(length),
  }
}

/** Reads one answer to its end, or to the end of the connection. */
const listen = (socket: Socket, withoutBody: boolean, heard: (answer: Heard) => void) => {
  let [begun, kept, bytes] = [Buffer.alloc(0), '', 0]
  let head: Head | null = null
  const isWhole = ({ length }: Head) => withoutBody || (length !== null && bytes >= length)
  const over = () => {
    if (head === null) heard({ kind: 'broken' })
    else heard({ kind: 'answer', status: head.status, retryAfter: head.retryAfter, text: kept, bytes })
  }
  const take = (chunk: Buffer) => {
    bytes += chunk.length
    if (kept.length < KEPT) kept += chunk.toString('latin1')
  }
  const begin = (): Head | null => {
    const end = begun.indexOf(HEAD_END)
    if (end === -1) return null
    const found = headOf(begun.toString('latin1', 0, end))
    begun = begun.subarray(end + HEAD_END.length)
    // an interim answer says to go on
    if (found === null || found.status < 200) return begin()
    take(begun)
    return found
  }
  socket.on('data', chunk => {
    if (head === null) {
      begun = Buffer.concat([begun, chunk])
      head = begin()
    } else take(chunk)
    if (head !== null && isWhole(head)) over()
  })
  socket.on('close', over)
}

/** Sends it and hears what comes of it. Never rejects. */
export const sendWire = (port: number, wire: Wire): Promise<Heard> =>
  new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const timer = setTimeout(() => done({ kind: 'silent' }), wire.waitMs)
    const done = (heard: Heard) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(heard)
    }
    socket.on('error', () => undefined)
    listen(socket, wire.head.subarray(0, 5).toString('latin1') === 'HEAD ', done)
    const rest = [...wire.pieces]
    const step = () => {
      const piece = rest.shift()
      if (piece !== undefined) {
        if (wire.pauseMs > 0) socket.write(piece, () => setTimeout(step, wire.pauseMs))
        else {
          socket.write(piece)
          step()
        }
      } else if (wire.then === 'close') socket.end()
      else if (wire.then === 'reset') socket.write('', () => socket.resetAndDestroy())
    }
    socket.once('connect', () => {
      // what is sent at once arrives at once: nothing of it is left unread
      socket.cork()
      socket.write(wire.head)
      step()
      socket.uncork()
    })
  })
