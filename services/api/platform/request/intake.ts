import type { IncomingMessage } from 'node:http'
import { gatheredBytes } from '../../../../shared/kernel/gathered-bytes.ts'
import {
  BODY_BYTES,
  BODY_SILENCE_MS,
  LARGE_FORM_BYTES,
  LEFT_OVER_MS,
} from '../../../../shared/limits/requests.ts'
import { receiveEnds } from './ends-of-body.ts'

/** Bytes of all bodies that are being received or answered. */
export type BodyPool = {
  /** false: there is no room, and nothing was taken. */
  readonly take: (bytes: number) => boolean
  readonly give: (bytes: number) => void
}

/** `most`: bytes for all bodies of a process together. */
export const bodyPool = (most: number): BodyPool => {
  let taken = 0
  return {
    take: bytes => {
      if (taken + bytes > most) return false
      taken += bytes
      return true
    },
    give: bytes => {
      taken -= bytes
    },
  }
}

/** `gone`: whoever sent it hung up. `ends`: its beginning and its end, where these were wanted and came. */
export type Received =
  | { readonly is: 'whole'; readonly bytes: Buffer }
  | { readonly is: 'too large'; readonly ends?: Buffer | null }
  | { readonly is: 'no room' | 'silent' | 'gone' }

/** Length that a request announces; null: it comes in chunks. */
const announcedLength = ({ headers }: IncomingMessage): number | null => {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/** Lets a client send what nobody reads, so that it hears the answer; one that takes too long loses its connection. */
export const passOver = (request: IncomingMessage): void => {
  let left = BODY_BYTES
  const cut = () => request.destroy()
  const timer = setTimeout(cut, LEFT_OVER_MS)
  request
    .on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) cut()
    })
    .once('close', () => clearTimeout(timer))
    .once('end', () => clearTimeout(timer))
    // it was not wanted anyway
    .on('error', () => undefined)
}

/** A body that is too large, with its ends. */
const withEnds = async (request: IncomingMessage, came: readonly Buffer[]): Promise<Received> => {
  const isEndless = (announcedLength(request) ?? 0) > LARGE_FORM_BYTES
  const ends = isEndless ? null : await receiveEnds(request, came)
  if (ends === null) passOver(request)
  return { is: 'too large', ends }
}

/**
 * Receives a body of at most `most` bytes. What has arrived stays taken from the pool until `over` is called by
 * whoever answers; when this resolves with anything but a whole body, nothing is taken, and the rest is passed over,
 * or, when `wantsEnds`, received to its end.
 */
export const receive = (
  request: IncomingMessage,
  most: number,
  pool: BodyPool,
  wantsEnds = false,
): Promise<Received> => {
  if ((announcedLength(request) ?? 0) > most) {
    if (wantsEnds) return withEnds(request, [])
    passOver(request)
    return Promise.resolve({ is: 'too large' })
  }
  return new Promise(resolve => {
    const gathered = gatheredBytes()
    let size = 0
    const end = (received: Received) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      if (received.is !== 'whole') {
        pool.give(size)
        if (received.is === 'too large' && wantsEnds) {
          resolve(withEnds(request, gathered.pieces()))
          return
        }
        passOver(request)
      }
      resolve(received)
    }
    const onData = (chunk: Buffer) => {
      timer.refresh()
      if (size + chunk.length > most) {
        if (wantsEnds) gathered.add(chunk)
        end({ is: 'too large' })
      } else if (!pool.take(chunk.length)) end({ is: 'no room' })
      else {
        gathered.add(chunk)
        size += chunk.length
      }
    }
    const onEnd = () => end({ is: 'whole', bytes: Buffer.concat(gathered.pieces(), size) })
    const onClose = () => end({ is: 'gone' })
    const timer = setTimeout(() => end({ is: 'silent' }), BODY_SILENCE_MS)
    request.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose)
  })
}
