import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { gatheredBytes } from '../../../../shared/kernel/gathered-bytes.ts'
import {
  BODY_BYTES,
  BODY_SILENCE_MS,
  FORM_ENDS_BYTES,
  GUEST_VALUES,
  LARGE_FORM_BYTES,
  LEFT_OVER_MS,
  MOST_VALUES,
} from '../../../../shared/limits/requests.ts'
import type { Answer } from '../answers/answer.ts'
import { refused } from '../answers/errors.ts'
import { type Body, knownType, readBody } from './body.ts'
import { receiveEnds } from './ends-of-body.ts'

// Taking what a request brings: the body as a handler asks for it, its reception, and who sends it.

/** A body that has not been asked for yet. */
export type SentBody = {
  /** Content type, in the spelling of `knownType`. */
  readonly type: string
  /** Receives it, unless it has more bytes than this; `wantsEnds`: then its ends. Asked at most once. */
  readonly receive: (most: number, wantsEnds?: boolean) => Promise<Received>
}

/**
 * The body of a request; null: there is none. Asked once for each request. `cameWhole`: it was there before it was asked
 * what others have done; behind any other body that is asked again.
 */
export type BodyOf = (request: FastifyRequest, reply: FastifyReply, cameWhole?: boolean) => SentBody | null

const MIB = 1024 * 1024

const tooLarge = (most: number): Body & { readonly ok: false } => {
  const more = most < BODY_BYTES ? `; with credentials in its head it may have ${BODY_BYTES / MIB} MiB` : ''
  return {
    ok: false,
    code: 'rest_request_too_large',
    error: {},
    isLong: true,
    message: `The body has more than ${most / MIB} MiB${more}.`,
  }
}

/**
 * With what else stands in a form whose file is too large, where its ends tell all of that: what is missing between them
 * is of the file that is `wanted`, and of nothing else.
 */
const tooLargeForm = async (
  most: number,
  { type }: SentBody,
  ends: Buffer | null,
  wanted: string | null,
): Promise<Body> => {
  if (ends === null) return tooLarge(most)
  const mark = randomBytes(16)
  const marked = Buffer.concat([ends.subarray(0, FORM_ENDS_BYTES), mark, ends.subarray(FORM_ENDS_BYTES)])
  const read = await readBody(marked, type, GUEST_VALUES, wanted)
  if (!read.ok || read.file === undefined) return tooLarge(most)
  return Buffer.from(read.file.bytes).includes(mark) ? { ...tooLarge(most), form: read.form } : tooLarge(most)
}

const busy: Body = {
  ok: false,
  code: 'rest_service_unavailable',
  error: {},
  message: 'The service is receiving too much at once; try again.',
}

/** Receives and reads a body of at most `most` bytes; null: there is none. `wanted`: see `readBody`. */
export const takeBody = async (
  sent: SentBody | null,
  most: number,
  wanted: string | null = null,
): Promise<Body> => {
  if (sent === null) return readBody(null, '', MOST_VALUES)
  const received = await sent.receive(most, wanted !== null)
  switch (received.is) {
    case 'whole':
      return readBody(received.bytes, sent.type, most < BODY_BYTES ? GUEST_VALUES : MOST_VALUES, wanted)
    case 'too large':
      return tooLargeForm(most, sent, received.ends ?? null, wanted)
    case 'no room':
      return busy
    case 'silent':
    case 'gone':
      return { ok: false, code: 'rest_request_timeout', error: {} }
  }
}

const RETRY_SECONDS = '5'

/** What is answered to a body that could not be received or read. */
export const refusedBody = ({ code, error, message }: Body & { readonly ok: false }): Answer => {
  const answer = refused(code, error, message === undefined ? {} : { message })
  return code === 'rest_service_unavailable'
    ? { ...answer, headers: [['Retry-After', RETRY_SECONDS]] }
    : answer
}

const hasBody = ({ 'content-length': length, 'transfer-encoding': coding }: FastifyRequest['headers']) =>
  coding !== undefined || (length !== undefined && length !== '0')

/** Whether there is a body that came with its head. To be asked in the turn in which the head came. */
export const cameWhole = ({ raw, headers }: FastifyRequest): boolean | Promise<boolean> =>
  hasBody(headers) && nextTurn().then(() => raw.complete)

/**
 * The body of a request, which nobody has asked for yet; null: there is none. What nobody has asked for when the
 * answer is out is passed over. `refresh`: awaited behind the body, which may have taken long; null: it has not.
 */
export const sentBody = (
  { raw, headers }: FastifyRequest,
  reply: FastifyReply,
  pool: BodyPool,
  refresh: (() => Promise<void>) | null,
): SentBody | null => {
  if (!hasBody(headers)) return null
  let asked = false
  reply.raw.once('finish', () => {
    if (!asked) passOver(raw)
  })
  return {
    type: knownType(headers['content-type'] ?? ''),
    receive: async (most, wantsEnds) => {
      asked = true
      const received = await receive(raw, most, pool, wantsEnds)
      if (received.is === 'whole') {
        const over = () => pool.give(received.bytes.length)
        if (reply.raw.closed) over()
        else reply.raw.once('close', over)
      }
      await refresh?.()
      return received
    },
  }
}

/** Bytes of all bodies that are being received or answered. */
type BodyPool = {
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
type Received =
  | { readonly is: 'whole'; readonly bytes: Buffer }
  | { readonly is: 'too large'; readonly ends?: Buffer | null }
  | { readonly is: 'no room' | 'silent' | 'gone' }

/** Length that a request announces; null: it comes in chunks. */
const announcedLength = ({ headers }: IncomingMessage): number | null => {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/** Lets a client send what nobody reads, so that it hears the answer; one that takes too long loses its connection. */
const passOver = (request: IncomingMessage): void => {
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
const receive = (
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

/** Address of who sends a request; what a proxy says may be anything, and is passed over when it is none. */
export const senderOf = ({ ip, raw }: FastifyRequest): string =>
  isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip
