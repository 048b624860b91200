import { randomBytes } from 'node:crypto'
import { BODY_BYTES, FORM_ENDS_BYTES, GUEST_VALUES, MOST_VALUES } from '../../../../shared/limits/requests.ts'
import type { Answer } from '../answers/answer.ts'
import { readBody, type Body } from './body.ts'
import { refused } from '../answers/errors.ts'
import type { Received } from './intake.ts'

/** A body that has not been asked for yet. */
export type SentBody = {
  /** Content type, in the spelling of `knownType`. */
  readonly type: string
  /** Receives it, unless it has more bytes than this; `wantsEnds`: then its ends. Asked at most once. */
  readonly receive: (most: number, wantsEnds?: boolean) => Promise<Received>
}

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
